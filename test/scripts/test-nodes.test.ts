// `npm run test:nodes`, with programs in the place of the Nodes that say what they were asked for.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/repository.ts';

const script = fileURLToPath(new URL('../../scripts/test-nodes.mjs', import.meta.url));
const own = process.versions.node.split('.')[0] ?? '';
/** Of its own version, the Node that runs the script is taken. */
const [first = '', second = ''] = ['20', '22', '24', '26'].filter(version => version !== own);
const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
const name = `${prefix}-${process.platform}-${process.arch}`;

type Report = { failed: number; tests: number };

function standIn(store: string, version: string, { failed, tests }: Report): string {
  const bin = join(store, version, 'node_modules', name, 'bin');
  const report = JSON.stringify({
    testResults: [{}, {}, {}],
    numTotalTests: tests,
    numFailedTests: failed,
    numPendingTests: 2,
  });
  mkdirSync(bin, { recursive: true });
  writeFileSync(
    join(bin, 'node'),
    `#!/bin/sh
if [ "$1" = --version ]; then echo v${version}.7.1; exit; fi
echo "$PATH" > ${bin}/path
for word; do
  echo "$word" >> ${bin}/words
  case $word in --outputFile.json=*) echo '${report}' > "\${word#*=}" ;; esac
done
exit ${failed > 0 ? 1 : 0}
`,
    { mode: 0o755 },
  );
  return bin;
}

function testNodes(args: string[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, HOME: temporaryDirectory(), ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test.skipIf(process.platform === 'win32')(
  'a table says what each Node ran, and one failure is enough',
  () => {
    const store = temporaryDirectory();
    const bin = standIn(store, first, { tests: 3400, failed: 0 });
    standIn(store, second, { tests: 3400, failed: 1 });
    const both = testNodes([first, second], { ULTRAGIT_NODES: store });
    expect(
      both.stdout
        .replaceAll(/\d+ {2}(ok|FAILED)$/gm, 'S  $1')
        .split('\n')
        .slice(-6, -1),
    ).toEqual([
      '   node      tier  files  tests  skipped  failed  seconds',
      `v${first}.7.1   default      3   3400        2       0        S  ok`,
      `v${first}.7.1  thorough      3   3400        2       0        S  ok`,
      `v${second}.7.1   default      3   3400        2       1        S  FAILED`,
      `v${second}.7.1  thorough      3   3400        2       1        S  FAILED`,
    ]);
    expect(both.status).toBe(1);
    expect(testNodes([first], { ULTRAGIT_NODES: store }).status).toBe(0);
    const words = readFileSync(join(bin, 'words'), 'utf8');
    for (const config of ['vitest.config.ts', 'vitest.thorough.config.ts']) expect(words).toContain(config);
  },
);

test.skipIf(process.platform === 'win32')(
  'the default tier alone, with that Node as `node` for what it starts',
  () => {
    const store = temporaryDirectory();
    const bin = standIn(store, first, { tests: 9, failed: 0 });
    expect(testNodes(['--default-tier', first], { ULTRAGIT_NODES: store }).status).toBe(0);
    expect(readFileSync(join(bin, 'words'), 'utf8')).not.toContain('vitest.thorough.config.ts');
    expect(readFileSync(join(bin, 'path'), 'utf8')).toMatch(new RegExp(`^${bin}:`));
  },
);

test('a Node that npm does not have is said before any test runs, and is a failure', () => {
  const cache = temporaryDirectory();
  const offline = { npm_config_offline: 'true', npm_config_cache: cache };
  const { status, stdout, stderr } = testNodes([own, first], offline);
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(new RegExp(`^test-nodes: npm could not install \\S+@${first}: .*ENOTCACHED`));
});

test('a Node that is not supported is refused', () => {
  const { status, stderr } = testNodes(['18'], {});
  expect([status, stderr]).toEqual([1, 'test-nodes: Node 18 is not one of 20, 22, 24, 26\n']);
});
