// One file at a glance: the newest annotation of each unit, in source order, and honest counts.
import { expect, test } from 'vitest';
import type { SummaryAnswer } from '../../src/query/summary/answer.ts';
import { inForce, lines, note } from '../support/ask.ts';
import { askSummary, messageOf, noticeCodes } from '../support/ask-queries.ts';
import { buildRepository, type Repository, sharedRepository } from '../support/repository.ts';

const found = (answer: SummaryAnswer) => answer.units.map(({ anchor, intent }) => [anchor.name, intent]);

const code = `class Door {
  open() {
    const key = find('key');
    return turn(key);
  }

  close() {
    const bolt = find('bolt');
    return slide(bolt);
  }
}

function find(name) {
  const drawer = look();
  return drawer[name];
}
`;

const region = (name: string, start: number, end: number, intent: string, rest = {}) => ({
  file: 'door.js',
  ast_anchor: { unit_type: 'function', name },
  lines: { start, end },
  intent,
  ...rest,
});

async function door(
  ...regions: (Record<string, unknown> & { file: string })[]
): Promise<{ repo: Repository; first: string }> {
  const repo = await buildRepository('empty-notes');
  const first = repo.commit('Add a door', { 'door.js': code });
  if (regions.length > 0) repo.annotate(first, note(regions));
  return { repo, first };
}

