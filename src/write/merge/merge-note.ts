import { isUtf8 } from 'node:buffer';
import { MAX_NOTE_BYTES } from '../../annotation/note-reading.ts';
import { forgetRemoved, type RemovedPlace, withHeads, withTaken } from './kept-parts.ts';
import { type Conflict, mergeParts } from './merge-parts.ts';
import { type NoteParts, noParts, partsOf, partsOfText, readableDocuments } from './note-parts.ts';
import { writeParts } from './write-parts.ts';

/** The note of one object on each side; absent where a side has none. */
export type NoteSides = {
  base?: Buffer;
  ours?: Buffer;
  theirs?: Buffer;
  /** What theirs was since the base, in order. */
  since?: readonly (Buffer | undefined)[];
};

/** Absent data where the note was removed; `conflicts` were kept on both sides and are to be told. */
export type MergedNote = { data?: Buffer; conflicts: NoteConflict[] };

export type NoteConflict = Conflict | TextConflict;

/** The same for notes that are no JSON: both texts stand in the note, one after the other. */
type TextConflict = { kind: 'both texts' | 'text beside JSON' | 'note changed and removed' };

/** Two notes of which a merge would make one that no reader takes apart again. */
type Unmergeable = { reason: string };

/**
 * One note from two, by annotation: nothing that either side says is lost, and the bytes are the same whichever side is
 * called ours.
 */
export function mergeNote(sides: NoteSides): MergedNote | Unmergeable {
  const { base, theirs, since = [] } = sides;
  const ours = withoutTaken(sides);
  if (isSame(ours, theirs) || isSame(base, theirs)) return { data: ours, conflicts: [] };
  if (isSame(base, ours)) return { data: theirs, conflicts: [] };
  if (!ours || !theirs) return { data: ours ?? theirs, conflicts: [{ kind: 'note changed and removed' }] };
  const [ourParts, theirParts] = [partsOf(ours), partsOf(theirs)];
  if (ourParts && theirParts) {
    const before = (base && partsOf(base)) ?? noParts();
    const parts = { base: before, ours: ourParts, theirs: theirParts };
    return mergeOpened(
      withTaken(parts, takenFrom(parts, since)),
      { data: ours, parts: ourParts },
      { data: theirs, parts: theirParts },
    );
  }
  return mergeTexts(ours, theirs, ourParts ?? theirParts);
}

/** What theirs removed of what ours still has, and the note that keeps it. */
export type KeptNote = { data: Buffer; conflicts: NoteConflict[]; removed: readonly RemovedPlace[] };

/** As `mergeNote`, but what theirs removed stays; undefined where they removed nothing that is ours. */
export function keepRemoved({ base, ours, theirs, since = [] }: NoteSides): KeptNote | undefined {
  if (!base || !ours || isSame(base, theirs)) return undefined;
  if (!theirs) return isSame(base, ours) ? { data: ours, conflicts: [], removed: [] } : undefined;
  const [before, mine, yours] = [partsOf(base), partsOf(ours), partsOf(theirs)];
  if (!before || !mine || !yours) {
    return isSame(base, withoutTaken({ base, ours, theirs, since }))
      ? keepText(base, theirs, since)
      : undefined;
  }
  const whole = withHeads(before, mine, yours);
  const sides = { base: before, ours: mine, theirs: whole };
  const states = takenFrom(sides, since);
  const kept = forgetRemoved({ ...sides, base: withTaken(sides, states) }, states);
  if (kept.removed.length + kept.others === 0 && whole === yours) return undefined;
  const { parts, conflicts } = mergeParts(kept);
  const written = [
    { data: ours, parts: mine },
    { data: theirs, parts: yours },
  ];
  const merged = asNote(parts, conflicts, written);
  return 'reason' in merged || !merged.data
    ? undefined
    : { data: merged.data, conflicts: merged.conflicts, removed: kept.removed };
}

type Parts = { base: NoteParts; ours: NoteParts; theirs: NoteParts };

/** The states of theirs from which ours may have taken something, also as it is kept under the head that they removed. */
function takenFrom({ base, ours, theirs }: Parts, since: readonly (Buffer | undefined)[]): NoteParts[] {
  return [...statesOf(since).flatMap(state => [state, withHeads(base, ours, state)]), theirs];
}

/** No parts where there was no note; what was no JSON proves nothing. */
function statesOf(since: readonly (Buffer | undefined)[]): NoteParts[] {
  return since.flatMap(data => (data === undefined ? noParts() : (partsOf(data) ?? [])));
}

