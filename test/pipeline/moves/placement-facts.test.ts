// Where a region went is kept under all that it follows from: when one of these differs, it is found out again.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knownWhereabouts } from '../../../src/pipeline/moves/placement-facts.ts';
import type { FoundRegion } from '../../../src/pipeline/notes/find-regions.ts';
import { findRegions } from '../../../src/pipeline/notes/find-regions.ts';
import type { Snapshot } from '../../../src/pipeline/snapshot.ts';
import { openWorkspace } from '../../support/ask.ts';
import { read } from '../../support/queries.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../../support/repository.ts';

const BODY = [
  '  const seen = new Map<string, number>();',
  '  for (const word of words) count(seen, word);',
  '  return best(seen);',
];
const functionOf = (name: string) => [`function ${name}(words: string[]) {`, ...BODY, '}', ''].join('\n');
const REST = 'export const limit = 3;\n';
const NAMES = [{ name: 'a.ts' }];

/** A function that was annotated in `a.ts`, and that `b.ts` has since; another that is gone. */
async function moved(): Promise<{ repo: Repository; home: string }> {
  const repo = await buildRepository('empty-notes');
  repo.commit('Two functions', {
    'a.ts': `${functionOf('tally')}function old() {\n  return 'of old times';\n}\n${REST}`,
    'b.ts': REST,
  });
  repo.annotate('HEAD', {
    schema: 'ultragit/v1',
    regions: ['tally', 'old'].map(name => ({
      file: 'a.ts',
      ast_anchor: { type: 'function', name },
      intent: name,
    })),
  });
  repo.commit('Move one, remove the other', { 'a.ts': REST, 'b.ts': `${REST}${functionOf('tally')}` });
  return { repo, home: temporaryDirectory() };
}

async function open({ repo, home }: { repo: Repository; home: string }) {
  const env = { PATH: repo.env.PATH, HOME: home };
  return openWorkspace(repo, { env, useCache: true, about: join(repo.path, 'a.ts') });
}

/** As a command does; what it found out is left to the next. */
async function readOnce(place: { repo: Repository; home: string }): Promise<void> {
  const workspace = await open(place);
  await read(workspace, { path: 'a.ts' });
  workspace.keepKnowledge();
}

async function regionsOf(snapshot: Snapshot): Promise<FoundRegion[]> {
  const now = { commit: snapshot.head, path: 'a.ts' };
  return (await findRegions(snapshot, NAMES, new Set(), now)).found;
}

/** What another process knows of `tally` and `old`, in this order. */
async function known(
  place: { repo: Repository; home: string },
  change: (item: FoundRegion) => FoundRegion = item => item,
  names = NAMES,
) {
  const snapshot = await (await open(place)).snapshot();
  const items = (await regionsOf(snapshot)).sort((a, b) =>
    a.region.ast_anchor!.name > b.region.ast_anchor!.name ? -1 : 1,
  );
  const found = await Promise.all(items.map(item => knownWhereabouts(snapshot, change(item), names)));
  return found.map(one => (one === undefined || one === 'gone' ? one : one.moved.path));
}

test('it is known to the next process, also after a commit that changed neither file', async () => {
  const place = await moved();
  expect(await known(place)).toEqual([undefined, undefined]);
  await readOnce(place);
  expect(await known(place)).toEqual(['b.ts', 'gone']);
  place.repo.commit('Elsewhere', { 'c.ts': REST });
  expect(await known(place)).toEqual(['b.ts', 'gone']);
  place.repo.write('b.ts', 'on disk');
  expect(await known(place)).toEqual(['b.ts', 'gone']);
});

test.each<[what: string, happen: (repo: Repository) => unknown, left: readonly (string | undefined)[]]>([
  [
    'the file that it was in changed',
    repo => repo.commit('x', { 'a.ts': `${REST}//\n` }),
    [undefined, undefined],
  ],
  ['the file that it is in changed', repo => repo.commit('x', { 'b.ts': REST }), [undefined, 'gone']],
  [
    'the file that it is in is no longer there',
    repo => repo.commit('x', { 'b.ts': null }),
    [undefined, 'gone'],
  ],
  [
    'the commit that moved it was amended',
    repo => repo.git('commit', '-q', '--amend', '-m', 'y'),
    [undefined, undefined],
  ],
  ['history went back', repo => repo.git('reset', '-q', '--hard', 'HEAD~1'), [undefined, undefined]],
])('it is not taken when %s', async (_what, happen, left) => {
  const place = await moved();
  await readOnce(place);
  happen(place.repo);
  expect(await known(place)).toEqual(left);
});

test.each<[what: string, change: (item: FoundRegion) => FoundRegion]>([
  ['other lines', item => ({ ...item, region: { ...item.region, lines: { start: 1, end: 2 } } })],
  ['another unit', item => ({ ...item, region: { ...item.region, ast_anchor: { name: 'other' } } })],
  ['another commit', item => ({ ...item, commit: { ...item.commit, id: '0'.repeat(40) } })],
  ['another version', item => ({ ...item, written: undefined })],
  [
    'a commit that stands for a lost one',
    item => ({ ...item, recovered: { from: item.commit.id, by: 'content' } }),
  ],
])('it is not taken for %s', async (_what, change) => {
  const place = await moved();
  await readOnce(place);
  expect(await known(place, change)).toEqual([undefined, undefined]);
});

test('it is not taken under other names of the file', async () => {
  const place = await moved();
  await readOnce(place);
  expect(await known(place, item => item, [...NAMES, { name: 'old.ts' }])).toEqual([undefined, undefined]);
});

test('without what was kept it is found out again', async () => {
  const place = await moved();
  await readOnce(place);
  rmSync(place.home, { recursive: true });
  expect(await known(place)).toEqual([undefined, undefined]);
});
