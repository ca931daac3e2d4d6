import { PLAIN, wellFormed, withoutHidden } from '../hidden-characters.ts';
import { withoutHostMarkup } from '../host-markup.ts';

/** Texts as they may leave the program: notes are cleaned when they are read, everything else where it goes out. */

export type Sanitiser = { clean(text: string): string; removed: number };

/** Removes what is hidden; line feeds, tabs and what makes up emoji stay. Counts what it took. */
export function createSanitiser(): Sanitiser {
  const sanitiser = {
    removed: 0,
    clean(text: string): string {
      if (PLAIN.test(text)) return text;
      const plain = wellFormed(text);
      const clean = withoutHidden(plain);
      sanitiser.removed += plain.length - clean.length;
      return clean;
    },
  };
  return sanitiser;
}

export function sanitise(text: string): string {
  return createSanitiser().clean(text);
}

/** For names and headings: one line, whatever was in it. */
export function oneLine(text: string): string {
  return sanitise(text).replace(/\s+/g, ' ').trim();
}

/** As it may leave the program: nothing hidden, and nothing that a host could take for its own. */
export function outgoing(text: string): string {
  return withoutHostMarkup(sanitise(text));
}

/** The same value with every text in it as it may leave; what is so already is not copied. */
export function withCleanTexts<T>(value: T): T {
  if (typeof value === 'string') return outgoing(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const clean = value.map(item => withCleanTexts(item));
    return clean.some((item, at) => item !== value[at]) ? (clean as T) : value;
  }
  const entries = Object.entries(value);
  const clean = entries.map(([key, inner]) => [outgoing(key), withCleanTexts(inner)] as const);
  const isSame = clean.every(([key, inner], at) => key === entries[at]?.[0] && inner === entries[at]?.[1]);
  return isSame ? value : (Object.fromEntries(clean) as T);
}

/** What we write to a terminal ourselves: colours, links, and the line of progress that is wiped. */
const OWN_SEQUENCES = /(\r\x1b\[K|\x1b\[[0-9;]*m|\x1b\]8;;[\x20-\x7e]*\x1b\\)/;

/** Text on its way to a terminal or a pipe, in which nothing but our own sequences may have control characters. */
export function cleanOutput(text: string): string {
  const parts = text.split(OWN_SEQUENCES);
  return parts.map((part, at) => (at % 2 === 1 ? part : outgoing(part))).join('');
}
