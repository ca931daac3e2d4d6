import { defineQuery } from '../define.ts';
import { ANCHOR_ARGUMENT, FILE_ARGUMENT } from '../texts.ts';
import { depsParameters } from './parameters.ts';

export const deps = defineQuery({
  name: 'deps',
  answers: 'which other code relies on it, and on what exactly',
  command: {
    summary: 'which other code relies on this code, and what it assumes',
    arguments: [FILE_ARGUMENT, ANCHOR_ARGUMENT],
    past: true,
    examples: `
Examples:
  ultragit deps src/tls/session-cache.ts                        who relies on anything in this file
  ultragit deps src/mqtt/client.ts MqttClient::connect          who relies on this method
  ultragit deps src/mqtt/client.ts connect --json --max-results 5`,
  },
  tool: {
    title: 'What relies on this code?',
    searchHint: 'which other code relies on this code, before changing, renaming or removing it',
    description:
      "Find code that depends on behavioral assumptions about the specified function or region. Critical before modifying any function's behavior or signature. Also before changing errors, timing or order, or renaming or deleting it. Neither imports nor a text search show these.",
  },
  parameters: depsParameters,
  run: async () => (await import('./run.ts')).run,
  describe: async () => (await import('./describe.ts')).describe,
  output: async () => (await import('./answer.ts')).depsAnswerSchema,
});
