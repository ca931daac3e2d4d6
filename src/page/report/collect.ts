import { oneLine } from '../../annotation/sanitise.ts';
import { UltragitError } from '../../errors.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import { annotatedFiles } from '../annotated-files.ts';
import { answerPage, pageFailure } from '../answer-page.ts';
import type { GraphData, PageAnswer, PageFailure, PageQuestion, RepositoryData } from '../data.ts';
import { graph } from '../graph/graph.ts';
import { canonical } from '../question.ts';
import { repository } from '../repository.ts';
import { unitNames } from './unit-names.ts';
import { withoutPlace } from './without-place.ts';

/** What a report has: the answers by their questions, as JSON, and how much of the repository that is. */
export type Collected = {
  questions: ReadonlyMap<string, string>;
  files: number;
  /** Annotated files that found no room. */
  leftOut: number;
  /** Units without a page of their own: to look for each of them in all that is said of its file would take too long. */
  unitsLeftOut: number;
  /** What is to be said about all of it. */
  notices: RepositoryData['notices'];
};

export type CollectOptions = {
  /** A directory or a file; all of it where it is empty. */
  below: string;
  /** Of all answers together, as JSON. */
  mostBytes: number;
  /** Of one file: its regions, times the units that get a page. */
  mostLooks?: number;
  progress?: (done: number, total?: number, message?: string) => void;
};

/** Git works on some files while the answers about others are made. */
const AT_ONCE = 6;
const MOST_LOOKS = 100_000;

/** All that the page may ask about a part of the repository, with its answers, as far as there is room. */
export async function collect(
  snapshot: Snapshot,
  { below, mostBytes, mostLooks = MOST_LOOKS, progress }: CollectOptions,
): Promise<Collected> {
  const data = await repository(snapshot, below);
  const drawn = await graph(snapshot, below);
  const shown = new Set(drawn.nodes.map(({ file }) => file));
  const files = (await annotatedFiles(snapshot, below)).filter(
    ({ path, n }) => n > 0 || shown.has(oneLine(path)),
  );
  const questions = new Map([entry({ about: 'graph' }, drawn)]);
  let left = mostBytes - sizeOf([...questions, entry({ about: 'repository' }, data)]);
  let [leftOut, unitsLeftOut] = [0, 0];
  for (let at = 0; at < files.length; at += AT_ONCE) {
    snapshot.signal?.throwIfAborted();
    const next = files.slice(at, at + AT_ONCE);
    const answers =
      left > 0 ? await Promise.all(next.map(({ path }) => aboutFile(snapshot, path, drawn, mostLooks))) : [];
    for (const which of next.keys()) {
      const found = answers[which];
      const size = found ? sizeOf(found.entries) : Number.POSITIVE_INFINITY;
      if (!found || size > left) {
        leftOut++;
        continue;
      }
      left -= size;
      unitsLeftOut += found.unitsLeftOut;
      for (const [question, answer] of found.entries) questions.set(question, answer);
    }
    progress?.(Math.min(at + AT_ONCE, files.length), files.length, 'Collecting annotated files');
  }
  questions.set(...entry({ about: 'repository' }, { ...data, part: partOf(below, leftOut) }));
  return { questions, files: files.length - leftOut, leftOut, unitsLeftOut, notices: data.notices };
}

type Entry = readonly [question: string, answer: string];

function partOf(below: string, leftOut: number): NonNullable<RepositoryData['part']> {
  return { path: oneLine(below), ...(leftOut > 0 ? { left_out: leftOut } : {}) };
}

/** A file, its units, and what stands around each of them; the page knows how to show a unit that stands alone. */
async function aboutFile(
  snapshot: Snapshot,
  real: string,
  drawn: GraphData,
  mostLooks: number,
): Promise<{ entries: Entry[]; unitsLeftOut: number }> {
  const path = oneLine(real);
  const entries: Entry[] = [];
  const add = async (question: PageQuestion) => {
    const answer = await answered(snapshot, question);
    const isEmpty = 'edges' in answer && answer.edges.length === 0;
    if (!isEmpty) entries.push(entry(question, withoutPlace(answer, snapshot)));
    return answer;
  };
  const file = await add({ about: 'file', path });
  await add({ about: 'graph', path });
  if (!('units' in file)) return { entries, unitsLeftOut: 0 };
  const names = unitNames(file, drawn);
  const { regions_matched: regions = file.read.regions.length } = file.read.stats;
  const shown = names.slice(0, Math.max(1, Math.floor(mostLooks / Math.max(1, regions))));
  for (const anchor of shown) {
    await add({ about: 'unit', path, anchor });
    await add({ about: 'graph', path, anchor });
  }
  return { entries, unitsLeftOut: names.length - shown.length };
}

async function answered(snapshot: Snapshot, question: PageQuestion): Promise<PageAnswer | PageFailure> {
  try {
    return await answerPage(snapshot, question);
  } catch (error) {
    if (error instanceof UltragitError) return pageFailure(error);
    throw error;
  }
}

function entry(question: PageQuestion, answer: PageAnswer | PageFailure): [question: string, answer: string] {
  return [canonical(question), JSON.stringify(answer)];
}

function sizeOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, [question, answer]) => sum + question.length + Buffer.byteLength(answer), 0);
}
