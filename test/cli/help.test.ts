// Help for every command, at every width, without git.
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { everyCommand } from '../../src/commands/help/groups.ts';
import { fullName } from '../../src/commands/help/layout.ts';
import { program as built, ultragit } from '../support/cli.ts';
import { helpOf, program } from '../support/program.ts';
import { temporaryDirectory } from '../support/repository.ts';

const here = temporaryDirectory();
const run = (args: string[], env: Record<string, string> = {}) => ultragit(here, args, { env });
const shown = everyCommand(program()).filter(command =>
  command.parent?.createHelp().visibleCommands(command.parent).includes(command),
);
const names = shown.map(command => fullName(command).split(' ').slice(1));

test('alone it shows its help, on stdout, exit 0', () => {
  const alone = run([]);
  expect(alone).toMatchObject({ status: 0, stderr: '' });
  expect(alone.stdout).toMatch(/^Usage: ultragit /);
  for (const same of [['--help'], ['-h'], ['help']]) expect(run(same)).toEqual(alone);
});

test('a command that only has others shows its help', () => {
  const { status, stdout } = run(['mcp']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Usage: ultragit mcp /);
  expect(run(['mcp', '--help']).stdout).toBe(stdout);
  for (const same of [
    ['help', 'mcp'],
    ['mcp', 'help'],
  ])
    expect(run(same).stdout).toBe(stdout);
  expect(run(['mcp', 'help', 'status']).stdout).toMatch(/^Usage: ultragit mcp status /);
});

test.each(['-v', '-V', '--version'])('%s gives the version', flag => {
  const { status, stdout } = run([flag]);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
});

test('help of any command, by `help` and by --help', () => {
  expect(names).toContainEqual(['mcp', 'install']);
  for (const name of [['read'], ['mcp', 'install'], ['completion']]) {
    const { status, stdout } = run(['help', ...name]);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Usage: ultragit ${name.join(' ')} `));
    expect(run([...name, '-h']).stdout).toBe(stdout);
  }
});

test.each([
  [['raed'], 'read'],
  [['raed', '--help'], 'read'],
  [['help', 'raed'], 'read'],
  [['mcp', 'instal'], 'install'],
  [['mcp', 'instal', '--help'], 'install'],
  [['help', 'mcp', 'instal'], 'install'],
])('%j: there is no such command, %s is near, exit 2', (args, near) => {
  const { status, stdout, stderr } = run(args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`Did you mean ${near}?`);
});

test.each([
  [['raed', 'a.ts'], "ultragit: Unknown command 'raed'.\n  Did you mean read?\n  See: ultragit --help\n"],
  [['mcp', 'foo'], "ultragit: Unknown command 'foo'.\n  See: ultragit mcp --help\n"],
  [['why'], "ultragit: Missing required argument 'place'.\n  See: ultragit why --help\n"],
  [
    ['read', 'a.ts', '--frmat', 'json'],
    "ultragit: Unknown option '--frmat'.\n  Did you mean --format?\n  See: ultragit read --help\n",
  ],
])('%j is refused as every error is: a sentence, and what to do next', (args, said) => {
  expect(run(args)).toEqual({ status: 2, stdout: '', stderr: said });
});

test('no paragraph of the help is broken in the middle of its lines at 80 columns', () => {
  for (const name of names) expect(helpOf(name, 80)).not.toMatch(/^\S.*[^:]\n {2}\S/m);
});

describe.each([40, 60, 80, 120, 200])('at %i columns', columns => {
  test.each([[[]], ...names.map(name => [name])])(
    'no line of the help of %j is wider, and no word is cut',
    name => {
      const help = helpOf(name, columns);
      const lines = help.split('\n').filter(line => line.length > columns);
      expect(lines.filter(line => /\s/.test(line.trim()))).toEqual([]);
      expect(sortedWords(help)).toEqual(sortedWords(helpOf(name, 100)));
    },
  );
});

test('the program has the width of COLUMNS', () => {
  for (const columns of [40, 100]) {
    expect(run(['read', '--help'], { COLUMNS: String(columns) }).stdout).toBe(helpOf(['read'], columns));
  }
});

function sortedWords(text: string): string[] {
  return text
    .split(/\s+/)
    .filter(word => word !== '#')
    .sort();
}

test('commands are in groups, and what shells use is not listed', () => {
  const { stdout } = run(['--help']);
  const headings = [...stdout.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading);
  const groups = [
    'Ask',
    'Look at it in a browser',
    'Before a change goes in',
    'Write it down',
    'Keep and share it',
    'Connect an agent',
    'Other',
  ];
  expect(headings).toEqual(['Options', ...groups, 'Examples']);
  expect(stdout).not.toMatch(/^ {2}complete\b/m);
});

test('a description is a phrase in a list, and a sentence of its own', () => {
  for (const command of shown) expect(command.description()).toMatch(/^([a-z].*|.*MCP.*)[^.]$/);
  for (const name of names) {
    const [, sentence = ''] = helpOf(name, 40).split('\n\n');
    expect(sentence).toMatch(/^[A-Z].*\.$/s);
  }
});

test('every query has examples', () => {
  const queries = program().commands.filter(command => command.helpGroup() === 'Ask:');
  expect(queries.length).toBeGreaterThan(3);
  for (const query of queries) expect(helpOf([query.name()], 80)).toContain('\nExamples:\n  ultragit ');
});

test('headings are bold on request, and never in a pipe', () => {
  expect(run(['--help']).stdout).not.toContain('\x1b');
  expect(run(['--help'], { NO_COLOR: '', FORCE_COLOR: '1' }).stdout).toContain('\x1b[1mUsage:\x1b[0m');
});

test.each([['--version'], ['--help'], ['read', '--help'], ['help', 'read'], ['completion', 'bash']])(
  '%s %s starts no git',
  (...args) => {
    const room = temporaryDirectory();
    const seen = join(room, 'seen');
    writeFileSync(join(room, 'git'), `#!/bin/sh\n: > '${seen}'\nexit 1\n`);
    chmodSync(join(room, 'git'), 0o755);
    expect(run(args, { PATH: room }).status).toBe(0);
    expect(existsSync(seen)).toBe(false);
    // The stand-in is found where git is asked.
    run(['read', built], { PATH: room });
    expect(existsSync(seen)).toBe(true);
  },
);
