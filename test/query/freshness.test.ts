// "Is this still true?": the state of a region's lines, and the commits that changed them.
import { expect, test } from 'vitest';
import type { FreshnessAnswer } from '../../src/answers.ts';
import { ask, lines, note } from '../support/ask.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

const file = 'src/notes.txt';
const [top, middle, bottom] = [lines('alpha', 5), lines('beta', 6), lines('gamma', 9)] as const;
const changed = (text: string, at: number, to: string) => text.split('\n').with(at, to).join('\n');

/** Lines 6 to 11 are annotated, and hold what `beta` says. */
async function annotated(): Promise<{ repo: Repository; commit: string }> {
  const repo = await buildRepository('empty-notes');
  const commit = repo.commit('Write it down', { [file]: top + middle + bottom });
  repo.annotate(commit, note({ file, lines: { start: 6, end: 11 } }));
  return { repo, commit };
}

async function fate(repo: Repository): Promise<{ freshness: FreshnessAnswer; at?: string }> {
  const answer = await ask(repo, file);
  expect(answer.regions).toHaveLength(1);
  const [{ freshness, current_lines: now } = { freshness: { state: 'unknown' as const } }] = answer.regions;
  return { freshness, ...(now ? { at: `${now.start}:${now.end}` } : {}) };
}

test('untouched lines are intact', async () => {
  const { repo } = await annotated();
  expect(await fate(repo)).toEqual({ freshness: { state: 'intact' }, at: '6:11' });
});

test('an edit names how many lines changed, and the commits that did it', async () => {
  const { repo } = await annotated();
  const first = repo.commit('Change one line', {
    [file]: top + changed(middle, 1, 'altogether different words') + bottom,
  });
  const second = repo.commit('Change another', {
    [file]:
      top + changed(changed(middle, 1, 'altogether different words'), 3, 'this one is new as well') + bottom,
  });
  expect(await fate(repo)).toEqual({
    freshness: {
      state: 'edited',
      changed: '2 of 6',
      by: [`${second} Change another`, `${first} Change one line`],
    },
    at: '6:11',
  });
});

test('an edit that only deletes lines names the commit that deleted them', async () => {
  const { repo } = await annotated();
  const rest = middle.split('\n').toSpliced(2, 2).join('\n');
  const commit = repo.commit('Delete two lines', { [file]: top + rest + bottom });
  repo.commit('Touch something else', { [file]: `${top + rest + bottom}and more\n` });
  expect(await fate(repo)).toEqual({
    freshness: {
      state: 'edited',
      changed: '2 of 6',
      by: [`${commit} Delete two lines`],
    },
    at: '6:9',
  });
});

test('lines that are all gone name the commit that removed them', async () => {
  const { repo } = await annotated();
  const commit = repo.commit('Remove the middle', { [file]: top + bottom });
  expect(await fate(repo)).toEqual({
    freshness: { state: 'gone', by: [`${commit} Remove the middle`] },
  });
});

test('uncommitted edits and deletions are told apart from commits', async () => {
  const { repo } = await annotated();
  repo.write(file, top + changed(middle, 2, 'not committed yet, this') + bottom);
  expect((await fate(repo)).freshness).toEqual({
    state: 'edited',
    changed: '1 of 6',
    uncommitted: true,
  });
  repo.write(file, top + bottom);
  expect((await fate(repo)).freshness).toEqual({ state: 'gone', uncommitted: true });
});

test('a block that moved elsewhere in the file is intact in its new place', async () => {
  const { repo } = await annotated();
  repo.commit('Move it', { [file]: top + bottom + middle });
  expect(await fate(repo)).toEqual({ freshness: { state: 'intact' }, at: '15:20' });
});

test('a block that was copied is not said to have moved twice', async () => {
  const { repo } = await annotated();
  repo.commit('Copy it', { [file]: middle + top + middle + bottom });
  const { freshness, at } = await fate(repo);
  expect(freshness.state).toBe('intact');
  expect(['1:6', '12:17']).toContain(at);
});

test('re-indented lines and CR LF on disk change nothing', async () => {
  const { repo } = await annotated();
  repo.commit('Indent', { [file]: `${top + middle.replace(/^/gm, '    ').trimEnd()}\n${bottom}` });
  expect((await fate(repo)).freshness).toEqual({ state: 'intact' });
  repo.write(file, (top + middle + bottom).replaceAll('\n', '\r\n'));
  const answer = await ask(repo, file, { lines: '7' });
  expect(answer.regions.map(region => region.freshness)).toEqual([{ state: 'intact' }]);
  expect(answer.scope?.uncommitted_lines).toBeUndefined();
});

test('lines that were not given, or lie beyond the end, are unknown', async () => {
  const { repo, commit } = await annotated();
  repo.annotate(commit, note({ file }));
  expect(await fate(repo)).toEqual({ freshness: { state: 'unknown' } });
  repo.annotate(commit, note({ file, lines: { start: 900, end: 910 } }));
  expect(await fate(repo)).toEqual({ freshness: { state: 'unknown' } });
});

test('a removed line that came back is intact', async () => {
  const { repo } = await annotated();
  repo.commit('Remove', { [file]: top + bottom });
  repo.commit('Revert', { [file]: top + middle + bottom });
  expect(await fate(repo)).toEqual({ freshness: { state: 'intact' }, at: '6:11' });
});

test('an annotation whose region overlaps the end of the file still has its lines', async () => {
  const { repo, commit } = await annotated();
  repo.annotate(commit, note({ file, lines: { start: 12, end: 40 } }));
  expect((await fate(repo)).at).toBe('12:20');
});
