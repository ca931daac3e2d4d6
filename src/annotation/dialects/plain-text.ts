import { CHANGED_FILES } from '../changed-files.ts';
import { excerpt, firstSentence, tidy } from '../prose.ts';
import type { TextDialect, TextReading } from './dialect.ts';

/** What people write with `git notes add`, in the ref that it takes without being told one. */
export const plainText: TextDialect = {
  name: 'plain-text',
  recognises(text, noteref) {
    if (noteref !== 'refs/notes/commits') return false;
    const start = text.slice(0, 256).trimStart();
    return start !== '' && !/^[{[]\s*(?:["{}[\]\d-]|$)/.test(start);
  },
  read: text => readPlainText(tidy(text).trim()),
};

const MOST_LINES = 200;
const LONGEST_INTENT = 300;
const LONGEST_REASONING = 2_000;

function readPlainText(text: string): TextReading {
  if (!isProse(text)) return { candidates: [] };
  const { sentence, rest } = firstSentence(text, LONGEST_INTENT);
  const region = {
    file: CHANGED_FILES,
    intent: sentence,
    reasoning: excerpt(rest, LONGEST_REASONING) || undefined,
  };
  return {
    candidates: [
      {
        annotation: { summary: sentence, context_level: 'enhanced' },
        regions: [region],
        crossCutting: [],
        provenance: { operation: 'initial' },
      },
    ],
  };
}

/** Not bytes, markup, a log, or the labels that review and release tools keep in the same ref. */
function isProse(text: string): boolean {
  if (/[\u0000-\u0008\u000b\u000e-\u001f]/.test(text) || /^(?:---|<[?!a-z])/i.test(text)) return false;
  const lines = text.split('\n', MOST_LINES + 1);
  return lines.length <= MOST_LINES && !lines.every(isLabel) && hasWords(text);
}

/** `Key: value`, as in trailers, and the lines that continue one. */
const LABEL = /^\[?([A-Za-z][\w.+-]*)[ \t]*[:=]/;
/** Before these people explain something; no tool calls a field so. */
const EXPLAINS =
  /^(?:attention|background|because|careful|caution|caveat|context|decision|explanation|fyi|hint|important|nb|note|rationale|reason|reminder|todo|warning|why)$/i;

function isLabel(line: string): boolean {
  if (line === '' || /^[ \t]/.test(line)) return true;
  const key = LABEL.exec(line.slice(0, 200))?.[1];
  return key !== undefined && !EXPLAINS.test(key);
}

/** More than an address, an id or a single word. */
function hasWords(text: string): boolean {
  const words = text
    .slice(0, 2_000)
    .split(/\s+/)
    .filter(word => /\p{L}{2}/u.test(word) && !/[:/\d]/.test(word));
  return words.length > 1 || /[^\u0000-\u024f]{4,}/u.test(text.slice(0, 2_000));
}