test('each annotated function has one line, with intent and constraints, and the others are named', async () => {
  const repo = sharedRepository('mqtt-client');
  const answer = await askSummary(repo, 'src/mqtt/client.ts');
  expect(answer.units.map(({ anchor }) => anchor.name)).toEqual([
    'MqttClient::connect',
    'MqttClient::disconnect',
    'MqttClient::publish',
    'MqttClient::open',
  ]);
  const starts = answer.units.map(unit => unit.lines?.start ?? 0);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  expect(answer.units[0]).toMatchObject({
    intent: expect.stringContaining('resuming its last TLS session'),
    anchor: { type: 'method', signature: expect.stringContaining('connect') },
    freshness: { state: 'intact' },
    date: expect.stringMatching(/^2025-02-17T/),
  });
  expect(answer.units[0]?.constraints).toEqual([
    expect.stringMatching(/^Drain this host's session/),
    expect.stringMatching(/^connect\(\) stays idempotent/),
    { text: expect.stringMatching(/^A failed attempt/), source: 'inferred' },
    { text: expect.stringMatching(/^connect\(\) is idempotent/), since: '2025-01-09' },
  ]);
  expect(answer.unannotated).toHaveLength(answer.stats.unannotated_units);
  expect(answer.stats).toMatchObject({ files: 1, annotated_files: 1, annotated_units: 4 });
});

test('the newest annotation is the one of the latest commit, whatever the clocks said', async () => {
  const answer = await askSummary(await buildRepository('skewed'), 'src/bets.js');
  expect(found(answer)).toEqual([
    ['settle', 'Third: a bet never costs more than its stake.'],
    ['refund', 'The refund uses the smaller fee from now on.'],
    ['fee', 'Take four per cent.'],
  ]);
  const { repo } = await door(region('find', 13, 16, 'Words 0.'));
  for (let at = 1; at < 7; at++) {
    const id = repo.commit(`Touch ${at}`, { 'x.js': `${at}\n` });
    const timestamp = `20${30 - at}-01-01T00:00:00Z`;
    repo.annotate(id, note(region('find', 13, 16, `Words ${at}.`), { timestamp }));
  }
  expect(found(await askSummary(repo, 'door.js'))).toEqual([['find', 'Words 6.']]);
});

test('classes and their methods have a line each', async () => {
  const { repo } = await door(
    region('Door::close', 7, 10, 'Close it.'),
    region('Door', 1, 11, 'A door.'),
    region('find', 13, 16, 'Find it.'),
  );
  const answer = await askSummary(repo, 'door.js');
  expect(found(answer)).toEqual([
    ['Door', 'A door.'],
    ['Door::close', 'Close it.'],
    ['find', 'Find it.'],
  ]);
  expect(answer.unannotated).toEqual(['Door::open']);
  expect(answer.stats).toMatchObject({ ast_units: 4, annotated_units: 3, unannotated_units: 1 });
});

test('an anchor narrows the summary to the unit and what is inside of it', async () => {
  const { repo } = await door(
    region('Door::close', 7, 10, 'Close it.'),
    region('Door', 1, 11, 'A door.'),
    region('find', 13, 16, 'Find it.'),
  );
  const method = await askSummary(repo, 'door.js', { anchor: 'close' });
  expect(found(method)).toEqual([['Door::close', 'Close it.']]);
  expect(method.stats).toMatchObject({ ast_units: 1, annotated_units: 1 });
  const whole = await askSummary(repo, 'door.js', { anchor: 'Door' });
  expect(found(whole).map(([name]) => name)).toEqual(['Door', 'Door::close']);
  expect(whole.unannotated).toEqual(['Door::open']);
  const none = await askSummary(repo, 'door.js', { anchor: 'whatever' });
  expect(messageOf(none, 'anchor_not_found')).toBe(
    "Anchor 'whatever' not found in door.js. Returning file-level annotations.",
  );
  expect(none.units).toHaveLength(3);
});

test('what is said of the whole file is one entry, also when the file had another name', async () => {
  const { repo } = await door({ file: 'door.js', intent: 'Old words.' });
  const moved = repo.commit('Rename', { 'door.js': null, 'gate.js': code });
  expect(found(await askSummary(repo, 'gate.js'))).toEqual([['gate.js', 'Old words.']]);
  repo.annotate(
    moved,
    note({ file: 'gate.js', intent: 'New words.', ast_anchor: { unit_type: 'file', name: 'x' } }),
  );
  const answer = await askSummary(repo, 'gate.js');
  expect(found(answer)).toEqual([['gate.js', 'New words.']]);
  expect(answer.units[0]?.anchor).toEqual({ type: 'file', name: 'gate.js' });
  expect(answer.stats).toMatchObject({ annotated_files: 1, annotated_units: 0, other_regions: 1 });
});

test('every constraint in force of a unit is shown once, and none that a later annotation took back', async () => {
  const repo = await buildRepository('empty-notes');
  const annotate = (message: string, text: string, rest: object) => {
    const commit = repo.commit(message, { 'door.js': `${code}// ${text}\n` });
    repo.annotate(commit, note({ ...region('find', 13, 16, message), ...rest }));
  };
  annotate('First', 'one', { constraints: ['Old rule.', 'Kept  rule.', 'Dropped rule.'] });
  annotate('Second', 'two', { constraints: ['Kept rule.', 'Second rule.'] });
  const corrections = [{ field: 'constraints', correction_type: 'remove', target_value: 'Dropped rule.' }];
  annotate('Third', 'three', { constraints: ['Newest rule.', 'Dropped rule.'], corrections });
  const [unit] = (await askSummary(repo, 'door.js')).units;
  expect(unit?.intent).toBe('Third');
  expect(inForce(unit!)).toEqual(['Newest rule.', 'Kept rule.', 'Second rule.', 'Old rule.']);
});

test('a unit that was renamed in the code keeps its annotation under its new name', async () => {
  const { repo } = await door(region('find', 13, 16, 'Find it.'));
  repo.commit('Rename find', { 'door.js': code.replace('function find', 'function seek') });
  const answer = await askSummary(repo, 'door.js');
  expect(found(answer)).toEqual([['seek', 'Find it.']]);
  expect(answer.units[0]?.state).toBe('edited');
});

test('a unit that is gone is said to be gone, and lends its words to no neighbour', async () => {
  const { repo, first } = await door(
    region('Door::open', 2, 5, 'Open it.'),
    region('Door::close', 7, 10, 'Close it.'),
  );
  const second = repo.commit('Touch', { 'x.js': 'x\n' });
  repo.annotate(second, note(region('Door::open', 2, 5, 'Newer words about open.')));
  const without = code.replace(/ {2}open\(\) \{[^}]*\}\n\n/, '');
  const pasted = without.replace('    const bolt', '    return turn(key);\n    const bolt');
  repo.commit('Fold open into close', { 'door.js': pasted });
  const answer = await askSummary(repo, 'door.js');
  expect(found(answer)).toEqual([['Door::close', 'Close it.']]);
  expect(answer.stats.regions_gone).toBe(2);
  expect(messageOf(answer, 'units_gone')).toBe(
    '2 annotated regions are no longer in door.js; ultragit_read and ultragit_history still show them.',
  );
  expect(answer.units[0]?.commit).toBe(first);
});

test('a unit that took the place of another is not described in the words about that one', async () => {
  const { repo } = await door();
  const first = repo.commit('Add', { 'a.js': 'function lock() {\n  return bolt();\n}\n' });
  repo.annotate(first, note(region('lock', 1, 3, 'Lock it.', { file: 'a.js' })));
  repo.commit('Replace', { 'a.js': 'function bell() {\n  return ring();\n}\n' });
  const answer = await askSummary(repo, 'a.js');
  expect(answer.units).toEqual([]);
  expect(answer.unannotated).toEqual(['bell']);
  expect(answer.stats.regions_gone).toBe(1);
});

test('two units of one name are told apart by lines, else by signature', async () => {
  const repo = await buildRepository('empty-notes');
  const java = `class Sum {
    int add(int a, int b) {
        return plus(a, b);
    }

    long add(long a, long b) {
        return longer(a, b);
    }
}
`;
  const first = repo.commit('Add', { 'Sum.java': java });
  const overload = (intent: string, rest: object) => ({
    file: 'Sum.java',
    intent,
    ast_anchor: { name: 'Sum::add', signature: 'long add(long a, long b)' },
    ...rest,
  });
  repo.annotate(first, note([overload('Short.', { lines: { start: 2, end: 4 } }), overload('Long.', {})]));
  const answer = await askSummary(repo, 'Sum.java');
  expect(answer.units.map(({ intent, lines: at }) => [intent, at?.start])).toEqual([
    ['Short.', 2],
    ['Long.', 6],
  ]);
  expect(answer.stats).toMatchObject({ ast_units: 3, annotated_units: 2 });
});

