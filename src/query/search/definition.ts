import { defineCommand } from '../define.ts';
import { searchParameters } from './parameters.ts';

export const search = defineCommand({
  name: 'search',
  answers: 'was this tried before: all annotations that have these words, in all files',
  command: {
    summary: 'what was said with these words, in the annotations of all files',
    arguments: [['<words...>', 'all must occur, in any order, as beginnings of words; quoted, a phrase']],
    examples: `
Examples:
  ultragit search exponential backoff               annotations that have both words
  ultragit search queue --kind rejected             alternatives that were not taken
  ultragit search "full jitter" --path src/mqtt     a phrase, in one directory
  ultragit search session --since "2 weeks ago" --json`,
  },
  parameters: searchParameters,
  run: async () => (await import('./run.ts')).run,
  describe: async () => (await import('./describe.ts')).describe,
  output: async () => (await import('./answer.ts')).searchAnswerSchema,
});
