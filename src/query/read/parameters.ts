import type { Parameters } from '../parameters.ts';
import { ONE_FILE } from '../texts.ts';

export const readParameters = {
  path: { kind: 'text', required: true, instead: 'paths', tool: ONE_FILE },
  paths: { kind: 'texts' },
  anchor: {
    kind: 'text',
    tool: "Function or type name to scope the query (e.g., 'MqttClient::connect'), also without its class",
  },
  lines: {
    kind: 'range',
    flag: ['--lines <start:end>', 'only these lines, from 1, as they are on disk'],
    tool: "Line range in START:END format (e.g., '42:67'), of the file on disk, from 1, inclusive",
  },
  since: { kind: 'text', flag: ['--since <date|commit>', 'only annotations from then on'] },
  tags: { kind: 'texts', flag: ['--tags <a,b>', 'only regions with one of these tags'] },
  context_level: {
    kind: 'choice',
    choices: ['enhanced', 'inferred'],
    flag: ['--context-level <level>', 'only annotations of this level'],
  },
  min_confidence: {
    kind: 'number',
    least: 0,
    most: 1,
    flag: ['--min-confidence <n>', 'leave out what is trusted less, from 0 to 1'],
  },
  depth: {
    kind: 'count',
    least: 0,
    flag: ['--depth <n>', 'how far to follow related annotations, 0 for not at all (default: 1)'],
  },
  max_regions: {
    kind: 'count',
    least: 1,
    flag: ['--max-regions <n>', 'at most this many regions (default: 20)'],
  },
  max_tokens: {
    kind: 'count',
    least: 1,
    flag: ['--max-tokens <n>', 'trim the answer to this many tokens (default: 20000)'],
    tool: 'Maximum token budget for the response. Output is trimmed to fit. Constraints stay longest; trimmed.units names the rest.',
  },
  messages: {
    kind: 'switch',
    flag: ['--messages', 'show what the commits of these lines say, also beside annotations'],
    off: ['--no-messages', 'no commit messages (default: only where there is no annotation)'],
  },
  rev: { kind: 'text', flag: ['--rev <revision>', 'read the file at a commit instead of on disk'] },
} as const satisfies Parameters;
