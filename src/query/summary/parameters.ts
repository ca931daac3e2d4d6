import type { Parameters } from '../parameters.ts';

export const summaryParameters = {
  path: {
    kind: 'text',
    required: true,
    tool: 'File or directory path from the repository root; "." is the whole repository.',
  },
  anchor: {
    kind: 'text',
    tool: 'Only this function, method or type, for example "MqttClient".',
  },
} as const satisfies Parameters;
