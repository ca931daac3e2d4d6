import type { Parameters } from '../parameters.ts';

export const summaryParameters = {
  path: {
    kind: 'text',
    required: true,
    tool: 'File or directory path relative to repository root; "." is the whole repository',
  },
  anchor: {
    kind: 'text',
    tool: 'Optional function or type name to scope the summary',
  },
  max_tokens: {
    kind: 'count',
    least: 1,
    flag: ['--max-tokens <n>', 'trim the answer to this many tokens (default: 8000)'],
  },
} as const satisfies Parameters;
