import { shortId } from '../../wording.ts';

/** Lists that say by being empty that there is nothing. */
export const MAIN_LISTS = new Set(['regions', 'dependents', 'timeline', 'units', 'results']);
const IDS = new Set(['commit', 'from', 'to', 'revision']);
const TIMES = new Set(['date', 'timestamp']);
/** One reference away is where references lead. */
const USUAL_HOP = 1;

/** Takes a whole answer; gives it without what is empty, its ids with 12 digits and its times as days. */
export function lean<Answer extends object>(answer: Answer): Answer {
  const entries = Object.entries(answer)
    .map(([key, value]) => [key, leanValue(key, value)] as const)
    .filter(([key, value]) => MAIN_LISTS.has(key) || !isEmpty(value));
  return Object.fromEntries(entries) as Answer;
}

function leanValue(key: string, value: unknown): unknown {
  if (typeof value === 'string') {
    if (IDS.has(key)) return shortId(value);
    return TIMES.has(key) ? value.replace(/T.*/s, '') : value;
  }
  if (Array.isArray(value)) return value.map(item => (isObject(item) ? leanPart(item) : item));
  return isObject(value) ? leanPart(value) : value;
}

/** The same for an entry of one of its lists. */
export function leanPart(part: object): object {
  const entries = Object.entries(part).map(([key, value]) => [key, leanValue(key, value)] as const);
  const said = entries.filter(([key, value]) => !isEmpty(value) && !(key === 'hop' && value === USUAL_HOP));
  return Object.fromEntries(said);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}
