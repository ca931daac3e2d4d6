import { defineQuery } from '../define.ts';
import { ANCHOR_ARGUMENT, FILE_ARGUMENT } from '../texts.ts';
import { historyParameters } from './parameters.ts';

export const history = defineQuery({
  name: 'history',
  answers: 'how the reasoning came to be, oldest first; for renamed and deleted files, too',
  command: {
    summary: 'the reasoning behind a file or a unit over time, oldest first',
    arguments: [FILE_ARGUMENT, ANCHOR_ARGUMENT],
    past: true,
    examples: `
Examples:
  ultragit history src/mqtt/client.ts                       how the file came to be what it is
  ultragit history src/mqtt/client.ts connect --limit 3     the last three steps of one method
  ultragit history src/old-name.ts                          works for renamed and deleted files, too`,
  },
  tool: {
    title: 'How did this code get here?',
    searchHint: 'how code came to be this way over time, before reverting or simplifying it',
    description:
      'Show the reasoning timeline for a code region: what changed and why at each step. Use when debugging surprising behavior. Also when code looks wrong, or before you revert, simplify or rewrite it. Oldest first, also for renamed and deleted files.',
  },
  parameters: historyParameters,
  run: async () => (await import('./run.ts')).run,
  describe: async () => (await import('./describe.ts')).describe,
  output: async () => (await import('./answer.ts')).historyAnswerSchema,
});
