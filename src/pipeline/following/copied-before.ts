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
import { cluesIn, textOf } from './clues.ts';
import { linesUnlessLarge } from './other-files.ts';
import type { Held, Lost } from './within-file.ts';

/** A copy is the unit itself only where hardly anything tells them apart. */
const NEARLY_SAME = 0.9;

/** Words of a body that nobody writes twice by chance. */
const LEAST_WORDS = 16;

/** A name that so many files have is no name to search by. */
const MOST_FILES = 50;

/** Each search reads a whole tree. */
const MOST_SEARCHES = 16;

function searches(): { left: number } {
  return { left: MOST_SEARCHES };
}

/**
 * Code may be copied first and removed later. The only unit of that name, with nearly that body, which the commit that
 * removed it has, unless a twin of it was there when it was annotated.
 */
export async function copiedBefore(
  snapshot: Snapshot,
  { commit: id, last }: Lost,
  since: Commit,
): Promise<Held | undefined> {
  const { parsed, subject, version } = last;
  const { unit } = subject;
  const body = unit && bodyOf(parsed, unit);
  if (!unit || !body || body.lines.flatMap(wordsOf).length < LEAST_WORDS) return undefined;
  const budget = snapshot.once(searches);
  const commit = await snapshot.repository.commit(id);
  if (!commit || budget.left-- <= 0) return undefined;
  const [copy, ...others] = await twinsIn(snapshot, commit, version.path, unit, body);
  if (!copy || others.length > 0) return undefined;
  if ((await twinsIn(snapshot, since, version.path, unit, body)).length > 0) return undefined;
  const found = placeIn(parsed, subject, unit, copy.parsed, copy.unit);
  return { version: copy.version, parsed: copy.parsed, subject: found.subject };
}

/** Units of the same name and nearly the same body in the other files of a commit. */
async function twinsIn(snapshot: Snapshot, commit: Commit, path: string, unit: Unit, body: Body) {
  const files = (await search(snapshot, commit, body.name)).filter(file => file !== path);
  if (files.length > MOST_FILES) return [];
  const found = await Promise.all(
    files.map(async file => {
      const entry = await snapshot.repository.entryAt(commit, file);
      const version = { path: file, blob: entry?.id ?? '' };
      const lines = entry?.mode.startsWith('100')
        ? await linesUnlessLarge(snapshot, version.blob)
        : undefined;
      const parsed = hasMost(lines ?? [], body) ? await parsedVersion(snapshot, version) : undefined;
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
function hasMost(lines: readonly string[], body: Body): boolean {
  const clues = cluesIn(body.lines);
  const shared = new Set(lines.map(textOf).filter(text => clues.has(text)));
  return shared.size * 3 >= clues.size * 2;
}

async function search({ repository, signal }: Snapshot, commit: Commit, name: string): Promise<string[]> {
  if (!/^[\w$]+$/.test(name)) return [];
  try {
    return await repository.run(filesMentioning(commit.id, name), signal);
  } catch (error) {
    if (isDamage(error)) return [];
    throw error;
  }
}
