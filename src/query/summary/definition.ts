import { defineQuery } from '../define.ts';
import { summaryParameters } from './parameters.ts';

export const summary = defineQuery({
  name: 'summary',
  answers: 'a file or a directory in brief, and what is not annotated',
  command: {
    summary: 'intent and constraints of a file or a directory in brief',
    arguments: [
      [
        '<path>',
        'a file or directory, from the repository root or the current directory; path::unit names a unit',
      ],
      ['[anchor]', 'a function, method or type of a file'],
    ],
    examples: `
Examples:
  ultragit summary src/mqtt             a directory at a glance: what is annotated, and what is not
  ultragit summary src/mqtt/client.ts   one file, unit by unit
  ultragit summary .                    the whole repository`,
  },
  tool: {
    title: 'What is in this file or directory?',
    searchHint: 'overview of a file or directory: purpose, constraints and risks of its functions',
    description:
      'Get a condensed view of intent and constraints for all annotated regions in a file or directory. Use for broad orientation on an unfamiliar module. Also to plan a larger change, or to find the delicate parts.',
  },
  parameters: summaryParameters,
  run: async () => (await import('./run.ts')).run,
  describe: async () => (await import('./describe.ts')).describe,
  output: async () => (await import('./answer.ts')).summaryAnswerSchema,
});
