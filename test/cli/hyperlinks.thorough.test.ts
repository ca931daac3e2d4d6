// Links on terminals that take them, and nowhere else.
import { beforeAll, describe, expect, test } from 'vitest';
import { supportsLinks } from '../../src/commands/terminal/supports-links.ts';
import { ultragit } from '../support/cli.ts';
import { buildRepository, type Repository } from '../support/repository.ts';
import { hasProgram, hasTerminals, onTerminal } from '../support/terminal.ts';

const LINK = '\x1b]8;;';
const QUESTION = ['read', 'src/mqtt/client.ts', 'connect'];
const NO_PAGER = [...QUESTION, '--no-pager', '--no-color'];
const TERMINAL = { VTE_VERSION: '6800' };

let repo: Repository;

beforeAll(async () => {
  repo = await buildRepository('mqtt-client');
  repo.git('remote', 'add', 'backup', 'https://example.org/other/mqtt');
  repo.git('remote', 'add', 'origin', 'https://ana:secret@github.com/acme/mqtt.git');
});

test.each<[Record<string, string>, boolean]>([
  [{ VTE_VERSION: '6800' }, true],
  [{ VTE_VERSION: '5000' }, false],
  [{ VTE_VERSION: '4601' }, false],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.5.4' }, true],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.0.9' }, false],
  [{ TERM_PROGRAM: 'WezTerm', TERM_PROGRAM_VERSION: '20240203-110809-5046fc22' }, true],
  [{ TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '1.95.0' }, true],
  [{ TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '1.60.0' }, false],
  [{ TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.4' }, true],
  [{ TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a' }, false],
  [{ TERM_PROGRAM: 'ghostty' }, true],
  [{ TERM_PROGRAM: 'Apple_Terminal', TERM_PROGRAM_VERSION: '455' }, false],
  [{ TERM_PROGRAM: 'constructor' }, false],
  [{ KITTY_WINDOW_ID: '1' }, true],
  [{ WT_SESSION: 'a-b' }, true],
  [{ DOMTERM: 'x' }, true],
  [{ KONSOLE_VERSION: '220401' }, true],
  [{ TERM: 'alacritty' }, true],
  [{ TERM: 'xterm-256color' }, false],
  [{ VTE_VERSION: '6800', TERM: 'dumb' }, false],
  [{ VTE_VERSION: '6800', CI: 'true' }, false],
  [{ VTE_VERSION: '6800', NO_COLOR: '1' }, true],
  [{ VTE_VERSION: '6800', FORCE_HYPERLINK: '0' }, false],
  [{ FORCE_HYPERLINK: '1' }, true],
])('a terminal with %j: %s', (env, expected) => {
  const stdout = { write: () => true, isTTY: true };
  expect(supportsLinks({ env, stdout })).toBe(expected);
  expect(supportsLinks({ env, stdout: { ...stdout, isTTY: false } })).toBe(env.FORCE_HYPERLINK === '1');
});

test('none in a pipe', () => {
  expect(ultragit(repo, [...QUESTION, '--color=always'], { env: TERMINAL }).stdout).not.toContain(LINK);
});

describe.skipIf(!hasTerminals)('on a terminal (needs `script` of util-linux)', () => {
  test('commits lead to the page of origin, without its password, and files to the disk', async () => {
    const { output } = await onTerminal(repo, NO_PAGER, { env: TERMINAL });
    const links = new Set([...output.matchAll(/\x1b\]8;;(.+?)\x1b\\/g)].map(([, address]) => address));
    expect(links).toContain('https://github.com/acme/mqtt/commit/551099fa655a');
    expect(
      [...links].some(address => /^file:\/\/[^/]+\/.*\/src\/tls\/session-cache\.ts$/.test(address ?? '')),
    ).toBe(true);
    expect(output).not.toContain('secret');
    expect(output.replace(/\x1b\]8;;.*?\x1b\\/g, '')).toBe((await onTerminal(repo, NO_PAGER)).output);
  });

  test('kitty gets the line, too', async () => {
    const { output } = await onTerminal(repo, NO_PAGER, { env: { KITTY_WINDOW_ID: '1' } });
    expect(output).toMatch(/\x1b\]8;;file:\/\/[^\x1b]*\/src\/mqtt\/client\.ts#\d+\x1b/);
  });

  test('a remote that is no known forge: no links of commits', async () => {
    const own = await buildRepository('mqtt-client');
    own.git('remote', 'add', 'origin', 'https://example.org/acme/mqtt');
    const { output } = await onTerminal(own, NO_PAGER, { env: TERMINAL });
    expect(output).toContain(`${LINK}file://`);
    expect(output).not.toContain(`${LINK}https:`);
  });

  test('a pager that is not known to take links gets none', async () => {
    const env = { ...TERMINAL, PAGER: 'sed p' };
    expect((await onTerminal(repo, QUESTION, { rows: 5, env })).output).not.toContain(LINK);
    const forced = { ...env, FORCE_HYPERLINK: '1' };
    expect((await onTerminal(repo, QUESTION, { rows: 5, env: forced })).output).toContain(LINK);
  });

  test.skipIf(!hasProgram('less'))('less that is told to show control sequences gets them', async () => {
    const press = { after: ':\x1b[K', keys: 'q' };
    const links = async (env: Record<string, string>) =>
      (await onTerminal(repo, QUESTION, { rows: 12, env: { ...TERMINAL, ...env }, press })).output.includes(
        LINK,
      );
    expect(await links({})).toBe(true);
    expect(await links({ LESS: '-X --RAW-CONTROL-CHARS' })).toBe(true);
    expect(await links({ LESS: '-X --prompt=:' })).toBe(false);
  });
});
