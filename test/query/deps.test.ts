// Who depends on this code: over all notes, whatever became of the files on either side.
import { expect, test } from 'vitest';
import type { DepsAnswer } from '../../src/query/deps/answer.ts';
import { ask, lines, note } from '../support/ask.ts';
import { askDeps, messageOf, noticeCodes } from '../support/ask-queries.ts';
import { buildRepository, type Repository, sharedRepository } from '../support/repository.ts';

const who = (answer: DepsAnswer) =>
  answer.dependents.map(({ file, anchor }) => (anchor === undefined ? file : `${file} ${anchor}`));

const target = 'export function open() {\n  return 1;\n}\n\nexport function close() {\n  return 2;\n}\n';
const user = 'export function run() {\n  return open();\n}\n';

type Region = Record<string, unknown>;

function depending(dependencies: Region[], region: Region = {}): Region & { file: string } {
  return {
    file: 'user.js',
    ast_anchor: { unit_type: 'function', name: 'run' },
    lines: { start: 1, end: 3 },
    semantic_dependencies: dependencies,
    ...region,
  };
}

async function twoFiles(): Promise<{ repo: Repository; first: string }> {
  const repo = await buildRepository('empty-notes');
  const first = repo.commit('Add both', { 'target.js': target, 'user.js': user });
  return { repo, first };
}

test('all assumptions about a function are found, with who, what, when and whether it still stands', async () => {
  const repo = sharedRepository('mqtt-client');
  const answer = await askDeps(repo, 'src/mqtt/client.ts', { anchor: 'MqttClient::connect' });
  expect(who(answer)).toContain('src/mqtt/reconnect.ts ReconnectScheduler::attempt');
  for (const item of answer.dependents) {
    expect(item).toMatchObject({ match: 'exact', on: expect.stringContaining('connect') });
    expect(item.nature).toBeTruthy();
    expect(item.date).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+Z$/);
  }
  const confidences = answer.dependents.map(item => item.confidence);
  expect(confidences).toEqual([...confidences].sort((a, b) => b! - a!));
  expect(answer.stats).toMatchObject({ scan_method: 'index', dependencies_found: confidences.length });
  const unqualified = await askDeps(repo, 'src/mqtt/client.ts', { anchor: 'connect' });
  expect(unqualified.dependents).toEqual(answer.dependents);
});

test('old names of the target count, and dependents that were deleted are told', async () => {
  const answer = await askDeps(sharedRepository('polyglot'), 'core/ledger.rs');
  expect(who(answer)).toEqual([
    'web/basket.tsx Basket',
    'services/billing/invoice.py Invoice::total',
    'legacy/Export.java Export::line',
  ]);
  expect(answer.dependents.map(item => item.state)).toEqual(['intact', 'intact', 'gone']);
  expect(answer.dependents.map(item => item.on)).toEqual(['Entry', 'Ledger::post', 'Entry']);
  expect(answer.dependents.map(item => item.match)).toEqual(['exact', 'exact', 'exact']);
  const concerned = answer.cross_cutting?.[0]?.regions;
  expect(concerned).toContainEqual({ file: 'core/ledger.rs', anchor: 'Ledger::post' });
  expect(concerned?.map(({ file }) => file)).not.toContain('core/book.rs');
  const renamed = await askDeps(sharedRepository('polyglot'), 'core/book.rs', { anchor: 'Entry' });
  expect(noticeCodes(renamed)).toContain('renamed');
  expect(who(renamed)).toEqual(['web/basket.tsx Basket', 'legacy/Export.java Export::line']);
});

test('a dependency on the whole file concerns each of its units, says so, and is less sure', async () => {
  const { repo, first } = await twoFiles();
  repo.annotate(
    first,
    note([
      depending([{ file: 'target.js', nature: 'All of it.' }]),
      depending([{ file: 'target.js', anchor: 'open', nature: 'Open only.' }]),
    ]),
  );
  const unit = await askDeps(repo, 'target.js', { anchor: 'open' });
  expect(unit.dependents.map(({ nature, match, on }) => [nature, match, on])).toEqual([
    ['Open only.', 'exact', 'open'],
    ['All of it.', 'file', 'whole file'],
  ]);
  expect(unit.dependents[0]!.confidence).toBeGreaterThan(unit.dependents[1]!.confidence!);
  const other = await askDeps(repo, 'target.js', { anchor: 'close' });
  expect(other.dependents.map(({ nature }) => nature)).toEqual(['All of it.']);
  const whole = await askDeps(repo, 'target.js');
  expect(whole.dependents.map(({ nature, match }) => [nature, match])).toEqual([
    ['All of it.', 'file'],
    ['Open only.', 'exact'],
  ]);
  expect(whole.dependents[0]!.confidence).toBe(whole.dependents[1]!.confidence);
});

