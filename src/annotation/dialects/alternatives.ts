import { listItems } from '../markdown.ts';
import { excerpt } from '../prose.ts';

/** What a decision record in Markdown says was considered and not done. */
export type Alternative = { approach: string; reason?: string };

type Option = Alternative & { label?: string; isMarked: boolean };

const MOST = 12;
const LABEL = /^option[ \t]+(\w{1,3})[ \t]*(?:[:—–-][ \t]*|$)/i;
const CHOSEN_MARK = /(?<![ \t])[ \t]*\((?:the )?(?:chosen|selected|accepted)\b[^()]{0,80}\)/i;

/** The items of a section on alternatives: all of them are ways that were not taken, unless one is marked. */
export function alternativesOf(text: string): Alternative[] {
  return optionsOf(text, /:[ \t]+|(?<![ \t])[ \t]+[—–-][ \t]+/)
    .filter(option => !option.isMarked)
    .map(unmarked);
}

/** Of the considered options, those that were not chosen; none where it can't be told which one was. */
export function rejectedOptions(text: string, decision: string): Alternative[] {
  const options = optionsOf(text, /(?<![ \t])[ \t]+[—–][ \t]+/);
  const marked = options.filter(option => option.isMarked);
  const choice = marked.length > 0 ? '' : chosenIn(decision);
  const chosen = marked.length > 0 ? marked : options.filter(option => isChosen(option, choice));
  return chosen.length === 1 ? options.filter(option => option !== chosen[0]).map(unmarked) : [];
}

function unmarked({ approach, reason }: Option): Alternative {
  return { approach, ...(reason ? { reason } : {}) };
}

function optionsOf(text: string, separator: RegExp): Option[] {
  return listItems(text)
    .slice(0, MOST)
    .map(item => option(item.slice(0, 2_000), separator))
    .filter(({ approach }) => approach !== '');
}

function option(item: string, separator: RegExp): Option {
  const isMarked = CHOSEN_MARK.test(item);
  const plain = item.replace(CHOSEN_MARK, '');
  const label = LABEL.exec(plain.replace(/^[*_"'`]+/, ''))?.[1];
  const bold = /^\*\*([^*]{1,200})\*\*[ \t]*[:—–-]*[ \t]*/.exec(plain);
  const [approach = '', ...rest] = bold?.[1]
    ? [bold[1], plain.slice(bold[0].length)]
    : cutAt(plain, separator);
  return {
    approach: excerpt(named(approach), 200),
    reason: excerpt(rest.join(' '), 400),
    label: label?.toLowerCase(),
    isMarked,
  };
}

function cutAt(text: string, separator: RegExp): string[] {
  const label = LABEL.exec(text)?.[0] ?? '';
  const name = text.slice(label.length);
  const found = separator.exec(name);
  return found && found.index > 0
    ? [name.slice(0, found.index), name.slice(found.index + found[0].length)]
    : [name === '' ? text : name];
}

function named(text: string): string {
  return text
    .replaceAll('**', '')
    .replace(/[ \t.;:]{1,9}$/, '')
    .trim();
}

/** What follows "Chosen option:", there or on the next line that says something. */
function chosenIn(decision: string): string {
  const lines = decision.split('\n');
  const at = lines.findIndex(line => /\bchosen option\b/i.test(line.slice(0, 200)));
  if (at < 0) return '';
  const same = (lines[at] ?? '').replace(/^.*?\bchosen option\b/i, '');
  const next = lines.slice(at + 1, at + 4).find(line => words(line) !== '') ?? '';
  return words(words(same) === '' ? next : same);
}

function isChosen({ approach, label }: Option, choice: string): boolean {
  const name = words(approach);
  if (choice === '') return false;
  if (label !== undefined && `${choice} `.startsWith(`option ${label} `)) return true;
  return name !== '' && (`${choice} `.startsWith(`${name} `) || `${name} `.startsWith(`${choice} `));
}

function words(text: string): string {
  const plain = text
    .slice(0, 300)
    .toLowerCase()
    .replace(/\bbecause\b.*$/, '');
  return plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
