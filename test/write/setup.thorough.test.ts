// A clone is set up so that it keeps its notes, and what is there already stays.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cloneSettings, forcedFetches } from '../../src/write/share/clone-settings.ts';
import { destinationOf, harmless, parseRefspec, trackingRefspec } from '../../src/write/share/refspec.ts';
import { environment, json, ultragit } from '../support/cli.ts';
import { buildRepository, openClone, type Repository, temporaryDirectory } from '../support/repository.ts';
import { REF } from '../support/sharing.ts';

const local = (key: string, value: string) => ({ scope: 'local', key, value });

describe('a refspec', () => {
  test.each([
    ['+refs/notes/*:refs/notes/*', REF],
    ['+refs/*:refs/*', REF],
    ['refs/notes/ultragit:refs/notes/other', 'refs/notes/other'],
    ['+refs/notes/ultra*t:refs/notes/x/*', 'refs/notes/x/gi'],
    ['+refs/heads/*:refs/remotes/origin/*', undefined],
    ['refs/notes/ultragit*x:refs/notes/*', undefined],
  ])('%s takes the notes to %s', (text, expected) => {
    const refspec = parseRefspec(text);
    expect(refspec && destinationOf(refspec, REF)).toBe(expected);
  });

  test.each(['refs/notes/ultragit', '^refs/notes/*', '', ':', 'a:b:c'])('%j takes them nowhere', text => {
    expect(parseRefspec(text)).toBeUndefined();
  });

  test('of ours names a ref only if it is there, and never the local one', () => {
    const refspec = parseRefspec(trackingRefspec('origin', REF));
    expect(refspec && destinationOf(refspec, REF)).toBe('refs/notes/remote/origin/ultragit');
    expect(trackingRefspec('origin', REF)).toContain('*');
  });

  test("that is about more than notes is nobody else's to change", () => {
    const of = (text: string) =>
      harmless(parseRefspec(text) ?? { isForced: true, from: '', to: '' }, 'origin');
    expect(of('+refs/notes/*:refs/notes/*')).toBe('+refs/notes/*:refs/notes/remote/origin/*');
    expect(of('+refs/*:refs/*')).toBeUndefined();
  });
});

describe('a config', () => {
  test.each([
    ['refs/notes/ultragit', 'there'],
    ['refs/notes/*', 'there'],
    ['refs/notes/commits', 'missing'],
    ['*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b', 'missing'],
  ])('that rewrites %s has what it needs: %s', (value, state) => {
    expect(cloneSettings([local('notes.rewriteref', value)], REF, undefined)[0]).toMatchObject({ state });
  });

  test('that leaves the notes out of a forced fetch loses none', () => {
    const key = 'remote.origin.fetch';
    const forced = local(key, '+refs/*:refs/*');
    expect(forcedFetches([forced], REF)).toHaveLength(1);
    expect(forcedFetches([forced, local(key, '^refs/notes/*')], REF)).toEqual([]);
    expect(forcedFetches([local(key, 'refs/notes/*:refs/notes/*')], REF)).toEqual([]);
  });
});

async function clone(): Promise<Repository> {
  return openClone(await buildRepository('plain-history', { bare: true }), { notes: false });
}

const config = (repo: Repository) => readFileSync(join(repo.path, '.git/config'), 'utf8');
const get = (repo: Repository, key: string) => repo.git('config', '--get-all', key).split('\n');