test('names match exactly, unqualified and with a slip of the keyboard, and the answer says how', async () => {
  const { repo, first } = await twoFiles();
  const code = 'class Door {\n  unlatch() {\n    return 1;\n  }\n}\n';
  const second = repo.commit('Add a door', { 'door.js': code });
  repo.annotate(first, note(depending([{ file: 'door.js', anchor: 'unlatch', nature: 'Short.' }])));
  repo.annotate(
    second,
    note(
      ['Door.unlatch', 'Door::unlacth', 'Door::latch', 'Gate::unlatch'].map(anchor =>
        depending([{ file: 'door.js', anchor, nature: anchor }]),
      ),
    ),
  );
  const answer = await askDeps(repo, 'door.js', { anchor: 'Door#unlatch' });
  const matches = Object.fromEntries(answer.dependents.map(({ nature, match }) => [nature, match]));
  expect(matches).toEqual({ 'Door.unlatch': 'exact', 'Short.': 'unqualified', 'Door::unlacth': 'fuzzy' });
});

test('the newest declaration counts, by what commits build on and not by their clocks', async () => {
  const { repo, first } = await twoFiles();
  const second = repo.commit('Change something', { 'user.js': `${user}// more\n` });
  const same = depending([{ file: 'target.js', anchor: 'open', nature: 'Never blocks.' }]);
  repo.annotate(first, note(same, { timestamp: '2030-01-01T00:00:00Z' }));
  repo.annotate(second, note(same, { timestamp: '2020-01-01T00:00:00Z' }));
  const answer = await askDeps(repo, 'target.js');
  expect(answer.dependents.map(({ commit }) => commit)).toEqual([second]);
  expect(answer.stats.dependencies_found).toBe(1);
});

test('a file may depend on itself', async () => {
  const answer = await askDeps(sharedRepository('skewed'), 'src/bets.js', { anchor: 'fee' });
  expect(who(answer)).toEqual(['src/bets.js refund']);
  expect(answer.dependents[0]).toMatchObject({ context_level: 'inferred', state: 'intact' });
});

test('a dependent that was renamed goes by its name of today, and its freshness follows', async () => {
  const { repo, first } = await twoFiles();
  const on = [{ file: 'target.js', anchor: 'open', nature: 'Never blocks.' }];
  repo.annotate(first, note(depending(on)));
  repo.commit('Move', { 'user.js': null, 'lib/runner.js': user });
  const again = repo.commit('Move again', {
    'lib/runner.js': null,
    'lib/main.js': `// First line.\n${user}`,
  });
  const once = await askDeps(repo, 'target.js');
  expect(once.dependents).toMatchObject([
    { file: 'lib/main.js', noted_as: 'user.js', state: 'intact', commit: first },
  ]);
  repo.annotate(again, note(depending(on, { file: 'lib/main.js', lines: { start: 2, end: 4 } })));
  const merged = await askDeps(repo, 'target.js');
  expect(merged.dependents).toMatchObject([{ file: 'lib/main.js', commit: again }]);
  expect(merged.dependents[0]?.noted_as).toBeUndefined();
  repo.commit('Edit', { 'lib/main.js': '// First line.\nexport function run() {\n  return close();\n}\n' });
  expect((await askDeps(repo, 'target.js')).dependents[0]?.state).toBe('edited');
});

test('a concern that knows the target by an old name only is found', async () => {
  const { repo, first } = await twoFiles();
  const concern = { description: 'One owner at a time.', regions: ['target.js:open', 'user.js:run'] };
  repo.annotate(first, note(depending([]), { cross_cutting: [concern] }));
  repo.commit('Move', { 'target.js': null, 'lib/target.js': target });
  const answer = await askDeps(repo, 'lib/target.js', { anchor: 'open' });
  expect(answer.scope.former_names).toEqual(['target.js']);
  expect(answer.cross_cutting).toMatchObject([{ description: concern.description }]);
});

test('a target that was deleted still has dependents to look after', async () => {
  const { repo, first } = await twoFiles();
  repo.annotate(first, note(depending([{ file: 'target.js', anchor: 'open', nature: 'Never blocks.' }])));
  repo.commit('Delete the target', { 'target.js': null });
  const answer = await askDeps(repo, 'target.js', { anchor: 'open' });
  expect(who(answer)).toEqual(['user.js run']);
  expect(messageOf(answer, 'deleted')).toMatch(/^target\.js was deleted in [0-9a-f]{12}; /);
});

