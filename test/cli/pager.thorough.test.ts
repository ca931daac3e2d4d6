// On a terminal, a long answer goes through the user's pager, as git's own do.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ultragit } from '../support/cli.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';
import { hasProgram, hasTerminals, onTerminal } from '../support/terminal.ts';

const LONG = ['read', 'src/mqtt/client.ts'];
const SHORT = ['deps', 'src/mqtt/packets.ts'];
/** Shows what it gets, each line with a mark. */
const MARKED = "sed 's/^/| /'";

let repo: Repository;

beforeAll(async () => {
  repo = await buildRepository('mqtt-client');
});

function script(content: string): string {
  const file = join(temporaryDirectory(), 'pager');
  writeFileSync(file, `#!/bin/sh\n${content}\n`);
  chmodSync(file, 0o755);
  return file;
}

describe.skipIf(!hasTerminals)('on a terminal (needs `script` of util-linux)', () => {
  test('a long answer goes through PAGER, all of it, in colour', async () => {
    const { status, output } = await onTerminal(repo, LONG, { env: { PAGER: MARKED } });
    expect(status).toBe(0);
    const whole = ultragit(repo, [...LONG, '--color', 'always']).stdout;
    expect(whole).toMatch(/^\x1b\[1msrc\/mqtt\/client\.ts/);
    expect(output).toBe(whole.replace(/^/gm, '| ').replace(/\| $/, ''));
  });

  test('GIT_PAGER wins over PAGER', async () => {
    const env = { GIT_PAGER: MARKED, PAGER: 'false' };
    expect((await onTerminal(repo, LONG, { env })).output).toMatch(/^\| /);
  });

  test.each([
    ['--no-pager', [...LONG, '--no-pager'], { PAGER: MARKED }],
    ['an empty GIT_PAGER', LONG, { GIT_PAGER: '', PAGER: MARKED }],
    ['PAGER=cat', LONG, { PAGER: 'cat' }],
    ['a terminal that can do nothing', LONG, { PAGER: MARKED, TERM: 'dumb' }],
    ['an answer that fits on the screen', SHORT, { PAGER: MARKED }],
    ['JSON', [...LONG, '--json'], { PAGER: MARKED }],
    ['an error', ['read', 'nowhere.ts'], { PAGER: MARKED }],
  ])('%s: no pager', async (_name, args, env) => {
    const { output } = await onTerminal(repo, args, { env });
    expect(output).not.toContain('| ');
    expect(output).toMatch(/src\/mqtt|not found/);
  });

  test('Markdown is paged, too', async () => {
    const { output } = await onTerminal(repo, [...LONG, '--format', 'markdown'], { env: { PAGER: MARKED } });
    expect(output).toMatch(/^\| # `src\/mqtt\/client\.ts`/);
  });

  test('LESS and LV are set as git sets them, unless the user has', async () => {
    const PAGER = script('echo "LESS=$LESS LV=$LV"; cat > /dev/null');
    expect((await onTerminal(repo, LONG, { env: { PAGER } })).output).toBe('LESS=FRX LV=-c\n');
    const own = await onTerminal(repo, LONG, { env: { PAGER, LESS: '-i', LV: '' } });
    expect(own.output).toBe('LESS=-i LV=\n');
  });

  test.each(['no-such-pager-anywhere', 'no-such-pager-anywhere | cat 1>&2; exit 127'])(
    'a pager that can not be started (%s): the answer is printed',
    async PAGER => {
      const { status, output } = await onTerminal(repo, LONG, { env: { PAGER } });
      expect(status).toBe(0);
      expect(output).toContain('MqttClient::connect');
      expect(output).not.toMatch(/^\s+at /m);
    },
  );

  test('a reader who quits early is no failure', async () => {
    const run = await onTerminal(repo, LONG, { env: { PAGER: 'head -n 1', NO_COLOR: '1' } });
    expect(run).toEqual({ status: 0, output: 'src/mqtt/client.ts  quoted from git, unverified\n' });
  });

  test('Ctrl-C is for the pager, and the program waits for it', async () => {
    const PAGER = script(
      'trap "echo interrupted; exit 0" INT\ncat > /dev/null\necho ready\nwhile :; do sleep 1; done',
    );
    const press = { after: 'ready', keys: '\x03' };
    const run = await onTerminal(repo, LONG, { env: { PAGER }, press });
    expect(run.status).toBe(0);
    expect(run.output).toContain('interrupted\n');
  });

  test('a pager that Ctrl-C ends takes the program with it', async () => {
    const PAGER = script('cat > /dev/null\necho ready\nexec sleep 60');
    const run = await onTerminal(repo, LONG, { env: { PAGER }, press: { after: 'ready', keys: '\x03' } });
    expect(run.status).toBe(130);
  });

  test('neither the config of a repository nor a program in it is ever run', async () => {
    const own = await buildRepository('mqtt-client');
    own.git('config', 'core.pager', 'touch planted-by-config; cat');
    own.git('config', 'pager.ultragit', 'touch planted-by-config; cat');
    own.write('less', '#!/bin/sh\ntouch planted-by-file\n');
    chmodSync(join(own.path, 'less'), 0o755);
    const env = { PATH: `.:${own.path}/nothing:${process.env.PATH}`, LESS: '-FRX', PAGER: 'less' };
    await onTerminal(own, LONG, { rows: 500, env });
    await onTerminal(own, LONG, { env: { ...env, PAGER: './less' } });
    await onTerminal(own, LONG, {
      env: { PATH: env.PATH, GIT_PAGER: 'less' },
      press: { after: ':', keys: 'q' },
    });
    expect(own.git('status', '--porcelain')).toBe('?? less');
  });

  test.skipIf(!hasProgram('less'))('less shows the first page, and q ends it', async () => {
    const press = { after: '\n:', keys: 'q' };
    const { status, output } = await onTerminal(repo, LONG, { press });
    expect(status).toBe(0);
    expect(output).toContain('\x1b[1mMqttClient::connect');
    expect(output).not.toContain('Taken back');
  });
});

test('in a pipe there is no pager', () => {
  const { status, stdout } = ultragit(repo, LONG, { env: { PAGER: MARKED, GIT_PAGER: MARKED } });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^# `src\/mqtt\/client\.ts`/);
});
