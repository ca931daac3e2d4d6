// The timeline of reasoning: in the order in which the code came to be, whatever clocks, names and files did.
import { expect, test } from 'vitest';
import type { HistoryAnswer } from '../../src/query/history/answer.ts';
import { lines, note } from '../support/ask.ts';
import { askHistory, messageOf, noticeCodes } from '../support/ask-queries.ts';
import { buildRepository, type Repository, sharedRepository } from '../support/repository.ts';

const intents = (answer: HistoryAnswer) => answer.timeline.map(entry => entry.intent);

const version = (step: number) =>
  `export function step() {\n  return ${step};\n}\n\nexport function other() {\n  return 0;\n}\n`;

const region = (intent: string, rest: Record<string, unknown> = {}) => ({
  file: 'a.js',
  ast_anchor: { unit_type: 'function', name: 'step' },
  lines: { start: 1, end: 3 },
  intent,
  ...rest,
});

/** step() changed so many times, with an annotation each: "Step 1." and so on. */
async function steps(count: number): Promise<{ repo: Repository; commits: string[] }> {
  const repo = await buildRepository('empty-notes');
  const commits: string[] = [];
  for (let at = 1; at <= count; at++) {
    const id = repo.commit(`Make step ${at}\n\nA body.`, { 'a.js': version(at) });
    repo.annotate(id, note(region(`Step ${at}.`)));
    commits.push(id);
  }
  return { repo, commits };
}

test('several commits to one function come in chronological order, with message, author and freshness', async () => {
  const { repo, commits } = await steps(3);
  const answer = await askHistory(repo, 'a.js', { anchor: 'step' });
  expect(intents(answer)).toEqual(['Step 1.', 'Step 2.', 'Step 3.']);
  expect(answer.timeline[0]).toMatchObject({
    commit: commits[0],
    commit_message: 'Make step 1\n\nA body.',
    author: 'Test Author',
    kind: 'direct',
    context_level: 'enhanced',
    provenance: 'initial',
    state: 'edited',
    changed: '1 of 3',
    freshness: { state: 'edited', changed: '1 of 3', by: [`${commits[2]} Make step 3`] },
  });
  expect(answer.timeline[2]?.freshness).toEqual({ state: 'intact' });
  expect(answer.stats).toEqual({
    annotations_found: 3,
    entries_found: 3,
    entries_returned: 3,
    notes_unreachable: 0,
    notes_malformed: 0,
  });
});

test('order comes from the graph, then from dates: 1970, 2100, equal times and merges', async () => {
  const repo = sharedRepository('skewed');
  const settle = await askHistory(repo, 'src/bets.js', { anchor: 'settle' });
  expect(intents(settle).map(intent => intent!.split(':')[0])).toEqual(['First', 'Second', 'Third']);
  const all = intents(await askHistory(repo, 'src/bets.js'));
  const at = (start: string) => all.findIndex(intent => intent!.startsWith(start));
  expect(all).toHaveLength(6);
  expect(at('First')).toBeLessThan(at('Second'));
  for (const side of ['Keep the fee', 'Take four']) {
    expect(at('Second')).toBeLessThan(at(side));
    expect(at(side)).toBeLessThan(at('The refund uses'));
  }
  expect(at('Third')).toBe(5);
  const again = await askHistory(repo, 'src/bets.js');
  expect(intents(again)).toEqual(all);
});

test('a long history is ordered as a short one is: branches by date, children after parents', async () => {
  const repo = await buildRepository('empty-notes');
  const start = repo.commit('Start', { 'a.js': version(0) });
  // Two branches that took turns, 70 commits each, and their merge.
  const tips = [start, start];
  const stream = Array.from({ length: 140 }, (_, at) => {
    const side = at % 2;
    const from = tips[side];
    tips[side] = `:${at + 1}`;
    const committer = `A <a@example.com> ${1_800_000_000 + at * 60} +0000`;
    return `commit refs/heads/side${side}\nmark :${at + 1}\ncommitter ${committer}\ndata 2\nx\nfrom ${from}\n`;
  });
  repo.gitBytes(['fast-import', '--quiet'], stream.join(''));
  repo.git('checkout', '-q', 'side0');
  repo.git('merge', '-q', '--no-edit', 'side1');
  const turns = ['HEAD^1~69', 'HEAD^2~69', 'HEAD^1~68', 'HEAD^2~68'];
  for (const [at, rev] of turns.entries()) repo.annotate(rev, note(region(`Turn ${at}.`)));
  expect(intents(await askHistory(repo, 'a.js'))).toEqual(['Turn 0.', 'Turn 1.', 'Turn 2.', 'Turn 3.']);
});

