import { readFileSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { LineRange } from '../annotation/schema.ts';
import type { Notice } from '../answers.ts';
import type { Settings } from '../config.ts';
import { UltragitError } from '../errors.ts';
import type { Commit } from '../git/parsers.ts';
import type { Repository } from '../git/repository.ts';
import { insideRoot } from '../inside.ts';
import { type NameMatch, resolveAnchor } from '../syntax/anchor.ts';
import type { Outline, Unit } from '../syntax/outline.ts';
import { matchesGlob } from './glob.ts';
import { type LineMap, mapLines, splitLines } from './line-map.ts';
import { nearestPaths, normalisePath, onDisk, outside } from './path.ts';

/** What is asked about: a file as the caller sees it, and how its lines stand to the commit that is blamed. */
export type Scope = {
  path: string;
  commit: Commit;
  source: 'worktree' | 'commit';
  data: Buffer;
  lines: string[];
  /** The file at `commit`; absent when it was never committed. */
  committed?: { blob: string; lines: string[] };
  /** From the lines of the commit to those on disk; absent when they are the same. */
  edits?: LineMap;
  uncommittedLines: number;
  /** The lines that are asked about; absent when it is the whole file. */
  ranges?: LineRange[];
  anchor?: ScopeAnchor;
  /** The units of the file, parsed when first needed. */
  outline(): Promise<Outline>;
  notices: Notice[];
};

/** The unit that was named. Without an outline `units` is empty, and the names in the notes decide. */
export type ScopeAnchor = { query: string; match?: NameMatch; units: Unit[] };

export type ScopeQuestion = { path: string; anchor?: string; lines?: string; rev?: Commit };

const LARGEST_FILE = 64 * 1024 * 1024;

/** Takes a path and perhaps lines; gives the scope, or an error that says what to ask instead. */
export async function scope(repository: Repository, head: Commit, question: ScopeQuestion): Promise<Scope> {
  const { root } = repository.location;
  const notices: Notice[] = [];
  const commit = question.rev ?? head;
  const fromDisk = root !== undefined && question.rev === undefined;
  let path = normalisePath(question.path, root);
  if (fromDisk) path = followLink(root, path, notices);
  refuseMetadata(path, question.path);

  const entry = await repository.entryAt(commit, path);
  const kind = fromDisk ? onDisk(root, path) : undefined;
  if (kind === 'directory' || (kind === undefined && entry?.mode === '40000')) throw directory(path);
  if (entry?.mode === '160000') throw submodule(path);
  if (kind === 'other') throw notRegular(path);
  if (entry?.mode === '120000' && kind === undefined) throw notRegular(path);

  const committedData = entry && (await fileData(repository, entry.id, path));
  if (kind === 'file' && root !== undefined) {
    const data = readOnDisk(root, path);
    const base = { path, commit, source: 'worktree' as const, data, lines: splitLines(data), notices };
    if (!entry || !committedData) {
      notices.push({
        code: 'not_committed',
        message: `${path} is not in the commit ${commit.id.slice(0, 10)} yet: all its lines are uncommitted.`,
      });
      return narrow({ ...base, uncommittedLines: base.lines.length }, question);
    }
    return narrow({ ...base, ...compare(committedData, entry.id, base.lines) }, question);
  }
  if (!entry || !committedData) throw await notFound(repository, commit, question.path, path);
  if (fromDisk) {
    notices.push({
      code: 'not_on_disk',
      message: `${path} is gone from disk; this is the file at commit ${commit.id.slice(0, 10)}.`,
    });
  }
  const lines = splitLines(committedData);
  const base = { path, commit, source: 'commit' as const, data: committedData, lines, notices };
  return narrow({ ...base, committed: { blob: entry.id, lines }, uncommittedLines: 0 }, question);
}

function compare(committedData: Buffer, blob: string, lines: string[]) {
  const committed = { blob, lines: splitLines(committedData) };
  const same =
    committed.lines.length === lines.length && committed.lines.every((line, at) => line === lines[at]);
  if (same) return { committed, uncommittedLines: 0 };
  const edits = mapLines(committed.lines, lines);
  const uncommittedLines = lines.filter((_line, at) => edits.origin[at + 1] === 0).length;
  return { committed, edits, uncommittedLines };
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

/** A link inside the repository is followed to its file; one that leaves is refused. */
function followLink(root: string, path: string, notices: Notice[]): string {
  const real = insideRoot(root, path);
  if (real === undefined) {
    if (onDisk(root, path) !== undefined) throw outside(path);
    return path;
  }
  const target = relative(insideRoot(root, '.') ?? root, real)
    .split(sep)
    .join('/');
  if (target === path) return path;
  notices.push({
    code: 'link_followed',
    message: `${path} is a link to ${target}; this is the answer for ${target}.`,
  });
  return target;
}

function refuseMetadata(path: string, asked: string): void {
  if (path === '.git' || path.startsWith('.git/')) throw outside(asked);
}

function readOnDisk(root: string, path: string): Buffer {
  const file = insideRoot(root, path);
  if (file === undefined) throw outside(path);
  if (statSync(file).size > LARGEST_FILE) throw tooLarge(path);
  return readFileSync(file);
}

async function fileData(repository: Repository, blob: string, path: string): Promise<Buffer> {
  const object = await repository.read(blob, LARGEST_FILE);
  if (object?.data) return object.data;
  if (object) throw tooLarge(path);
  throw new UltragitError('git_failed', `The content of ${path} is not in this clone.`, [
    'In a partial clone, fetch it first: git checkout the file, or run git fetch --refetch.',
  ]);
}

/** From the whole file to the anchor and the lines in it. */
async function narrow(file: Omit<Scope, 'outline'>, question: ScopeQuestion): Promise<Scope> {
  let outlined: Promise<Outline> | undefined;
  const scope: Scope = {
    ...file,
    outline: () => {
      outlined ??= outlineOf(file);
      return outlined;
    },
  };
  const asked =
    question.lines === undefined ? undefined : parseLines(question.lines, file.lines.length, file.path);
  if (asked) scope.ranges = [asked];
  if (question.anchor !== undefined) await narrowToAnchor(scope, question.anchor, asked);
  return scope;
}

async function outlineOf({ path, data }: Omit<Scope, 'outline'>): Promise<Outline> {
  const { outline } = await import('../syntax/outline.ts');
  return outline(path, data);
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

function intersection(a: LineRange, b: LineRange): LineRange | undefined {
  const both = { start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) };
  return both.start <= both.end ? both : undefined;
}

/** "START:END", 1-based and inclusive; "42" is one line. */
export function parseLines(text: string, length: number, path: string): LineRange {
  const match = /^\s*(\d+)\s*(?:[:-]\s*(\d+)\s*)?$/.exec(text);
  const has = `${path} has ${length} line${length === 1 ? '' : 's'}`;
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

async function notFound(repository: Repository, commit: Commit, asked: string, path: string) {
  const nearest = await nearestPaths(repository, commit, path);
  return new UltragitError(
    'file_not_found',
    `File not found: ${asked}`,
    nearest.length > 0
      ? [`Did you mean ${nearest.join(', ')}?`]
      : ['Paths are relative to the repository root.'],
  );
}

function directory(path: string): UltragitError {
  return new UltragitError('not_a_file', `${path || 'The repository root'} is a directory.`, [
    `Use the summary of a directory: ultragit summary ${path || '.'}`,
  ]);
}

function submodule(path: string): UltragitError {
  return new UltragitError('not_a_file', `${path} is a submodule, a repository of its own.`, [
    `Ask there: ultragit read --repo ${path} <file>`,
  ]);
}

function notRegular(path: string): UltragitError {
  return new UltragitError('not_a_file', `${path} is not a regular file.`, ['Name a file.']);
}

function tooLarge(path: string): UltragitError {
  return new UltragitError('not_a_file', `${path} is larger than 64 MiB and is not read.`, [
    'Annotations belong to source files.',
  ]);
}
