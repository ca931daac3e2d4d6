/** Texts that an answer always has, even where nobody wrote any. */
const REQUIRED = new Set(['intent', 'summary', 'commit_message']);

/** Leaves out what is empty, at every level; the named lists stay even when there is nothing in them. */
export function withoutEmpty<T>(value: T, keep: readonly string[] = []): T {
  if (Array.isArray(value)) return value.map(item => withoutEmpty(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, withoutEmpty(inner)] as const)
    .filter(([key, inner]) => keep.includes(key) || (inner === '' && REQUIRED.has(key)) || !isEmpty(inner));
  return Object.fromEntries(entries) as T;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
