import type { Parameters } from '../parameters.ts';

export const summaryParameters = {
  path: {
    kind: 'text',
    required: true,
    tool: 'File or directory path relative to the repository root; "." is the whole repository.',
  },
  anchor: {
    kind: 'text',
    tool: 'Only this function, method, class or type, for example "MqttClient".',
  },
} as const satisfies Parameters;
