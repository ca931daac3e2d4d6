// What a session was told is not told again, and the budget holds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { estimateTokens } from '../../src/pipeline/trim/estimate-tokens.ts';
import { environment, program } from '../support/cli.ts';
import { about, hook, told } from '../support/hook.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';

let repo: Repository;
let home: string;

beforeEach(async () => {
  home = temporaryDirectory();
  repo = await buildRepository('empty-notes');
  repo.commit('Add', {
    'a.ts': 'export function a() {\n  return 1;\n}\n\nexport function b() {\n  return 2;\n}\n',
  });
  annotate(['a must hold', 'a must stay'], 'b must hold');
});

function region(name: string, start: number, constraints: string[]) {
  return {
    file: 'a.ts',
    ast_anchor: { unit_type: 'function', name },
    lines: { start, end: start + 2 },
    intent: `What ${name} is for.`,
    constraints: constraints.map(text => ({ text, source: 'author' })),
    risk_notes: `${name} is risky.`,
  };
}

function annotate(a: string[], b: string): void {
  repo.annotate('HEAD', {
    $schema: 'ultragit/v1',
    commit: repo.git('rev-parse', 'HEAD'),
    timestamp: '2025-12-01T00:00:00Z',
    summary: 'Add a and b.',
    context_level: 'enhanced',
    regions: [region('a', 1, a), region('b', 5, [b])],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: true },
  });
}

const edit = (text: string) => ({ file_path: join(repo.path, 'a.ts'), old_string: text, new_string: 'x' });
const tell = (input: object, session?: string, tool = 'Edit') => told(about(tool, input, session), { home });

test('each region once per session', () => {
  expect(tell(edit('return 1'), 's')).toContain('a must hold');
  expect(tell(edit('return 1'), 's')).toBeUndefined();
  expect(tell(edit('return 2'), 's')).toContain('b must hold');
  expect(tell(edit('return 1'), 'another')).toContain('a must hold');
});

test('a host that names no session is told each time', () => {
  expect(tell(edit('return 1'))).toContain('a must hold');
  expect(tell(edit('return 1'))).toContain('a must hold');
});

test('what an annotation says anew is told, and nothing else of it', () => {
  tell(edit('return 1'), 's');
  annotate(['a must hold', 'a has a new rule'], 'b must hold');
  const again = tell(edit('return 1'), 's');
  expect(again).toContain('a has a new rule');
  expect(again).not.toContain('a must hold');
});

test('the edits of the session itself are no reason to tell it again', () => {
  tell(edit('return 1'), 's');
  repo.write('a.ts', readFileSync(join(repo.path, 'a.ts'), 'utf8').replace('return 1', 'return 11'));
  expect(tell(edit('return 11'), 's')).toBeUndefined();
});

test('a read is told briefly, and the edit after it in full', () => {
  const read = { file_path: join(repo.path, 'a.ts') };
  const first = tell(read, 's', 'Read');
  expect(first).toContain('b must hold');
  expect(first).not.toContain('risky');
  expect(tell(read, 's', 'Read')).toBeUndefined();
  expect(tell(edit('return 1'), 's')).toMatch(/a must hold[\s\S]*a is risky/);
});

test('what an edit was told, a read is not told again', () => {
  tell(edit('return 1'), 's');
  const after = tell({ file_path: join(repo.path, 'a.ts') }, 's', 'Read');
  expect(after).toContain('b must hold');
  expect(after).not.toContain('a must hold');
});

test('a read of some lines is about those lines', () => {
  const some = tell({ file_path: join(repo.path, 'a.ts'), offset: 5, limit: 3 }, 's', 'Read');
  expect(some).toContain('b must hold');
  expect(some).not.toContain('a must hold');
});

test('the text stays within its budget: constraints first, and it says what was left out', () => {
  const many = Array.from(
    { length: 40 },
    (_, at) => `Rule ${at}: ${'every caller has to keep this in mind. '.repeat(3)}`,
  );
  annotate(many, 'b must hold');
  const all = tell({ file_path: join(repo.path, 'a.ts'), content: 'nothing\n' }, 's', 'Write') ?? '';
  expect(estimateTokens(all)).toBeLessThanOrEqual(600);
  expect(estimateTokens(all)).toBeGreaterThan(500);
  expect(all).toContain('Rule 0');
  expect(all).toContain('b must hold');
  expect(all).not.toContain('risky');
  const [, left, constraints] =
    /(\d+) more records, (\d+) of them constraints: ask ultragit_read about a\.ts\.$/.exec(all) ?? [];
  const shown = all.match(/^- /gm)?.length ?? 0;
  expect(shown + Number(left)).toBe(43);
  expect(shown + Number(constraints)).toBe(41);
  // What was left out has not been told.
  expect(tell(edit('return 1'), 's')).toContain(`Rule ${shown - 1}`);
});

