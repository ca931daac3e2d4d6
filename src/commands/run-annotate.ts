/** What `annotate` does: from words, flags and stdin to a note, and how it reads. Loaded when it runs. */
import { withCleanTexts } from '../annotation/sanitise.ts';
import { UltragitError } from '../errors.ts';
import type { Commit } from '../git/parsers.ts';
import { findPath } from '../pipeline/scope/find-path.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { plural, shortId } from '../wording.ts';
import { type Annotating, annotate, completeRegions } from '../write/annotate.ts';
import { draft } from '../write/draft.ts';
import { isSaidInFlags, type RegionFlags, regionOfFlags } from '../write/flags-input.ts';
import { trialWriter, writerFor } from '../write/git.ts';
import { notesTip, noteText } from '../write/notes-ref.ts';
import { type Input, readInput } from '../write/read-input.ts';
import { reportWritten } from './as-read.ts';
import type { Io } from './io.ts';
import { type Place, readingsOf } from './place.ts';
import { commitNamed, inWorkspace, type Opened, readStdin, type WritingFlags, warn } from './writing.ts';

export type AnnotateFlags = WritingFlags &
  RegionFlags & {
    commit?: string;
    about?: boolean;
    replace?: boolean;
    allowSecret?: boolean;
    dryRun?: boolean;
    draft?: boolean;
  };

export function runAnnotate(io: Io, words: readonly string[], flags: AnnotateFlags): Promise<number> {
  return inWorkspace(io, flags, async opened => {
    if (flags.draft) return printDraft(io, opened, words, flags);
    const { commit, input } = await takeInput(io, opened, words, flags);
    await write(io, opened, flags, {
      commit,
      regions: input.regions,
      head: input.head,
      about: flags.about ?? false,
      replace: flags.replace ?? false,
      allowSecret: flags.allowSecret ?? false,
      now: new Date(),
    });
    warn(io, input.warnings);
    return 0;
  });
}

type Taken = { commit: Commit; input: Input };

async function takeInput(
  io: Io,
  opened: Opened,
  words: readonly string[],
  flags: AnnotateFlags,
): Promise<Taken> {
  const { snapshot } = opened;
  if (isSaidInFlags(flags)) {
    const commit = await commitNamed(snapshot, flags.commit);
    const { lines = flags.lines, ...place } = await placeNamed(opened, commit, words);
    if (!isSaidInFlags({ ...flags, lines: undefined })) throw nothingSaid();
    if (lines !== flags.lines && flags.lines !== undefined) {
      throw new UltragitError('usage', 'The lines are named twice.', ['Leave --lines out.']);
    }
    const region = await regionOfFlags(snapshot, commit, place, { ...flags, lines });
    return { commit, input: await readInput(JSON.stringify(region)) };
  }
  const [first, ...others] = words;
  if (others.length > 0) throw nothingSaid();
  const input = await readInput(await readStdin(io, first === '-'));
  const named = first === '-' ? flags.commit : (first ?? flags.commit);
  return { commit: await commitOf(snapshot, named, input.commit), input };
}

function nothingSaid(): UltragitError {
  return new UltragitError('usage', 'A path and a unit need something that is said about them.', [
    'Say at least what it is for: --intent "…"',
  ]);
}

/** A path may be relative to the current directory, with a unit or lines behind it. */
async function placeNamed(
  { snapshot: { repository }, directory }: Opened,
  commit: Commit,
  [word, anchor, ...others]: readonly string[],
): Promise<Place> {
  if (word === undefined || others.length > 0) {
    throw new UltragitError('usage', 'Name one path and one unit of it.', [
      'For example: ultragit annotate src/a.ts parse --intent "…"; another commit than HEAD: --commit',
    ]);
  }
  const named = anchor === undefined ? {} : { anchor };
  const readings = readingsOf(word).filter(reading => anchor === undefined || reading.anchor === undefined);
  for (const { path, ...part } of readings) {
    const found = await findPath(path, repository, commit, directory);
    if (found.exists) return { ...named, ...part, path: found.path };
  }
  return { ...named, path: (await findPath(word, repository, commit, directory)).path };
}

/** The one that was named, else the one that a draft was made for. */
async function commitOf(
  snapshot: Snapshot,
  named: string | undefined,
  said: string | undefined,
): Promise<Commit> {
  const written = said ? await commitNamed(snapshot, said) : undefined;
  const asked = named === undefined && written ? written : await commitNamed(snapshot, named);
  if (!written || written.id === asked.id) return asked;
  throw new UltragitError(
    'bad_annotation',
    `The input is about ${shortId(written.id)}, not ${shortId(asked.id)}.`,
    ['Leave the commit out, or take "commit" out of the input.'],
  );
}

async function printDraft(
  io: Io,
  { snapshot }: Opened,
  words: readonly string[],
  flags: AnnotateFlags,
): Promise<number> {
  const { repository, settings } = snapshot;
  const commit = await commitNamed(snapshot, words[0] ?? flags.commit);
  const writer = writerFor(repository, io.env);
  const note = await noteText(writer, await notesTip(writer, settings.noteref), commit.id);
  const { document, regions, annotated } = await draft(snapshot, commit, settings.noteref, note);
  io.stdout.write(`${JSON.stringify(withCleanTexts(document), null, 2)}\n`);
  const left =
    annotated > 0 ? [`${plural(annotated, 'unit')} left out: annotated on this commit already.`] : [];
  const none =
    regions === 0 && annotated === 0 ? ['This commit changes no text that could be annotated.'] : [];
  warn(io, [...left, ...none]);
  return 0;
}

async function write(io: Io, opened: Opened, flags: AnnotateFlags, asked: Annotating): Promise<void> {
  const { repository, settings } = opened.snapshot;
  const complete = { ...asked, regions: await completeRegions(opened.snapshot, asked) };
  const dryRun = flags.dryRun ?? false;
  const writer = dryRun ? trialWriter(repository, io.env) : writerFor(repository, io.env);
  const tip = await annotate(writer, settings.noteref, complete, { dryRun });
  const what = plural(complete.regions.length, 'region');
  const { regions } = complete;
  await reportWritten(io, opened, {
    $schema: 'ultragit-annotate/v1',
    dryRun,
    tip,
    commit: asked.commit.id,
    what,
    regions,
  });
}
