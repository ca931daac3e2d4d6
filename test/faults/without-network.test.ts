/** Both tiers where there is no network but the machine itself. FAULTS_SUITE=default runs the default tier alone, FAULTS_SUITE=none nothing. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/repository.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SUITE = process.env.FAULTS_SUITE ?? 'all';

// Whoever is root already keeps their ids: tests change owners of files.
const cut = process.getuid?.() === 0 ? ['-n'] : ['-rn'];
const LOOPBACK = '(ip link set lo up || ifconfig lo up) 2>/dev/null';
const canCut = spawnSync('unshare', [...cut, 'sh', '-c', LOOPBACK]).status === 0;

type Report = {
  numTotalTests: number;
  numPassedTests: number;
  numPendingTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
};

test('nothing but this machine can be reached there', ({ skip }) => {
  skip(!canCut, 'needs unshare -n, and ip or ifconfig');
  const reach = `require('node:net').connect(80, '192.0.2.1').on('error', error => console.log(error.code));`;
  const run = spawnSync('unshare', [
    ...cut,
    'sh',
    '-c',
    `${LOOPBACK}; exec "$0" -e "$1"`,
    process.execPath,
    reach,
  ]);
  expect(run.stdout.toString()).toBe('ENETUNREACH\n');
});

const CONFIGS = ['vitest.config.ts', ...(SUITE === 'default' ? [] : ['vitest.thorough.config.ts'])];

test.for(CONFIGS)('the tier of %s passes without a network', async (config, { task, skip }) => {
  skip(!canCut, 'needs unshare -n, and ip or ifconfig');
  skip(SUITE === 'none', 'FAULTS_SUITE=none');
  const report = join(temporaryDirectory(), 'report.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const words = [vitest, 'run', '--config', config, '--reporter=json', `--outputFile=${report}`];
  const { VITEST: _, ...env } = process.env;
  const child = spawn(
    'unshare',
    [...cut, 'sh', '-c', `${LOOPBACK}; exec "$0" "$@"`, process.execPath, ...words],
    {
      cwd: root,
      env: Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('VITEST_'))),
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const [status] = await once(child, 'close');
  const { numTotalTests, numPassedTests, numPendingTests, testResults }: Report = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${name.slice(root.length)}: ${fullName}`),
  );
  task.meta.cases = numTotalTests - numPendingTests;
  task.meta.figures = `${config} under unshare ${cut.join(' ')}: ${numPassedTests} passed, ${failed.length} failed, ${numPendingTests} skipped`;
  expect(failed).toEqual([]);
  expect(status).toBe(0);
});
