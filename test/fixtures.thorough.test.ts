import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildRepository as build } from '../test-repos/build-repository.mjs';
import {
  buildRepository,
  OTHER_DIALECTS,
  type Repository,
  scenarios,
  shallowClone,
  sharedRepository,
  temporaryDirectory,
} from './support/repository.ts';

interface Region {
  file: string;
  ast_anchor?: { name: string; signature?: string };
  lines?: { start: number; end: number };
  related_annotations?: { commit: string }[];
}

interface Note {
  commit: string;
  regions: Region[];
  provenance: { derived_from?: string[] };
}

/** Regions that are about a file which their commit can't show, on purpose. */
const elsewhere = new Set(['elsewhere src/retry.py', 'names src/latin-\ufffd.js']);
const nowhere = '00000000deadbeef00000000deadbeef00000000';

test('ids are the same on every machine', async () => {
  const ids: Record<string, Record<string, string>> = {};
  for (const scenario of scenarios()) {
    const repo = sharedRepository(scenario);
    const refs = repo.git('for-each-ref', '--format=%(refname) %(objectname)').split('\n').filter(Boolean);
    ids[scenario] = Object.fromEntries(refs.map(line => line.split(' ')));
  }
  await expect(`${JSON.stringify(ids, null, 2)}\n`).toMatchFileSnapshot('../test-repos/ids.json');
});

