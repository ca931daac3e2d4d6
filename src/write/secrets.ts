/** Notes are pushed and read by others: what looks like a key of a well-known service does not belong into one. */
const SHAPES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['an AWS access key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a private key', /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})/],
  ['a GitLab token', /\bglpat-[A-Za-z0-9_-]{20,}/],
  ['a Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/],
  ['a Google API key', /\bAIza[A-Za-z0-9_-]{35}/],
  ['an API key', /\bsk-(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{20,}/],
  ['a Stripe key', /\b[rs]k_live_[A-Za-z0-9]{16,}/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a JSON web token', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/],
];

/** The kind of secret that a text seems to hold, and the field that it is in; the secret itself is never repeated. */
export function findSecret(value: unknown, field = ''): { kind: string; field: string } | undefined {
  if (typeof value === 'string') {
    const kind = SHAPES.find(([, pattern]) => pattern.test(value))?.[0];
    return kind === undefined ? undefined : { kind, field };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) {
    const found = findSecret(inner, isList ? `${field}[${key}]` : field === '' ? key : `${field}.${key}`);
    if (found) return found;
  }
  return undefined;
}
