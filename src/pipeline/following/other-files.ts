import { extname } from 'node:path/posix';
import { type Change, changesOfEach } from '../../git/change-calls.ts';
import { mentions } from '../lines/mentions.ts';
import { linesIn } from '../lines/range.ts';
import { isWordy } from '../lines/recognise.ts';
import { linesOfVersion } from '../locate/parsed-version.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Held, Lost } from './within-file.ts';

/** A file that may have got what another one lost: its version, and the one before, where there was one. */
export type OtherFile = { path: string; blob: string; before?: string; shared: number };

/** A commit may change ten thousand files: so many of them are read, and so many then parsed. */
const MOST_READ = 400;
const MOST_PARSED = 40;
/** Larger ones are generated. */
const LARGEST_READ = 1024 * 1024;

/** What a commit changed, seen from the parent that has the version in question. */
export async function changesAround(snapshot: Snapshot, { commit: id, last }: Lost): Promise<Change[]> {
  const { repository, signal } = snapshot;
  const commit = await repository.commit(id);
  if (!commit) return [];
  const { path, blob } = last.version;
  const parents = await Promise.all(commit.parents.map(parent => repository.commit(parent)));
  const entries = await Promise.all(parents.map(parent => parent && repository.entryAt(parent, path)));
  const parent = parents[entries.findIndex(entry => entry?.id === blob)] ?? parents[0];
  const isFirst = parent?.id === commit.parents[0];
  const changes = await repository.run(
    changesOfEach([{ commit: id, ...(isFirst || !parent ? {} : { parent: parent.id }) }]),
    signal,
  );
  return changes.get(id) ?? [];
}

/** Of the files that a commit wrote, those whose new lines have some of a subject, or its name; most of it first. */
export async function filesGaining(
  snapshot: Snapshot,
  { version, parsed, subject }: Held,
  changes: readonly Change[],
): Promise<OtherFile[]> {
  const clues = cluesIn(linesIn(parsed.lines, subject.lines));
  const name = subject.unit?.name;
  const written = changes.filter(({ path, after }) => after !== undefined && path !== version.path);
  const nearest = written.sort((a, b) => nearness(b.path, version.path) - nearness(a.path, version.path));
  const found = await Promise.all(
    nearest.slice(0, MOST_READ).map(async ({ path, before, after: blob = '' }): Promise<OtherFile[]> => {
      const lines = await linesUnlessLarge(snapshot, blob);
      if (!lines) return [];
      const old = new Set(((before && (await linesUnlessLarge(snapshot, before))) || []).map(textOf));
      const added = lines.filter(line => !old.has(textOf(line)));
      const shared = new Set(added.map(textOf).filter(text => clues.has(text))).size;
      const isLikely = shared > 0 || (name !== undefined && mentions(added, name));
      return isLikely ? [{ path, blob, shared, ...(before ? { before } : {}) }] : [];
    }),
  );
  return found
    .flat()
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MOST_PARSED);
}

/** Code rarely changes its language when it moves, and seldom goes far. */
function nearness(path: string, from: string): number {
  const segments = from.split('/');
  const shared = path.split('/').findIndex((segment, at) => segment !== segments[at]);
  return (extname(path) === extname(from) ? 1000 : 0) + shared;
}

export async function linesUnlessLarge(snapshot: Snapshot, blob: string) {
  const info = await snapshot.repository.info(blob);
  return info && info.size <= LARGEST_READ ? linesOfVersion(snapshot, blob) : undefined;
}

/** The texts that tell a place from others, without white space. */
export function cluesIn(lines: readonly string[]): Set<string> {
  return new Set(lines.filter(isWordy).map(textOf));
}

export function textOf(line: string): string {
  return line.replace(/\s+/g, '');
}
