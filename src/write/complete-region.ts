/** From what a writer says of a region to what the note says of it: what the outline and the diff know better. */
import type { LineRange, Region } from '../annotation/schema.ts';
import { UltragitError } from '../errors.ts';
import { lastTouch } from '../git/calls.ts';
import type { Commit } from '../git/parsers.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { resolveAnchor } from '../syntax/anchor.ts';
import { signatureKey } from '../syntax/signature.ts';
import type { Unit } from '../syntax/unit.ts';
import { plural, shortId } from '../wording.ts';
import { type FileAtCommit, fileAtCommit, hasChanges, isChanged } from './file-at-commit.ts';

type Options = {
  /** It may be about code that the commit did not change. */
  about: boolean;
};

/** Gives the region with its unit, signature and lines at the commit; refuses what can't be right. */
export async function completeRegion(
  snapshot: Snapshot,
  commit: Commit,
  region: Region,
  { about }: Options,
): Promise<Region> {
  if (!region.intent?.trim()) {
    throw refuse(`${nameOf(region)} has no intent.`, 'Say in one sentence what the code is for: "intent".');
  }
  const file = await fileAtCommit(snapshot, commit, region.file);
  const place = placeOf(file, region);
  if (!about && !isInDiff(file, place.lines)) throw await outsideDiff(snapshot, file, region);
  const { ast_anchor: _anchor, lines: _lines, file: _file, ...said } = region;
  const dependencies = await completeDependencies(snapshot, commit, said.semantic_dependencies);
  return {
    file: file.path,
    ...(place.unit ? { ast_anchor: place.unit } : {}),
    ...(place.lines ? { lines: place.lines } : {}),
    ...said,
    ...(dependencies ? { semantic_dependencies: dependencies } : {}),
  };
}

type Place = { unit?: NonNullable<Region['ast_anchor']>; lines?: LineRange };

function placeOf(file: FileAtCommit, { ast_anchor: anchor, lines }: Region): Place {
  if (lines && lines.end > file.lines) {
    throw refuse(
      `Lines ${lines.start}:${lines.end} are beyond the end: ${file.path} has ${plural(file.lines, 'line')}.`,
      `Lines count in the file at commit ${shortId(file.commit.id)}; a unit alone is enough.`,
    );
  }
  // A unit of the type "file" is the whole of it.
  if (anchor?.unit_type === 'file' || (!anchor && !lines)) return {};
  if (!file.units) return withoutGrammar(file, anchor, lines);
  if (!anchor) return { unit: lines && unitAround(file.units, lines), lines };
  const unit = unitNamed(file, anchor, lines);
  if (lines && (lines.start < unit.lines.start || lines.end > unit.lines.end)) {
    throw refuse(
      `Lines ${lines.start}:${lines.end} are outside of ${unit.name}.`,
      `${unit.name} is at lines ${unit.lines.start}:${unit.lines.end} of ${file.path}; leave the lines out.`,
    );
  }
  return { unit: anchorOf(unit), lines: lines ?? unit.lines };
}

/** Without an outline nobody knows where a unit is. */
function withoutGrammar({ path }: FileAtCommit, anchor: Region['ast_anchor'], lines?: LineRange): Place {
  if (lines) return { unit: anchor, lines };
  throw refuse(
    `There is no outline of ${path}, so ${anchor?.name} can't be found in it.`,
    'Say which lines it is about (--lines 12:20, or "lines"), or annotate the whole file.',
  );
}

function anchorOf({ type, name, signature }: Unit): NonNullable<Region['ast_anchor']> {
  return { unit_type: type, name, ...(signature === '' ? {} : { signature }) };
}

