import { append } from '../../collections.ts';
import { isEndOfProse, isNoiseLine, isThanks, isTrailer } from './body-noise.ts';
import { countWords } from './count-words.ts';
import { bareSubject, isSameSubject, subjectNoise } from './subject-noise.ts';

/** Whether a body explains something, at least its subject does, or neither. */
export type Explains = 'body' | 'subject' | 'nothing';

/** What is left of a body, and how much it explains together with its subject. */
export type CleanBody = { text: string; explains: Explains };

const LEAST_WORDS_OF_SUBJECT = 5;
const LEAST_WORDS_OF_BODY = 3;
const LEAST_WORDS_IN_ALL = 8;
/** A body that makes up for a subject such as "Reformat". */
const WORDS_OF_GOOD_BODY = 20;

/** Takes the paragraphs below a subject; gives what an author wrote there, one line a paragraph or item. */
export function cleanBody(paragraphs: readonly (readonly string[])[], subject: string): CleanBody {
  const prose = withoutLastTrailers(untilData(paragraphs));
  const texts = prose
    .map(lines => reflow(lines.filter(line => !isNoiseLine(line))))
    .filter(lines => lines.length > 0);
  const [own = [], ...squashed] = intoSections(texts);
  const first = cleanSection(subject, own);
  const parts = [first, ...squashed.map(([item = '', ...below]) => cleanItem(item, below, subject))];
  const explained = joined(parts.filter(({ explains }) => explains === 'body'));
  if (explained !== '') return { text: explained, explains: judge(subject, explained) };
  // Of mere subjects, only those that say more than a subject does.
  const telling = parts.slice(1).filter(({ text }) => countWords(text) >= LEAST_WORDS_IN_ALL);
  return { text: joined([first, ...telling]), explains: judge(subject, '') };
}

function joined(parts: readonly CleanBody[]): string {
  return parts.flatMap(({ text }) => (text === '' ? [] : [text])).join('\n');
}

function judge(subject: string, prose: string): Explains {
  const noise = subjectNoise(subject);
  if (noise === 'always') return 'nothing';
  const inBody = countWords(prose);
  if (noise === 'alone') return inBody >= WORDS_OF_GOOD_BODY ? 'body' : 'nothing';
  const inSubject = countWords(bareSubject(subject));
  if (inBody >= LEAST_WORDS_OF_BODY && inBody + inSubject >= LEAST_WORDS_IN_ALL) return 'body';
  return inSubject >= LEAST_WORDS_OF_SUBJECT ? 'subject' : 'nothing';
}

function untilData(paragraphs: readonly (readonly string[])[]): (readonly string[])[] {
  const kept: (readonly string[])[] = [];
  for (const lines of paragraphs) {
    const end = lines.findIndex(isEndOfProse);
    kept.push(end < 0 ? lines : lines.slice(0, end));
    if (end >= 0) break;
  }
  return kept.filter(lines => lines.length > 0);
}

function withoutLastTrailers(paragraphs: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [first = '', ...rest] = paragraphs.at(-1) ?? [];
  const isBlock = isTrailer(first) && rest.every(line => isTrailer(line) || /^\s/.test(line));
  return isBlock ? paragraphs.slice(0, -1) : paragraphs;
}

const ITEM = /^ {0,2}(?<mark>[*-]) +(?<text>\S.*)$/;

/** The author's own text, then a section for each commit that was squashed: `* its subject`, and what it said. */
function intoSections(paragraphs: readonly string[][]): string[][] {
  const sections: string[][] = [[]];
  for (const lines of paragraphs) {
    const [first = '', second = ''] = lines;
    const isItem = ITEM.exec(first)?.groups?.mark === '*' && !ITEM.test(second);
    if (isItem) sections.push([...lines]);
    else append(sections.at(-1) ?? [], lines);
  }
  return sections;
}

function cleanSection(subject: string, lines: readonly string[]): CleanBody {
  const text = lines.filter(line => !isEmptyLine(line, subject)).join('\n');
  return { text, explains: judge(subject, text) };
}

/** What a squashed commit said; nothing where that is `wip`, or the subject again. */
function cleanItem(item: string, below: readonly string[], subject: string): CleanBody {
  const name = ITEM.exec(item)?.groups?.text ?? item;
  const { text, explains } = cleanSection(name, below);
  const head = isSameSubject(name, subject) ? '' : `* ${name}`;
  if (explains === 'nothing') return { text: '', explains };
  return { text: [head, text].filter(part => part !== '').join('\n'), explains };
}

/** A line that repeats the subject, or an item of a list that is a chore. */
function isEmptyLine(line: string, subject: string): boolean {
  const item = ITEM.exec(line)?.groups?.text;
  if (isThanks(line)) return true;
  if (line.length > 200) return false;
  if (item === undefined) return bareSubject(line) === bareSubject(subject);
  if (isSameSubject(item, subject)) return true;
  const noise = subjectNoise(item);
  return noise === 'always' || (noise === 'alone' && countWords(item) < WORDS_OF_GOOD_BODY / 4);
}

const STARTS_ANEW = /^(?:\s{0,8}(?:[-*+•–$] |\d{1,3}[.)] |>|\|)|\s{4}|\t)/;
/** Addresses with their whole state in them, hashes and other data. */
const UNREADABLE = /(\S{80})\S{40,}/g;
/** Columns with wide gaps between them. */
const TABLE = /^[^\n]{0,80}[^\s.?!:;] {3,}\S[^\n]{0,80}\S {2,}\S/;
/** `Constraint: …` and `decision(api): …`. */
const LABEL = /^(?:[A-Z][\w-]{0,30}|\w{1,20}\([^)]{0,60}\)): /;
const STANDS_ALONE = [STARTS_ANEW, TABLE, LABEL];
const CODE = /^(?: {4}|\t)(?!\s*[-*+•–] )/;

/** Joins lines that were wrapped by hand; items of lists, quotes and code keep their lines. */
function reflow(lines: readonly string[]): string[] {
  const out: string[] = [];
  let inItem = false;
  for (const line of lines) {
    const previous = out.at(-1);
    const continues = CODE.test(line) ? inItem : !STANDS_ALONE.some(pattern => pattern.test(line));
    if (previous !== undefined && continues)
      out[out.length - 1] = `${previous} ${line.trim().replace(/ {2,}/g, ' ')}`;
    else {
      out.push(tidy(line));
      inItem = STARTS_ANEW.test(line) && !CODE.test(line);
    }
  }
  return out.map(line => line.replace(UNREADABLE, (_word, start: string) => `${start}…`));
}

function tidy(line: string): string {
  if (CODE.test(line) || TABLE.test(line)) return line.replaceAll('\t', '  ');
  return (STARTS_ANEW.test(line) ? line : line.trim()).replace(/(?<=\S) {2,}/g, ' ');
}
