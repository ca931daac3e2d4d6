import { groupBy } from '../../collections.ts';
import { isByName } from '../recovery/recover-regions.ts';
import type { FoundRegion } from './find-regions.ts';

/**
 * What two sources both say is said once, and so is what the note of a rewritten commit repeats of the old one's. The
 * first source stays, and what is in this history stays before what was recovered.
 */
export function withoutRepeats(found: readonly FoundRegion[]): FoundRegion[] {
  const repeats = new Set<FoundRegion>();
  const groups = groupBy(found, ({ commit, region }) =>
    JSON.stringify([commit.id, region.file, region.ast_anchor?.name]),
  );
  for (const group of groups.values()) {
    const origins = new Set(group.map(({ source, recovered }) => `${source} ${recovered?.from}`));
    if (origins.size < 2 || group.length > MOST_COMPARED) continue;
    const said = group.map(item => ({ item, texts: textsOf(item) }));
    for (const [at, one] of said.entries()) {
      const isSaidBy = (other: Said, otherAt: number) =>
        !repeats.has(other.item) &&
        mayRepeat(one.item, other.item) &&
        includes(other.texts, one.texts) &&
        (otherAt < at || !includes(one.texts, other.texts) || one.item.recovered !== undefined);
      if (said.some((other, otherAt) => otherAt !== at && isSaidBy(other, otherAt))) repeats.add(one.item);
    }
  }
  return withoutCopies(found.filter(item => !repeats.has(item)));
}

type Said = { item: FoundRegion; texts: ReadonlySet<string> };

/** Nobody says so much about one unit in one commit; to compare it all would take long. */
const MOST_COMPARED = 300;

/** Notes are copied when a commit is rewritten: what was found by name alone is left out where another says the same. */
function withoutCopies(found: readonly FoundRegion[]): FoundRegion[] {
  const alike = groupBy(found, ({ region }) =>
    JSON.stringify([region.file, region.ast_anchor?.name, region.intent]),
  );
  const copies = new Set<FoundRegion>();
  for (const group of alike.values()) {
    if (group.length < 2) continue;
    const said = group.slice(0, MOST_COMPARED).map(item => ({ item, texts: textsOf(item) }));
    for (const one of said.filter(({ item }) => isByName(item))) {
      const isSaidBy = (other: Said) =>
        other !== one && !copies.has(other.item) && includes(other.texts, one.texts);
      if (said.some(isSaidBy)) copies.add(one.item);
    }
  }
  return found.filter(item => !copies.has(item));
}

/** Whether the one may be a copy of the other: from elsewhere, about the same unit or lines. */
function mayRepeat(item: FoundRegion, other: FoundRegion): boolean {
  const isCopy = item.recovered ? !other.recovered : item.source !== other.source && !other.recovered;
  if (!isCopy) return false;
  const [a, b] = [item.region.lines, other.region.lines];
  return item.recovered !== undefined || (a?.start === b?.start && a?.end === b?.end);
}

function includes(all: ReadonlySet<string>, some: ReadonlySet<string>): boolean {
  return [...some].every(text => all.has(text));
}

/**
 * All that a region tells, each with white space folded. What it is for, the note of a rewritten commit may say in
 * other words; that counts only where the old one tells nothing else.
 */
function textsOf({ region, recovered }: FoundRegion): Set<string> {
  const texts = [
    ...(region.constraints ?? []).flatMap(({ text, until }) => [text, until]),
    ...(region.rejected_alternatives ?? []).flatMap(({ approach, reason }) => [approach, reason]),
    ...(region.open_threads ?? []),
    ...(region.semantic_dependencies ?? []).map(dependency => JSON.stringify(dependency)),
    ...(region.corrections ?? []).map(correction => JSON.stringify(correction)),
    region.reasoning,
    region.risk_notes,
  ].filter(text => text !== undefined);
  if (region.intent !== undefined && (!recovered || texts.length === 0)) texts.push(region.intent);
  return new Set(texts.map(text => text.replace(/\s+/g, ' ').trim()));
}
