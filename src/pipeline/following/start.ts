import { UltragitError } from '../../errors.ts';
import { type Commit, isAbsent } from '../../git/parsers.ts';
import type { FileName } from '../history/file-names.ts';
import { lastWord } from '../lines/mentions.ts';
import { annotatedVersion } from '../locate/annotated-version.ts';
import { parsedToday, parsedVersion } from '../locate/parsed-version.ts';
import { type FoundRegion, isOfWholeCommit } from '../notes/find-regions.ts';
import { type Scope, scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';
import { alike } from '../units/alike.ts';
import { compareLines } from '../units/compare-lines.ts';
import { bodyOf, type Parsed } from '../units/parsed.ts';
import { subjectIn } from '../units/subject.ts';
import { follow, type Move } from './follow.ts';
import { type Held, placed } from './within-file.ts';

/** What a region is about, in the version that it was written for, and the commit of this history that it is followed from. */
export type Start = { written: Held; held: Held; since: Commit };

/** Undefined where it is about no part of a file, or nothing tells which. */
export async function startOf(
  snapshot: Snapshot,
  found: FoundRegion,
  names: readonly FileName[],
): Promise<Start | undefined> {
  const { region, commit } = found;
  if (isOfWholeCommit(found) || isAbsent(commit)) return undefined;
  if (!region.lines && (!region.ast_anchor || region.ast_anchor.unit_type === 'file')) return undefined;
  const version = await annotatedVersion(snapshot, found, names);
  const parsed = version && (await parsedVersion(snapshot, version));
  const subject = parsed && subjectIn(parsed, region.lines, region.ast_anchor);
  if (!subject) return undefined;
  const written = { version, parsed, subject };
  const held = found.recovered ? await inHistory(snapshot, written, commit) : written;
  return held && { written, held, since: commit };
}

/** What was written for a commit that is not in this history, in the commit that stands for it. */
async function inHistory(
  snapshot: Snapshot,
  { version, parsed, subject }: Held,
  commit: Commit,
): Promise<Held | undefined> {
  const entry = await snapshot.repository.entryAt(commit, version.path);
  if (!entry?.mode.startsWith('100')) return undefined;
  const there = { ...version, blob: entry.id };
  const now = await parsedVersion(snapshot, there);
  return now && placed(parsed, subject, there, now);
}

/** Where a region is in the files as the caller sees them, and how it got there. */
export type Today = { path: string; held: Held; scope: Scope; moves: readonly Move[] };

/** Follows a region to today; `here` is the file in question, which is open already. Undefined where that can't be told. */
export async function today(
  snapshot: Snapshot,
  start: Start,
  here?: Scope,
): Promise<Today | 'gone' | undefined> {
  const found = await follow(snapshot, start.held, start.since);
  if (!('version' in found)) return found.goneSince === undefined ? undefined : 'gone';
  const { path } = found.version;
  const scope = path === here?.path && !here.gone ? here : await open(snapshot, path);
  const held = scope && (await seenIn(scope, found));
  if (!held) return undefined;
  const place = { path, held, scope, moves: found.moves };
  return isRecognisable(start, place) ? place : 'gone';
}

/** Lower, and code that was rewritten under another name keeps annotations that nobody would look for there. */
const LEAST_RECOGNISABLE = 0.25;

/** With another name, and none of the lines that were annotated, code must at least sound like it. */
function isRecognisable(start: Start, place: Today): boolean {
  const { parsed, subject } = start.written;
  const [then, now] = [subject.unit, place.held.subject.unit];
  if (then && now && lastWord(then.name) === lastWord(now.name)) return true;
  const { changed, total } = comparedWith(start, place);
  if (changed < total || !then || !now) return changed < total;
  return alike(bodyOf(parsed, then), bodyOf(place.held.parsed, now)) >= LEAST_RECOGNISABLE;
}

/** In the file on disk, which may have been edited. */
async function seenIn(scope: Scope, found: Held): Promise<Held | undefined> {
  if (scope.id === found.version.blob) return found;
  const now: Parsed = await parsedToday(scope);
  return placed(found.parsed, found.subject, { path: scope.path, blob: scope.id }, now);
}

/** Undefined for what is no file that can be read. */
export async function open(snapshot: Snapshot, path: string): Promise<Scope | undefined> {
  try {
    return await scope(snapshot, { path, ...(snapshot.rev ? { rev: snapshot.rev } : {}) });
  } catch (error) {
    if (error instanceof UltragitError) return undefined;
    throw error;
  }
}

/** What became of the annotated lines since. */
export function comparedWith({ written }: Start, { held, scope }: Today) {
  return compareLines(written.parsed.lines, written.subject.lines, scope.lines, held.subject.lines);
}
