import type { LineRange } from '../../annotation/schema.ts';
import { UltragitError } from '../../errors.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Notice } from '../../notices.ts';
import { membersOf, type NameMatch, resolveAnchor } from '../../syntax/anchor.ts';
import type { Outline, Unit } from '../../syntax/outline.ts';
import { plural } from '../../wording.ts';
import { contains, innermost, intersection, outermost, span } from '../lines/range.ts';
import { type Lasting, recall, remember, slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';
import { type FileView, openFile } from './open-file.ts';

/** What is asked about: a file, and the part of it that was named. */
export type Scope = FileView & {
  /** The lines that are asked about; absent when it is the whole file. */
  ranges?: LineRange[];
  anchor?: ScopeAnchor;
  /** The units of the file, parsed when first needed. */
  outline(): Promise<Outline>;
  /** Set when the file is no longer there, with the commit that deleted it, where one did. */
  gone?: { commit?: Commit };
};

/** The unit that was named. Without an outline `units` is empty, and the names in the notes decide. */
type ScopeAnchor = {
  query: string;
  match?: NameMatch;
  units: Unit[];
  /** What belongs to a type that was named, inside of it or elsewhere in the file. */
  members: Unit[];
};

export type ScopeQuestion = { path: string; anchor?: string; lines?: string; rev?: Commit };

/** Takes a path and perhaps an anchor and lines; gives the scope, or an error that says what to ask instead. */
export async function scope(snapshot: Snapshot, question: ScopeQuestion): Promise<Scope> {
  const file = await openFile(snapshot, question);
  let outline: Promise<Outline> | undefined;
  const whole: Scope = {
    ...file,
    outline() {
      // The same one for the whole query: its units are compared by identity.
      outline ??= outlineOf(snapshot, file);
      return outline;
    },
  };
  const asked =
    question.lines === undefined ? undefined : parseLines(question.lines, file.lines.length, file.path);
  const inLines = asked ? { ...whole, ranges: [asked] } : whole;
  return question.anchor === undefined ? inLines : narrowToAnchor(inLines, question.anchor, asked);
}

/** By content and name; the name counts, because it tells the language. The limit is a number of units. */
const OUTLINES = slot<Promise<Outline>>(100_000);

const KEPT_OUTLINES: Lasting<Outline> = { kind: 'u', lasts: made => 'units' in made && !made.truncated };

/** The units of a version of a file, which its `id` names. */
export async function outlineOf(
  { memory, repository }: Snapshot,
  { path, data, id }: Pick<FileView, 'path' | 'data' | 'id'>,
): Promise<Outline> {
  const parse = async () => {
    const { outline } = await import('../../syntax/outline.ts');
    return outline(path, data);
  };
  const key = `${id} ${path}`;
  const weigh = (made: Outline) => 1 + ('units' in made ? made.units.length : 0);
  const make = () => recall(repository.knowledge, KEPT_OUTLINES, key, parse);
  const made = await remember(memory.of(OUTLINES), key, make, weigh);
  if (isCutShort(made)) repository.witness.unsure();
  return made;
}

/** With more time there might be more of it. */
export function isCutShort(outline: Outline): boolean {
  return 'units' in outline ? outline.truncated === true : outline.unsupported === 'timeout';
}

async function narrowToAnchor(whole: Scope, query: string, asked: LineRange | undefined): Promise<Scope> {
  const { path } = whole;
  const outline = await whole.outline();
  if (!('units' in outline)) {
    const unparsed = withNotice(whole, { code: `outline_${outline.unsupported}`, path });
    return { ...unparsed, anchor: { query, units: [], members: [] } };
  }
  const parsed = outline.truncated ? withNotice(whole, { code: 'outline_truncated', path }) : whole;
  const { match, units, nearest } = resolveAnchor(outline.units, query);
  if (match === undefined) {
    return withNotice(parsed, { code: 'anchor_not_found', anchor: query, path, nearest });
  }
  const members = membersOf(outline.units, units);
  const parts = outermost([...units, ...members].map(({ lines }) => lines));
  const ranges = parts.flatMap(lines => (asked ? (intersection(lines, asked) ?? []) : lines));
  if (ranges.length === 0) {
    const where = parts.map(({ start, end }) => `${start}:${end}`).join(' and ');
    throw new UltragitError('bad_lines', `Lines ${asked?.start}:${asked?.end} are outside of ${query}.`, [
      `${query} is at lines ${where} of ${path}.`,
    ]);
  }
  const named = match === 'fuzzy' ? withNotice(parsed, anchorAssumed(query, units)) : parsed;
  return { ...named, anchor: { query, match, units, members }, ranges };
}

export function withNotice(scope: Scope, notice: Notice): Scope {
  return { ...scope, notices: [...scope.notices, notice] };
}

export function anchorAssumed(anchor: string, units: readonly { name: string }[]): Notice {
  return { code: 'anchor_assumed', anchor, assumed: units.map(({ name }) => name) };
}

/** The units that an anchor means, and what belongs to them. */
export function unitsInScope({ anchor }: Scope): Unit[] {
  return anchor ? [...anchor.units, ...anchor.members] : [];
}

/** The names of the units in scope; none for a whole file. */
export function scopeNames(scope: Scope): string[] {
  const { anchor } = scope;
  if (!anchor) return [];
  return anchor.units.length > 0 ? unitsInScope(scope).map(unit => unit.name) : [anchor.query];
}

/** The units of a file; undefined where no grammar can tell. */
export async function unitsOf(scope: Scope): Promise<Unit[] | undefined> {
  const outline = await scope.outline();
  return 'units' in outline ? outline.units : undefined;
}

/** The innermost unit that has all lines of the scope; undefined where there is none, or no grammar can tell. */
export async function unitAround(scope: Scope): Promise<Unit | undefined> {
  const [first, last] = [scope.ranges?.[0], scope.ranges?.at(-1)];
  if (!first || !last) return undefined;
  const lines = span(first, last);
  const around = ((await unitsOf(scope)) ?? []).filter(unit => contains(unit.lines, lines));
  return innermost(around)[0];
}

/** The scope of a unit that the file no longer has: the names in the notes decide what belongs to it. */
export function anchorGone(
  scope: Scope,
  anchor: string,
  notice: Notice = { code: 'anchor_gone', anchor, path: scope.path },
): Scope {
  const notices = scope.notices.filter(
    ({ code }) => code !== 'anchor_not_found' && code !== 'anchor_assumed',
  );
  return {
    ...scope,
    notices: [...notices, notice],
    anchor: { query: anchor, units: [], members: [] },
    ranges: undefined,
  };
}

/** "START:END", 1-based and inclusive; "42" is one line. */
export function parseLines(text: string, length: number, path: string): LineRange {
  const match = /^\s*(\d+)\s*(?:[:-]\s*(\d+)\s*)?$/.exec(text);
  const has = `${path} has ${plural(length, 'line')}`;
  const example = ['Lines are START:END, for example 42:67.'];
  if (!match) throw new UltragitError('bad_lines', `Not a line range: "${text}" (${has}).`, example);
  const start = Number(match[1]);
  const end = Number(match[2] ?? match[1]);
  if (start < 1) throw new UltragitError('bad_lines', `Lines count from 1, not ${start} (${has}).`, example);
  if (end < start) {
    throw new UltragitError('bad_lines', `Lines ${start}:${end} are reversed (${has}).`, [
      `Did you mean ${end}:${start}?`,
    ]);
  }
  if (end > length) {
    const beyond = start === end ? `Line ${start} is` : `Lines ${start}:${end} are`;
    throw new UltragitError('bad_lines', `${beyond} beyond the end: ${has}.`, example);
  }
  return { start, end };
}
