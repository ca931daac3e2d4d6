import type { ScopeAnswer } from '../../answers.ts';
import { shortId } from '../../wording.ts';
import { lineSpan } from '../lines/range.ts';

/** Lists that say by being empty that there is nothing. */
export const MAIN_LISTS = new Set(['regions', 'dependents', 'timeline', 'units', 'results']);
const IDS = new Set(['commit', 'from', 'to', 'revision']);
const TIMES = new Set(['date', 'timestamp']);
/** One reference away is where references lead. */
const USUAL_HOP = 1;

type Asked = { path?: string; paths?: readonly string[]; anchor?: string; lines?: string };

type Whole = { query?: Asked; scope?: Partial<ScopeAnswer> & { directory?: string }; scopes?: ScopeAnswer[] };

/**
 * Takes a whole answer; gives it without what is empty and what its scope says already, its ids with 12 digits and its
 * times as days.
 */
export function lean<Answer extends Whole>(answer: Answer): Answer {
  const whole = { ...answer, query: unsaid(answer) };
  const entries = Object.entries(whole)
    .map(([key, value]) => [key, leanValue(key, value)] as const)
    .filter(([key, value]) => MAIN_LISTS.has(key) || !isEmpty(value));
  return Object.fromEntries(entries) as Answer;
}

/** What was asked, but for what the scope repeats. */
function unsaid({ query = {}, scope, scopes }: Whole): Asked {
  const { path, paths, anchor, lines, ...rest } = query;
  const files = scopes?.map(({ file }) => file).join('\n');
  return {
    path: path === (scope?.file ?? scope?.directory) ? undefined : path,
    paths: paths?.join('\n') === files ? undefined : paths,
    anchor: anchor === scope?.anchor?.name ? undefined : anchor,
    lines: scope?.lines && lines === lineSpan(scope.lines) ? undefined : lines,
    ...rest,
  };
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
