// What no answer may be: late, large in memory, with hidden characters, or a failure of ours.
import { MOST_MEGABYTES, MOST_SECONDS, type Used } from './measured.ts';

/** What no text that leaves may have: controls, bidi overrides, what nobody sees. */
const HIDDEN = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\ufeff\u3164\u{e0000}-\u{e007f}]/u;

/** The same as JSON writes it, but for line feeds and tabs. */
const ESCAPED = /(?<!\\)(?:\\\\)*\\(?:u00[01]|u007f|b|f)/;

/** What is wrong with an answer, if anything. */
export function faultsOf(what: string, text: string, used: Used): string[] {
  return [
    used.seconds >= MOST_SECONDS ? `${what} takes ${used.seconds.toFixed(1)} s` : '',
    used.megabytes >= MOST_MEGABYTES ? `${what} takes ${Math.round(used.megabytes)} MB` : '',
    text.startsWith('{') && ESCAPED.test(text) ? `${what} shows control characters` : '',
    HIDDEN.test(text) ? `${what} shows hidden characters: ${JSON.stringify(HIDDEN.exec(text)?.[0])}` : '',
    /^\s+at .*:\d+\)?$|"code":-32603|internal error/im.test(text)
      ? `${what} fails: ${text.slice(0, 300)}`
      : '',
  ].filter(Boolean);
}
