// Which unit of a later version is the one of an earlier version.
import { outdented, shareKept, wordyLines } from './alike.ts';
import { lastName, namesakes, textOf, type Unit, type Version } from './unit.ts';

/** A unit in a version of its file. */
export type At = { path: string; version: Version; unit: Unit };

export const bodyOf = ({ version, unit }: { version: Version; unit: Unit }): string[] =>
  textOf(version, unit);

export const wordsOf = (at: { version: Version; unit: Unit }): string[] =>
  wordyLines(bodyOf(at), lastName(at.unit.name));

const declarationOf = ({ version, unit }: At): string => (version.lines[unit.start - 1] ?? '').trim();

/** The unit of the same name; `unclear` where several have it and nothing decides; undefined where none has. */
export function sameNamed(before: At, path: string, version: Version): At | 'unclear' | undefined {
  const now = namesakes(version, before.unit.name).map(unit => ({ path, version, unit }));
  const then = namesakes(before.version, before.unit.name).map(unit => ({ ...before, unit }));
  const [only] = now;
  if (!only) return undefined;
  if (now.length === 1 && then.length === 1) return only;
  const text = outdented(bodyOf(before));
  const equal = now.filter(one => outdented(bodyOf(one)) === text);
  if (equal.length === 1 && then.filter(one => outdented(bodyOf(one)) === text).length === 1) return equal[0];
  if (
    now.length === then.length &&
    now.every((one, at) => declarationOf(one) === declarationOf(then[at] as At))
  ) {
    return now[then.findIndex(one => one.unit === before.unit)];
  }
  const declared = now.filter(one => declarationOf(one) === declarationOf(before));
  const declaredThen = then.filter(one => declarationOf(one) === declarationOf(before));
  if (declared.length === 1 && declaredThen.length === 1) return declared[0];
  const best = clearlyBest(before, now, 0.6);
  // Several that became one: which of them it is, is decided by the one that is most like it.
  return best && clearlyBest(best, then, 0)?.unit === before.unit ? best : 'unclear';
}

type Scored = { at: At; kept: number; shared: number };

export function scored(before: At, candidates: readonly At[]): Scored[] {
  const words = wordsOf(before);
  return candidates
    .map(at => {
      const others = wordsOf(at);
      return { at, kept: shareKept(words, others), shared: shareKept(others, words) };
    })
    .sort((a, b) => b.kept + b.shared - a.kept - a.shared);
}

function clearlyBest(before: At, candidates: readonly At[], least: number): At | undefined {
  const [best, second] = scored(before, candidates);
  if (!best || best.kept < least) return undefined;
  return second && second.kept + second.shared > best.kept + best.shared - 0.3 ? undefined : best.at;
}

/** So little text that another unit may well have the same. */
const isSmall = (at: At): boolean => wordsOf(at).length < 4;

/**
 * Which of the units that are new in this step is the one that is no longer where it was. Of its own last name: with 60 %
 * of its lines; of another: with 80 %, and half of its own, and outside of its file (at `path` after the step) with six
 * lines or more. A small unit must be the same in all of its lines. `leaving`: the others that are gone after the step.
 */
export function successor(
  before: At,
  path: string,
  candidates: readonly At[],
  leaving: readonly At[] = [],
): At | 'unclear' | undefined {
  const name = lastName(before.unit.name);
  const ranked = scored(before, candidates);
  const small = isSmall(before);
  const fits = ranked.filter(({ at, kept, shared }) => {
    const same = lastName(at.unit.name) === name;
    if (small) return kept === 1 && shared === 1 && (same || wordsOf(before).length > 1);
    const isNear = at.path === path || wordsOf(before).length >= 6;
    return same ? kept >= 0.6 : isNear && kept >= 0.8 && shared >= 0.5;
  });
  const [best] = fits;
  if (best) {
    // Another one of its name makes it unclear; where the name is another, any unit that is nearly as much like it does.
    const rivals =
      lastName(best.at.unit.name) === name ? fits.filter(one => lastName(one.at.unit.name) === name) : ranked;
    const isClose = rivals.some(one => one !== best && one.kept + one.shared > best.kept + best.shared - 0.3);
    return isClose || isContested(best, leaving) ? 'unclear' : best.at;
  }
  const doubtful = ranked.some(({ at, kept }) =>
    lastName(at.unit.name) === name ? small || kept >= 0.2 : kept >= 0.4,
  );
  return doubtful ? 'unclear' : undefined;
}

/** Whether another unit that leaves in the same step may have become this one as well; copies of one text all did. */
function isContested({ at, kept, shared }: Scored, leaving: readonly At[]): boolean {
  if (kept >= 0.8) return false;
  const words = wordsOf(at);
  return leaving.some(other => {
    const others = wordsOf(other);
    return shareKept(others, words) + shareKept(words, others) > kept + shared - 0.3;
  });
}
