/** Asks about the files of a call, and keeps for the next time which of them have nothing to say. */

import { dirname, relative, sep } from 'node:path';
import type { LineRange } from '../annotation/schema.ts';
import { UltragitError } from '../errors.ts';
import type { Whereabouts } from '../git/discover.ts';
import type { Looked } from '../kept/asked.ts';
import type { FileName } from '../pipeline/history/file-names.ts';
import { lineSpan } from '../pipeline/lines/range.ts';
import { findRegions } from '../pipeline/notes/find-regions.ts';
import { lookUp } from '../pipeline/notes/look-up.ts';
import { isTakenBack, withCorrections } from '../pipeline/notes/with-corrections.ts';
import { type FileRegions, regions } from '../pipeline/regions.ts';
import { scope } from '../pipeline/scope/scope.ts';
import { isWhole, type Snapshot, snapshotAt } from '../pipeline/snapshot.ts';
import type { ReadAnswer } from '../query/read/answer.ts';
import { run as read } from '../query/read/run.ts';
import { Workspace } from '../query/workspace.ts';
import { editedLines } from './edited-lines.ts';
import type { ToolCall } from './event.ts';
import { keepQuiet, type Quiet } from './quiet.ts';
import type { ResolvedTarget } from './resolve-target.ts';
import { stateOf } from './silence.ts';

/** What git says of a directory, where it was asked already. */
export type Said = { directory: string; answer: Promise<Whereabouts | undefined> };

export type AskOptions = {
  env: Readonly<Record<string, string | undefined>>;
  clock: () => number;
  build: string;
  useCache: boolean;
  /** Told why a file is passed over. */
  debug: (reason: string) => void;
  said?: Said;
  /** Kept up to date, for the moment at which the hook must end. */
  soFar?: SoFar;
};

/** What is known while files are asked about, one after the other. */
export type SoFar = {
  answers: FileAnswers[];
  /** The file in turn; none while a repository is opened. */
  target?: ResolvedTarget;
  /** Files that notes name and that were not answered yet. */
  named: Map<ResolvedTarget, Named>;
  /** Leaves what was found out to the next process. */
  keep?: () => void;
};

/** A file by the name that it has in its repository, and what notes lay down under that name, wherever that is today. */
type Named = { name: string; recorded: readonly { about: string; text: string }[] };

/** What a file has to say about its part of a call: an answer for each part of it that is concerned. */
export type FileAnswers = { target: ResolvedTarget; answers: ReadAnswer[] };

/** `looked` is what the answers were made of, where all of them are there and from one repository. */
type AllAnswers = { answers: FileAnswers[]; looked?: Looked };

export async function ask(
  targets: readonly ResolvedTarget[],
  moment: ToolCall['moment'],
  options: AskOptions,
): Promise<AllAnswers> {
  const all: AllAnswers[] = [];
  for (const [directory, group] of byRepository(targets)) {
    try {
      all.push(await askIn(directory, group, moment, options));
    } catch (error) {
      options.debug(`${directory}: ${error instanceof Error ? error.message : error}`);
      all.push({ answers: [] });
    }
  }
  const [only, ...others] = all;
  return only && others.length === 0 ? only : { answers: all.flatMap(({ answers }) => answers) };
}

function byRepository(targets: readonly ResolvedTarget[]): Map<string, ResolvedTarget[]> {
  const groups = new Map<string, ResolvedTarget[]>();
  for (const target of targets) {
    const directory = target.place === 'unclear' ? dirname(target.path) : target.place.root;
    groups.set(directory, [...(groups.get(directory) ?? []), target]);
  }
  return groups;
}

async function askIn(
  directory: string,
  targets: readonly ResolvedTarget[],
  moment: ToolCall['moment'],
  options: AskOptions,
): Promise<AllAnswers> {
  const { env, useCache } = options;
  const state = () => stateNow(targets[0], options);
  const before = state();
  const said = options.said?.directory === directory ? options.said.answer : undefined;
  const reading = { strictConfig: false, useCache, reading: 'by page' } as const;
  const about = targets.map(target => target.path).join('\0');
  const workspace = await Workspace.open({ directory, env, said, about, ...reading });
  if (options.soFar) options.soFar.keep = () => workspace.keepKnowledge();
  try {
    const { answer, seen } = await workspace.askWatched({}, async snapshot => {
      const found = await look(snapshot, targets, moment, options);
      return { ...found, quiet: isWhole(snapshot) ? found.quiet : undefined };
    });
    const { answers, quiet } = answer;
    const [place] = targets.map(target => target.place);
    const after = state();
    const isSame = before && after?.text === before.text && after.times() === before.times();
    if (useCache && quiet && isSame && before.isSettled && typeof place === 'object') {
      keepQuiet(place, before.text, quiet, env);
    }
    return { answers, looked: { seen, location: workspace.repository.location } };
  } finally {
    workspace.close();
    workspace.keepKnowledge();
  }
}

function stateNow(target: ResolvedTarget | undefined, { env, build, clock }: AskOptions) {
  const state = target && stateOf(target.place, { env, build, now: clock() });
  return typeof state === 'object' ? state : undefined;
}

