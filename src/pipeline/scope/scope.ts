import type { LineRange } from '../../annotation/schema.ts';
import type { Notice } from '../../answers.ts';
import type { Settings } from '../../config.ts';
import { UltragitError } from '../../errors.ts';
import { ContentCache } from '../../git/cache.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Repository } from '../../git/repository.ts';
import { type NameMatch, resolveAnchor } from '../../syntax/anchor.ts';
import type { Outline, Unit } from '../../syntax/outline.ts';
import { plural } from '../../wording.ts';
import { intersection } from '../lines/range.ts';
import { matchesGlob } from './matches-glob.ts';
import { type FileView, openFile } from './open-file.ts';

/** What is asked about: a file, and the part of it that was named. */
export type Scope = FileView & {
  /** The lines that are asked about; absent when it is the whole file. */
  ranges?: LineRange[];
  anchor?: ScopeAnchor;
  /** The units of the file, parsed when first needed. */
  outline(): Promise<Outline>;
};

/** The unit that was named. Without an outline `units` is empty, and the names in the notes decide. */
type ScopeAnchor = { query: string; match?: NameMatch; units: Unit[] };

export type ScopeQuestion = { path: string; anchor?: string; lines?: string; rev?: Commit };

/** Takes a path and perhaps an anchor and lines; gives the scope, or an error that says what to ask instead. */
export async function scope(repository: Repository, head: Commit, question: ScopeQuestion): Promise<Scope> {
  const file = await openFile(repository, head, question);
  const result: Scope = { ...file, outline: () => outlineOf(file) };
  const asked =
    question.lines === undefined ? undefined : parseLines(question.lines, file.lines.length, file.path);
  if (asked) result.ranges = [asked];
  if (question.anchor !== undefined) await narrowToAnchor(result, question.anchor, asked);
  return result;
}

/** Outlines of contents seen before; the name counts, because it tells the language. */
const outlines = new ContentCache<Promise<Outline>>(64);

function outlineOf({ path, data, id }: FileView): Promise<Outline> {
  const key = `${id} ${path}`;
  const known = outlines.get(key);
  if (known) return known;
  const made = import('../../syntax/outline.ts').then(({ outline }) => outline(path, data));
  outlines.set(key, made, 1);
  return made;
}

const NO_OUTLINE = {
  language: (path: string) => `No grammar for ${path}: anchors are matched against the names in the notes.`,
  too_large: (path: string) =>
    `${path} is larger than 2 MiB and was not parsed: anchors are matched by name only.`,
  binary: (path: string) => `${path} is not text: anchors are matched against the names in the notes.`,
  timeout: (path: string) =>
    `Parsing ${path} took too long: anchors are matched against the names in the notes.`,
};

async function narrowToAnchor(scope: Scope, query: string, asked: LineRange | undefined): Promise<void> {
  const outline = await scope.outline();
  if (!('units' in outline)) {
    const { unsupported } = outline;
    scope.notices.push({ code: `outline_${unsupported}`, message: NO_OUTLINE[unsupported](scope.path) });
    scope.anchor = { query, units: [] };
    return;
  }
  if (outline.truncated) {
    const message = `${scope.path} is so large that only its first units were looked at.`;
    scope.notices.push({ code: 'outline_truncated', message });
  }
  const resolved = resolveAnchor(outline.units, query);
  if (resolved.match === undefined) {
    scope.notices.push(anchorNotFound(query, scope.path, resolved.nearest));
    return;
  }
  if (resolved.match === 'fuzzy') scope.notices.push(anchorAssumed(query, resolved.units));
  scope.anchor = { query, match: resolved.match, units: resolved.units };
  const ranges = resolved.units.map(({ lines }) => (asked ? intersection(lines, asked) : lines));
  scope.ranges = ranges.filter(range => range !== undefined);
  if (scope.ranges.length === 0) {
    const where = resolved.units.map(({ lines }) => `${lines.start}:${lines.end}`).join(' and ');
    throw new UltragitError('bad_lines', `Lines ${asked?.start}:${asked?.end} are outside of ${query}.`, [
      `${query} is at lines ${where} of ${scope.path}.`,
    ]);
  }
}

/** The names of the units in scope; none for a whole file. */
export function scopeNames({ anchor }: Scope): string[] {
  if (!anchor) return [];
  return anchor.units.length > 0 ? anchor.units.map(unit => unit.name) : [anchor.query];
}

/** The units of a file; undefined where no grammar can tell. */
export async function unitsOf(scope: Scope): Promise<Unit[] | undefined> {
  const outline = await scope.outline();
  return 'units' in outline ? outline.units : undefined;
}

export function anchorNotFound(query: string, path: string, nearest: readonly string[]): Notice {
  return {
    code: 'anchor_not_found',
    message: `Anchor '${query}' not found in ${path}. Returning file-level annotations.`,
    ...(nearest.length > 0 ? { fix: `Nearest names: ${nearest.join(', ')}` } : {}),
  };
}

export function anchorAssumed(query: string, units: readonly { name: string }[]): Notice {
  const names = [...new Set(units.map(unit => unit.name))].join(', ');
  return { code: 'anchor_assumed', message: `No '${query}' here; assumed ${names}.` };
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
    throw new UltragitError('bad_lines', `Lines ${start}:${end} are beyond the end: ${has}.`, example);
  }
  return { start, end };
}

/** The pattern that keeps a path out of all answers, where there is one. */
export function excludedBy(path: string, { include, exclude }: Settings): Notice | undefined {
  const pattern = exclude.find(candidate => matchesGlob(candidate, path));
  if (pattern !== undefined) {
    return { code: 'excluded', message: `${path} is excluded by the pattern ${pattern} (ultragit.exclude).` };
  }
  if (include.length === 0 || include.some(candidate => matchesGlob(candidate, path))) return undefined;
  const patterns = include.join(', ');
  return { code: 'excluded', message: `${path} is in none of the patterns ${patterns} (ultragit.include).` };
}