test('a limit keeps the newest and says what it left out', async () => {
  const { repo } = await steps(12);
  const ten = await askHistory(repo, 'a.js');
  expect(intents(ten)[0]).toBe('Step 3.');
  expect(ten.notices).toContainEqual({
    code: 'older_entries',
    message: '12 entries in all; the newest 10 are shown.',
    fix: 'Ask for more: a limit of 12.',
  });
  const two = await askHistory(repo, 'a.js', { limit: 2 });
  expect(intents(two)).toEqual(['Step 11.', 'Step 12.']);
  expect(two.stats).toMatchObject({ entries_found: 12, entries_returned: 2 });
  repo.git('config', 'ultragit.historyDefaultLimit', '3');
  expect((await askHistory(repo, 'a.js')).timeline).toHaveLength(3);
  expect((await askHistory(repo, 'a.js', { limit: 5 })).timeline).toHaveLength(5);
});

test('what entries refer to is told apart, and never pushes out what was asked about', async () => {
  const { repo } = await steps(2);
  const elsewhere = repo.commit('Add b', { 'b.js': lines('b', 3) });
  repo.annotate(elsewhere, note({ file: 'b.js', lines: { start: 1, end: 3 }, intent: 'From elsewhere.' }));
  const last = repo.commit('Step 3', { 'a.js': version(3) });
  const related_annotations = [{ commit: elsewhere, file: 'b.js', relationship: 'builds on' }];
  repo.annotate(last, note(region('Step 3.', { related_annotations })));
  const answer = await askHistory(repo, 'a.js', { anchor: 'step' });
  expect(answer.timeline.map(({ intent, kind }) => [intent, kind])).toEqual([
    ['Step 1.', 'direct'],
    ['Step 2.', 'direct'],
    ['From elsewhere.', 'related'],
    ['Step 3.', 'direct'],
  ]);
  expect(answer.timeline[2]).toMatchObject({ file: 'b.js', freshness: { state: 'intact' } });
  expect(answer.timeline[3]?.related_context).toMatchObject([
    { commit: elsewhere, relationship: 'builds on', hop: 1 },
  ]);
  expect(intents(await askHistory(repo, 'a.js', { limit: 3 }))).toEqual(['Step 1.', 'Step 2.', 'Step 3.']);
  expect(intents(await askHistory(repo, 'a.js', { limit: 1 }))).toEqual(['Step 3.']);
  const alone = await askHistory(repo, 'a.js', { follow_related: false });
  expect(alone.timeline.map(({ kind, related_context }) => [kind, related_context])).toEqual(
    Array.from({ length: 3 }, () => ['direct', []]),
  );
});

test('a reference to another entry of the timeline does not show it twice', async () => {
  const answer = await askHistory(sharedRepository('skewed'), 'src/bets.js', { anchor: 'settle' });
  expect(answer.timeline.map(({ kind }) => kind)).toEqual(['direct', 'direct', 'direct']);
  expect(answer.timeline[2]?.related_context).toMatchObject([{ relationship: 'keeps its rounding' }]);
});

test('renames are followed, and an old name leads to the file of today', async () => {
  const repo = sharedRepository('renamed');
  const today = await askHistory(repo, 'src/config/parser.js');
  expect(today.timeline.map(({ anchor }) => anchor)).toEqual(['parseSettings', 'parseLine']);
  expect(today.scope.former_names).toEqual(expect.arrayContaining(['lib/parse.js']));
  const old = await askHistory(repo, 'lib/parse.js');
  expect(old.timeline).toEqual(today.timeline);
  expect(old.scope.file).toBe('src/config/parser.js');
  expect(noticeCodes(old)).toEqual(['renamed', 'renamed']);
});

