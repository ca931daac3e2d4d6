// What keeps annotations from being seen, kept or shared is found, and said with its remedy.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { json, ultragit } from '../support/cli.ts';
import { buildRepository, openClone, type Repository, shallowClone } from '../support/repository.ts';
import { sharing, syncWith } from '../support/sharing.ts';

type Finding = { code: string; state: string; message: string; fix?: string; fixable?: boolean };
type Report = { $schema: string; status: string; mended: { key: string }[]; findings: Finding[] };

function doctor(
  repo: Repository,
  ...args: string[]
): { status: number | null; report: Report; of: (code: string) => Finding | undefined } {
  const run = ultragit(repo, ['doctor', '--json', ...args]);
  const report = json<Report>(run);
  return { status: run.status, report, of: code => report.findings.find(finding => finding.code === code) };
}

const note = (intent: string) => ({
  schema: 'ultragit/v1',
  regions: [{ file: 'notes.txt', lines: { start: 1, end: 1 }, intent }],
});

/** A clone that was set up, and shares its notes. */
async function healthy() {
  const { remote, clones } = await sharing(2);
  const [repo, other] = clones as [Repository, Repository];
  repo.annotate('HEAD', note('one'));
  ultragit(repo, ['setup']);
  await syncWith(repo);
  return { remote, repo, other };
}