test.each(scenarios())('%s is a sound repository with a clean working tree', async scenario => {
  const repo = await buildRepository(scenario);
  expect(repo.git('fsck', '--strict', '--no-dangling', '--no-progress')).toBe('');
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(repo.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
});

const readable = scenarios().filter(scenario => scenario !== 'malformed' && !OTHER_DIALECTS.has(scenario));

test.each(readable)('the annotations of %s point at what they describe', async scenario => {
  const repo = sharedRepository(scenario);
  for (const { id, note } of notes(repo)) {
    expect(note.commit).toBe(id);
    if (id === nowhere) continue;
    for (const origin of note.provenance.derived_from ?? []) expect(objectType(repo, origin)).toBe('commit');
    for (const region of note.regions) {
      for (const related of region.related_annotations ?? []) {
        expect(objectType(repo, related.commit)).toBe('commit');
      }
      if (elsewhere.has(`${scenario} ${region.file}`)) continue;
      const text = regionText(repo, id, region);
      if (text !== undefined) expect(folded(text)).toContain(folded(region.ast_anchor?.signature ?? ''));
    }
  }
});

test('each region of the demo is exactly the unit that it names', async () => {
  const repo = sharedRepository('mqtt-client');
  const units = notes(repo).flatMap(({ id, note }) => note.regions.map(region => ({ id, region })));
  expect(units).toHaveLength(12);
  for (const { id, region } of units) {
    const text = regionText(repo, id, region) ?? '';
    const [first = ''] = text.replace(/^\s*\/\*\*.*\*\/\n/, '').split('\n');
    expect(first.trim()).toBe(`${region.ast_anchor?.signature} {`);
    expect(text.split('{').length, text).toBe(text.split('}').length);
    expect(text.split('\n').at(-1)?.trim()).toBe('}');
  }
});

test('the demo shows code that stayed, moved and changed under its annotations', async () => {
  const repo = sharedRepository('mqtt-client');
  const today = (region: Region) => repo.git('show', `HEAD:${region.file}`);
  const found = notes(repo).flatMap(({ id, note }) =>
    note.regions.map(region => {
      const text = regionText(repo, id, region) ?? '';
      const at = today(region).indexOf(text);
      const line = today(region).slice(0, at).split('\n').length;
      const fate = at < 0 ? 'edited' : line === region.lines?.start ? 'stayed' : 'moved';
      return `${repo.git('log', '-1', '--format=%cs', id)} ${region.ast_anchor?.name} ${fate}`;
    }),
  );
  expect(found.sort()).toEqual([
    '2025-01-09 MqttClient::connect edited',
    '2025-01-09 MqttClient::disconnect moved',
    '2025-01-09 MqttClient::publish edited',
    '2025-01-22 TlsSessionCache stayed',
    '2025-01-22 TlsSessionCache::store stayed',
    '2025-01-22 TlsSessionCache::take stayed',
    '2025-02-03 ReconnectScheduler::attempt moved',
    '2025-02-03 backoffDelay edited',
    '2025-02-17 MqttClient::connect moved',
    '2025-02-17 MqttClient::open moved',
    '2025-03-05 Heartbeat::beat stayed',
    '2025-04-02 backoffDelay edited',
  ]);
});

test('a rebased commit and its old self are the same patch', async () => {
  const repo = await buildRepository('rewritten');
  const reserve = (range: string[]) => repo.git('log', '--format=%H', '--grep=Reserve stock', ...range);
  const annotated = notes(repo).map(({ id }) => id);
  const rebased = reserve(['HEAD']);
  const old = annotated.find(id => id !== nowhere && reserve(['-1', id]) === id);
  const patch = (id: string) =>
    repo.gitBytes(['patch-id', '--stable'], repo.git('show', id)).toString().split(' ')[0];
  expect(old).not.toBe(rebased);
  expect(patch(String(old))).toBe(patch(rebased));
});

test('a formatter owns every line, unless blame is told to look through it', async () => {
  const owners = (repo: Repository, ...flags: string[]) =>
    new Set(
      repo
        .git('blame', '-w', '-s', '-l', '--root', ...flags, 'src/price.js')
        .split('\n')
        .map(line => line.slice(0, 40)),
    );
  const plain = sharedRepository('formatted');
  expect(owners(plain)).toEqual(new Set([plain.git('rev-parse', 'HEAD')]));
  const ignored = sharedRepository('formatted-ignored');
  expect(owners(ignored, '--ignore-revs-file=.git-blame-ignore-revs')).toContain(
    ignored.git('rev-parse', 'HEAD~2'),
  );
});

test('a built repository can be written to, annotated, cloned and linked', async () => {
  const repo = await buildRepository('mqtt-client');
  const head = repo.git('rev-parse', 'HEAD');
  const id = repo.commit('Add and remove', { 'docs/a.md': 'one\n', 'README.md': null });
  expect(repo.git('show', '--format=%P %ct', '--name-status', id)).toBe(
    `${head} ${Date.UTC(2025, 11, 1) / 1000 + 60}\n\nD\tREADME.md\nA\tdocs/a.md`,
  );

  repo.annotate(id, ' two spaces \n\n\n');
  expect(repo.gitBytes(['notes', '--ref=ultragit', 'show', id]).toString()).toBe(' two spaces \n\n\n');

  const clone = shallowClone(repo, 2);
  expect(clone.git('rev-list', '--count', 'HEAD')).toBe('2');
  expect(clone.git('rev-parse', 'refs/notes/ultragit')).toBe(repo.git('rev-parse', 'refs/notes/ultragit'));

  const linked = repo.addWorktree('HEAD~1');
  expect(linked.git('rev-parse', 'HEAD')).toBe(head);
  expect(repo.git('status', '--short')).toBe('');
});

test('the builder refuses to build over a repository that is there', () => {
  const directory = join(temporaryDirectory(), 'demo');
  build('empty-notes', directory);
  expect(() => build('renamed', directory)).toThrow(/not empty/);
});

test('a bare repository and one with SHA-256 ids are built from the same text', async () => {
  const bare = sharedRepository('mqtt-client', { bare: true });
  expect(bare.git('rev-parse', '--is-bare-repository')).toBe('true');
  const wide = sharedRepository('shallow', { objectFormat: 'sha256' });
  expect(wide.git('rev-parse', 'HEAD')).toMatch(/^[0-9a-f]{64}$/);
});

function notes(repo: Repository): { id: string; note: Note }[] {
  const refs = repo.git('for-each-ref', '--format=%(refname)', 'refs/notes').split('\n').filter(Boolean);
  return refs.flatMap(ref =>
    repo
      .git('ls-tree', '-r', '--format=%(objectname) %(path)', ref)
      .split('\n')
      .map(line => line.split(' ') as [string, string])
      .map(([blob, path]) => ({ blob, id: path.replaceAll('/', '') }))
      .filter(({ id }) => /^[0-9a-f]{40}$/.test(id))
      .map(({ blob, id }) => ({ id, note: JSON.parse(repo.git('cat-file', 'blob', blob)) as Note })),
  );
}

/** The region's lines in the annotated commit; undefined where the note does not say which. */
function regionText(repo: Repository, id: string, { file, lines }: Region): string | undefined {
  expect(repo.git('--literal-pathspecs', 'ls-tree', id, '--', file), file).not.toBe('');
  if (lines === undefined || lines.end === 0) return undefined;
  const content = repo.gitBytes(['cat-file', 'blob', `${id}:${file}`]).toString();
  const all = content.replace(/\n$/, '').split('\n');
  expect(lines.start).toBeGreaterThan(0);
  expect(lines.end).toBeGreaterThanOrEqual(lines.start);
  expect(lines.end, `${file} at ${id}`).toBeLessThanOrEqual(all.length);
  return all.slice(lines.start - 1, lines.end).join('\n');
}

function objectType(repo: Repository, id: string): string {
  return repo.git('cat-file', '-t', id);
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
