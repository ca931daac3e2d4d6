// What became of a unit, step by step from its commit to HEAD, by parsers and git alone.
import { shareKept } from './alike.ts';
import type { Drawn } from './draw.ts';
import type { Change, History } from './git.ts';
import type { HeadTree } from './head-tree.ts';
import { type At, bodyOf, sameNamed, scored, successor, wordsOf } from './match.ts';
import type { Parser, Wanted } from './parsers/parse.ts';
import { namesakes } from './unit.ts';

/**
 * `living`: in its file, by its name. `renamed`: in its file, by another name. `moved`: in another file.
 * `gone`: HEAD has neither its name nor its lines. `unclear`: not judged.
 */
export type Truth =
  | {
      class: 'living' | 'renamed' | 'moved';
      today: At /** Where the file is today that it was in. */;
      file?: string;
    }
  | { class: 'gone'; file?: string; last: At }
  | { class: 'unclear'; why: string };

/** A last name that so few units of HEAD have says something: `new` and `main` do not. */
const RARE = 3;

type Step = { commit: string; changes: readonly Change[]; change: Change };
type Follow = Generator<Wanted[], Truth>;

/** Follows all of them side by side, so that what they need is parsed in batches. */
export function followAll(
  drawn: readonly Drawn[],
  history: History,
  parser: Parser,
  head: HeadTree,
): Map<string, Truth> {
  history.readChanges(new Set(drawn.map(one => one.commit)));
  const follower = new Follower(history, parser, head);
  const truths = new Map<string, Truth>();
  let open = drawn.map(one => ({ one, following: follower.follow(one) }));
  while (open.length > 0) {
    const wanted: Wanted[] = [];
    open = open.filter(({ one, following }) => {
      const { done, value } = following.next();
      if (done) truths.set(one.id, value);
      else wanted.push(...value);
      return !done;
    });
    parser.prepare(wanted);
  }
  return truths;
}

class Follower {
  readonly #history: History;
  readonly #parser: Parser;
  readonly #head: HeadTree;

  constructor(history: History, parser: Parser, head: HeadTree) {
    this.#history = history;
    this.#parser = parser;
    this.#head = head;
  }

  *follow({ commit, path, version, unit }: Drawn): Follow {
    const start: At = { path, version, unit };
    const [fileToday] = this.#endOf(path, commit);
    const direct = this.#directly(start, fileToday);
    if (direct) return direct;
    let at = start;
    let from = commit;
    let moved = false;
    for (;;) {
      const steps = [...this.#steps(at.path, from)];
      yield steps.map(({ change }) => ({ path: change.to, blob: change.newBlob }));
      const left = this.#leaves(at, steps);
      if (left === 'unclear') return { class: 'unclear', why: 'several units of that name' };
      at = left.last;
      if (!left.at) return this.#stayed(start, at, moved, fileToday);
      yield left.at.changes.flatMap(({ from: old, to, oldBlob, newBlob }) => [
        { path: old, blob: oldBlob },
        { path: to, blob: newBlob },
      ]);
      const next = successor(
        at,
        left.at.change.to,
        this.#newUnits(left.at.changes),
        this.#leavingUnits(left.at.changes, at),
      );
      if (next === 'unclear') return { class: 'unclear', why: 'what became of it is not clear' };
      if (!next) return this.#vanished(at, fileToday);
      moved ||= next.path !== left.at.change.to;
      at = next;
      from = this.#history.next.get(left.at.commit) ?? '';
    }
  }

  /** Its name is unique then and now, and a fair part of its lines is there. */
  #directly(start: At, file: string | undefined): Truth | undefined {
    const today = file === undefined ? undefined : this.#head.version(file);
    const [unit, ...others] = namesakes(today, start.unit.name);
    if (!today || file === undefined || !unit || others.length > 0) return undefined;
    if (namesakes(start.version, start.unit.name).length !== 1) return undefined;
    const at = { path: file, version: today, unit };
    return shareKept(wordsOf(start), wordsOf(at)) >= 0.3 ? { class: 'living', today: at, file } : undefined;
  }

