// Runs the official conformance suite against `ultragit mcp serve`, once for each revision of the protocol.
//   npm run test:conformance [-- revision …]
// The suite and the newer Node that it needs come from npm, outside the project, and stay in the developer's cache directory.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode } from '../../scripts/find-node.mjs';
import { installPackage, toolCache } from '../../scripts/install-package.mjs';
import { buildRepository } from '../../test-repos/build-repository.mjs';

const VERSION = '0.2.0-alpha.12';
const NODE = '22';
const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
const root = fileURLToPath(new URL('../..', import.meta.url));
const wanted = process.argv.slice(2);

const suite = join(
  installPackage('@modelcontextprotocol/conformance', VERSION, join(toolCache(), `conformance-${VERSION}`)),
  'dist/index.js',
);
const isNewEnough = Number(process.versions.node.split('.')[0]) >= Number(NODE);
const node = isNewEnough ? process.execPath : findNode(NODE, join(toolCache(), 'nodes'));
const room = mkdtempSync(join(tmpdir(), 'ultragit-conformance-'));
let server;
try {
  const repository = join(room, 'repo');
  buildRepository('mqtt-client', repository);
  server = spawn(process.execPath, [join(root, 'dist/cli.js'), 'mcp', 'serve', '--repo', repository], {
    cwd: room,
    env: { ...process.env, HOME: room, XDG_CACHE_HOME: join(room, 'cache') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressOf(server);
  const revisions = wanted.length > 0 ? wanted : REVISIONS;
  const failed = revisions.filter(revision => !conforms(revision, url));
  console.log(failed.length === 0 ? '\nNo unexpected failure.' : `\nFAILED: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  await ended(server);
  rmSync(room, { recursive: true, force: true });
}

function conforms(revision, url) {
  console.log(`\n== ${revision}`);
  const baseline = join(root, 'test/conformance/expected-failures.yml');
  const args = ['server', '--url', url, '--suite', 'all', '--spec-version', revision];
  const { status, stdout } = spawnSync(node, [suite, ...args, '--expected-failures', baseline], {
    cwd: room,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  console.log(stdout.slice(stdout.indexOf('=== SUMMARY')));
  return status === 0;
}

function ended(child) {
  if (child === undefined || child.exitCode !== null) return undefined;
  child.kill();
  return new Promise(resolve => child.once('close', resolve));
}

/** As it says it when it listens. */
function addressOf({ stdout }) {
  return new Promise((resolve, reject) => {
    let said = '';
    stdout.setEncoding('utf8').on('data', text => {
      said += text;
      const url = /http:\S+\/mcp/.exec(said)?.[0];
      if (url) resolve(url);
    });
    stdout.on('end', () => reject(new Error(`The server ended: ${said}`)));
  });
}
