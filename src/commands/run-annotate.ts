/** What `annotate` does: from words, flags and stdin to a note, and how it reads. Loaded when it runs. */
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
    const place = await placeNamed(opened, commit, words);
    const region = await regionOfFlags(snapshot, commit, place, flags);
    return { commit, input: await readInput(JSON.stringify(region)) };
  }
  const [first, ...others] = words;
  if (others.length > 0) {
    throw new UltragitError('usage', 'A path and a unit need something that is said about them.', [
      'Say at least what it is for: --intent "…"',
    ]);
  }
  const input = await readInput(await readStdin(io, first === '-'));
  const named = first === '-' ? flags.commit : (first ?? flags.commit);
  return { commit: await commitOf(snapshot, named, input.commit), input };
}

/** A path may be relative to the current directory; `path::unit` is both in one word. */
async function placeNamed(
  { snapshot: { repository }, directory }: Opened,
  commit: Commit,
  [word, ...others]: readonly string[],
): Promise<string[]> {
  if (word === undefined || others.length > 1) {
    throw new UltragitError('usage', 'Name one path and one unit of it.', [
      'For example: ultragit annotate src/a.ts parse --intent "…"; another commit than HEAD: --commit',
    ]);
  }
  const whole = await findPath(word, repository, commit, directory);
  const [, path, unit] = /^(.+?)::(.+)$/.exec(word) ?? [];
  if (whole.exists || others.length > 0 || path === undefined || unit === undefined)
    return [whole.path, ...others];
  return [(await findPath(path, repository, commit, directory)).path, unit];
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
  io.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
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
