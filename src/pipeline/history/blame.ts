import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { LineRange } from '../../annotation/schema.ts';
import type { BlameSpan } from '../../git/parsers.ts';
import { insideRoot } from '../../inside.ts';
import { lineNumbers } from '../lines/range.ts';
import { notInClone } from '../scope/open-file.ts';
import type { Scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';
import { blameLines } from './blame-lines.ts';

/** Which commits own the committed lines of the scope. */
export type Blame = {
  spans: BlameSpan[];
  /** The owner of a line of the file as the caller sees it, unless it is older than every annotation. */
  ownerOf(line: number): string | undefined;
  isCommitted(line: number): boolean;
  /** Blames these lines too, where they lie outside of the scope. */
  cover(lines: readonly number[]): Promise<void>;
  /** The names that the file had at the commits that own its lines. */
  paths: Set<string>;
  /** A span that ends where a shallow clone does: its lines may be older than its commit. */
  isCutOff(span: BlameSpan): boolean;
  shallow: boolean;
  ignoresRevisions: boolean;
};

/** Blames the lines of the scope at once, or, when `lazy`, only the lines that are asked for later. */
export async function blame(snapshot: Snapshot, scope: Scope, { lazy = false } = {}): Promise<Blame> {
  const ignoreRevsFile = scope.committed && (await ignoredRevisions(snapshot));
  const { commit, path } = scope;
  const length = scope.committed?.lines.length ?? 0;
  const ask = async (lines: LineRange[]) => {
    try {
      return await blameLines(snapshot, { commit, path, length, ignoreRevsFile }, lines);
    } catch (error) {
      const blob = scope.committed?.blob;
      throw blob && !(await snapshot.repository.info(blob)) ? notInClone(path) : error;
    }
  };
  const owners = new Map<number, string>();
  const own = (spans: readonly BlameSpan[]) => {
    for (const span of spans) {
      for (let offset = 0; offset < span.count; offset++) owners.set(span.final + offset, span.commit);
    }
  };
  const committed = (line: number) => (scope.edits ? (scope.edits.origin[line] ?? 0) : line);

  const ranges = lazy || snapshot.index.size === 0 ? [] : committedRanges(scope);
  const spans = ranges.length > 0 ? await ask(ranges) : [];
  own(spans);
  const covered = new Set(ranges.flatMap(lineNumbers));
  const boundaries = snapshot.repository.shallowBoundaries();
  const isCutOff = (span: BlameSpan) => boundaries.has(span.commit);
  return {
    spans,
    ownerOf: line => owners.get(committed(line)),
    isCommitted: line => scope.committed !== undefined && committed(line) > 0,
    cover: async lines => {
      if (!scope.committed) return;
      const missing = lines.map(committed).filter(line => line > 0 && !covered.has(line));
      const [start, end] = [missing[0], missing.at(-1)];
      if (start === undefined || end === undefined) return;
      own(await ask([{ start, end }]));
      for (const line of lineNumbers({ start, end })) covered.add(line);
    },
    paths: new Set(spans.map(span => span.path)),
    isCutOff,
    shallow: spans.some(isCutOff),
    ignoresRevisions: ignoreRevsFile !== undefined,
  };
}

/** The commits that own lines of the scope, as far as that is certain. */
export function ownersOf({ spans, isCutOff }: Blame): Set<string> {
  return new Set(spans.filter(span => !isCutOff(span)).map(span => span.commit));
}

/** The lines asked about, in the numbers of the commit; none when nothing of them is committed. */
function committedRanges(scope: Scope): LineRange[] {
  const length = scope.committed?.lines.length ?? 0;
  if (length === 0) return [];
  const { edits } = scope;
  if (!scope.ranges) return [{ start: 1, end: length }];
  if (!edits) return scope.ranges;
  return scope.ranges.flatMap(range => {
    const lines = edits.origin.subarray(range.start, range.end + 1).filter(line => line > 0);
    const [start, end] = [lines[0], lines.at(-1)];
    return start === undefined || end === undefined ? [] : [{ start, end }];
  });
}

const DEFAULT_FILE = '.git-blame-ignore-revs';

const ignored = new WeakMap<Snapshot, Promise<string | undefined>>();

/** The same for all files of an answer. */
function ignoredRevisions(snapshot: Snapshot): Promise<string | undefined> {
  const known = ignored.get(snapshot) ?? writeIgnoredRevisions(snapshot);
  ignored.set(snapshot, known);
  return known;
}

/**
 * The commits that blame should look through, in a file of our own: only ids of commits that exist go in,
 * because git would fail on others, and quote the line that it did not like.
 */
async function writeIgnoredRevisions(snapshot: Snapshot): Promise<string | undefined> {
  const text = [DEFAULT_FILE, snapshot.settings.ignoreRevsFile]
    .filter(name => name !== undefined)
    .map(name => readInside(snapshot, name))
    .join('\n');
  const ids = text.split('\n').map(line => line.replace(/#.*/, '').trim().toLowerCase());
  const objects = await Promise.all(
    [...new Set(ids)]
      .filter(id => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(id))
      .map(id => snapshot.repository.info(id)),
  );
  const commits = objects.flatMap(object => (object?.type === 'commit' ? [object.id] : []));
  if (commits.length === 0) return undefined;
  const content = `${commits.join('\n')}\n`;
  const name = `ignore-revs-${createHash('sha1').update(content).digest('hex')}`;
  const file = join(snapshot.repository.privateDir, name);
  if (!existsSync(file)) writeFileSync(file, content);
  return file;
}

function readInside(snapshot: Snapshot, name: string): string {
  const { root } = snapshot.repository.location;
  if (root === undefined) return '';
  const file = insideRoot(root, isAbsolute(name) ? relative(root, name) : name);
  try {
    return file === undefined ? '' : readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
