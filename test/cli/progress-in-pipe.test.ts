// Long work in a pipe says on stderr that it goes on; stdout has the answer alone.
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { progressOn, withProgressInPipe } from '../../src/commands/progress.ts';
import { PROGRESS_DEADLINES } from '../../src/deadlines.ts';
import { ultragit } from '../support/cli.ts';
import { FakeGit } from '../support/fake-git.ts';
import { temporaryHome } from '../support/home.ts';
import { about } from '../support/hook.ts';
import { IMPATIENT } from '../support/patient.ts';
import { buildRepository, temporaryDirectory } from '../support/repository.ts';

const { first, again } = PROGRESS_DEADLINES;
const FILE = 'src/mqtt/client.ts';
const LINE =
  /^(Asking git|Carrying annotations|Sharing annotations|Looking|[A-Z][a-z ]+: \d+ of \d+).* \(\d+ s\)$/m;

afterEach(() => {
  vi.useRealTimers();
});

function pipe() {
  vi.useFakeTimers();
  const said: string[] = [];
  return { said, io: { stderr: { write: (text: string) => said.push(text) } } };
}

test('a line after two seconds and then every few, with the last that was counted', () => {
  const { said, io } = pipe();
  const { report, clear } = progressOn(io);
  report(1, 9, 'Reading the notes');
  vi.advanceTimersByTime(first - 1);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(1);
  const seconds = (time: number) => Math.round(time / 1_000);
  expect(said).toEqual([`Reading the notes: 1 of 9 (${seconds(first)} s)\n`]);
  report(2, 9, 'Reading the notes');
  vi.advanceTimersByTime(again - 1);
  expect(said).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(said[1]).toBe(`Reading the notes: 2 of 9 (${seconds(first + again)} s)\n`);
  clear();
  vi.advanceTimersByTime(10 * again);
  expect(said).toHaveLength(2);
});

test('work that leaves no time for timers says it at a step', () => {
  const { said, io } = pipe();
  const { report, clear } = progressOn(io);
  vi.setSystemTime(Date.now() + first);
  report(5);
  report(6);
  expect(said).toEqual([expect.stringMatching(/^Working: 5 \(/)]);
  clear();
});

test('where git may ask something on a terminal, nothing is said there', async () => {
  const { said, io } = pipe();
  const stderr = { ...io.stderr, isTTY: true };
  await withProgressInPipe({ stderr }, 'Sharing …', async () => vi.advanceTimersByTime(10 * first));
  expect(said).toEqual([]);
  const failing = withProgressInPipe(io, 'Sharing …', async () => {
    vi.advanceTimersByTime(first);
    throw new Error('No.');
  });
  await expect(failing).rejects.toThrow('No.');
  vi.advanceTimersByTime(10 * again);
  expect(said).toHaveLength(1);
});

type Victim = 'cat-file' | 'config' | 'blame';

async function slow(victim: Victim) {
  const repo = await buildRepository('mqtt-client');
  repo.git('repack', '-adq');
  repo.git('remote', 'add', 'origin', repo.path);
  const git = new FakeGit();
  git.breaks('hang', victim);
  const env = { PATH: git.path, HOME: temporaryHome(), ...IMPATIENT };
  return { repo, run: (args: string[], input = '') => ultragit(repo, args, { env, input }) };
}

test.each<[Victim, string[]]>([
  ['cat-file', ['summary', '.']],
  ['cat-file', ['search', 'packet', '--json']],
  ['cat-file', ['check', 'HEAD~1..HEAD']],
  ['cat-file', ['report', '--out', join(temporaryDirectory(), 'report.html')]],
  ['cat-file', ['carry', 'HEAD~2..HEAD~1', '--onto', 'HEAD']],
  ['cat-file', ['doctor']],
  ['config', ['sync']],
  ['blame', ['read', FILE]],
])('while %s hangs: %j', async (victim, args) => {
  const { run } = await slow(victim);
  const { stdout, stderr } = run(args);
  expect(stderr).toMatch(LINE);
  expect(stdout).not.toMatch(LINE);
});

test('the hook and the server, which hosts read, say nothing of it', async () => {
  const { repo, run } = await slow('cat-file');
  const edit = about('Edit', { file_path: join(repo.path, FILE), old_string: 'return', new_string: 'x' });
  expect(run(['hook'], JSON.stringify(edit)).stderr).toBe('');
  const ask = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const opening = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  };
  const call = { name: 'ultragit_summary', arguments: { path: '.' } };
  const served = run(['mcp', 'start'], ask(1, 'initialize', opening) + ask(2, 'tools/call', call));
  expect(served.stdout).toContain('"id":2');
  expect(served.stderr).not.toMatch(LINE);
});
