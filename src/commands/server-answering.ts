/** Who answers the calls of a server: what is known is given again, the rest is worked out in a thread that can be ended. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { KnownAnswers } from '../kept/known-answers.ts';
import type { Answering, Closable, WithPage } from '../mcp/answering.ts';
import { knownFirst } from '../mcp/known-first.ts';
import { placesFor } from '../mcp/places.ts';
import type { WorkerData } from '../mcp/worker/answer-queries.ts';

/** The name of the program's bundle, which has its hash; the bundle itself is told by its address. */
declare const __BUILD__: string | undefined;
const BUILD = typeof __BUILD__ === 'string' ? __BUILD__ : basename(import.meta.url);

/** Beside the bundle that this is in. */
const WORKER = new URL('./worker.js', import.meta.url);
const TOOLS_LIST = new URL('./tools.json', import.meta.url);

export type ClosableAnswering = Answering & WithPage & Closable;

type Options = {
  surroundings: WorkerData;
  onBug: (error: unknown) => void;
  /** Around what works answers out. */
  around?: (calls: ClosableAnswering) => ClosableAnswering;
};

export async function serverAnswering({ surroundings, onBug, around }: Options): Promise<ClosableAnswering> {
  const { StoppableCalls } = await import('../mcp/worker/stoppable-calls.ts');
  const calls = new StoppableCalls({ script: WORKER, data: surroundings, knownList, onBug });
  const { env } = process;
  const [directory = ''] = placesFor({ ...surroundings, env });
  const known = new KnownAnswers({ directory, env, noteref: surroundings.noteref, build: BUILD });
  return knownFirst(around ? around(calls) : calls, known);
}

/** Of the repository, without git. */
export async function sourcesKnownIn(surroundings: WorkerData) {
  const { env } = process;
  const { knownSources } = await import('../index/known-sources.ts');
  return knownSources(placesFor({ ...surroundings, env }), { ...surroundings, env });
}

/** As the build made it. */
function knownList(): string | undefined {
  try {
    return readFileSync(TOOLS_LIST, 'utf8');
  } catch {
    return undefined;
  }
}