test('a deleted file has its past: all of it is gone, and the answer names who deleted it', async () => {
  const { repo } = await steps(2);
  const gone = repo.commit('Delete it', { 'a.js': null });
  const answer = await askHistory(repo, 'a.js', { anchor: 'step' });
  expect(intents(answer)).toEqual(['Step 1.', 'Step 2.']);
  expect(answer.timeline[1]?.freshness).toEqual({
    state: 'gone',
    by: [`${gone} Delete it`],
  });
  expect(messageOf(answer, 'deleted')).toContain(gone.slice(0, 12));
  expect(answer.scope).toMatchObject({ source: 'commit', file: 'a.js' });
});

test('a file that a merge dropped has its past, too', async () => {
  const { repo, commits } = await steps(1);
  repo.git('checkout', '-q', '-b', 'side');
  const edited = repo.commit('Edit on the side', { 'a.js': version(2) });
  repo.git('checkout', '-q', '--detach', commits[0]!);
  repo.commit('Something else', { 'b.js': 'b\n' });
  repo.git('merge', '-q', '--no-commit', 'side');
  repo.git('rm', '-q', '-f', 'a.js');
  repo.git('commit', '-q', '-m', 'Merge without it');
  const answer = await askHistory(repo, 'a.js');
  expect(intents(answer)).toEqual(['Step 1.']);
  expect(answer.timeline[0]?.freshness).toEqual({ state: 'gone' });
  expect(answer.scope.revision).toBe(edited);
  expect(messageOf(answer, 'deleted')).toBe(
    `a.js went away in a merge after ${edited.slice(0, 12)}; this is how it was before.`,
  );
});

test('a file that was deleted and written again has both of its lives', async () => {
  const { repo } = await steps(1);
  repo.commit('Delete it', { 'a.js': null });
  const again = repo.commit('Write it again', { 'a.js': version(9) });
  repo.annotate(again, note(region('Step 9.')));
  expect(intents(await askHistory(repo, 'a.js', { anchor: 'step' }))).toEqual(['Step 1.', 'Step 9.']);
});

test('a name that another file took is not mixed up with the file that left', async () => {
  const repo = await buildRepository('empty-notes');
  const first = repo.commit('Add a', { 'a.txt': lines('first', 9) });
  const about = (intent: string) => note({ file: 'a.txt', lines: { start: 2, end: 4 }, intent });
  repo.annotate(first, about('About the first.'));
  repo.commit('Rename it', { 'a.txt': null, 'b.txt': lines('first', 9) });
  const second = repo.commit('Take the name', { 'a.txt': lines('second', 9) });
  repo.annotate(second, about('About the second.'));
  expect(intents(await askHistory(repo, 'a.txt'))).toEqual(['About the second.']);
  expect(intents(await askHistory(repo, 'b.txt'))).toEqual(['About the first.']);
});

test('a function that was removed is found by the name that the notes have for it', async () => {
  const { repo, commits } = await steps(2);
  repo.annotate(commits[0]!, note([region('Step 1.'), region('Other.', { ast_anchor: { name: 'other' } })]));
  repo.commit('Remove step', { 'a.js': 'export function other() {\n  return 0;\n}\n' });
  const answer = await askHistory(repo, 'a.js', { anchor: 'step' });
  expect(intents(answer)).toEqual(['Step 1.', 'Step 2.']);
  expect(answer.timeline.map(({ state }) => state)).toEqual(['gone', 'gone']);
  expect(messageOf(answer, 'anchor_gone')).toBe(
    'step is no longer in a.js; this is what annotations say of it.',
  );
  const unknown = await askHistory(repo, 'a.js', { anchor: 'never' });
  expect(messageOf(unknown, 'anchor_not_found')).toBe(
    "Anchor 'never' not found in a.js. Returning file-level annotations.",
  );
  expect(unknown.timeline).toHaveLength(3);
});

