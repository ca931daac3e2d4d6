// What each commit did to the promised units, by git and parsers that are not ours.
import { sameness, shareKept } from '../truth/alike.ts';
import type { Change, History } from '../truth/git.ts';
import { type At, sameNamed, successor, wordsOf } from '../truth/match.ts';
import type { Parser } from '../truth/parsers/parse.ts';
import { type Lines, lastName, textOf } from '../truth/unit.ts';
import type { Promised } from './annotate.ts';
import { declarationOf, type PartStep, stepOfPart } from './lines.ts';

/** What a step made of a unit; `form` is for what a formatter may do, `unclear` for what no parser can tell. */
type Became = 'same' | 'form' | 'changed' | 'signature' | 'deleted' | 'unclear';

export type Event = {
  promised: Promised;
  commit: string;
  became: Became;
  before: At;
  after?: At;
  /** Of the annotated lines of it, where these are not all. */
  part?: { before: Lines; after?: Lines };
  /** It has neither the name nor a line of what was annotated: that is gone, whatever it became. */
  isOther?: boolean;
};

type State = { promised: Promised; at: At; part?: Lines };

/** Follows all of them along the main line; gives what happened to each at each commit that changed its file. */
export function steps(
  history: History,
  parser: Parser,
  promised: readonly Promised[],
  line: readonly string[],
): Event[] {
  const ways = new Map(
    [...new Set(promised.map(({ commit }) => commit))].map(commit => [
      commit,
      wayFrom(history, commit, line),
    ]),
  );
  history.readSteps(
    [...ways].flatMap(([commit, way]) => way.map((to, at) => [way[at - 1] ?? commit, to] as const)),
  );
  return promised.flatMap(one => [...follow(history, parser, one, ways.get(one.commit) ?? [])]);
}

/** The commits of the main line that have this one, oldest first; it may be of a branch that was merged. */
function wayFrom(history: History, commit: string, line: readonly string[]): string[] {
  const has = new Set(
    history
      .git(['rev-list', '--ancestry-path', `${commit}..HEAD`])
      .trim()
      .split('\n'),
  );
  return line.filter(one => has.has(one));
}

function* follow(
  history: History,
  parser: Parser,
  promised: Promised,
  way: readonly string[],
): Generator<Event> {
  let state: State = { promised, at: promised.at, ...(promised.part ? { part: promised.part } : {}) };
  let from = promised.commit;
  for (const commit of way) {
    const changes = history.changes(from, commit);
    from = commit;
    const change = changes.find(one => one.from === state.at.path && !'CA'.includes(one.status));
    if (!change) continue;
    const event = eventOf(parser, state, commit, changes, change);
    const isOther = event.after !== undefined && isAnother(promised.at, event.after);
    yield { ...event, isOther };
    if (!event.after || event.became === 'unclear' || isOther) return;
    if (state.part && !event.part?.after) return;
    state = { promised, at: event.after, ...(event.part?.after ? { part: event.part.after } : {}) };
  }
}

function isAnother(one: At, other: At): boolean {
  if (lastName(one.unit.name) === lastName(other.unit.name)) return false;
  return shareKept(wordsOf(one), wordsOf(other)) === 0;
}

function eventOf(
  parser: Parser,
  { promised, at, part }: State,
  commit: string,
  changes: readonly Change[],
  change: Change,
): Event {
  const known = { promised, commit, before: at };
  const next = nextOf(parser, at, changes, change);
  if (next === 'unclear') return { ...known, became: 'unclear' };
  if (!next) return { ...known, became: 'deleted', ...(part ? { part: { before: part } } : {}) };
  if (part) return { ...known, after: next, ...partEvent(stepOfPart(at, part, next), part) };
  return { ...known, after: next, became: becameOf(at, next) };
}

function partEvent(step: PartStep, before: Lines): Pick<Event, 'became' | 'part'> {
  return { became: step.became, part: { before, ...(step.after ? { after: step.after } : {}) } };
}

function becameOf(before: At, after: At): Became {
  const same = sameness(codeOf(before), codeOf(after));
  if (same === 'unchanged') return 'same';
  if (same === 'unclear') return 'form';
  return declarationOf(before) === declarationOf(after) ? 'changed' : 'signature';
}

/** A unit with its decorators and attributes, and without its comment. */
function codeOf({ version, unit }: At): string[] {
  const above = textOf(version, { start: unit.top, end: unit.start - 1 });
  const first = above.findIndex(line => /^\s*(?:#!?\[|@\w)/.test(line));
  return first < 0 ? textOf(version, unit) : textOf(version, { start: unit.top + first, end: unit.end });
}

function nextOf(
  parser: Parser,
  at: At,
  changes: readonly Change[],
  change: Change,
): At | 'unclear' | undefined {
  if (change.status !== 'D') {
    parser.prepare([{ path: change.to, blob: change.newBlob }]);
    const version = parser.version({ path: change.to, blob: change.newBlob });
    if (!version?.units) return 'unclear';
    const same = sameNamed(at, change.to, version);
    if (same) return same;
  }
  parser.prepare(
    changes.flatMap(({ from, to, oldBlob, newBlob }) => [
      { path: from, blob: oldBlob },
      { path: to, blob: newBlob },
    ]),
  );
  return successor(at, change.to, comers(parser, changes), leavers(parser, changes, at));
}

function comers(parser: Parser, changes: readonly Change[]): At[] {
  return changes.flatMap(({ from, to, oldBlob, newBlob }) =>
    unitsWithout(parser, { path: to, blob: newBlob }, { path: from, blob: oldBlob }),
  );
}

function leavers(parser: Parser, changes: readonly Change[], one: At): At[] {
  return changes
    .flatMap(({ from, to, oldBlob, newBlob }) =>
      unitsWithout(parser, { path: from, blob: oldBlob }, { path: to, blob: newBlob }),
    )
    .filter(({ unit }) => unit !== one.unit);
}

type File = { path: string; blob: string };

function unitsWithout(parser: Parser, file: File, other: File): At[] {
  const version = parser.version(file);
  const known = new Set(parser.version(other)?.units?.map(({ name }) => name));
  return (version?.units ?? [])
    .filter(({ name }) => !known.has(name))
    .map(unit => ({ path: file.path, version: version as NonNullable<typeof version>, unit }));
}