describe('a clone', () => {
  test('that was set up and shares its notes is fine', async () => {
    const { repo } = await healthy();
    const { status, report } = doctor(repo, '--remote');
    expect(report.findings.filter(({ state }) => state !== 'fine')).toEqual([]);
    expect(report).toMatchObject({ $schema: 'ultragit-doctor/v1', status: 'fine', mended: [] });
    expect(status).toBe(0);
    expect(ultragit(repo, ['doctor']).stdout).toMatch(/\nNothing to mend\.\n$/);
  });

  test('that was not set up is told, and mended', async () => {
    const { clones } = await sharing(1);
    const [repo] = clones as [Repository];
    const { status, of } = doctor(repo);
    expect(status).toBe(1);
    expect(of('rewrite_ref')).toMatchObject({ state: 'mend', fix: 'ultragit setup', fixable: true });
    expect(of('fetch_notes')).toMatchObject({ state: 'mend', fix: 'ultragit setup', fixable: true });
    expect(of('fetch_notes')?.message).toBe(
      'remote.origin.fetch names no annotations: git fetch does not bring them.',
    );
    const mended = doctor(repo, '--fix');
    expect(mended.report.mended.map(({ key }) => key)).toEqual([
      'notes.rewriteRef',
      'notes.rewriteMode',
      'remote.origin.fetch',
    ]);
    // Whether the remote has notes was not asked.
    expect(mended.status).toBe(3);
    expect(doctor(repo, '--remote').status).toBe(0);
  });

  test.each([
    ['+refs/notes/*:refs/notes/*', true],
    ['+refs/*:refs/*', false],
  ])('that fetches %s over its own notes is told', async (refspec, isMended) => {
    const { repo } = await healthy();
    repo.git('config', '--add', 'remote.origin.fetch', refspec);
    const { status, of } = doctor(repo);
    expect(status).toBe(1);
    expect(of('forced_fetch')?.message).toContain(`${refspec}: the next git fetch replaces your notes`);
    expect(of('forced_fetch')?.fix).toBeTruthy();
    const { of: now } = doctor(repo, '--fix');
    expect(now('forced_fetch') === undefined).toBe(isMended);
  });

  test('whose joined commits would lose notes is told', async () => {
    const { repo } = await healthy();
    repo.git('config', 'notes.rewriteMode', 'overwrite');
    expect(doctor(repo).of('rewrite_mode')).toMatchObject({ state: 'mend', fix: 'ultragit setup --fix' });
  });

  test('with notes that the remote lacks knows that without asking', async () => {
    const { repo } = await healthy();
    repo.annotate('HEAD~1', note('two'));
    expect(doctor(repo).of('notes_there')).toMatchObject({
      state: 'mend',
      message: 'As of the last fetch, origin lacks notes that are here.',
      fix: 'ultragit sync',
    });
  });

  test('that lacks notes of the remote learns it by asking', async () => {
    const { repo, other } = await healthy();
    other.annotate('HEAD~1', note('two'));
    await syncWith(other);
    expect(doctor(repo).of('notes_there')).toMatchObject({ state: 'fine' });
    expect(doctor(repo, '--remote').of('notes_there')).toMatchObject({
      state: 'mend',
      message: 'The remote origin has notes that are not here.',
    });
  });

  test('hears of other notes that a remote has', async () => {
    const { remote, repo } = await healthy();
    remote.git('notes', '--ref=commitlore', 'add', '-m', 'Limit: x', 'HEAD');
    expect(doctor(repo, '--remote').of('other_notes')).toMatchObject({
      fix: 'ultragit sync origin --fetch-only --noteref refs/notes/commitlore',
    });
  });

  test('that can not reach its remote has not seen everything', async () => {
    const { repo } = await healthy();
    repo.git('remote', 'set-url', 'origin', '/nonexistent/x.git');
    const { status, of } = doctor(repo, '--remote');
    expect(status).toBe(3);
    expect(of('notes_there')).toMatchObject({ state: 'unseen' });
  });

  test('that is shallow or partial has not seen everything', async () => {
    const { remote } = await healthy();
    remote.git('config', 'uploadpack.allowFilter', 'true');
    const shallow = shallowClone(remote, 1, { notes: false });
    const partial = openClone(remote, { notes: false }, '--filter=blob:none');
    for (const [repo, code] of [
      [shallow, 'shallow'],
      [partial, 'partial_clone'],
    ] as const) {
      const { status, of } = doctor(repo, '--fix');
      expect(of(code)).toMatchObject({ state: 'unseen' });
      expect(status).toBe(3);
    }
  });

  test('with a note that nobody can read is told which', async () => {
    const { repo } = await healthy();
    repo.annotate('HEAD~1', '{"schema": "ultragit/v1", "regions": [}');
    const id = repo.git('rev-parse', 'HEAD~1').slice(0, 12);
    expect(doctor(repo).of('malformed_notes')).toMatchObject({
      state: 'mend',
      message: `1 note can't be read: ${id}.`,
      fix: `ultragit validate ${id}`,
    });
  });

  test('with notes on commits that are gone hears how many', async () => {
    const { repo } = await healthy();
    repo.commit('Lost', { 'gone.txt': 'nothing like it\n' });
    repo.annotate('HEAD', {
      schema: 'ultragit/v1',
      regions: [{ file: 'gone.txt', lines: { start: 1, end: 1 }, intent: 'x' }],
    });
    repo.git('reset', '-q', '--hard', 'HEAD~1');
    expect(doctor(repo).of('lost')).toMatchObject({ state: 'unseen' });
    expect(doctor(repo).of('lost')?.fix).toContain('ultragit carry');
  });

  test('hears where the server is registered, and nothing is started for that', async () => {
    const { repo } = await healthy();
    expect(doctor(repo).of('hosts')).toMatchObject({ fix: 'ultragit mcp install' });
    const canary = join(repo.path, 'started');
    const servers = { ultragit: { command: 'touch', args: [canary] } };
    writeFileSync(join(repo.path, '.mcp.json'), JSON.stringify({ mcpServers: servers }));
    expect(doctor(repo).of('hosts')?.message).toContain('Claude Code (.mcp.json)');
    expect(repo.git('status', '--porcelain')).not.toContain('started');
  });
});

test('a repository without commits is looked at as far as there is something', async () => {
  const repo = await buildRepository('plain-history');
  repo.git('checkout', '-q', '--orphan', 'empty');
  const { status, of } = doctor(repo, '--fix');
  expect(of('no_commits')).toMatchObject({ state: 'unseen' });
  expect(status).toBe(3);
});
