import type { LineRange, Region } from '../../annotation/schema.ts';
import { unitsMeant } from '../../syntax/anchor.ts';
import type { FileHistory } from '../history/file-history.ts';
import { type Followed, followRange, nothingLeft } from '../lines/follow-range.ts';
import { lineHash } from '../lines/line-set.ts';
import { type LineMap, mapLines, mapOnto } from '../lines/map-lines.ts';
import { mentions } from '../lines/mentions.ts';
import { lineNumbers, linesIn, overlaps } from '../lines/range.ts';
import { isSole, isWordy } from '../lines/recognise.ts';
import { type Numbered, numbered } from '../lines/sides.ts';
import { type Lasting, recall, remember, slot } from '../memory.ts';
import type { Scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';
import { compareLines } from '../units/compare-lines.ts';
import { unitsOfName } from '../units/find-units.ts';
import { codeOf, type Parsed } from '../units/parsed.ts';
import { place } from '../units/place.ts';
import { isDeclaredOnceInBoth, type Look, lookOf } from '../units/shape.ts';
import { type Subject, subjectIn, unitsFor } from '../units/subject.ts';
import type { AnnotatedVersion } from './annotated-version.ts';
import { linesOfVersion, parsedToday, parsedVersion } from './parsed-version.ts';

/** What a region is about in the version that it was written for, and what became of that in today's file. */
export type Placed = {
  subject: Subject;
  followed: Followed;
  /** Where nothing is left: its lines, by which it would be known again. */
  lost?: readonly number[];
};

type FileNow = Pick<FileHistory, 'snapshot' | 'scope'>;

/** A version that others are compared with: the one on disk, or the one of HEAD. */
type Now = { id: string; lines: readonly string[]; bytes: number; parse(): Promise<Parsed> };

/** By the two versions: both are named by content. */
const MAPS = slot<LineMap>(32 * 1024 * 1024);

/** By the two versions, the lines and the anchor: much smaller than the maps, so that a whole directory's are kept. */
const PLACED = slot<Promise<Placed | undefined>>(131_072);

const KEPT_PLACES: Lasting<Placed | undefined> = { kind: 'p', lasts: made => made !== undefined };

/**
 * Undefined where the lines are beyond the end of their version, or this clone does not have it, or nothing tells. A place
 * in HEAD is kept; what is on disk is the same, as far as edits do not touch it.
 */
export async function placeToday(
  { snapshot, scope }: FileNow,
  version: AnnotatedVersion,
  region: Region,
): Promise<Placed | undefined> {
  const { edits } = scope;
  const committed = edits && (await committedNow(snapshot, scope));
  const inHead = committed && (await placeIn(snapshot, committed, version, region));
  const through = inHead && edits && placeThrough(inHead, edits);
  return through ?? placeIn(snapshot, nowOf(scope), version, region);
}

function nowOf(scope: Scope): Now {
  const { id, lines, data } = scope;
  return { id, lines, bytes: data.byteLength, parse: () => parsedToday(scope) };
}

async function committedNow(snapshot: Snapshot, { path, committed }: Scope): Promise<Now | undefined> {
  if (!committed) return undefined;
  const { blob, lines } = committed;
  const bytes = (await snapshot.repository.file(blob))?.length ?? 0;
  const parse = async () => (await parsedVersion(snapshot, { path, blob })) ?? { lines, units: [] };
  return { id: blob, lines, bytes, parse };
}

async function placeIn(
  snapshot: Snapshot,
  now: Now,
  version: AnnotatedVersion,
  region: Region,
): Promise<Placed | undefined> {
  const { lines, ast_anchor: anchor } = region;
  const { memory, repository } = snapshot;
  const kept = memory.of(PLACED);
  const named = anchor && [anchor.name, anchor.unit_type, anchor.signature];
  const key = JSON.stringify([version.blob, version.path, now.id, lines?.start, lines?.end, named]);
  const weigh = (made: Placed | undefined) =>
    1 + ((made?.followed.newLines.length ?? 0) + (made?.followed.lostLines.length ?? 0)) / 50;
  const make = () =>
    recall(repository.knowledge, KEPT_PLACES, key, () => follow(snapshot, now, version, region));
  const placed = await remember(kept, key, make, weigh);
  // A version that this clone does not have may be fetched.
  if (!placed) kept.delete(key);
  return placed;
}

async function follow(
  snapshot: Snapshot,
  current: Now,
  version: AnnotatedVersion,
  { lines, ast_anchor: anchor }: Region,
): Promise<Placed | undefined> {
  const map = await mapOf(snapshot, current, version);
  if (!map) return undefined;
  const plain = lines && withoutParsing(map, lines, anchor?.name);
  if (plain) return { subject: { lines, isWhole: false }, followed: plain };
  const now = await current.parse();
  const sure = anchor && (lines ? wholeByName(map, lines, anchor, now) : sameThroughout(map, anchor, now));
  if (sure) return sure;
  const then = await parsedVersion(snapshot, version);
  if (!then) return undefined;
  const subject = subjectIn(then, lines, anchor);
  if (!subject) return lines || !anchor ? undefined : allTheSame(then, anchor, now, map);
  const today = place(then, subject, now, map);
  const followed = today?.followed ?? onlyNamed(then, subject, now, anchor);
  if (followed) return { subject, followed };
  const lost = linesIn(then.lines, subject.lines).filter(isWordy).map(lineHash);
  return { subject, followed: nothingLeft(map, subject.lines), lost };
}

/** The same on disk, where no edit touches it or what is around it; undefined where that must be looked at. */
export function placeThrough(placed: Placed, edits: LineMap): Placed | undefined {
  const { followed, subject, lost } = placed;
  const { lines } = followed;
  if (!lines) return lost && !mayBeBack(edits, lost, subject.unit?.name) ? placed : undefined;
  const shift = (edits.unchanged[lines.start] ?? 0) - lines.start;
  // White space, which the map looks through, may be what was edited.
  const isTheSame = (line: number) => edits.before.lines[line - 1] === edits.after.lines[line + shift - 1];
  if (!sameAround(edits, lines) || !lineNumbers(lines).every(isTheSame)) return undefined;
  return {
    subject,
    followed: {
      ...followed,
      lines: { start: lines.start + shift, end: lines.end + shift },
      newLines: followed.newLines.map(line => line + shift),
      reindented: followed.reindented.map(([then, now]) => [then, now + shift]),
    },
  };
}

/** Whether new lines have one of those that were lost, or the name of the unit. */
function mayBeBack({ after, origin }: LineMap, lost: readonly number[], name: string | undefined): boolean {
  const added = after.lines.filter((_line, at) => origin[at + 1] === 0);
  const hashes = new Set(added.map(lineHash));
  return lost.some(hash => hashes.has(hash)) || (name !== undefined && mentions(added, name));
}

/** Unchanged, and between the same lines that have text. */
function sameAround(map: LineMap, lines: LineRange): boolean {
  const around = { start: textBefore(map, lines.start), end: textBehind(map, lines.end) };
  const first = map.unchanged[lines.start] ?? 0;
  const isSame =
    first > 0 && lineNumbers(around).every(line => map.unchanged[line] === first + line - lines.start);
  const isAtEnd =
    around.end < map.before.lines.length || map.unchanged[around.end] === map.after.lines.length;
  return isSame && isAtEnd;
}

type Anchor = NonNullable<Region['ast_anchor']>;

/**
 * Lines that are unmistakable without a parser. Those without a name: they are the same today, between the same lines.
 * Those with one: it is declared once, there and here, and what begins with it looks the same, there and here.
 */
function withoutParsing(map: LineMap, lines: LineRange, name: string | undefined): Followed | undefined {
  if (lines.end > map.before.lines.length) return undefined;
  return name === undefined ? sameBetween(map, lines) : lookingTheSame(map, lines, name);
}

function sameBetween(map: LineMap, lines: LineRange): Followed | undefined {
  if (!sameAround(map, lines) || !lineNumbers(lines).some(line => isSole(map, line))) return undefined;
  const followed = followRange(map, lines);
  return followed.changed === 0 ? followed : undefined;
}

function lookingTheSame(map: LineMap, lines: LineRange, name: string): Followed | undefined {
  const [before, after] = [map.before.lines, map.after.lines];
  const then = lookOf(before, lines, name);
  if (!then) return undefined;
  const followed = followRange(map, lines);
  const today = followed.lines;
  if (!today) return undefined;
  const now = lookOf(after, today, name);
  if (now?.kind !== then.kind || isCommented(then, lines) !== isCommented(now, today)) return undefined;
  if (now.kind === 'list') return isHeld(map, lines, today) ? followed : undefined;
  return isDeclaredOnceInBoth(map, name) ? compareLines(before, lines, after, today) : undefined;
}

function isCommented({ code }: Look, { start }: LineRange): boolean {
  return code > start;
}

/** The first line and the last are as they were, and the first is like no other. */
function isHeld(map: LineMap, lines: LineRange, today: LineRange): boolean {
  const isSame = map.unchanged[lines.start] === today.start && map.unchanged[lines.end] === today.end;
  return isSame && isSole(map, lines.start);
}

/** The nearest line above that is not blank, or the first. */
function textBefore({ before: { lines } }: LineMap, start: number): number {
  let line = start - 1;
  while (line > 1 && lines[line - 1]?.trim() === '') line--;
  return Math.max(1, line);
}

function textBehind({ before: { lines } }: LineMap, end: number): number {
  let line = end + 1;
  while (line < lines.length && lines[line - 1]?.trim() === '') line++;
  return Math.min(lines.length, line);
}

/** Lines that look like all of a unit, and lead to the only one of its name: the old version need not be parsed. */
function wholeByName(map: LineMap, lines: LineRange, anchor: Anchor, now: Parsed): Placed | undefined {
  const look = lookOf(map.before.lines, lines, anchor.name);
  if (look?.kind !== 'unit') return undefined;
  const [unit, ...others] = unitsOfName(now.units, anchor.name);
  const led = followRange(map, lines).lines;
  if (!unit || others.length > 0 || !led || !overlaps(led, unit.lines)) return undefined;
  const then = { ...unit, code: look.code, lines };
  const subject = { lines, unit: then, isWhole: true };
  const today = place({ lines: map.before.lines, units: [then] }, subject, now, map);
  return today && { subject, followed: today.followed };
}

/** A unit that is the same today, between the same lines, was there then: no need to parse the old version. */
function sameThroughout(map: LineMap, anchor: Anchor, now: Parsed): Placed | undefined {
  const [unit, ...others] = unitsMeant(now.units, anchor);
  if (!unit || others.length > 0) return undefined;
  const start = map.origin[unit.lines.start] ?? 0;
  const then = (line: number) => line - unit.lines.start + start;
  const isBetween =
    (map.origin[unit.lines.start - 1] ?? 0) === start - 1 &&
    (unit.lines.end === map.after.lines.length
      ? then(unit.lines.end) === map.before.lines.length
      : map.origin[unit.lines.end + 1] === then(unit.lines.end) + 1);
  const isSame = lineNumbers(unit.lines).every(line => map.origin[line] === then(line));
  if (start === 0 || !isBetween || !isSame) return undefined;
  const today = codeOf(unit);
  const lines = { start: then(today.start), end: then(today.end) };
  return {
    subject: { lines, unit: { ...unit, lines }, isWhole: true },
    followed: compareLines(map.before.lines, lines, map.after.lines, today),
  };
}

/** Where a name alone means several units, and none of them has changed, the one that is meant has not either. */
function allTheSame(then: Parsed, anchor: Anchor, now: Parsed, map: LineMap): Placed | undefined {
  const placed = unitsFor(then, anchor).map(unit => {
    const subject = { lines: codeOf(unit), unit, isWhole: true };
    return { subject, followed: place(then, subject, now, map)?.followed };
  });
  const [first] = placed;
  if (!first?.followed || placed.some(({ followed }) => !followed?.lines || followed.changed > 0))
    return undefined;
  const { lines: _, ...nowhere } = first.followed;
  return { subject: first.subject, followed: { ...nowhere, reindented: [] } };
}

/** Where the outline of the old version did not know the name, the only unit of that name today is it. */
function onlyNamed(
  then: Parsed,
  subject: Subject,
  now: Parsed,
  anchor: Anchor | undefined,
): Followed | undefined {
  if (!anchor || subject.unit) return undefined;
  const [unit, ...others] = unitsMeant(now.units, anchor);
  if (!unit || others.length > 0) return undefined;
  return compareLines(then.lines, subject.lines, now.lines, unit.lines);
}

/** A version by its blob, and its lines. */
type Version = { blob: string; lines: readonly string[] };

/** From one version to another; regions that are followed together ask for the same. */
export function mapBetween({ memory }: Snapshot, before: Version, after: Version): LineMap {
  const maps = memory.of(MAPS);
  const key = `${before.blob} ${after.blob}`;
  const known = maps.get(key);
  if (known) return known;
  const map = mapLines(before.lines, after.lines);
  maps.set(key, map, 4 * (8 * before.lines.length + BYTES_OF_LINE * after.lines.length));
  return map;
}

/** About as many as a line has. */
const BYTES_OF_LINE = 40;

/** From a version to today's; undefined where this clone lacks it. */
export function mapToday(
  { snapshot, scope }: FileNow,
  version: AnnotatedVersion,
): Promise<LineMap | undefined> {
  return mapOf(snapshot, nowOf(scope), version);
}

async function mapOf(snapshot: Snapshot, now: Now, { blob }: AnnotatedVersion): Promise<LineMap | undefined> {
  const maps = snapshot.memory.of(MAPS);
  const key = `${blob} ${now.id}`;
  const known = maps.get(key);
  if (known) return known;
  const lines = await linesOfVersion(snapshot, blob);
  // Others may have been waiting for the same content.
  const made = maps.get(key);
  if (!lines || made) return made;
  const map = mapOnto(lines, numberedToday(now.lines));
  maps.set(key, map, 4 * (8 * lines.length + now.bytes));
  return map;
}

/** Each version that was annotated is compared with the same lines of today. */
const TODAY = new WeakMap<readonly string[], Numbered>();

function numberedToday(lines: readonly string[]): Numbered {
  const known = TODAY.get(lines) ?? numbered(lines);
  TODAY.set(lines, known);
  return known;
}
