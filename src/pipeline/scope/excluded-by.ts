import type { Settings } from '../../config.ts';
import { type Glob, parseGlob } from '../../glob/glob.ts';
import type { Notice } from '../../notices.ts';

type Rules = { include: readonly Glob[]; exclude: readonly Glob[] };

/** A directory asks about each of its files. */
const RULES = new WeakMap<Settings, Rules>();

/** The pattern that keeps a path out of all answers, where there is one. */
export function excludedBy(path: string, settings: Settings): Notice | undefined {
  const { include, exclude } = rulesOf(settings);
  const found = exclude.find(({ matches }) => matches(path));
  if (found) return { code: 'excluded', path, exclude: found.pattern };
  const isIncluded = include.length === 0 || include.some(({ matches }) => matches(path));
  return isIncluded ? undefined : { code: 'excluded', path, include: settings.include };
}

function rulesOf(settings: Settings): Rules {
  const known = RULES.get(settings);
  if (known) return known;
  const rules = { include: globsOf(settings.include), exclude: globsOf(settings.exclude) };
  RULES.set(settings, rules);
  return rules;
}

/** Settings have no pattern that can't be understood. */
function globsOf(patterns: readonly string[]): Glob[] {
  return patterns.map(parseGlob).filter(glob => 'matches' in glob);
}
