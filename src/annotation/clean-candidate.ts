import type { Candidate } from './dialects/dialect.ts';
import type { JsonObject } from './json.ts';
import { LIMITS, longestOf, type OverLimit, shortened } from './limits.ts';
import { LEFT_OUT, type Mistake } from './mistake.ts';
import type { Sanitiser } from './sanitise.ts';

type Said = Omit<Candidate, 'mistakes'>;

/** Cleans what the documents of one note say, and keeps it within the limits of a note. */
export type Cleaner = {
  readonly over: OverLimit;
  clean(said: Said): { candidate: Said; tooMuch: Mistake[] };
};

/**
 * Before anything is judged, so that a text of nothing but invisible characters counts as empty. Paths keep their
 * characters, because they are compared with real ones; they are cleaned when they go out.
 */
export function createCleaner(sanitiser: Sanitiser): Cleaner {
  const over: OverLimit = { shortened: 0, leftOut: 0 };
  const left: Record<'regions' | 'concerns' | 'linked', number> = {
    regions: LIMITS.regions,
    concerns: LIMITS.concerns,
    linked: LIMITS.linked,
  };
  let tooMuch: Mistake[] = [];
  const path: PropertyKey[] = [];

  const text = (value: string, key: PropertyKey, field: string): string => {
    const clean = field === 'file' ? value : sanitiser.clean(value);
    // The least of the limits first: nearly every text is shorter.
    if (clean.length <= LIMITS.name) return clean;
    const longest = longestOf(field);
    if (clean.length <= longest) return clean;
    over.shortened++;
    tooMuch.push({ path: [...path, key], problem: `longer than ${longest} characters`, done: 'shortened' });
    return shortened(clean, field);
  };
  const list = (values: readonly unknown[], field: string, most: number): unknown[] => {
    if (values.length <= most) return values.map((item, at) => inside(item, at, field));
    over.leftOut += values.length - most;
    const problem = `${values.length - most} items more than are read`;
    tooMuch.push({ path: [...path], problem, done: LEFT_OUT });
    return values.slice(0, most).map((item, at) => inside(item, at, field));
  };
  const inside = (value: unknown, key: PropertyKey, field: string): unknown => {
    if (typeof value === 'string') return text(value, key, field);
    if (typeof value !== 'object' || value === null) return value;
    path.push(key);
    const clean = Array.isArray(value) ? list(value, field, LIMITS.items) : object(value as JsonObject);
    path.pop();
    return clean;
  };
  const object = (value: JsonObject): JsonObject => {
    const clean: JsonObject = {};
    for (const name in value) {
      const inner = value[name];
      // Writers put null, or no text, where they have nothing to say. No field is called __proto__, and to set it
      // would set something else.
      if (inner === undefined || inner === null || name === '__proto__') continue;
      const cleaned = inside(inner, name, name);
      if (cleaned !== '') clean[name] = cleaned;
    }
    return clean;
  };
  const budgeted = (values: unknown[], field: string, kind: keyof typeof left): unknown[] => {
    path.push(field);
    const clean = list(values, field, left[kind]);
    path.pop();
    left[kind] -= clean.length;
    return clean;
  };
  const head = ({ linked_commits: linked, ...said }: JsonObject): JsonObject => {
    if (!Array.isArray(linked)) return object(said);
    return { ...object(said), linked_commits: budgeted(linked, 'linked_commits', 'linked') };
  };

  return {
    over,
    clean({ annotation, regions, crossCutting, provenance }) {
      tooMuch = [];
      const candidate = {
        annotation: head(annotation),
        regions: budgeted(regions, 'regions', 'regions'),
        crossCutting: budgeted(crossCutting, 'cross_cutting', 'concerns'),
        provenance: inside(provenance, 'provenance', 'provenance'),
      };
      return { candidate, tooMuch };
    },
  };
}
