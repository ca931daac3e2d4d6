// Runs the tests on every supported Node, and prints a table.
//   npm run test:nodes [-- [--default-tier] [version …]]     versions: 20 22 24 26, or one of them with its patch (22.23.3)
// npm has the binaries. ULTRAGIT_NODES=<directory> keeps them there; else they go when the run ends.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findNode } from './find-node.mjs';

const SUPPORTED = ['20', '22', '24', '26'];
const TIERS = [
  { name: 'default', config: 'vitest.config.ts' },
  { name: 'thorough', config: 'vitest.thorough.config.ts' },
];
const root = fileURLToPath(new URL('..', import.meta.url));

try {
  process.exitCode = main(process.argv.slice(2), process.env);
} catch (error) {
  console.error(`test-nodes: ${error.message}`);
  process.exitCode = 1;
}

function main(args, env) {
  const { values, positionals } = parseArgs({
    args,
    options: { 'default-tier': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const versions = positionals.length > 0 ? positionals : SUPPORTED;
  const unknown = versions.filter(version => !SUPPORTED.includes(version.split('.')[0]));
  if (unknown.length > 0) throw new Error(`Node ${unknown.join(', ')} is not one of ${SUPPORTED.join(', ')}`);
  const room = mkdtempSync(join(tmpdir(), 'ultragit-nodes-'));
  try {
    const store = env.ULTRAGIT_NODES ? resolve(env.ULTRAGIT_NODES) : room;
    // All of them first: a version that can't be had is told before the tests of the others, which take minutes.
    const nodes = versions.map(version => ({ version, node: findNode(version, store) }));
    const tiers = values['default-tier'] ? TIERS.slice(0, 1) : TIERS;
    const rows = nodes.flatMap(({ version, node }) =>
      tiers.map(tier => runTests(node, { version, room, env, tier })),
    );
    console.log(`\n${table(rows)}`);
    return rows.every(row => row.ok) ? 0 : 1;
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

function runTests(node, { version, room, env, tier }) {
  const exact = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() || version;
  console.log(`\n== Node ${exact}, ${tier.name} tier`);
  const report = join(room, `${version}-${tier.name}.json`);
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...['--config', tier.config],
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const started = performance.now();
  // A program that starts `node` by its name gets this one, too.
  const path = [dirname(node), env.PATH].join(delimiter);
  const { status } = spawnSync(node, args, { cwd: root, env: { ...env, PATH: path }, stdio: 'inherit' });
  const seconds = Math.round((performance.now() - started) / 1000);
  return { node: exact, tier: tier.name, seconds, ok: status === 0, ...counts(report) };
}

function counts(report) {
  try {
    const { testResults, numTotalTests, numFailedTests, numPendingTests } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    return {
      files: testResults.length,
      tests: numTotalTests,
      skipped: numPendingTests,
      failed: numFailedTests,
    };
  } catch {
    return { files: '-', tests: '-', skipped: '-', failed: '-' };
  }
}

function table(rows) {
  const columns = ['node', 'tier', 'files', 'tests', 'skipped', 'failed', 'seconds'];
  const cells = [columns, ...rows.map(row => columns.map(column => String(row[column])))];
  const widths = columns.map((_, at) => Math.max(...cells.map(line => line[at].length)));
  const verdict = at => (at === 0 ? '' : rows[at - 1].ok ? '  ok' : '  FAILED');
  return cells
    .map((line, at) => line.map((cell, column) => cell.padStart(widths[column])).join('  ') + verdict(at))
    .join('\n');
}