function unitNamed(
  { path, units = [], changes, commit }: FileAtCommit,
  anchor: NonNullable<Region['ast_anchor']>,
  lines: LineRange | undefined,
): Unit {
  const { match, units: named, nearest } = resolveAnchor(units, anchor.name);
  if (match === undefined || match === 'fuzzy') {
    const names = match === 'fuzzy' ? named.map(({ name }) => name) : nearest;
    throw refuse(
      `There is no ${anchor.name} in ${path} at commit ${shortId(commit.id)}.`,
      names.length > 0
        ? `Nearest names: ${[...new Set(names)].join(', ')}`
        : 'It has no units; leave the unit out to annotate the file, or give lines.',
    );
  }
  const key = signatureKey(anchor.signature ?? '');
  const tests: ((unit: Unit) => boolean)[] = [
    unit => key !== '' && signatureKey(unit.signature).includes(key),
    unit => lines !== undefined && unit.lines.start <= lines.start && lines.end <= unit.lines.end,
    unit => isChanged(changes, unit.lines),
  ];
  const [unit, ...others] = tests.reduce((left, test) => {
    const narrower = left.length > 1 ? left.filter(test) : [];
    return narrower.length > 0 ? narrower : left;
  }, named);
  if (unit && others.length === 0) return unit;
  const places = named.map(({ name, lines: { start, end } }) => `${name} at ${start}:${end}`);
  throw refuse(
    `${anchor.name} may be one of several in ${path}.`,
    `Name it in full, or add its lines: ${places.join(', ')}`,
  );
}

/** The smallest unit that has all of these lines. */
function unitAround(units: readonly Unit[], { start, end }: LineRange): Place['unit'] {
  const around = units.filter(({ lines }) => lines.start <= start && end <= lines.end);
  const size = ({ lines }: Unit) => lines.end - lines.start;
  const [smallest] = [...around].sort((a, b) => size(a) - size(b));
  return smallest && anchorOf(smallest);
}

function isInDiff({ changes }: FileAtCommit, lines: LineRange | undefined): boolean {
  return lines ? isChanged(changes, lines) : hasChanges(changes);
}

async function outsideDiff(
  { repository, head, signal }: Snapshot,
  { path, commit }: FileAtCommit,
  region: Region,
): Promise<UltragitError> {
  const touched = await repository.run(lastTouch(head.id, path), signal);
  const other =
    touched === undefined || touched === commit.id
      ? []
      : [`Or annotate another commit; ${shortId(touched)} is the last that changed ${path}.`];
  return refuse(
    `The commit ${shortId(commit.id)} does not change ${nameOf(region)}.`,
    'If it is about code that was already there, say so: --about',
    ...other,
  );
}

/** Other code that it relies on must be there; where an outline can tell, the unit, too. */
async function completeDependencies(
  snapshot: Snapshot,
  commit: Commit,
  dependencies: Region['semantic_dependencies'],
): Promise<Region['semantic_dependencies']> {
  if (!dependencies) return undefined;
  const complete: NonNullable<Region['semantic_dependencies']> = [];
  for (const dependency of dependencies) {
    const file = await fileAtCommit(snapshot, commit, dependency.file);
    const { anchor } = dependency;
    const found = anchor === undefined || !file.units ? undefined : resolveAnchor(file.units, anchor);
    if (found && (found.match === undefined || found.match === 'fuzzy')) {
      const names = [...new Set([...found.units.map(({ name }) => name), ...found.nearest])];
      throw refuse(
        `There is no ${anchor} in ${file.path}, which it is said to rely on.`,
        names.length > 0
          ? `Nearest names: ${names.join(', ')}`
          : 'Leave the unit out to name the whole file.',
      );
    }
    const [only, ...others] = new Set(found?.units.map(({ name }) => name));
    complete.push({
      ...dependency,
      file: file.path,
      ...(only !== undefined && others.length === 0 ? { anchor: only } : {}),
    });
  }
  return complete;
}

/** How a region is called in a sentence. */
export function nameOf({ file, ast_anchor: anchor, lines }: Region): string {
  if (anchor) return `${anchor.name} in ${file}`;
  return lines ? `lines ${lines.start}:${lines.end} of ${file}` : file;
}

function refuse(message: string, ...hints: string[]): UltragitError {
  return new UltragitError('bad_annotation', message, hints);
}
