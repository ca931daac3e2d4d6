import type { Parameters } from '../parameters.ts';
import { readParameters } from '../read/parameters.ts';
import { KINDS } from './said-in.ts';

export const MOST_RESULTS = 20;

export const searchParameters = {
  words: { kind: 'texts', required: true },
  kind: {
    kind: 'choice',
    choices: [...KINDS, 'message'],
    flag: ['--kind <kind>', 'only this kind of text (message: commit messages, annotated or not)'],
  },
  path: { kind: 'text', flag: ['--path <path|glob>', 'only files of this directory, path or pattern'] },
  since: { kind: 'text', flag: readParameters.since.flag },
  tags: { kind: 'texts', flag: ['--tags <a,b>', 'only annotations with one of these tags'] },
  max_results: {
    kind: 'count',
    least: 1,
    flag: ['--max-results <n>', `at most this many results (default: ${MOST_RESULTS})`],
  },
  max_tokens: {
    kind: 'count',
    least: 1,
    flag: ['--max-tokens <n>', 'trim the answer to this many tokens (default: 8000)'],
  },
} as const satisfies Parameters;
