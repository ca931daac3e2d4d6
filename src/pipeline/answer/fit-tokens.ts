import type { CrossCutting, Dependent, RegionAnswer, SaidInCommit, Trimmed } from '../../answers.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** An answer with regions, and what goes with them. */
export type Trimmable = {
  regions: RegionAnswer[];
  dependencies_on_this?: Dependent[];
  cross_cutting?: CrossCutting[];
  said_in_commits?: SaidInCommit[];
  stats: { regions_returned: number };
  trimmed?: Trimmed;
};

/**
 * Makes an answer fit its token budget. What helps least goes first, from the regions that are trusted
 * least; a region that stays keeps its intent and all its constraints.
 */
export function fitTokens<Answer extends Trimmable>(answer: Answer, maxTokens: number): Answer {
  if (costOf(answer) <= maxTokens) return answer;
  const draft = new Draft(answer, maxTokens);
  for (const cut of cuts(draft)) {
    if (draft.fits()) break;
    cut();
  }
  return draft.finish();
}

/** Items with what each of them costs, so that dropping one of many thousands is a small step, too. */
class Priced<T> {
  readonly items: T[];
  readonly #costs: number[];
  total: number;

  constructor(items: readonly T[] = []) {
    this.items = [...items];
    this.#costs = this.items.map(cost);
    this.total = this.#costs.reduce((sum, tokens) => sum + tokens, 0);
  }

  pop(): void {
    this.items.pop();
    this.total -= this.#costs.pop() ?? 0;
  }
}

class Draft<Answer extends Trimmable> {
  readonly regions: RegionAnswer[];
  dependents: Priced<Dependent>;
  readonly crossCutting: Priced<CrossCutting>;
  said: Priced<SaidInCommit>;
  readonly #answer: Answer;
  readonly #maxTokens: number;
  readonly #costs: number[];
  readonly #cut: Record<string, number> = {};
  readonly #dropped: string[] = [];
  #droppedCount = 0;

  constructor(answer: Answer, maxTokens: number) {
    this.#answer = answer;
    this.#maxTokens = maxTokens;
    this.regions = answer.regions.map(region => ({ ...region }));
    this.dependents = new Priced(answer.dependencies_on_this);
    this.crossCutting = new Priced(answer.cross_cutting);
    this.said = new Priced(answer.said_in_commits);
    this.#costs = this.regions.map(cost);
  }

