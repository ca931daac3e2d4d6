import { outgoing } from '../annotation/sanitise.ts';
import type { Audience } from '../audience.ts';
import { hintsFor, type UltragitError } from '../errors.ts';
import type { Block } from '../render/blocks.ts';
import { renderJson } from '../render/json.ts';
import type { Look } from '../render/pretty.ts';
import type { Io } from './io.ts';
import { isForTerminal, type LookFlags } from './terminal/look.ts';

/** A way to print an answer: whose words its notices use, and how it becomes text. */
type Format = {
  audience: Audience;
  render(answer: object, describe: () => Promise<Block[]>, look: Look): Promise<string>;
  /** A terminal's pager may show it. */
  isText?: true;
  /** An error as a program reads it; absent where errors are for people. */
  renderError?(error: UltragitError): string;
};

const FORMATS = {
  pretty: {
    audience: 'terminal',
    isText: true,
    render: async (_answer, describe, look) => {
      const { renderPretty } = await import('../render/pretty.ts');
      return renderPretty(await describe(), look);
    },
  },
  markdown: {
    audience: 'terminal',
    isText: true,
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

export type FormatFlags = LookFlags & { format?: FormatName; json?: boolean };

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

/** Only a command line prints it, so its hints name commands and flags. */
function jsonError(error: UltragitError): object {
  const { code, message } = error;
  const hints = hintsFor('terminal', error).map(outgoing);
  return { $schema: 'ultragit-error/v1', error: { code, message: outgoing(message), hints } };
}

/** On a terminal, and where colour is asked for, the form for a terminal; in a pipe Markdown. */
export function chooseFormat(io: Io, { json, format, color }: FormatFlags): FormatName {
  if (json) return 'json';
  return format ?? (isForTerminal(io) || color === 'always' ? 'pretty' : 'markdown');
}
