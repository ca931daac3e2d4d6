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
    const said = group.map(saidBy);
    for (const [at, one] of said.entries()) {
      const isSaidBy = (other: Said, otherAt: number) =>
        !repeats.has(other.item) &&
        mayRepeat(one.item, other.item) &&
        includes(other, one) &&
        (otherAt < at || !includes(one, other) || one.item.recovered !== undefined);
      if (said.some((other, otherAt) => otherAt !== at && isSaidBy(other, otherAt))) repeats.add(one.item);
    }
  }
  return withoutCopies(found.filter(item => !repeats.has(item)));
}

/** All that a region tells, each with white space folded; what it is for is kept apart. */
type Said = { item: FoundRegion; texts: ReadonlySet<string>; intent?: string };

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
    const said = group.slice(0, MOST_COMPARED).map(saidBy);
    for (const one of said.filter(({ item }) => isByName(item))) {
      const isSaidBy = (other: Said) => other !== one && !copies.has(other.item) && includes(other, one);
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

/**
 * Whether all that the one tells is told by the other. What a note is for, the note of the rewritten commit may say in
 * other words; that counts where the old one tells nothing else, or where the new one was not made from it.
 */
function includes(all: Said, some: Said): boolean {
  if (![...some.texts].every(text => all.texts.has(text))) return false;
  const isRewritten = all.item.annotation.provenance.operation !== 'initial';
  const mayDiffer = some.item.recovered !== undefined && isRewritten && some.texts.size > 0;
  return mayDiffer || some.intent === undefined || some.intent === all.intent || all.texts.has(some.intent);
}

function saidBy(item: FoundRegion): Said {
  const { region } = item;
  const texts = [
    ...(region.constraints ?? []).flatMap(({ text, until }) => [text, until]),
    ...(region.rejected_alternatives ?? []).flatMap(({ approach, reason }) => [approach, reason]),
    ...(region.open_threads ?? []),
    ...(region.semantic_dependencies ?? []).map(dependency => JSON.stringify(dependency)),
    ...(region.corrections ?? []).map(correction => JSON.stringify(correction)),
    region.reasoning,
    region.risk_notes,
  ].filter(text => text !== undefined);
  return { item, texts: new Set(texts.map(fold)), intent: region.intent && fold(region.intent) };
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
