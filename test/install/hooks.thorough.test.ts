import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOOK_HOSTS, hookCommand, hookEntries, hostOfHookCommand } from '../../src/hook/hosts.ts';
import { otherHooks, ourHooks, removeHooks, writeHooks } from '../../src/install/hook-config.ts';
import { jsonText } from './config-text.ts';
import { program, sandbox } from './support.ts';

const host = (id: string) => HOOK_HOSTS.find(row => row.id === id)!;

function editor(id: string, words = ['ultragit']) {
  const { frame, shell } = host(id);
  const isOurs = (command: string) => hostOfHookCommand(command) === id;
  const wanted = hookEntries(host(id), hookCommand(words, id), { reminder: false });
  return {
    write: (text: string | undefined) => writeHooks(text, wanted, isOurs, { frame, another: shell.matcher }),
    remove: (text: string) => removeHooks(text, isOurs, frame),
    others: (text: string) => otherHooks(text, isOurs, frame),
    ours: (text: string) => ourHooks(text, isOurs),
  };
}

const COMMENT = /"(?:[^"\\]|\\.)*"|(\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)/g;
const comments = (text: string) => [...text.matchAll(COMMENT)].flatMap(match => match[1]?.trimEnd() ?? []);

test.each(['claude-code', 'cursor'])('in any settings file of %s, the hook alone comes and goes', id => {
  const { write, remove, others, ours } = editor(id);
  fc.assert(
    fc.property(jsonText, old => {
      const once = write(old);
      expect(ours(once)).toHaveLength(1);
      expect(others(once)).toEqual(others(old));
      expect(write(once), 'twice equals once').toBe(once);
      const left = remove(once);
      expect(comments(left ?? '')).toEqual(comments(old));
      if (left !== undefined) {
        expect(ours(left)).toEqual([]);
        expect(others(left)).toEqual(others(old));
      }
    }),
    { numRuns: 500 },
  );
});

const THEIRS = '{"type": "command", "command": "lint"}';
const OURS = '{"type": "command", "command": "ultragit hook --host claude-code", "timeout": 3}';