  /** Parts are counted one by one, which is never less than the whole. */
  fits(): boolean {
    const lists = this.dependents.total + this.crossCutting.total + this.said.total;
    const regions = this.#costs.reduce((sum, tokens) => sum + tokens, 0);
    return costOf(this.#frame([], [], [])) + lists + regions <= this.#maxTokens;
  }

  count(field: string, by = 1): void {
    this.#cut[field] = (this.#cut[field] ?? 0) + by;
  }

  changed(index: number): void {
    const region = this.regions[index];
    if (region) this.#costs[index] = cost(region);
  }

  dropLastRegion(): void {
    const region = this.regions.pop();
    this.#costs.pop();
    if (!region) return;
    this.#droppedCount++;
    const commit = region.commit.slice(0, 12);
    if (this.#dropped.length < 5 && !this.#dropped.includes(commit)) this.#dropped.push(commit);
  }

  finish(): Answer {
    const lists = this.#frame(this.dependents.items, this.crossCutting.items, this.said.items);
    const frame = { ...lists, regions: this.regions };
    const finished = (estimate: number, over = {}) =>
      reorder(this.#answer, { ...frame, trimmed: { ...this.#trimmed(estimate), ...over } });
    const fitting = costOf(finished(this.#maxTokens));
    if (fitting <= this.#maxTokens) return finished(fitting);
    const over = { over_budget: true };
    return finished(costOf(finished(costOf(finished(fitting, over)), over)), over);
  }

  /** Everything but the regions, with the room that `trimmed` itself will take. */
  #frame(dependents: Dependent[], crossCutting: CrossCutting[], said: SaidInCommit[]): Answer {
    const stats = { ...this.#answer.stats, regions_returned: this.regions.length };
    return {
      ...this.#answer,
      regions: [],
      dependencies_on_this: this.dependents.items.length > 0 ? dependents : undefined,
      cross_cutting: this.crossCutting.items.length > 0 ? crossCutting : undefined,
      said_in_commits: this.said.items.length > 0 ? said : undefined,
      stats,
      trimmed: this.#trimmed(this.#maxTokens),
    };
  }

  #trimmed(estimate: number): Trimmed {
    return {
      max_tokens: this.#maxTokens,
      estimated_tokens: estimate,
      ...(Object.keys(this.#cut).length > 0 ? { fields_cut: { ...this.#cut } } : {}),
      ...(this.#droppedCount > 0 ? { regions_dropped: this.#droppedCount } : {}),
      ...(this.#dropped.length > 0 ? { dropped_commits: [...this.#dropped] } : {}),
    };
  }
}

function costOf(answer: object): number {
  return estimateTokens(JSON.stringify(answer));
}

function cost(part: unknown): number {
  return estimateTokens(`${JSON.stringify(part)},`);
}

/** Keys in the order of the answer, with `trimmed` last. */
function reorder<Answer extends Trimmable>(model: Answer, answer: Answer): Answer {
  const entries = Object.keys(model).map(key => [key, answer[key as keyof Answer]]);
  return {
    ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    trimmed: answer.trimmed,
  } as Answer;
}

type Prose = 'reasoning' | 'risk_notes';

/** Every cut that may be made, in order; each is a small step, so that no more is lost than must be. */
function* cuts<Answer extends Trimmable>(draft: Draft<Answer>): Generator<() => void> {
  const fromLeast = draft.regions.map((_region, index) => index).reverse();
  const each = function* (field: string, change: (region: RegionAnswer) => boolean): Generator<() => void> {
    for (const index of fromLeast) {
      yield () => {
        const region = draft.regions[index];
        if (!region || !change(region)) return;
        draft.count(field);
        draft.changed(index);
      };
    }
  };
  yield* saidCuts(draft);
  yield* each('related', region => remove(region, 'related'));
  yield* each('tags', region => remove(region, 'tags'));
  for (const field of ['reasoning', 'risk_notes'] satisfies Prose[]) {
    yield* each(`${field}_shortened`, region => shorten(region, field));
    yield* each(field, region => remove(region, field));
  }
  yield* each('dependency_natures', region => {
    if (!region.semantic_dependencies?.some(({ nature }) => nature !== undefined)) return false;
    region.semantic_dependencies = region.semantic_dependencies.map(({ nature: _nature, ...rest }) => rest);
    return true;
  });
  yield () => {
    const { items } = draft.dependents;
    const withProse = items.filter(({ nature }) => nature !== undefined).length;
    if (withProse === 0) return;
    draft.dependents = new Priced(items.map(({ nature: _nature, ...rest }) => rest));
    draft.count('dependency_natures', withProse);
  };
  for (const _concern of [...draft.crossCutting.items]) {
    yield () => {
      draft.crossCutting.pop();
      draft.count('cross_cutting');
    };
  }
  for (const _dependent of [...draft.dependents.items]) {
    yield () => {
      draft.dependents.pop();
      draft.count('dependencies_on_this');
    };
  }
  for (const _region of fromLeast) yield () => draft.dropLastRegion();
}

/** What commits say goes before anything that an annotation says: long bodies first, then bodies, then commits. */
function* saidCuts<Answer extends Trimmable>(draft: Draft<Answer>): Generator<() => void> {
  const fromLast = draft.said.items.map((_item, index) => index).reverse();
  const each = function* (
    field: string,
    change: (body: string) => string | undefined,
  ): Generator<() => void> {
    for (const index of fromLast) {
      yield () => {
        const { body } = draft.said.items[index] ?? {};
        const shorter = body && change(body);
        if (!body || shorter === body) return;
        const items = draft.said.items.map((item, at) => (at === index ? { ...item, body: shorter } : item));
        draft.said = new Priced(items);
        draft.count(field);
      };
    }
  };
  yield* each('message_bodies_shortened', firstSentence);
  yield* each('message_bodies', () => undefined);
  for (const _item of fromLast) {
    yield () => {
      draft.said.pop();
      draft.count('said_in_commits');
    };
  }
}

function remove(region: RegionAnswer, field: 'related' | 'tags' | Prose): boolean {
  if (region[field] === undefined) return false;
  delete region[field];
  return true;
}

function shorten(region: RegionAnswer, field: Prose): boolean {
  const text = region[field];
  const sentence = text && firstSentence(text);
  if (!sentence || sentence.length >= text.length) return false;
  region[field] = sentence;
  return true;
}

/** Up to the first full stop that ends a sentence, in Latin or CJK writing. */
export function firstSentence(text: string): string {
  const match = /^[\s\S]*?(?:[.!?]["')\]]?(?=\s|$)|[。！？]|\n\s*\n)/u.exec(text);
  return (match?.[0] ?? text).trim();
}
