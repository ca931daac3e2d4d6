// The manual page that the build writes and npm links.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { everyCommand } from '../../src/commands/help/groups.ts';
import { fullName } from '../../src/commands/help/layout.ts';
import { program as built, environment } from '../support/cli.ts';
import { program } from '../support/program.ts';
import { temporaryDirectory } from '../support/repository.ts';
import { hasProgram } from '../support/terminal.ts';

const directory = join(dirname(built), 'man');
const page = readFileSync(join(directory, 'ultragit.1'), 'utf8');
/** As a reader sees the source: without what is about the looks of it. */
const text = page.replace(/\\f[BIR]|\\&/g, '').replaceAll('\\-', '-');

test('npm links every page, and git finds the one of git-ultragit', () => {
  const { man } = JSON.parse(readFileSync('package.json', 'utf8')) as { man: string[] };
  expect(man.map(file => basename(file)).sort()).toEqual(readdirSync(directory).sort());
  expect(man.map(file => basename(file))).toContain('git-ultragit.1');
  expect(page).toContain('.SH NAME\nultragit, git\\-ultragit \\- ');
});

test('it has every command and every flag, and none that is hidden', () => {
  const commands = everyCommand(program()).filter(command => command.commands.length === 0);
  expect(commands.length).toBeGreaterThan(8);
  for (const command of commands) {
    const isShown = command.parent?.createHelp().visibleCommands(command.parent).includes(command);
    const [, section] =
      new RegExp(`\\.SS "${fullName(command)}[ "]([\\s\\S]*?)\\n\\.S[SH] `).exec(text) ?? [];
    expect(section !== undefined, fullName(command)).toBe(isShown);
    for (const { flags, hidden } of isShown ? command.options : []) {
      expect(section?.includes(`\n.TP\n${flags}\n`), `${fullName(command)} ${flags}`).toBe(!hidden);
    }
  }
});

test('it is plain ASCII, and no line of text is taken for a request', () => {
  expect(page).toMatch(/^[\n\x20-\x7e]*$/);
  const requests = new Set(page.match(/^[.'].*?(?= |$)/gm));
  expect([...requests].sort()).toEqual(['.PP', '.SH', '.SS', '.TH', '.TP', '.ad', '.br', '.nh']);
  // A hyphen of a flag that is none could not be copied.
  expect(page).not.toMatch(/(?<!\\)-(?<!\\-)-\w/);
});

test.skipIf(!hasProgram('man'))(
  'man has nothing to say against it (skipped where it is not installed)',
  () => {
    const run = spawnSync('man', ['--warnings', '-E', 'UTF-8', '-l', join(directory, 'git-ultragit.1')], {
      env: { ...environment(), MANWIDTH: '80', LC_ALL: 'C.UTF-8' },
      encoding: 'utf8',
    });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toContain('ultragit mcp install');
  },
);

test.skipIf(!hasProgram('mandoc'))('nor has mandoc (skipped where it is not installed)', () => {
  const run = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning', join(directory, 'ultragit.1')], {
    encoding: 'utf8',
  });
  const said = run.stdout.split('\n').filter(line => line !== '' && !line.includes('missing date'));
  expect(said).toEqual([]);
});

test.skipIf(!hasProgram('man'))('git ultragit --help shows it', () => {
  const room = temporaryDirectory();
  mkdirSync(join(room, 'man1'));
  symlinkSync(join(directory, 'git-ultragit.1'), join(room, 'man1/git-ultragit.1'));
  // Git asks for the page of a command that it knows.
  symlinkSync(built, join(room, 'git-ultragit'));
  const run = spawnSync('git', ['ultragit', '--help'], {
    env: { ...environment(), PATH: `${room}:${process.env.PATH}`, MANPATH: room, MANPAGER: 'cat' },
    encoding: 'utf8',
  });
  expect(run.status).toBe(0);
  expect(run.stdout).toContain('git ultragit command');
});
