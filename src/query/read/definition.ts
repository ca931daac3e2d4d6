import { defineQuery } from '../define.ts';
import { readParameters } from './parameters.ts';

export const read = defineQuery({
  name: 'read',
  answers: 'what this code is for, what must hold, why, the risks, whether it still is so',
  command: {
    summary: 'what is known about a file, a unit or some lines: intent, constraints, risks',
    arguments: [
      [
        '<path...>',
        'files, from the repository root or the current directory, or path:42, path:42-67, path::unit; last, a function, method or type',
      ],
    ],
    usage: '[options] <path...> [anchor]',
    examples: `
Examples:
  ultragit read src/mqtt/client.ts                          everything known about the file
  ultragit read src/mqtt/client.ts MqttClient::connect      one method
  ultragit read src/mqtt/client.ts:42-67                    some lines, as they are on disk
  ultragit read src/mqtt/client.ts --json --max-tokens 2000  for a model
  ultragit read src/a.ts src/b.ts --since "2 weeks ago"     two files, newer annotations only`,
  },
  tool: {
    title: 'Why is this code the way it is?',
    searchHint: 'why code is this way, what must hold, what was rejected; before an edit',
    description:
      'Retrieve Ultragit annotations for a file or code region. Returns intent, reasoning, constraints, semantic dependencies, and risk notes captured at commit time. Use before modifying existing code. Also before fixing, reviewing or explaining it: says what was rejected, and whether it changed since. Ask as narrowly as you can: an anchor or lines.',
  },
  parameters: readParameters,
  run: async () => (await import('./run.ts')).run,
  describe: async () => (await import('./describe.ts')).describe,
  output: async () => (await import('./answer.ts')).readAnswerSchema,
});
