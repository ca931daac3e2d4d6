import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { changeFile } from '../../src/install/config/write.ts';
import { CLI, sandbox } from './support.ts';

const numbers = Array.from({ length: 20 }, (_, index) => index);

/** More than one each: then writers meet between comparing and renaming, where one without a claim loses lines. */
const linesOf = (number: number) => Array.from({ length: 15 }, (_, at) => `w${number}-${at}`);

async function ended(args: string[], options: { cwd: string; env: Record<string, string> }) {
  const child = spawn(process.execPath, args, { ...options, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  return code;
}

test('20 writers at once lose nothing, even when a dead one left its claim', async () => {
  const box = sandbox();
  const worker = join(box.base, 'worker.mjs');
  buildSync({
    entryPoints: [fileURLToPath(new URL('./append-worker.ts', import.meta.url))],
    outfile: worker,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  const path = box.write('list.txt', 'first\n');
  box.write('.list.txt.ultragit-tmp/0123456789ab', 'half');
  utimesSync(join(box.repo, '.list.txt.ultragit-tmp'), new Date(), new Date(0));
  const codes = await Promise.all(
    numbers.map(number => ended([worker, path, ...linesOf(number)], { cwd: box.repo, env: box.env })),
  );
  expect(codes).toEqual(numbers.map(() => 0));
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines[0]).toBe('first');
  expect(lines.slice(1).sort()).toEqual(numbers.flatMap(linesOf).sort());
  expect(readdirSync(box.repo).sort()).toEqual(['.git', 'list.txt']);
});

test('20 installs into one file, for hosts with different keys, all arrive', async () => {
  const box = sandbox();
  const path = box.write('shared.json', '{\n  "mine": true // stays\n}\n');
  const hosts = ['claude-code', 'vscode', 'opencode', 'zed'];
  const args = (number: number) => [
    CLI,
    'mcp',
    'install',
    '--config',
    path,
    '--host',
    hosts[number % 4] ?? '',
  ];
  const codes = await Promise.all(
    numbers.map(number => ended(args(number), { cwd: box.repo, env: box.env })),
  );
  expect(codes).toEqual(numbers.map(() => 0));
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('"mine": true, // stays');
  for (const key of ['mcpServers', 'servers', 'mcp', 'context_servers'])
    expect(text).toContain(`"${key}": {`);
  expect(text.match(/"ultragit": \{/g)).toHaveLength(4);
});

test('the change of a program that makes no claim is kept', async () => {
  const box = sandbox();
  const path = box.write('list.txt', 'first\n');
  let checks = 0;
  await changeFile(path, old => `${old}ours\n`, {
    mode: 0o600,
    empty: '',
    removeDirectory: false,
    // Called with the new text on the disk, before it takes the old one's place.
    check: () => {
      if (checks++ === 0) appendFileSync(path, 'theirs\n');
    },
  });
  expect(readFileSync(path, 'utf8')).toBe('first\ntheirs\nours\n');
});

test('a writer that was taken for dead writes nothing, and tries again', async () => {
  const box = sandbox();
  const path = box.write('list.txt', 'first\n');
  let checks = 0;
  await changeFile(path, old => `${old}ours\n`, {
    mode: 0o600,
    empty: '',
    removeDirectory: false,
    // Another writer removed the claim and has its own, with a half-written file in it.
    check: () => {
      const claim = join(box.repo, '.list.txt.ultragit-tmp');
      if (checks++ > 0) return;
      rmSync(claim, { recursive: true });
      box.write(join(claim, '0123456789ab'), 'half');
      utimesSync(claim, new Date(), new Date(Date.now() - 4_500));
    },
  });
  expect(checks).toBe(2);
  expect(readFileSync(path, 'utf8')).toBe('first\nours\n');
  expect(readdirSync(box.repo).sort()).toEqual(['.git', 'list.txt']);
});