test('a function that was removed is asked for by the name that dependents have for it', async () => {
  const { repo, first } = await twoFiles();
  repo.annotate(
    first,
    note([
      depending([{ file: 'target.js', anchor: 'open', nature: 'Never blocks.' }]),
      depending([{ file: 'target.js', anchor: 'close', nature: 'Never throws.' }]),
    ]),
  );
  repo.commit('Remove open', { 'target.js': 'export function close() {\n  return 2;\n}\n' });
  const answer = await askDeps(repo, 'target.js', { anchor: 'open' });
  expect(answer.dependents.map(({ nature }) => nature)).toEqual(['Never blocks.']);
  expect(noticeCodes(answer)).toEqual(['anchor_gone']);
});

test('an anchor that nobody knows falls back to the file, in the words of the contract', async () => {
  const { repo, first } = await twoFiles();
  repo.annotate(first, note(depending([{ file: 'target.js', anchor: 'open', nature: 'Never blocks.' }])));
  const answer = await askDeps(repo, 'target.js', { anchor: 'whatever' });
  expect(messageOf(answer, 'anchor_not_found')).toBe(
    "Anchor 'whatever' not found in target.js. Returning file-level annotations.",
  );
  expect(who(answer)).toEqual(['user.js run']);
});

test('declarations on rewritten commits are recovered or left out and counted, as in read', async () => {
  const { repo, first } = await twoFiles();
  repo.git('checkout', '-q', '-b', 'side', first);
  const lost = repo.commit('On the side', { 'side.js': lines('side', 3) });
  repo.git('checkout', '-q', '-');
  repo.commit('On main', { 'main.js': lines('main', 3) });
  repo.git('cherry-pick', lost);
  const picked = repo.git('rev-parse', 'HEAD');
  repo.git('checkout', '-q', 'side');
  const alone = repo.commit('Only on the side', { 'alone.js': lines('alone', 3) });
  repo.git('checkout', '-q', '-');
  repo.annotate(lost, note(depending([{ file: 'target.js', nature: 'Came along.' }])));
  repo.annotate(alone, note(depending([{ file: 'target.js', nature: 'Stayed behind.' }])));
  const answer = await askDeps(repo, 'target.js');
  expect(answer.dependents).toMatchObject([
    { nature: 'Came along.', commit: picked, recovered: { from: lost, by: 'patch_id' } },
  ]);
  expect(answer.stats.notes_unreachable).toBe(1);
  expect(messageOf(answer, 'notes_unreachable')).toContain(alone.slice(0, 12));
  expect((await ask(repo, 'target.js')).dependencies_on_this).toHaveLength(1);
});

test('the surest come first, a limit says what it hid, and a flag wins over the config', async () => {
  const { repo, first } = await twoFiles();
  const natures = ['c', 'a', 'b'];
  repo.annotate(first, note(natures.map(nature => depending([{ file: 'target.js', nature }]))));
  const later = repo.commit('Later', { 'x.js': lines('x', 2) });
  repo.annotate(
    later,
    note(depending([{ file: 'target.js', nature: 'inferred' }]), { context_level: 'inferred' }),
  );
  const all = await askDeps(repo, 'target.js');
  expect(all.dependents.map(({ nature }) => nature)).toEqual(['a', 'b', 'c', 'inferred']);
  const two = await askDeps(repo, 'target.js', { max_results: 2 });
  expect(two.dependents).toEqual(all.dependents.slice(0, 2));
  expect(two.stats.dependencies_found).toBe(4);
  expect(two.notices).toContainEqual({
    code: 'more_dependents',
    message: '4 dependents found; the 2 with the highest confidence are shown.',
    fix: 'Name a function as anchor.',
  });
  repo.git('config', 'ultragit.depsScanLimit', '1');
  expect((await askDeps(repo, 'target.js')).dependents).toHaveLength(1);
  expect((await askDeps(repo, 'target.js', { max_results: 3 })).dependents).toHaveLength(3);
});

test('cross-cutting partners are named, for the unit that was asked about only', async () => {
  const { repo, first } = await twoFiles();
  const concern = (description: string, anchor?: string) => ({
    description,
    regions: [
      { file: 'target.js', ...(anchor === undefined ? {} : { anchor }) },
      { file: 'user.js', anchor: 'run' },
    ],
  });
  const cross_cutting = [concern('About open.', 'open'), concern('About close.', 'close'), concern('All.')];
  repo.annotate(first, note(depending([]), { cross_cutting }));
  const found = async (anchor?: string) =>
    (await askDeps(repo, 'target.js', { anchor })).cross_cutting?.map(({ description }) => description);
  expect(await found()).toEqual(['About close.', 'About open.', 'All.']);
  expect(await found('open')).toEqual(['About open.', 'All.']);
});

