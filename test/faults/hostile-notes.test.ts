/**
 * Hostile notes, drawn at random: whatever they hold, every query ends, within a bound on its time and memory, and the server goes on.
 * FAULTS_SEED begins elsewhere, FAULTS_CASES draws more, and a failure names its number: FAULTS_SEED=<number> FAULTS_CASES=1 repeats it.
 */
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/repository.ts';
import { faultsOf } from './support/faults-of.ts';
import { type Hostile, hostileRepository } from './support/hostile-repositories.ts';
import { MeasuredServer, measured, type Used } from './support/measured.ts';

const FIRST = Number(process.env.FAULTS_SEED ?? 0);
const CASES = Number(process.env.FAULTS_CASES ?? 160);
/** So many a test, so that a long run is seen to go on. */
const BATCH = 20;

const calls = ({ file, unit }: Hostile): [string, object][] => [
  ['read', { path: file }],
  ['read', { path: file, anchor: unit, depth: 3 }],
  ['read', { path: file, lines: '1:2' }],
  ['deps', { path: file }],
  ['deps', { path: file, anchor: unit }],
  ['history', { path: file }],
  ['history', { path: file, anchor: unit }],
  ['summary', { path: file }],
  ['summary', { path: '.' }],
];

const commands = ({ file, unit }: Hostile): string[][] => [
  ['why', '--', `${file}:1`],
  ['search', 'session'],
  ['read', '--verbose', '--json', '--', file],
  ['read', '--', file, unit],
  ['deps', '--', file],
  ['history', '--verbose', '--', file],
  ['summary', '.'],
  ['read', '--lines', '1:1', '--no-cache', '--', file],
  ['check', '--json'],
  ['check', 'HEAD'],
];

async function throughServer(hostile: Hostile): Promise<{ faults: string[]; most: Used; count: number }> {
  const server = new MeasuredServer(hostile.repo.path);
  const faults: string[] = [];
  const most = { seconds: 0, megabytes: 0 };
  for (const [tool, args] of calls(hostile)) {
    const what = `${tool} ${JSON.stringify(args)} of the server`;
    const answer = await server.measure(tool, args).catch((error: Error) => error);
    if (answer instanceof Error) return { faults: [...faults, `${what}: ${answer.message}`], most, count: 1 };
    faults.push(...faultsOf(what, answer.text, { seconds: answer.seconds, megabytes: server.megabytes() }));
    most.seconds = Math.max(most.seconds, answer.seconds);
  }
  most.megabytes = server.megabytes();
  // A signal in the middle of a call ends it, too.
  server.ask('summary', { path: '.', max_tokens: 1_000 }).catch(() => undefined);
  server.child.kill('SIGTERM');
  const { code, stderr } = await server.exited;
  if (code !== 0 || stderr !== '') faults.push(`the server ends with ${code}: ${stderr.slice(0, 300)}`);
  if (server.leftBehind().length > 0) faults.push(`the server leaves ${server.leftBehind()}`);
  return { faults, most, count: calls(hostile).length + 1 };
}

function throughCommands(hostile: Hostile, seed: number): { faults: string[]; most: Used; count: number } {
  const home = temporaryDirectory();
  const all = commands(hostile);
  // Those that are no tools always, and the others in turn.
  const chosen = [...all.slice(0, 2), all[2 + (seed % (all.length - 2))]!];
  const most = { seconds: 0, megabytes: 0 };
  const faults = chosen.flatMap(args => {
    const what = `ultragit ${args.join(' ')}`;
    const { status, signal, stdout, stderr, ...used } = measured(hostile.repo.path, home, args);
    most.seconds = Math.max(most.seconds, used.seconds);
    most.megabytes = Math.max(most.megabytes, used.megabytes);
    const ended = [0, 1, 3].includes(status ?? -1)
      ? []
      : [`${what} ends with ${status ?? signal}: ${stderr.slice(0, 300)}`];
    return [...ended, ...faultsOf(what, stdout + stderr, used)];
  });
  return { faults, most, count: chosen.length };
}

const batches = Array.from({ length: Math.ceil(CASES / BATCH) }, (_, at) => FIRST + at * BATCH);

test.for(batches)(
  'every query of every hostile note from %d on ends in time and within its memory',
  async (first, { task }) => {
    const faults: string[] = [];
    const most = { seconds: 0, megabytes: 0 };
    let count = 0;
    const end = Math.min(first + BATCH, FIRST + CASES);
    for (let seed = first; seed < end; seed++) {
      const hostile = await hostileRepository(seed);
      for (const part of [await throughServer(hostile), throughCommands(hostile, seed)]) {
        const found = part.faults.map(text => `${seed} (${hostile.what}): ${text}`);
        // At once: the end of a long run is far away.
        for (const line of found) process.stderr.write(`${line}\n`);
        faults.push(...found);
        most.seconds = Math.max(most.seconds, part.most.seconds);
        most.megabytes = Math.max(most.megabytes, part.most.megabytes);
        count += part.count;
      }
      hostile.repo.remove('.');
    }
    task.meta.cases = count;
    task.meta.figures = `${end - first} notes, ${count} queries, ${faults.length} faults; at most ${most.seconds.toFixed(1)} s of processor time and ${Math.round(most.megabytes)} MB`;
    expect(faults).toEqual([]);
  },
);
