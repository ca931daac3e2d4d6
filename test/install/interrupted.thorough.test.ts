import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLI, hasStrace, type Sandbox, STRACE, sandbox } from './support.ts';

const CALLS = ['mkdir', 'openat', 'pwrite64', 'fsync', 'fchmod', 'fchown', 'rename', 'rmdir'];
const OLD = '{\n  "mcpServers": {\n    "other": {"command": "x"}\n  }\n}\n';

type Step = { call: string; when: number };

/** Runs one install under strace and lists its calls that concern the config, each by its count. */
function steps(): Step[] {
  const box = boxed();
  const counts = new Map<string, number>();
  return traced(box, ['-e', `trace=${CALLS}`]).log.flatMap(line => {
    const call = /^\w+/.exec(line)?.[0];
    if (!call || !CALLS.includes(call)) return [];
    const when = (counts.get(call) ?? 0) + 1;
    counts.set(call, when);
    return concerns(box, line) ? [{ call, when }] : [];
  });
}

const concerns = (box: Sandbox, line: string): boolean =>
  line.includes('.mcp.json') || line.includes(`"${box.repo}"`) || /^\w+\(\d+<[^>]*\/repo>/.test(line);

function boxed(): Sandbox {
  const box = sandbox();
  box.write('.mcp.json', OLD);
  return box;
}

/** Without -f: the main thread alone, which does all the writing. */
function traced(box: Sandbox, options: string[]) {
  const file = join(box.base, 'strace.log');
  const args = ['-y', '-o', file, ...options, process.execPath, CLI, 'mcp', 'install'];
  const { status, stderr } = spawnSync(STRACE, args, {
    cwd: box.repo,
    env: box.env,
    encoding: 'utf8',
    timeout: 600_000,
    killSignal: 'SIGKILL',
  });
  return { status, stderr, log: readFileSync(file, 'utf8').split('\n') };
}

/** Undefined when the fault hit another call than it was meant for: node's own calls may vary a little. */
function inject({ call, when }: Step, fault: string) {
  const box = boxed();
  const { log, ...run } = traced(box, ['-e', `trace=${call}`, '-e', `inject=${call}:${fault}:when=${when}`]);
  const hit = log.filter(line => line.startsWith(call)).at(when - 1) ?? '';
  if (!concerns(box, hit)) return undefined;
  return { box, run, text: readFileSync(join(box.repo, '.mcp.json'), 'utf8') };
}

const isNew = (text: string) => text !== OLD && JSON.parse(text).mcpServers.ultragit.command === 'ultragit';

/** The next run, some seconds later, installs and leaves nothing of the interrupted one. */
function mended(box: Sandbox, where: string): void {
  const claim = join(box.repo, '..mcp.json.ultragit-tmp');
  if (existsSync(claim)) utimesSync(claim, new Date(), new Date(Date.now() - 10_000));
  expect(box.run('install').code, where).toBe(0);
  expect(isNew(readFileSync(join(box.repo, '.mcp.json'), 'utf8')), where).toBe(true);
  expect(readdirSync(box.repo).sort(), where).toEqual(['.git', '.mcp.json']);
  expect(box.run('uninstall').code, where).toBe(0);
  expect(readFileSync(join(box.repo, '.mcp.json'), 'utf8'), where).toBe(OLD);
  expect(readdirSync(box.repo).sort(), where).toEqual(['.git', '.mcp.json']);
}

test.skipIf(!hasStrace)('killed at any step, the file is old or new, and the next run mends all', () => {
  const seen = steps().flatMap(step => {
    const killed = inject(step, 'signal=SIGKILL');
    if (!killed) return [];
    const { box, text } = killed;
    const where = `${step.call} ${step.when}`;
    expect(text === OLD || isNew(text), where).toBe(true);
    mended(box, where);
    return [{ call: step.call, old: text === OLD }];
  });
  expect(seen).toEqual(
    expect.arrayContaining([
      { call: 'pwrite64', old: true },
      { call: 'fsync', old: true },
      { call: 'rename', old: true },
      { call: 'rmdir', old: false },
    ]),
  );
});

test.skipIf(!hasStrace)('a full disk at any step leaves the old or the new file', () => {
  const failed = steps().flatMap(step => {
    const hit = inject(step, 'error=ENOSPC');
    if (!hit) return [];
    const { box, run, text } = hit;
    const where = `${step.call} ${step.when}: ${run.stderr}`;
    if (run.status === 0) expect(isNew(text), where).toBe(true);
    else {
      expect(run.stderr, where).toMatch(/could not be (written|read)/);
      expect(text, where).toBe(OLD);
    }
    // Where not even the clean-up may open or remove a file, the next run does it.
    if (['openat', 'rmdir'].includes(step.call)) mended(box, where);
    expect(readdirSync(box.repo).sort(), where).toEqual(['.git', '.mcp.json']);
    return run.status === 0 ? [] : [step.call];
  });
  expect(failed).toEqual(expect.arrayContaining(['mkdir', 'openat', 'pwrite64', 'fsync', 'rename']));
});
