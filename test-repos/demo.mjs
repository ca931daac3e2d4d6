// The 30-second tour: builds the sample repository in a temporary folder and asks about one method.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildRepository } from './build-repository.mjs';

const cli = resolve(dirname(fileURLToPath(import.meta.url)), '../dist/cli.js');
const room = mkdtempSync(join(tmpdir(), 'ultragit-demo-'));
const sample = join(room, 'mqtt-client');

function show(...args) {
  console.log(`\n$ ultragit ${args.join(' ')}\n`);
  execFileSync(process.execPath, [cli, ...args, '--no-cache', '--format', 'pretty'], {
    cwd: sample,
    stdio: 'inherit',
  });
}

try {
  buildRepository('mqtt-client', sample);
  console.log('A small MQTT client, with 10 commits and the annotations that its team kept in git notes.');
  console.log('You are about to change MqttClient::connect. What should you know?');
  show('read', 'src/mqtt/client.ts', 'MqttClient::connect');
  console.log(`
What to notice:
- the first lines say what connect() is for; "Must hold" is what you must not break;
- the state compares the annotated lines with today's file: the first annotation is intact although its
  lines moved; of the second, 22 % were edited, and "Still true?" says by which commit;
- a constraint that no longer holds stands under "Taken back", with who said so, and why;
- "Other code relies on this" names the code that would break silently.

Next: ultragit deps, history and summary answer in the same way; ultragit mcp install gives all four
to your coding agent.`);
} finally {
  rmSync(room, { recursive: true, force: true });
}
