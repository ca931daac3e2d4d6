import type { Parameters } from '../parameters.ts';

export const historyParameters = {
  path: {
    kind: 'text',
    required: true,
    tool: 'File path from the repository root, of today or of the past.',
  },
  anchor: {
    kind: 'text',
    tool: 'Function, method or type to follow.',
  },
  limit: {
    kind: 'count',
    least: 1,
    flag: ['--limit <n>', 'at most this many entries, the newest (default: 10)'],
    tool: 'Most steps to return, the newest. Default: 10.',
  },
  follow_related: { kind: 'switch', flag: ['--no-follow-related', 'leave out what the entries refer to'] },
  max_tokens: {
    kind: 'count',
    least: 1,
    flag: ['--max-tokens <n>', 'trim the answer to this many tokens (default: 8000)'],
  },
} as const satisfies Parameters;