  /** Walks until the file no longer has the unit, or to HEAD. */
  #leaves(start: At, steps: readonly Step[]): { last: At; at?: Step } | 'unclear' {
    let last = start;
    for (const step of steps) {
      if (step.change.status === 'D') return { last, at: step };
      const wanted = { path: step.change.to, blob: step.change.newBlob };
      const version = this.#parser.version(wanted);
      if (!version?.units) {
        last = { ...last, path: step.change.to };
        continue;
      }
      const next = sameNamed(last, step.change.to, version);
      if (next === 'unclear') return next;
      if (!next) return { last, at: step };
      last = next;
    }
    return { last };
  }

  #stayed(start: At, at: At, moved: boolean, file: string | undefined): Truth {
    const today = this.#head.version(at.path);
    if (!today?.units) return { class: 'unclear', why: 'HEAD has no parsed file there' };
    const unit = namesakes(today, at.unit.name).find(
      one => one.start === at.unit.start && one.end === at.unit.end,
    );
    if (!unit) return { class: 'unclear', why: 'HEAD has another version' };
    const kind = moved ? 'moved' : at.unit.name === start.unit.name ? 'living' : 'renamed';
    return { class: kind, today: { path: at.path, version: today, unit }, file };
  }

  /** No step leads on: it may be back, or have gone a way that no step shows. */
  #vanished(last: At, file: string | undefined): Truth {
    const unclear = (why: string): Truth => ({ class: 'unclear', why });
    const version = file === undefined ? undefined : this.#head.version(file);
    if (file !== undefined && !version?.units) return unclear('HEAD has no parsed file there');
    const back = namesakes(version, last.unit.name);
    if (back.length > 0) return unclear('its name went and came back');
    const named = scored(last, this.#head.named(last.unit.name));
    if (named.some(({ at, kept }) => at.unit.name === last.unit.name || kept >= 0.2))
      return unclear('HEAD has its name');
    if (named.some(({ at }) => at.path === file)) return unclear('its file has its last name');
    if (named.length > 0 && named.length <= RARE) return unclear('HEAD has its last name, which is rare');
    if (wordsOf(last).length < 4 && named.length > 0) return unclear('a small unit, and HEAD has its name');
    if (this.#head.shareInOneFile(bodyOf(last)) >= 0.4) return unclear('HEAD has its lines');
    return { class: 'gone', file, last };
  }

  /** The units of these files that were not there before the step. */
  #newUnits(changes: readonly Change[]): At[] {
    return changes.flatMap(({ from, to, oldBlob, newBlob }) => {
      const version = this.#parser.version({ path: to, blob: newBlob });
      const old = this.#parser.version({ path: from, blob: oldBlob });
      const known = new Set(old?.units?.map(unit => unit.name));
      if (!version?.units) return [];
      return version.units.filter(unit => !known.has(unit.name)).map(unit => ({ path: to, version, unit }));
    });
  }

  /** The other units of these files that are not there after the step. */
  #leavingUnits(changes: readonly Change[], one: At): At[] {
    return changes.flatMap(({ from, to, oldBlob, newBlob }) => {
      const old = this.#parser.version({ path: from, blob: oldBlob });
      const version = this.#parser.version({ path: to, blob: newBlob });
      const known = new Set(version?.units?.map(unit => unit.name));
      if (!old?.units) return [];
      const others = old.units.filter(unit => !known.has(unit.name) && unit !== one.unit);
      return others.map(unit => ({ path: from, version: old, unit }));
    });
  }

  /** The steps after a commit that touch the file, up to its removal. */
  *#steps(path: string, after: string): Generator<Step> {
    let at = path;
    let commit = after;
    for (const next of this.#history.wayToHead(after)) {
      const changes = this.#history.changesAfter(commit);
      const change = changes.find(one => one.from === at && one.status !== 'C' && one.status !== 'A');
      if (change) {
        yield { commit, changes, change };
        if (change.status === 'D') return;
        at = change.to;
      }
      commit = next;
    }
  }

  /** What the file is called at HEAD, where it is still there. */
  #endOf(path: string, after: string): [string | undefined] {
    let at: string | undefined = path;
    for (const { change } of this.#steps(path, after)) at = change.status === 'D' ? undefined : change.to;
    return [at];
  }
}
