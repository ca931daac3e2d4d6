import type { Parameters } from '../parameters.ts';

export const historyParameters = {
  path: {
    kind: 'text',
    required: true,
    tool: 'File path relative to the repository root; a path that exists only in history works, too.',
  },
  anchor: {
    kind: 'text',
    tool: 'Function, method, class or type to follow, for example "MqttClient::connect".',
  },
  limit: {
    kind: 'count',
    least: 1,
    flag: ['--limit <n>', 'at most this many entries, the newest (default: 10)'],
    tool: 'How many steps to return at most; the newest are kept. Default: 10.',
  },
  follow_related: { kind: 'switch', flag: ['--no-follow-related', 'leave out what the entries refer to'] },
  max_tokens: {
    kind: 'count',
    least: 1,
    flag: ['--max-tokens <n>', 'trim the answer to this many tokens (default: 8000)'],
  },
} as const satisfies Parameters;
