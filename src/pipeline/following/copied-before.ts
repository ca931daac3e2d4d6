import { filesMentioning } from '../../git/change-calls.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Unit } from '../../syntax/unit.ts';
import { isDamage } from '../history/ancestry.ts';
import { lastWord } from '../lines/mentions.ts';
import { wordsOf } from '../lines/sides.ts';
import { parsedVersion } from '../locate/parsed-version.ts';
import type { Snapshot } from '../snapshot.ts';
import { alike, type Body } from '../units/alike.ts';
import { bodyOf, mayBeOfSort } from '../units/parsed.ts';
import { placeIn } from '../units/place.ts';
import { cluesIn, countIn } from './clues.ts';
import { lineSetUnlessLarge } from './other-files.ts';
import type { Held, Lost } from './within-file.ts';

/** A copy is the unit itself only where hardly anything tells them apart. */
const NEARLY_SAME = 0.9;

/** Words of a body that nobody writes twice by chance. */
const LEAST_WORDS = 16;

/** A name that so many files have is no name to search by. */
const MOST_FILES = 50;

/** Something that was lost, and the commit that it is followed from. */
export type Missing = { lost: Lost; since: Commit };

/**
 * Code may be copied first and removed later. Gives the only unit of that name, with nearly that body, which the commit
 * that removed it has, unless a twin of it was there when it was annotated. Only files are looked at that have its name
 * today, so that one search does for all.
 */
export async function copiedBefore(
  snapshot: Snapshot,
  missing: readonly Missing[],
): Promise<Map<Missing, Held>> {
  const copies = new Map<Missing, Held>();
  const wanted = missing.flatMap(item => {
    const { parsed, subject } = item.lost.last;
    const body = subject.unit && bodyOf(parsed, subject.unit);
    const isTelling = body && body.lines.flatMap(wordsOf).length >= LEAST_WORDS;
    return isTelling && /^[\w$]+$/.test(body.name) ? [{ item, body }] : [];
  });
  if (wanted.length === 0) return copies;
  const filesOf = await search(snapshot, [...new Set(wanted.map(({ body }) => body.name))].sort());
  await Promise.all(
    wanted.map(async ({ item, body }) => {
      const copy = await copyOf(snapshot, item, body, [...(filesOf.get(body.name) ?? [])]);
      if (copy) copies.set(item, copy);
    }),
  );
  return copies;
}

async function copyOf(
  snapshot: Snapshot,
  { lost: { commit: id, last }, since }: Missing,
  body: Body,
  mentioning: readonly string[],
): Promise<Held | undefined> {
  const { parsed, subject, version } = last;
  const { unit } = subject;
  const files = mentioning.filter(path => path !== version.path);
  const commit = await snapshot.repository.commit(id);
  if (!unit || !commit || files.length === 0 || files.length > MOST_FILES) return undefined;
  const [copy, ...others] = await twinsIn(snapshot, commit, files, unit, body);
  if (!copy || others.length > 0) return undefined;
  if ((await twinsIn(snapshot, since, [copy.version.path], unit, body)).length > 0) return undefined;
  const found = placeIn(parsed, subject, unit, copy.parsed, copy.unit);
  return { version: copy.version, parsed: copy.parsed, subject: found.subject };
}

/** Units of the same name and nearly the same body in files, as the first of some commits has them. */
async function twinsIn(snapshot: Snapshot, commit: Commit, files: readonly string[], unit: Unit, body: Body) {
  const found = await Promise.all(
    files.map(async path => {
      const entry = await snapshot.repository.entryAt(commit, path);
      if (!entry?.mode.startsWith('100')) return [];
      const version = { path, blob: entry.id };
      const parsed = (await hasMost(snapshot, version.blob, body))
        ? await parsedVersion(snapshot, version)
        : undefined;
      return (parsed?.units ?? [])
        .filter(other => lastWord(other.name) === body.name && mayBeOfSort(other.type, unit.type))
        .flatMap(other =>
          parsed && alike(body, bodyOf(parsed, other)) >= NEARLY_SAME
            ? [{ unit: other, parsed, version }]
            : [],
        );
    }),
  );
  return found.flat();
}

/** Whether a file has so many lines of a body that one of its units may be nearly the same. */
async function hasMost(snapshot: Snapshot, blob: string, body: Body): Promise<boolean> {
  const lines = await lineSetUnlessLarge(snapshot, blob);
  const clues = cluesIn(body.lines);
  return lines !== undefined && countIn(clues, lines) * 3 >= clues.size * 2;
}

async function search(
  { repository, head, signal }: Snapshot,
  names: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  try {
    return await repository.run(filesMentioning(head.id, names), signal);
  } catch (error) {
    if (isDamage(error)) return new Map();
    throw error;
  }
}