test('lines without a name mean the unit that they are, and otherwise themselves', async () => {
  const { repo } = await door(
    { file: 'door.js', lines: { start: 13, end: 16 }, intent: 'All of find.' },
    { file: 'door.js', lines: { start: 14, end: 14 }, intent: 'One line of find.' },
  );
  const answer = await askSummary(repo, 'door.js');
  expect(found(answer)).toEqual([
    ['find', 'All of find.'],
    ['line 14', 'One line of find.'],
  ]);
  expect(answer.stats).toMatchObject({ ast_units: 4, annotated_units: 1, other_regions: 1 });
});

test('without a grammar regions stand for themselves, and no units are counted', async () => {
  const repo = await buildRepository('empty-notes');
  const first = repo.commit('Add', { 'rules.conf': lines('rule', 9) });
  const named = (name: string, start: number, intent: string) => ({
    ...{ file: 'rules.conf', intent, ast_anchor: { name } },
    lines: { start, end: start + 1 },
  });
  repo.annotate(first, note([named('rule', 5, 'Second.'), named('limits', 1, 'First.')]));
  const second = repo.commit('Again', {});
  repo.annotate(second, note(named('rule', 5, 'Second, again.')));
  const answer = await askSummary(repo, 'rules.conf');
  expect(found(answer)).toEqual([
    ['limits', 'First.'],
    ['rule', 'Second, again.'],
  ]);
  expect(answer.stats).toMatchObject({ ast_units: 0, annotated_units: 0, other_regions: 2 });
  const one = await askSummary(repo, 'rules.conf', { anchor: 'limits' });
  expect(found(one)).toEqual([['limits', 'First.']]);
  expect(noticeCodes(one)).toContain('outline_language');
});

test('corrections come along, and a removed constraint never looks as if it held', async () => {
  const { repo } = await door(
    region('find', 13, 16, 'Find it.', {
      constraints: [{ text: 'Old rule.', source: 'author' }],
      corrections: [{ field: 'constraints', correction_type: 'remove', target_value: 'Old rule.' }],
    }),
  );
  const [unit] = (await askSummary(repo, 'door.js')).units;
  expect(unit?.constraints).toEqual([]);
  expect(unit?.taken_back).toMatchObject([{ text: 'Old rule.' }]);
  expect(unit?.corrections).toHaveLength(1);
});

test('a recovered annotation gives way to the one that replaced it', async () => {
  const repo = sharedRepository('rewritten');
  const answer = await askSummary(repo, 'src/reserve.ts');
  expect(answer.units).toHaveLength(1);
});

test('an empty answer says why', async () => {
  const { repo } = await door();
  const none = await askSummary(repo, 'door.js');
  expect(none.units).toEqual([]);
  expect(none.unannotated).toEqual(['Door', 'Door::open', 'Door::close', 'find']);
  expect(noticeCodes(none)).toEqual(['no_notes_ref']);
  repo.git('config', 'ultragit.exclude', 'door.*');
  const excluded = await askSummary(repo, 'door.js');
  expect(noticeCodes(excluded)).toEqual(['excluded']);
  expect(excluded.stats).toMatchObject({ files: 1, annotated_files: 0, ast_units: 0 });
  await expect(askSummary(repo, 'dor.js')).rejects.toMatchObject({
    code: 'file_not_found',
    hints: ['Did you mean door.js?'],
  });
});

test('bare repositories, worktrees, a detached HEAD, CRLF and dirty files answer alike', async () => {
  const { repo } = await door(region('find', 13, 16, 'Find it.'), region('Door', 1, 11, 'A door.'));
  const expected = (await askSummary(repo, 'door.js')).units;
  expect((await askSummary(repo.addWorktree(), 'door.js')).units).toEqual(expected);
  repo.git('checkout', '-q', '--detach');
  expect((await askSummary(repo, 'door.js')).units).toEqual(expected);
  repo.git('clone', '-q', '--bare', '.', '../bare.git');
  repo.git('-C', '../bare.git', 'fetch', '-q', 'origin', 'refs/notes/*:refs/notes/*');
  const bare = await askSummary({ path: `${repo.path}/../bare.git`, env: repo.env }, 'door.js');
  expect(bare.units).toEqual(expected);
  repo.write('door.js', `// One line more.\r\n${code.replaceAll('\n', '\r\n')}`);
  const dirty = await askSummary(repo, 'door.js');
  expect(found(dirty)).toEqual([
    ['Door', 'A door.'],
    ['find', 'Find it.'],
  ]);
  expect(dirty.units[1]?.lines).toEqual({ start: 14, end: 17 });
  expect(dirty.units.map(({ state }) => state)).toEqual(['intact', 'intact']);
});
