import { oneLine } from '../annotation/sanitise.ts';
import { isAboutQuestion, type NoticeText } from '../notices.ts';
import { type Block, code, type Span } from './blocks.ts';

/** Notices about the question are shown before the answer, the others after it. */

export function leadingNotices(notices: readonly NoticeText[] = []): Block[] {
  return notices.filter(({ code }) => isAboutQuestion(code)).map(describeNotice);
}

export function trailingNotices(notices: readonly NoticeText[] = []): Block[] {
  return notices.filter(({ code }) => !isAboutQuestion(code)).map(describeNotice);
}

function describeNotice({ message, fix }: NoticeText): Block {
  const text = withCode(oneLine(message));
  return { kind: 'notice', text, ...(fix === undefined ? {} : { fix: withCode(oneLine(fix)) }) };
}

/** Our own words, in which commands and paths are code, so that a reader can copy them. */
function withCode(text: string): Span[] {
  // Some texts mark their commands themselves.
  if (text.includes('`')) return [text];
  const words = text.split(' ');
  const spans: Span[] = [];
  for (let at = 0; at < words.length; ) {
    const end = isCommandAt(words, at) ? endOfCommand(words, at) : at + 1;
    const piece = words.slice(at, end).join(' ');
    spans.push(at === 0 ? '' : ' ', ...(end > at + 1 ? asCode(piece, /[.;)]$/) : wordSpans(piece)));
    at = end;
  }
  return spans;
}

/** Commands follow a colon. */
function isCommandAt(words: readonly string[], at: number): boolean {
  const isProgram = words[at] === 'git' || words[at] === 'ultragit';
  return isProgram && (words[at - 1] ?? '').endsWith(':');
}

/** They end with the sentence, or before what explains them; never inside of quotes. */
function endOfCommand(words: readonly string[], start: number): number {
  for (let at = start + 1; at < words.length; at++) {
    const [word = '', next = ''] = [words[at], words[at + 1]];
    const isQuoted =
      (
        words
          .slice(start, at + 1)
          .join(' ')
          .match(/['"]/g) ?? []
      ).length %
        2 ===
      1;
    const isLast = /[;)]$/.test(word) || next === '—' || next.startsWith('(');
    if (!isQuoted && (isLast || (word.endsWith('.') && /^[A-Z]/.test(next)))) return at + 1;
  }
  return words.length;
}

/** A name with a slash, an extension, or a character that could be markup, without the punctuation around it. */
function wordSpans(word: string): Span[] {
  const isName = /[/\\*_~[\]<>]|\w\.[A-Za-z]/.test(word);
  if (!isName || /https?:/.test(word)) return [word];
  const open = /^['"(]*/.exec(word)?.[0] ?? '';
  return [open, ...asCode(word.slice(open.length), /[.,;:!?)'"]$/)];
}

function asCode(text: string, trailing: RegExp): Span[] {
  let end = text.length;
  while (end > 0 && trailing.test(text.slice(0, end))) end--;
  return [code(text.slice(0, end)), text.slice(end)];
}