test('one constraint of a novel’s length is cut, not dropped', () => {
  annotate([`Beware. ${'word '.repeat(2_000)}`], 'b must hold');
  const text = tell(edit('return 1'), 's') ?? '';
  expect(text).toMatch(/must hold: Beware\. word .* …$/m);
  expect(estimateTokens(text)).toBeLessThanOrEqual(600);
});

test('an annotation that no answer has room for is named', () => {
  const long = Array.from({ length: 4 }, (_, at) => `${at} ${'word '.repeat(12_000)}`);
  annotate(['a must hold', ...long], 'b must hold');
  expect(tell(edit('return 1'), 's')).toContain('a:\n- more is recorded than fits here');
});

test('hooks that run at once do not spoil what is kept', async () => {
  const event = (at: number) => JSON.stringify(about('Edit', edit(at % 2 ? 'return 1' : 'return 2'), 's'));
  const runs = Array.from({ length: 2 }, (_, at) => {
    const child = spawn(process.execPath, [program, 'hook'], { env: environment({ env: { HOME: home } }) });
    child.stdin.end(event(at));
    return once(child, 'close');
  });
  expect((await Promise.all(runs)).map(([status]) => status)).toEqual([0, 0]);
  const directory = join(home, '.cache/ultragit');
  const [kept, ...others] = readdirSync(directory).filter(name => name.endsWith('.shown'));
  expect(others).toEqual([]);
  const lines = readFileSync(join(directory, kept ?? ''), 'utf8').split('\n');
  expect(lines.pop()).toBe('');
  for (const line of lines)
    expect(JSON.parse(line)).toEqual(['s', 'edit', expect.stringContaining('/repo"')]);
  expect(statSync(join(directory, kept ?? '')).mode & 0o077).toBe(0);
  expect([tell(edit('return 1'), 's'), tell(edit('return 2'), 's')]).toEqual([undefined, undefined]);
});

test.each([200, 2_000_000])(
  'a damaged record of a session, %i bytes, is no reason to be silent or to fail',
  size => {
    tell(edit('return 1'), 's');
    const directory = join(home, '.cache/ultragit');
    const [kept = ''] = readdirSync(directory).filter(name => name.endsWith('.shown'));
    writeFileSync(join(directory, kept), Buffer.alloc(size, 255));
    expect(tell(edit('return 1'), 's')).toContain('a must hold');
  },
);

test('without a cache nothing is kept', () => {
  const none = { home, args: ['--no-cache'] };
  expect(told(about('Edit', edit('return 1'), 's'), none)).toContain('a must hold');
  expect(told(about('Edit', edit('return 1'), 's'), none)).toContain('a must hold');
  expect(readdirSync(join(home, '.cache/ultragit')).filter(name => name.startsWith('hook-'))).toEqual([]);
});

test('after a commit, the agent is reminded once, where the setting asks for it', () => {
  const commit = (command = 'git add -A && git commit -m "x"') => ({
    ...about('Bash', { command }, 's'),
    hook_event_name: 'PostToolUse',
    cwd: repo.path,
  });
  repo.commit('Not annotated', { 'b.ts': '' });
  expect(told(commit(), { home })).toBeUndefined();
  repo.git('config', 'ultragit.remindToAnnotate', 'true');
  expect(told(commit('git status'), { home })).toBeUndefined();
  const id = repo.git('rev-parse', '--short=12', 'HEAD');
  const text = told(commit(), { home });
  expect(text).toContain(`Commit ${id} has no annotation yet.`);
  expect(text).toContain('`git ultragit annotate --draft`');
  expect(told(commit(), { home })).toBeUndefined();
  expect(hook({ ...commit(), session_id: 'other' }, { home, host: 'cursor' }).stdout).toContain(
    'additional_context',
  );
  annotate(['x'], 'y');
  expect(told({ ...commit(), session_id: 'third' }, { home })).toBeUndefined();
});

test('what holds for the whole repository is told once, whichever file comes first', async () => {
  const knowledge = await buildRepository('chronicle-knowledge');
  const files = knowledge.git('ls-files').split('\n');
  const texts = files.flatMap(file => tell({ file_path: join(knowledge.path, file) }, 's', 'Read') ?? []);
  const wide = texts.join('\n').match(/^(The whole repository|Everything in \S+\/) \(.*\):$/gm) ?? [];
  expect(wide.length).toBeGreaterThan(0);
  const blocks = texts.join('\n').split(/\n(?=\S.*:$)/m);
  const records = blocks
    .filter(block => /^(The whole|Everything in)/.test(block))
    .flatMap(block => block.match(/^- .*$/gm));
  expect(records.length).toBe(new Set(records).size);
});
