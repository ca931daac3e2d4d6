/** A message in the parts that were messages of their own before a squash merge joined them. */

import { linesOf, outdented, paragraphsOf } from './lines.ts';

export type Section = {
  /** What was done, in a line; a note has none. */
  subject?: string;
  paragraphs: string[][];
};

const SQUASHED_SUBJECT = /^\* +(?=\S)/;
const RULE = /^[-=_*]{3,}$/;

export function sectionsOf(message: string): Section[] {
  const lines = linesOf(message);
  const at = lines.findIndex(line => line !== '');
  if (at < 0) return [];
  const subject = lines[at]?.trim();
  const paragraphs = paragraphsOf(outdented(lines.slice(at + 1)));
  return isSquash(paragraphs)
    ? squashed(subject, paragraphs)
    : [{ subject, paragraphs: withoutRules(paragraphs) }];
}

/** All of a note is what a message has below its subject. */
export function sectionOfNote(text: string): Section {
  return { paragraphs: withoutRules(paragraphsOf(outdented(linesOf(text)))) };
}

/** Where messages are joined, the first of them is at the top; further down, such lines are a list. */
function isSquash([first]: readonly string[][]): boolean {
  return first !== undefined && subjectOf(first) !== undefined;
}

function subjectOf([line = '', ...others]: readonly string[]): string | undefined {
  return others.length === 0 && SQUASHED_SUBJECT.test(line) ? line.replace(SQUASHED_SUBJECT, '') : undefined;
}

/** What stands below a rule is about the whole again. */
function squashed(whole: string | undefined, paragraphs: readonly string[][]): Section[] {
  const sections: Section[] = [];
  for (const paragraph of paragraphs) {
    const subject = subjectOf(paragraph);
    const [first = ''] = paragraph;
    if (subject !== undefined) sections.push({ subject, paragraphs: [] });
    else if (RULE.test(first)) sections.push({ subject: whole, paragraphs: [paragraph.slice(1)] });
    else sections.at(-1)?.paragraphs.push(paragraph);
  }
  return sections.map(section => ({ ...section, paragraphs: withoutRules(section.paragraphs) }));
}

function withoutRules(paragraphs: readonly string[][]): string[][] {
  return paragraphs.flatMap(paragraph => paragraphsOf(paragraph.map(line => (RULE.test(line) ? '' : line))));
}
