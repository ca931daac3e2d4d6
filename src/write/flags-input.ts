/** The same as JSON on stdin, said in flags. */
import type { LineRange, Region } from '../annotation/schema.ts';
import { UltragitError } from '../errors.ts';
import type { Commit } from '../git/parsers.ts';
import type { Repository } from '../git/repository.ts';
import { parseLines } from '../pipeline/scope/scope.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { fileAtCommit } from './file-at-commit.ts';

export type RegionFlags = {
  intent?: string;
  constraint?: readonly string[];
  rejected?: readonly string[];
  why?: string;
  risk?: string;
  reliesOn?: readonly string[];
  tag?: readonly string[];
  thread?: readonly string[];
  lines?: string;
};

/** Whether anything is said in flags, so that stdin is left alone. */
export function isSaidInFlags(flags: RegionFlags): boolean {
  const { intent, constraint, rejected, why, risk, reliesOn, tag, thread, lines } = flags;
  return [intent, constraint, rejected, why, risk, reliesOn, tag, thread, lines].some(Boolean);
}

export async function regionOfFlags(
  snapshot: Snapshot,
  commit: Commit,
  { path, anchor }: { path: string; anchor?: string },
  flags: RegionFlags,
): Promise<Region> {
  const { intent, constraint, rejected, why, risk, reliesOn, tag, thread, lines } = flags;
  const dependencies = await Promise.all(
    (reliesOn ?? []).map(text => dependency(snapshot.repository, commit, text)),
  );
  const range = lines === undefined ? undefined : await rangeIn(snapshot, commit, path, lines);
  return {
    file: path,
    ...(anchor === undefined ? {} : { ast_anchor: { name: anchor } }),
    ...(range ? { lines: range } : {}),
    ...(intent?.trim() ? { intent: intent.trim() } : {}),
    ...(constraint ? { constraints: constraint.map(text => ({ text, source: 'author' as const })) } : {}),
    ...(why ? { reasoning: why } : {}),
    ...(rejected ? { rejected_alternatives: rejected.map(alternative) } : {}),
    ...(risk ? { risk_notes: risk } : {}),
    ...(thread ? { open_threads: [...thread] } : {}),
    ...(reliesOn ? { semantic_dependencies: dependencies } : {}),
    ...(tag ? { tags: tag.flatMap(text => text.split(',')).map(text => text.trim()) } : {}),
  };
}

async function rangeIn(snapshot: Snapshot, commit: Commit, path: string, lines: string): Promise<LineRange> {
  const file = await fileAtCommit(snapshot, commit, path);
  return parseLines(lines, file.lines, file.path);
}

function alternative(text: string): { approach: string; reason?: string } {
  const bar = text.indexOf('|');
  if (bar < 0) return { approach: text.trim() };
  const [approach, reason] = [text.slice(0, bar).trim(), text.slice(bar + 1).trim()];
  return { approach, ...(reason === '' ? {} : { reason }) };
}

const SEPARATOR = /(?<!\s)\s+(?:—|–|--|-|\|)\s+/;

/** "file unit — what", "file — what", "file::unit — what"; a file's name may have spaces. */
async function dependency(
  repository: Repository,
  commit: Commit,
  text: string,
): Promise<NonNullable<Region['semantic_dependencies']>[number]> {
  const [place = '', ...rest] = text.split(SEPARATOR);
  const nature = text.slice(place.length).replace(SEPARATOR, '').trim();
  if (place.trim() === '' || rest.length === 0 || nature === '') {
    throw new UltragitError('bad_annotation', `--relies-on "${text}" does not say on what.`, [
      'Write it as "file unit — what": --relies-on "src/tls.ts resume — returns undefined when the ticket expired"',
    ]);
  }
  const whole = place.trim();
  if (await repository.entryAt(commit, whole)) return { file: whole, nature };
  const [, file = whole, anchor] = /^(.*?\S)(?:\s+|::)(\S+)$/.exec(whole) ?? [];
  return { file, ...(anchor === undefined ? {} : { anchor }), nature };
}
