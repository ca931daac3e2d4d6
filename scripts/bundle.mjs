// Makes the .mcpb bundle for Claude Desktop with the official packer, unpacks it again and speaks to its server.
//   npm run bundle [-- <directory>]      needs npm's registry, for the packer
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { buildRepository } from '../test-repos/build-repository.mjs';
import { bundleCommand, stageBundle } from './stage-bundle.mjs';

const PACKER = '@anthropic-ai/mcpb@2.1.2';
const out = resolve(process.argv[2] ?? '.');
const room = mkdtempSync(join(tmpdir(), 'ultragit-bundle-'));
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const bundle = join(out, `ultragit-${version}.mcpb`);

try {
  const [staged, unpacked, sample] = ['staged', 'unpacked', 'sample'].map(name => join(room, name));
  mkdirSync(out, { recursive: true });
  stageBundle(staged);
  packer('validate', join(staged, 'manifest.json'));
  packer('pack', staged, bundle);
  packer('unpack', bundle, unpacked);
  buildRepository('mqtt-client', sample);
  await checkServer(unpacked, sample);
  console.log(`\n${bundle}: ${(statSync(bundle).size / 1e6).toFixed(1)} MB, its server answers.`);
} finally {
  rmSync(room, { recursive: true, force: true });
}

function packer(...args) {
  const shell = process.platform === 'win32';
  execFileSync('npm', ['exec', '--yes', '--', PACKER, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell,
  });
}

async function checkServer(directory, repository) {
  const { command, args } = bundleCommand(directory, repository);
  const child = spawn(command, args, { cwd: room, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (id, method, params) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const { value = '{}' } = await lines.next();
    const { result } = JSON.parse(value);
    if (!result || result.isError) throw new Error(`${method} failed: ${value}`);
    return result;
  };
  const clientInfo = { name: 'bundle', version: '1' };
  await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  const { tools } = await ask(2, 'tools/list', {});
  const path = 'src/mqtt/client.ts';
  const read = await ask(3, 'tools/call', { name: 'ultragit_read', arguments: { path, anchor: 'connect' } });
  child.stdin.end();
  const { regions } = read.structuredContent;
  if (tools.length !== 4 || regions.length !== 2)
    throw new Error('The server in the bundle answers wrongly.');
}
