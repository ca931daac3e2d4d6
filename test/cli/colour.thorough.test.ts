// When there is colour, in which form a pipe gets an answer, and how wide it is.
import stringWidth from 'string-width';
import { beforeAll, describe, expect, test } from 'vitest';
import { ultragit } from '../support/cli.ts';
import { type Repository, sharedRepository } from '../support/repository.ts';
import { hasTerminals, onTerminal } from '../support/terminal.ts';

const FILE = 'src/mqtt/client.ts';
const PRETTY = ['read', FILE, '--format', 'pretty'];
const COLOUR = '\x1b[';

let repo: Repository;

beforeAll(async () => {
  repo = sharedRepository('mqtt-client');
});

function piped(args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = ultragit(repo, args, { env: { NO_COLOR: '', ...env } });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

describe('in a pipe', () => {
  test.each([
    ['--color always', {}, true],
    ['--color=always', { NO_COLOR: '1' }, true],
    ['--color', {}, true],
    ['--color auto', {}, false],
    ['--color auto', { FORCE_COLOR: '1' }, true],
    ['--color never', { FORCE_COLOR: '1' }, false],
    ['--no-color', { FORCE_COLOR: '1' }, false],
    ['', { FORCE_COLOR: '1' }, true],
    ['', { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    ['', {}, false],
  ])('"%s" with %j: colour is %s', (flags, env, expected) => {
    const text = piped([...PRETTY, ...flags.split(' ').filter(Boolean)], env);
    expect(text.includes(COLOUR)).toBe(expected);
  });

  test('a path after a bare --color is a path', () => {
    expect(piped(['read', '--color', FILE])).toBe(piped([...PRETTY, '--color', 'always']));
  });

  test('who asks for colour gets the form that has it', () => {
    expect(piped(['read', FILE])).toMatch(/^# /);
    expect(piped(['read', FILE, '--color', 'always'])).toContain(`${COLOUR}1m${FILE}`);
    expect(piped(['read', FILE, '--color', 'always', '--format', 'markdown'])).toMatch(/^# /);
  });

  test('the pager of `git -p` is as good as a terminal', () => {
    expect(piped(['read', FILE], { GIT_PAGER_IN_USE: 'true' })).toBe(piped([...PRETTY, '--color', 'always']));
    expect(piped(['read', FILE], { GIT_PAGER_IN_USE: 'false' })).toMatch(/^# /);
  });

  test('another word than always, never or auto is a usage error', () => {
    const run = ultragit(repo, ['read', FILE, '--color=sometimes']);
    expect(run).toMatchObject({ status: 2, stdout: '' });
    expect(run.stderr).toContain('always, never, auto');
  });
});

test.each([
  ['mcp', 'status'],
  ['mcp', 'uninstall', '--dry-run'],
  ['completion', 'bash'],
])('%s %s takes --color and --no-color as every command does', (...words) => {
  for (const flag of ['--color=always', '--no-color', '--color']) {
    expect(ultragit(repo, [...words, flag]), flag).toMatchObject({ status: 0, stderr: '' });
  }
});

describe.skipIf(!hasTerminals)('on a terminal (needs `script` of util-linux)', () => {
  test('colour, unless a flag says no', async () => {
    const env = { PAGER: 'cat' };
    expect((await onTerminal(repo, ['read', FILE], { env })).output).toContain(COLOUR);
    expect((await onTerminal(repo, ['read', FILE, '--no-color'], { env })).output).not.toContain(COLOUR);
  });

  test('COLUMNS says how wide it is, as for git, and else the terminal does', async () => {
    const widest = async (env: Record<string, string>) => {
      const { output } = await onTerminal(repo, ['read', FILE, '--no-color', '--no-pager'], {
        columns: 100,
        env,
      });
      return Math.max(...output.split('\n').map(line => stringWidth(line)));
    };
    expect(await widest({ COLUMNS: '50' })).toBeLessThanOrEqual(50);
    expect(await widest({ COLUMNS: 'wide' })).toBeGreaterThan(90);
    expect(await widest({})).toBeGreaterThan(90);
  });
});
