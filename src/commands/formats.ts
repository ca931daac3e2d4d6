import type { Audience } from '../audience.ts';
import type { Block } from '../render/blocks.ts';
import { renderJson } from '../render/json.ts';
import { renderMarkdown } from '../render/markdown.ts';
import { renderPretty } from '../render/pretty.ts';
import type { Io } from './io.ts';

/** A way to print an answer: whose words its notices use, and how it becomes text. */
type Format = {
  audience: Audience;
  render(answer: object, describe: () => Promise<Block[]>, io: Io): Promise<string>;
};

export const FORMATS = {
  pretty: {
    audience: 'terminal',
    render: async (_answer, describe, io) =>
      renderPretty(await describe(), { colour: wantsColour(io), width: io.stdout.columns || 80 }),
  },
  markdown: {
    audience: 'terminal',
    render: async (_answer, describe) => renderMarkdown(await describe()),
  },
  // What the tools answer, byte for byte.
  json: { audience: 'agent', render: async answer => `${renderJson(answer)}\n` },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

/** NO_COLOR wins over FORCE_COLOR, and both over what the terminal is. */
function wantsColour({ env, stdout }: Io): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stdout.isTTY === true && env.TERM !== 'dumb';
}
