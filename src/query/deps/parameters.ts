import type { Parameters } from '../parameters.ts';
import { ONE_FILE } from '../texts.ts';

export const depsParameters = {
  path: { kind: 'text', required: true, tool: ONE_FILE },
  anchor: {
    kind: 'text',
    tool: 'Function or type name to check dependencies for. Without it: the whole file.',
  },
  max_results: { kind: 'count', least: 1, flag: ['--max-results <n>', 'at most this many dependents'] },
  max_tokens: {
    kind: 'count',
    least: 1,
    flag: ['--max-tokens <n>', 'trim the answer to this many tokens (default: 8000)'],
  },
} as const satisfies Parameters;