async function look(
  snapshot: Snapshot,
  targets: readonly ResolvedTarget[],
  moment: ToolCall['moment'],
  { debug, soFar = { answers: [], named: new Map() } }: Pick<AskOptions, 'debug' | 'soFar'>,
): Promise<{ answers: FileAnswers[]; quiet: Quiet | undefined }> {
  if (snapshot.index.size === 0) {
    debug('Nothing is annotated in this repository.');
    return { answers: [], quiet: { everything: true, paths: [] } };
  }
  const answers: FileAnswers[] = [];
  const paths: string[] = [];
  for (const [target, name] of namedIn(snapshot, targets)) soFar.named.set(target, { name, recorded: [] });
  for (const target of targets) {
    soFar.target = target;
    await noteRecorded(snapshot, target, soFar);
    const found = target.isLate ? undefined : await lookAt(snapshot, target, moment, debug);
    if (found === undefined) continue;
    soFar.named.delete(target);
    if (found === 'quiet') paths.push(target.path);
    else for (const list of [answers, soFar.answers]) list.push({ target, answers: found });
  }
  soFar.target = undefined;
  return { answers, quiet: paths.length > 0 ? { everything: false, paths } : undefined };
}

/** What is said of the lines of an edit; `quiet` where nothing ever is, as long as HEAD is what it is. */
async function lookAt(
  snapshot: Snapshot,
  { path, action }: ResolvedTarget,
  moment: ToolCall['moment'],
  debug: AskOptions['debug'],
): Promise<ReadAnswer[] | 'quiet'> {
  const file = await scope(snapshot, { path }).catch(unlessKnown(debug));
  if (!file) return [];
  const whole = isNamed(snapshot, [{ name: file.path }]) ? undefined : await regions(snapshot, { path });
  if (whole && isBare(snapshot, whole)) {
    debug(`${file.path}: nothing is annotated in this file.`);
    return (await isBareInHead(snapshot, whole)) ? 'quiet' : [];
  }
  const ranges = editedLines(action, moment, file.data);
  debug(`${file.path}: asking about ${ranges?.map(lineSpan).join(', ') ?? 'the whole file'}.`);
  return readEach(snapshot, path, ranges);
}

async function noteRecorded(snapshot: Snapshot, target: ResolvedTarget, { named }: SoFar): Promise<void> {
  const known = named.get(target);
  if (known) named.set(target, { ...known, recorded: await recordedUnder(snapshot, known.name) });
}

/** What is in force of that, without a look at the code: no more than the index, the notes and the graph are read. */
async function recordedUnder(snapshot: Snapshot, name: string): Promise<Named['recorded']> {
  const now = { commit: snapshot.head, path: name };
  const { found } = await findRegions(snapshot, [{ name }], new Set(), now);
  return found
    .filter(({ region }) => region.file === name)
    .flatMap(({ region }) =>
      withCorrections(region)
        .filter(constraint => !isTakenBack(constraint))
        .map(({ text }) => ({ about: region.ast_anchor?.name ?? 'This file', text })),
    );
}

/** Most files that have something to say are named by a note as they are called today. */
function namedIn(
  snapshot: Snapshot,
  targets: readonly ResolvedTarget[],
): (readonly [ResolvedTarget, string])[] {
  const { root = '' } = snapshot.repository.location;
  return targets
    .map(target => [target, relative(root, target.path).replaceAll(sep, '/')] as const)
    .filter(([, name]) => isNamed(snapshot, [{ name }]));
}

/** A file that can't be read says nothing; the others may. */
function unlessKnown(debug: AskOptions['debug']): (error: unknown) => undefined {
  return error => {
    if (!(error instanceof UltragitError)) throw error;
    debug(error.message);
  };
}

async function readEach(
  snapshot: Snapshot,
  path: string,
  ranges: readonly LineRange[] | undefined,
): Promise<ReadAnswer[]> {
  const query = { path, depth: 0, messages: false };
  const options = { audience: 'agent' as const };
  if (!ranges) return [await read(snapshot, query, options)];
  const answers: ReadAnswer[] = [];
  for (const range of ranges)
    answers.push(await read(snapshot, { ...query, lines: lineSpan(range) }, options));
  return answers;
}

function isNamed({ index }: Snapshot, names: readonly FileName[]): boolean {
  const isMeant = ({ name }: FileName) =>
    index.byDependency(name).length > 0 || index.byConcern(name).length > 0;
  return names.some(isMeant) || lookUp(index, names).size > 0;
}

/** No note can be found by a name of the file, and no other file may have lost something to it. */
function isBare(snapshot: Snapshot, { excluded, located, origins, names, notes }: FileRegions): boolean {
  if (excluded) return true;
  const isFound = located.length > 0 || notes.unreachable.length > 0 || origins.length > 0;
  return !isFound && !isNamed(snapshot, names);
}

/** Lines that were deleted on disk may come back: only what holds for all lines of HEAD holds for any edit. */
async function isBareInHead(snapshot: Snapshot, file: FileRegions): Promise<boolean> {
  const { scope, excluded } = file;
  if (excluded || !scope.committed || !scope.edits) return true;
  const { head } = snapshot;
  return isBare(snapshot, await regions(snapshotAt(snapshot, head), { path: scope.path, rev: head }));
}