test('an empty answer says why: no notes ref, nothing declared, only other parts, excluded', async () => {
  const { repo, first } = await twoFiles();
  const before = await askDeps(repo, 'target.js');
  expect(before.dependents).toEqual([]);
  expect(noticeCodes(before)).toEqual(['no_notes_ref']);
  repo.annotate(first, note(depending([{ file: 'target.js', anchor: 'open', nature: 'Never blocks.' }])));
  expect(messageOf(await askDeps(repo, 'user.js'), 'no_dependents')).toBe(
    'The one note does not declare a dependency on user.js. Code may depend on it all the same.',
  );
  const close = await askDeps(repo, 'target.js', { anchor: 'close' });
  expect(close.notices?.[0]).toMatchObject({
    code: 'no_dependents',
    fix: '1 dependent on other parts of the file: ultragit_deps without anchor.',
  });
  repo.git('config', 'ultragit.exclude', 'target.*');
  const excluded = await askDeps(repo, 'target.js');
  expect(excluded.dependents).toEqual([]);
  expect(messageOf(excluded, 'excluded')).toContain('target.*');
  expect(noticeCodes(excluded)).toEqual(['excluded']);
});

test('broken notes beside it are counted and change nothing', async () => {
  const { repo, first } = await twoFiles();
  repo.annotate(first, note(depending([{ file: 'target.js', nature: 'Never blocks.' }])));
  const second = repo.commit('Break something', {});
  repo.annotate(second, '{"schema": "ultragit/v1", "regions": [{"file": "user.js", "semantic_dep');
  const answer = await askDeps(repo, 'target.js');
  expect(answer.dependents).toHaveLength(1);
  expect(answer.stats).toMatchObject({ notes_indexed: 2, notes_malformed: 1 });
  expect(noticeCodes(answer)).toContain('notes_unread');
});

test('a name that another file took is not mixed up with the one that left', async () => {
  const { repo, first } = await twoFiles();
  repo.annotate(first, note(depending([{ file: 'target.js', nature: 'About the first.' }])));
  repo.commit('Rename', { 'target.js': null, 'moved.js': target });
  const second = repo.commit('Take the name', { 'target.js': lines('another', 9) });
  repo.annotate(second, note(depending([{ file: 'target.js', nature: 'About the second.' }])));
  repo.commit('Delete one', { 'user.js': null });
  const moved = await askDeps(repo, 'moved.js');
  expect(moved.dependents.map(({ nature }) => nature)).toEqual(['About the first.']);
});

test('a directory is no target, and the error says what to ask instead', async () => {
  const repo = sharedRepository('polyglot');
  await expect(askDeps(repo, 'core')).rejects.toMatchObject({ code: 'not_a_file' });
  await expect(askDeps(repo, 'core/never.rs')).rejects.toMatchObject({ code: 'file_not_found' });
});

test('bare repositories, worktrees, a detached HEAD and dirty files answer alike', async () => {
  const repo = await buildRepository('polyglot');
  const expected = (await askDeps(repo, 'core/ledger.rs')).dependents;
  expect((await askDeps(sharedRepository('polyglot', { bare: true }), 'core/ledger.rs')).dependents).toEqual(
    expected,
  );
  expect((await askDeps(repo.addWorktree(), 'core/ledger.rs')).dependents).toEqual(expected);
  repo.git('checkout', '-q', '--detach');
  expect((await askDeps(repo, 'core/ledger.rs')).dependents).toEqual(expected);
  repo.write('core/ledger.rs', `// dirty\r\n${repo.git('show', 'HEAD:core/ledger.rs')}`);
  repo.write('web/basket.tsx', '// nothing is left\n');
  const dirty = await askDeps(repo, 'core/ledger.rs', { anchor: 'Entry' });
  expect(dirty.dependents.map(item => item.state)).toEqual(['gone', 'gone']);
});

test('a dependent that settings exclude does not count, in deps and in read', async () => {
  const repo = await buildRepository('mqtt-client');
  const relying = async () => {
    const { dependents } = await askDeps(repo, 'src/mqtt/client.ts');
    const { dependencies_on_this: others = [] } = await ask(repo, 'src/mqtt/client.ts');
    return [...dependents, ...others].map(({ file }) => file);
  };
  expect(new Set(await relying())).toEqual(new Set(['src/mqtt/reconnect.ts', 'src/mqtt/heartbeat.ts']));
  repo.git('config', 'ultragit.exclude', 'src/mqtt/reconnect.ts');
  expect(new Set(await relying())).toEqual(new Set(['src/mqtt/heartbeat.ts']));
});