describe("the user's own hooks stay", () => {
  const { write, remove } = editor('claude-code');

  test('on the same matcher, with comments and CRLF', () => {
    const old = `{\r\n\t"hooks": {\r\n\t\t"PreToolUse": [\r\n\t\t\t// mine\r\n\t\t\t{"matcher": "Edit", "hooks": [${THEIRS}]} // last\r\n\t\t]\r\n\t}\r\n}\r\n`;
    const once = write(old);
    expect(once).toContain(
      `// mine\r\n\t\t\t{"matcher": "Edit", "hooks": [${THEIRS}]}, // last\r\n\t\t\t{\r\n\t\t\t\t"matcher"`,
    );
    expect(once.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(remove(once)).toBe(old);
  });

  test('in one group with ours, which keeps what the user set', () => {
    const old = `{"hooks": {"PreToolUse": [{"matcher": "Edit", "hooks": [${THEIRS}, ${OURS}]}]}}`;
    expect(write(old)).toBe(old);
    expect(remove(old)).toBe(`{"hooks": {"PreToolUse": [{"matcher": "Edit", "hooks": [${THEIRS}]}]}}`);
  });

  test('of other events, and ours goes with what held nothing else', () => {
    const old = `{"model": "x", "hooks": {"Stop": [{"hooks": [${THEIRS}]}], "PreToolUse": [{"hooks": [${OURS}]}]}}`;
    expect(remove(old)).toBe(`{"model": "x", "hooks": {"Stop": [{"hooks": [${THEIRS}]}]}}`);
    expect(remove(`{"model": "x", "hooks": {"PreToolUse": [{"hooks": [${OURS}]}]}}`)).toBe('{"model": "x"}');
    expect(remove(`{"hooks": {"PreToolUse": [{"hooks": [${OURS}]}]}}`)).toBeUndefined();
  });
});

test('another program updates the command of our hook, and nothing else in it', () => {
  const { write } = editor('claude-code', ['/opt/my node', '/lib/cli.js']);
  const old = `{"hooks": {"PreToolUse": [{"matcher": "Edit", "hooks": [${THEIRS}, ${OURS}]}]}}`;
  const updated = String.raw`\"/opt/my node\" /lib/cli.js hook --host claude-code`;
  expect(write(old)).toBe(old.replace('ultragit hook --host claude-code', updated));
  expect(write(write(old))).toBe(write(old));
});

test('a hook of ours on the shell does not stand in for the one on edits of the same event', () => {
  const { write, ours } = editor('gemini');
  const { event, matcher } = host('gemini').shell;
  const reminder = [{ matcher, hooks: [{ type: 'command', command: 'ultragit hook --host gemini' }] }];
  const once = write(JSON.stringify({ hooks: { [event]: reminder } }));
  expect(ours(once)).toHaveLength(2);
  expect(write(once)).toBe(once);
});

test.each([
  ['{"hooks": []}', '"hooks" is not an object'],
  ['{"hooks": {"PreToolUse": {}}}', '"PreToolUse" is not an array'],
])('%s is refused', (text, reason) => {
  expect(() => editor('claude-code').write(text)).toThrow(reason);
});

test.each(HOOK_HOSTS.map(row => [row.id, row] as const))(
  'install --hooks registers server and hook of %s, status finds both, uninstall takes both out',
  (id, { project, name }) => {
    const box = sandbox();
    const path = join(box.repo, project);
    const done = box.run('install', '--host', id, '--hooks');
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining(`${project} (${name}, hook)`)]);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(`ultragit hook --host ${id}`);
    expect(box.run('install', '--host', id, '--hooks').stdout.match(/Already there/g)).toHaveLength(2);
    const { code, stdout } = box.run('status', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ host: id, state: 'ok' })]),
      hooks: [{ host: id, scope: 'project', file: path, state: 'ok', command: `ultragit hook --host ${id}` }],
    });
    expect(box.run('uninstall', '--host', id).code).toBe(0);
    expect(existsSync(path)).toBe(false);
  },
);

test("a user's hook goes where the host keeps it, and uninstall finds it without its server", () => {
  const box = sandbox();
  box.env.CLAUDE_CONFIG_DIR = join(box.base, 'claude');
  expect(box.run('install', '--scope', 'user', '--hooks').code).toBe(0);
  const path = join(box.base, 'claude/settings.json');
  expect(readFileSync(path, 'utf8')).toContain('ultragit hook');
  expect(box.run('uninstall', '--host', 'all').code).toBe(0);
  expect(existsSync(path)).toBe(false);
});

test('a host without hooks gets the server alone, and install says so', () => {
  const { code, stdout, stderr } = sandbox().run('install', '--host', 'zed', '--hooks');
  expect([code, stdout]).toEqual([0, expect.stringContaining('Created: .zed/settings.json (Zed)')]);
  expect(stderr).toContain('Zed has no hooks; only the server is registered.');
});

test.each([
  ['fails', 'echo "no such command" >&2; exit 2', 'it ended with 2: no such command'],
  ['speaks no JSON', 'echo hello', 'it says what is no JSON: hello'],
])("a hook of the user's that %s is reported, with the command that mends it", (_, body, reason) => {
  const box = sandbox();
  const command = `${program(join(box.base, 'ultragit'), body)} hook --host gemini`;
  const hooks = { AfterTool: [{ hooks: [{ type: 'command', command }] }] };
  box.write('../home/.gemini/settings.json', JSON.stringify({ hooks }));
  const { code, stdout } = box.run('status', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout).hooks).toEqual([
    expect.objectContaining({
      state: 'failed',
      reason,
      remedy: 'Run `ultragit mcp install --host gemini --scope user --hooks` to write it anew.',
    }),
  ]);
});