/** A text from which they deleted lines; beside theirs, where they wrote another one after that, or in place of JSON. */
function keepText(base: Buffer, theirs: Buffer, since: NoteSides['since'] = []): KeptNote | undefined {
  if (hasLinesOf(base, theirs)) return { data: base, conflicts: [], removed: [] };
  const wasRemoved = partsOf(base) || since.some(state => !state || hasLinesOf(base, state));
  const data = wasRemoved ? beside(base, theirs) : undefined;
  return data && { data, conflicts: [], removed: [] };
}

/** The note of the base, where ours is that beside one that theirs had since. */
function withoutTaken({ base, ours, theirs, since = [] }: NoteSides): Buffer | undefined {
  if (!base || !ours || isSame(base, ours)) return ours;
  const states = partsOf(base)
    ? [...since, theirs].filter(state => state && !partsOf(state))
    : [...since, theirs];
  const isTaken = states.some(state => state && isSame(ours, beside(base, state)));
  return isTaken ? base : ours;
}

function beside(base: Buffer, other: Buffer): Buffer | undefined {
  const both = mergeTexts(base, other, partsOf(base) ?? partsOf(other));
  return 'reason' in both ? undefined : both.data;
}

/** Whether a text is another one from which lines were deleted. */
function hasLinesOf(long: Buffer, short: Buffer): boolean {
  const [lines, left] = [linesOf(long), linesOf(short)];
  let found = 0;
  for (const line of lines) if (line === left[found]) found++;
  return found === left.length && lines.length > left.length;
}

function linesOf(text: Buffer): string[] {
  return text
    .toString('latin1')
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean);
}

type Opened = { data: Buffer; parts: NoteParts };

function mergeOpened(base: NoteParts, ours: Opened, theirs: Opened): MergedNote | Unmergeable {
  const { parts, conflicts } = mergeParts({ base, ours: ours.parts, theirs: theirs.parts });
  return asNote(parts, conflicts, [ours, theirs]);
}

/** A side that has it all already stays as it was written. */
function asNote(parts: NoteParts, conflicts: Conflict[], sides: readonly Opened[]): MergedNote | Unmergeable {
  const text = writeParts(parts);
  const whole = sides.filter(side => writeParts(side.parts) === text).map(side => side.data);
  const data = whole.sort(Buffer.compare)[0] ?? asBytes(text);
  return isTooLarge(data, ...sides.map(side => side.data)) ? TOO_LARGE : { data, conflicts };
}

/** Indented for people, unless readers would find it too large for that. */
function asBytes(text: string): Buffer {
  const data = Buffer.from(text);
  return data.length > MAX_NOTE_BYTES ? Buffer.from(`${JSON.stringify(JSON.parse(text))}\n`) : data;
}

function isSame(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.equals(b));
}

/** One after the other, as `git notes append` has it, unless that would hide from readers what they could read. */
function mergeTexts(ours: Buffer, theirs: Buffer, json: NoteParts | undefined): MergedNote | Unmergeable {
  const sides = [ours, theirs].sort(Buffer.compare);
  if (!sides.every(isUtf8)) return { reason: 'one of them is not text' };
  const texts = sides.map(withoutEnd);
  const around = sides.find(side => texts.every(text => side.includes(text)));
  const data = around ?? Buffer.concat([joined(texts), Buffer.from('\n')]);
  const seen = readableDocuments(data);
  const isReadable = sides.every(side => [...readableDocuments(side)].every(document => seen.has(document)));
  if (isTooLarge(data, ours, theirs)) return TOO_LARGE;
  if (isReadable || !json) return { data, conflicts: around ? [] : [{ kind: 'both texts' }] };
  const text = String(sides.find(side => partsOf(side) === undefined));
  const { parts } = mergeParts({ base: noParts(), ours: json, theirs: partsOfText(text) });
  return { data: asBytes(writeParts(parts)), conflicts: [{ kind: 'text beside JSON' }] };
}

function joined(texts: readonly Buffer[]): Buffer {
  return Buffer.concat(texts.flatMap((text, at) => (at === 0 ? [text] : [Buffer.from('\n\n'), text])));
}

function withoutEnd(text: Buffer): Buffer {
  let end = text.length;
  while (end > 0 && [0x0a, 0x0d, 0x20].includes(text[end - 1] ?? 0)) end--;
  return text.subarray(0, end);
}

const TOO_LARGE: Unmergeable = { reason: 'together they are larger than the 1 MiB that readers take' };

function isTooLarge(data: Buffer, ...sides: Buffer[]): boolean {
  return data.length > MAX_NOTE_BYTES && sides.some(side => side.length <= MAX_NOTE_BYTES);
}
