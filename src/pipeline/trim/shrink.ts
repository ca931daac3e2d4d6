/** How an entry of an answer gets smaller, step by step, and what matters most in it stays longest. */

/** An entry of one of an answer's lists. */
export type Entry = {
  list: string;
  /** Its place in the list. */
  at: number;
  /** How many constraints it has, in every form. */
  constraints: number;
  /** By what it can be asked for when it is left out. */
  name?: string;
  /** An overview: shown first, as far as it takes no more than a part of the room. */
  isOverview?: boolean;
  /** What is no annotation: it gets the room that all others leave. */
  isLast?: boolean;
  /** What it costs whole and at its smallest, where that is known: then it need not be made to be counted. */
  shares?: { whole: number; smallest: number };
  /** From 0, the whole entry, to `SMALLEST`; undefined where it is left out at that step. */
  form(step: number): unknown;
};

export const SMALLEST: number = 4;

type Shrinking = (form: object) => object | undefined;

/** From each step to the next; one that is not given changes nothing. */
type Steps = readonly [Shrinking?, Shrinking?, Shrinking?, Shrinking?];

/** An entry whose forms follow from each other. */
export function shrinking(
  entry: Pick<Entry, 'list' | 'at' | 'name' | 'isOverview'> & { constraints?: readonly unknown[] },
  whole: object,
  steps: Steps,
): Entry {
  return { ...entry, constraints: entry.constraints?.length ?? 0, form: formsOf(() => whole, steps) };
}

/** The forms of an entry, each made when it is asked for. */
export function formsOf(whole: () => object, steps: Steps): Entry['form'] {
  const forms: unknown[] = [];
  const form = (step: number): unknown => {
    if (step in forms) return forms[step];
    const before = step === 0 ? whole() : (form(step - 1) as object | undefined);
    const shrink = steps[step - 1];
    forms[step] = before && shrink ? shrink(before) : before;
    return forms[step];
  };
  return form;
}

/** Entries of a list that all shrink alike. */
export function entries(list: string, items: readonly object[] = [], steps: Steps): Entry[] {
  return items.map((item, at) => shrinking({ list, at }, item, steps));
}

export function without(...keys: readonly string[]): Shrinking {
  return form => Object.fromEntries(Object.entries(form).filter(([key]) => !keys.includes(key)));
}

export function only(...keys: readonly string[]): Shrinking {
  return form => Object.fromEntries(Object.entries(form).filter(([key]) => keys.includes(key)));
}

export function firstSentenceOf(...keys: readonly string[]): Shrinking {
  return change(keys, value => (typeof value === 'string' ? firstSentence(value) : value));
}

export function firstLineOf(...keys: readonly string[]): Shrinking {
  return change(keys, value => (typeof value === 'string' ? value.split('\n', 1)[0] : value));
}

/** Of each of these lists only the named keys of its items, or of an object only those of its own. */
export function partsOf(keys: readonly string[], ...kept: readonly string[]): Shrinking {
  const part = only(...kept);
  const shrunk = (value: unknown) => (isObject(value) ? part(value) : value);
  return change(keys, value => (Array.isArray(value) ? value.map(shrunk) : shrunk(value)));
}

export function leftOut(): undefined {
  return undefined;
}

/** One after the other. */
export function all(...steps: readonly Shrinking[]): Shrinking {
  return form => steps.reduce<object | undefined>((now, step) => now && step(now), form);
}

function change(keys: readonly string[], to: (value: unknown) => unknown): Shrinking {
  return form =>
    Object.fromEntries(
      Object.entries(form).map(([key, value]) => [key, keys.includes(key) ? to(value) : value]),
    );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Up to the first full stop that ends a sentence, in Latin or CJK writing. */
export function firstSentence(text: string): string {
  const match = /^[\s\S]*?(?:[.!?]["')\]]?(?=\s|$)|[。！？]|\n\s*\n)/u.exec(text);
  return (match?.[0] ?? text).trim();
}