test('recovered annotations stand where their replacement is, and say so', async () => {
  const answer = await askHistory(await buildRepository('rewritten'), 'src/reserve.ts');
  expect(answer.timeline).toMatchObject([
    { intent: 'Take stock for one order, or refuse.', recovered: { by: expect.any(String) } },
  ]);
  const { repo, commits } = await steps(1);
  const lost = repo.commit('Step 2', { 'a.js': version(2) });
  repo.annotate(lost, note(region('Step 2.')));
  repo.git('reset', '-q', '--hard', commits[0]!);
  repo.commit('In between', { 'b.js': 'b\n' });
  repo.git('cherry-pick', lost);
  const last = repo.commit('Step 3', { 'a.js': version(3) });
  repo.annotate(last, note(region('Step 3.')));
  const rebased = await askHistory(repo, 'a.js');
  expect(intents(rebased)).toEqual(['Step 1.', 'Step 2.', 'Step 3.']);
  expect(rebased.timeline[1]).toMatchObject({ recovered: { from: lost, by: 'patch_id' } });
});

test('corrections are shown beside what they correct', async () => {
  const { repo, commits } = await steps(1);
  const corrections = [
    { field: 'constraints', correction_type: 'remove', target_value: 'Old rule.', reason: 'It was wrong.' },
    { field: 'reasoning', correction_type: 'flag', reason: 'Not sure.', author: 'Ann' },
  ];
  const constraints = ['Old rule.', 'New rule.'].map(text => ({ text, source: 'author' }));
  repo.annotate(commits[0]!, note(region('Step 1.', { constraints, corrections, reasoning: 'Because.' })));
  const [entry] = (await askHistory(repo, 'a.js')).timeline;
  expect(entry?.constraints).toEqual(['New rule.']);
  expect(entry?.taken_back).toEqual([{ text: 'Old rule.', reason: 'It was wrong.' }]);
  const claimed = corrections.map(({ author, ...rest }) => ({
    ...rest,
    ...(author && { claimed_by: author }),
  }));
  expect(entry?.corrections).toMatchObject(claimed);
});

test('an empty answer says why', async () => {
  const bare = await buildRepository('empty-notes');
  bare.commit('Add a', { 'a.js': version(1) });
  expect(noticeCodes(await askHistory(bare, 'a.js'))).toEqual(['no_notes_ref']);
  const { repo } = await steps(1);
  repo.write('b.js', 'b\n');
  const other = await askHistory(repo, 'b.js');
  expect(other.timeline).toEqual([]);
  expect(noticeCodes(other)).toEqual(['not_committed', 'none_for_file']);
  repo.git('config', 'ultragit.exclude', '*.js');
  const excluded = await askHistory(repo, 'a.js');
  expect(excluded.timeline).toEqual([]);
  expect(noticeCodes(excluded)).toEqual(['excluded']);
  await expect(askHistory(repo, 'never.js')).rejects.toMatchObject({ code: 'file_not_found' });
});

test('a commit without a message and a note without an intent still give a valid answer', async () => {
  const { repo } = await steps(1);
  repo.write('a.js', version(2));
  repo.git('commit', '-q', '-a', '--allow-empty-message', '-m', '');
  const bare = {
    schema: 'ultragit/v1',
    regions: [{ file: 'a.js', lines: { start: 1, end: 3 }, tags: ['x'] }],
  };
  repo.annotate('HEAD', bare);
  const [, entry] = (await askHistory(repo, 'a.js')).timeline;
  expect(entry).toMatchObject({ commit_message: '', intent: '' });
});

test('bare repositories, worktrees, a detached HEAD, CRLF and unicode names answer alike', async () => {
  const { repo } = await steps(2);
  const expected = (await askHistory(repo, 'a.js')).timeline;
  expect((await askHistory(repo.addWorktree(), 'a.js')).timeline).toEqual(expected);
  repo.git('checkout', '-q', '--detach');
  expect((await askHistory(repo, 'a.js')).timeline).toEqual(expected);
  const skewed = await buildRepository('skewed');
  expect((await askHistory(await buildRepository('skewed', { bare: true }), 'src/bets.js')).timeline).toEqual(
    (await askHistory(skewed, 'src/bets.js')).timeline,
  );
  repo.write('a.js', version(2).replaceAll('\n', '\r\n').replace('return 2', 'return 3'));
  const dirty = await askHistory(repo, 'a.js', { anchor: 'step' });
  expect(dirty.timeline[1]?.freshness).toMatchObject({ state: 'edited', uncommitted: true });
  const names = sharedRepository('names');
  expect((await askHistory(names, 'docs/メモ.md')).timeline).toHaveLength(1);
  expect((await askHistory(names, 'src/crlf.js')).timeline[0]?.state).toBe('intact');
});
