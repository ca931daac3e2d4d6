import type { Parameters } from '../parameters.ts';

export const historyParameters = {
  path: {
    kind: 'text',
    required: true,
    tool: 'File path relative to repository root, of today or of the past',
  },
  anchor: {
    kind: 'text',
    tool: 'Function or type name',
  },
  limit: {
    kind: 'count',
    least: 1,
    flag: ['--limit <n>', 'at most this many entries, the newest (default: 10)'],
    tool: 'Maximum number of history entries to return. Default: 10. Keeps the newest.',
  },
  follow_related: { kind: 'switch', flag: ['--no-follow-related', 'leave out what the entries refer to'] },
  max_tokens: {
    kind: 'count',
    least: 1,
    flag: ['--max-tokens <n>', 'trim the answer to this many tokens (default: 8000)'],
  },
} as const satisfies Parameters;
