import { defineCommand } from '../define.ts';
import { whyParameters } from './parameters.ts';

export const why = defineCommand({
  name: 'why',
  answers: 'why one line is as it is, at a glance',
  command: {
    summary:
      'why a line is as it is: what must hold, the reason, who relies on it; else the commit that owns it',
    arguments: [
      [
        '<place>',
        'path:line, path:line:column, path:start-end or path::unit; or a path with a unit or --lines',
      ],
      ['[anchor]', 'a function, method or type in it'],
    ],
    examples: `
Examples:
  ultragit why src/mqtt/client.ts:44              a line, as editors and compilers print places
  ultragit why src/mqtt/client.ts:44:7            the same; the column does not count
  ultragit why src/mqtt/client.ts::MqttClient::connect
  ultragit why src/mqtt/client.ts:42-50 --json    what \`ultragit read\` says of these lines in their function`,
  },
  parameters: whyParameters,
  run: async () => (await import('./run.ts')).run,
  describe: async () => (await import('./describe.ts')).describe,
  output: async () => (await import('../read/answer.ts')).readAnswerSchema,
});
