import { sanitise } from '../annotation/sanitise.ts';
import type { Audience } from '../audience.ts';
import { hintsFor, type UltragitError } from '../errors.ts';
import type { Block } from '../render/blocks.ts';
import { renderJson } from '../render/json.ts';
import type { Io } from './io.ts';

/** A way to print an answer: whose words its notices use, and how it becomes text. */
type Format = {
  audience: Audience;
  render(answer: object, describe: () => Promise<Block[]>, io: Io): Promise<string>;
  /** An error as a program reads it; absent where errors are for people. */
  renderError?(error: UltragitError): string;
};

const FORMATS = {
  pretty: {
    audience: 'terminal',
    render: async (_answer, describe, io) => {
      const { renderPretty } = await import('../render/pretty.ts');
      return renderPretty(await describe(), { colour: wantsColour(io), width: widthOf(io) });
    },
  },
  markdown: {
    audience: 'terminal',
    render: async (_answer, describe) => {
      const { renderMarkdown } = await import('../render/markdown.ts');
      return renderMarkdown(await describe());
    },
  },
  // What the tools answer, byte for byte.
  json: {
    audience: 'agent',
    render: async answer => `${renderJson(answer)}\n`,
    renderError: error => `${renderJson(jsonError(error))}\n`,
  },
} as const satisfies Record<string, Format>;

export function formatNamed(name: FormatName): Format {
  return FORMATS[name];
}

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

/** Only a command line prints it, so its hints name commands and flags. */
function jsonError(error: UltragitError): object {
  const { code, message } = error;
  const hints = hintsFor('terminal', error).map(sanitise);
  return { $schema: 'ultragit-error/v1', error: { code, message: sanitise(message), hints } };
}

/** A terminal's own; in a pipe, what the environment says, as for other programs. */
function widthOf({ env, stdout }: Io): number {
  return stdout.columns || Number(env.COLUMNS) || 80;
}

/** NO_COLOR wins over FORCE_COLOR, and both over what the terminal is. */
function wantsColour({ env, stdout }: Io): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stdout.isTTY === true && env.TERM !== 'dumb';
}