describe('setup', () => {
  test('writes three settings, once, and takes back just those', async () => {
    const repo = await clone();
    repo.git('config', 'notes.rewriteRef', 'refs/notes/commits');
    const before = config(repo);
    const first = ultragit(repo, ['setup']);
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(first.stdout).toContain('Take it back with: ultragit setup --undo');
    expect(get(repo, 'notes.rewriteRef')).toEqual(['refs/notes/commits', REF]);
    expect(get(repo, 'notes.rewriteMode')).toEqual(['concatenate']);
    expect(get(repo, 'remote.origin.fetch').at(-1)).toBe(
      '+refs/notes/ultragit*:refs/notes/remote/origin/ultragit*',
    );
    const after = config(repo);
    expect(ultragit(repo, ['setup']).stdout.match(/^Already there/gm)).toHaveLength(3);
    expect(config(repo)).toBe(after);
    expect(ultragit(repo, ['setup', '--undo']).stdout.match(/^Removed/gm)).toHaveLength(3);
    expect(config(repo).replace(/^\[notes\]\n(?=\[|$)/gm, '')).toBe(before);
    expect(ultragit(repo, ['setup', '--undo']).stdout).toBe('Nothing to take back.\n');
  });

  test('makes git fetch bring notes to their copy, also where there are none yet', async () => {
    const repo = await clone();
    ultragit(repo, ['setup']);
    repo.git('fetch');
    const other = openClone(repo, { notes: false });
    other.annotate('HEAD', { schema: 'ultragit/v1', regions: [] });
    other.git('push', '-q', repo.git('config', 'remote.origin.url'), REF);
    repo.git('fetch', '-q');
    expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/notes')).toBe(
      'refs/notes/remote/origin/ultragit',
    );
  });

  test('changes nothing in a dry run', async () => {
    const repo = await clone();
    const before = config(repo);
    expect(ultragit(repo, ['setup', '--dry-run']).stdout.match(/^Would add/gm)).toHaveLength(3);
    expect(config(repo)).toBe(before);
  });

  test('names what would lose notes, and changes it only when it is told to', async () => {
    const repo = await clone();
    repo.git('config', '--add', 'remote.origin.fetch', '+refs/notes/*:refs/notes/*');
    repo.git('config', 'notes.rewriteMode', 'cat_sort_uniq');
    const { stdout } = ultragit(repo, ['setup']);
    expect(stdout).toContain('In the way: remote.origin.fetch = +refs/notes/*:refs/notes/*');
    expect(stdout).toContain('In the way: notes.rewriteMode = cat_sort_uniq');
    expect(get(repo, 'remote.origin.fetch')).toContain('+refs/notes/*:refs/notes/*');
    expect(get(repo, 'notes.rewriteMode')).toEqual(['cat_sort_uniq']);
    ultragit(repo, ['setup', '--fix']);
    expect(get(repo, 'remote.origin.fetch')).not.toContain('+refs/notes/*:refs/notes/*');
    expect(get(repo, 'remote.origin.fetch')).toContain('+refs/notes/*:refs/notes/remote/origin/*');
    expect(get(repo, 'notes.rewriteMode')).toEqual(['concatenate']);
  });

  test("overrides a mode of the user, and leaves the user's own config alone", async () => {
    const repo = await clone();
    const home = temporaryDirectory();
    const env = { ...environment(), HOME: home };
    repo.git('config', '--file', join(home, '.gitconfig'), 'notes.rewriteMode', 'overwrite');
    const before = readFileSync(join(home, '.gitconfig'), 'utf8');
    ultragit(repo, ['setup', '--fix'], { env });
    expect(get(repo, 'notes.rewriteMode')).toEqual(['concatenate']);
    expect(readFileSync(join(home, '.gitconfig'), 'utf8')).toBe(before);
  });

  test('in a repository without a remote says that there is none', async () => {
    const repo = await buildRepository('plain-history');
    const { stdout } = ultragit(repo, ['setup']);
    expect(stdout).toContain('There is no remote yet');
    expect(get(repo, 'notes.rewriteRef')).toEqual([REF]);
  });

  test('registers with a host, too', async () => {
    const repo = await clone();
    const { stdout } = ultragit(repo, ['setup', '--host', 'claude-code']);
    expect(stdout).toContain('Created: .mcp.json');
    expect(JSON.parse(readFileSync(join(repo.path, '.mcp.json'), 'utf8'))).toHaveProperty(
      'mcpServers.ultragit',
    );
  });

  test('tells a program what it did', async () => {
    const repo = await clone();
    const { steps } = json<{ steps: { state: string; key: string }[] }>(ultragit(repo, ['setup', '--json']));
    expect(steps.map(({ state, key }) => `${state} ${key}`)).toEqual([
      'added notes.rewriteRef',
      'added notes.rewriteMode',
      'added remote.origin.fetch',
    ]);
  });
});
