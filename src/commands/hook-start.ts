/** `ultragit hook` as hosts start it. It never fails: some hosts take a failure for a veto. */
import { fstatSync, writeSync } from 'node:fs';
import type { Place } from '../git/repository-state.ts';
import type { Said } from '../hook/ask.ts';
import { type Begun, begin } from '../hook/begin.ts';
import { askedHook, knownItems } from '../hook/known.ts';
import { keepLate } from '../hook/quiet.ts';
import { tell } from '../hook/tell.ts';
import { workingDirectory } from './io.ts';

/** The name of the program's bundle, which has its hash. */
declare const __BUILD__: string;

/** A host waits for the hook, and its agent with it. */
const DEADLINE_MS = 5_000;
const LARGEST_INPUT = 64 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** Decides silence at once, and loads the program only where there may be something to say. */
export async function runHook(words: readonly string[]): Promise<void> {
  const started = Date.now();
  try {
    const surroundings = { words, env: process.env, cwd: workingDirectory(), now: started, build: __BUILD__ };
    const begun = begin(await readInput(DEADLINE_MS), surroundings);
    if ('silent' in begun.verdict) {
      explain(begun, begun.verdict.silent);
      print(1, begun.host.silence);
    } else await speakBy(started + DEADLINE_MS, begun);
  } catch {
    // Nothing to say.
  }
}

/** Whatever happens, the process ends in time, with 0. */
async function speakBy(deadline: number, begun: Begun): Promise<void> {
  const end = (text: string) => {
    print(1, text);
    process.exit(0);
  };
  const giveUp = (why: unknown) => {
    explain(begun, why instanceof Error ? (why.stack ?? why.message) : String(why));
    end(begun.host.silence);
  };
  process.on('uncaughtException', giveUp);
  const tooLate = () => {
    for (const place of placesOf(begun)) keepLate(place, process.env);
    giveUp('It took too long.');
  };
  setTimeout(tooLate, deadline - Date.now());
  try {
    const debug = (reason: string) => explain(begun, reason);
    const asked = askedHook(begun, { env: process.env, build: __BUILD__ });
    const items = knownItems(asked);
    if (items && 'targets' in begun.verdict) {
      end(tell(items, begun.verdict.targets, begun, { env: process.env, debug }));
    }
    const said = await askWhereFirst(begun);
    const { speak } = await import('../hook/speak.ts');
    end(await speak(begun, { env: process.env, clock: Date.now, build: __BUILD__, debug, said, asked }));
  } catch (error) {
    giveUp(error);
  }
}

/** Git looks for the repository while the program loads. */
async function askWhereFirst(begun: Begun): Promise<Said | undefined> {
  const { verdict } = begun;
  const place = 'targets' in verdict ? verdict.targets[0]?.place : undefined;
  if (typeof place !== 'object') return undefined;
  const { askWhere } = await import('../git/discover.ts');
  return { directory: place.root, answer: askWhere(place.root, process.env).catch(() => undefined) };
}

function placesOf({ verdict, useCache }: Begun): Place[] {
  const targets = useCache && 'targets' in verdict ? verdict.targets : [];
  return targets.flatMap(({ place }) => (place === 'unclear' ? [] : [place]));
}

function explain({ verbose }: Begun, reason: string): void {
  if (verbose) print(2, `ultragit hook: ${reason}\n`);
}

/** A host that has closed its end of the pipe wants nothing. */
function print(file: 1 | 2, text: string): void {
  try {
    if (text !== '') writeSync(file, text);
  } catch {
    // Nobody reads it.
  }
}

/** Until the JSON is whole, or for so long: a host may leave the pipe open, and one that writes nothing is not waited for. */
function readInput(patience: number): Promise<string> {
  // A person who tries it out is not waited for.
  if (fstatSync(0).isCharacterDevice()) return Promise.resolve('');
  const { stdin } = process;
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise<string>(resolve => {
    const done = () => resolve(Buffer.concat(chunks).toString());
    const timer = setTimeout(done, patience);
    stdin.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > LARGEST_INPUT || (chunk.length < CHUNK_BYTES && isWhole(chunks))) done();
    });
    for (const event of ['end', 'close', 'error']) stdin.on(event, done);
    timer.unref();
  }).finally(() => stdin.destroy());
}

function isWhole(chunks: readonly Buffer[]): boolean {
  if (!chunks.at(-1)?.toString('latin1').trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(Buffer.concat(chunks).toString());
    return true;
  } catch {
    return false;
  }
}
