import { sectionsOf } from '../markdown.ts';
import { excerpt } from '../prose.ts';
import { type Alternative, alternativesOf, rejectedOptions } from './alternatives.ts';

/** What the usual headings of a decision record in Markdown have under them (Nygard, MADR and their kin). */
export type DecisionRecord = {
  title?: string;
  status?: string;
  /** The context and the decision. */
  reasoning?: string;
  /** The bad consequences, or all where they are not told apart. */
  risks?: string;
  rejected: Alternative[];
};

type Part = 'status' | 'context' | 'decision' | 'consequences' | 'options' | 'alternatives';

const LONGEST_PART = 1_200;

const HEADINGS: readonly [RegExp, Part][] = [
  [/^status\b/i, 'status'],
  [/^(?:context|problem|background)\b/i, 'context'],
  [/^(?:decision(?! drivers)|solution|proposed solution|rationale|justification)\b/i, 'decision'],
  [/^(?:(?:negative )?consequences|risks?|trade-?offs|drawbacks)\b/i, 'consequences'],
  [/^(?:considered options|options(?: considered)?$)/i, 'options'],
  [/^(?:(?:considered|rejected) )?alternatives\b/i, 'alternatives'],
];

export function readDecisionRecord(markdown: string): DecisionRecord {
  const sections = sectionsOf(markdown);
  const parts = new Map<Part, string[]>();
  let open: { part: Part; level: number } | undefined;
  for (const { level, title, text } of sections) {
    const part = HEADINGS.find(([heading]) => heading.test(title))?.[1];
    if (part) open = { part, level };
    // A deeper heading that is not known belongs to the one above it.
    else if (open && level <= open.level) open = undefined;
    if (!open) continue;
    const texts = parts.get(open.part) ?? [];
    texts.push(part && !LABEL.test(title) ? text : `#### ${title}\n${text}`);
    parts.set(open.part, texts);
  }
  const textOf = (part: Part) => (parts.get(part) ?? []).join('\n\n').trim();
  const reasons = [textOf('context'), textOf('decision')].map(text => excerpt(text, LONGEST_PART));
  return {
    title: sections.find(({ level }) => level === 1)?.title,
    status: textOf('status') || undefined,
    reasoning: reasons.filter(text => text !== '').join('\n\n') || undefined,
    risks: excerpt(badOf(textOf('consequences')), LONGEST_PART) || undefined,
    rejected: [
      ...rejectedOptions(textOf('options'), textOf('decision')),
      ...alternativesOf(textOf('alternatives')),
    ],
  };
}

/** A heading, or a line that stands for one, before consequences of one kind. */
const LABEL =
  /^(?:(negative|bad|risks?|cons|drawbacks?|trade-?offs?)|positive|good|neutral|benefits?|pros|mitigations?|summary)(?: (?:consequences|impacts?|outcomes?|assessment))?$/i;

function badOf(consequences: string): string {
  const lines = consequences.split('\n');
  const judged = lines.filter(line => /^[ \t]*[-*+][ \t]+(?:good|bad|neutral),? because\b/i.test(line));
  if (judged.length > 0) return judged.filter(line => /^[ \t]*[-*+][ \t]+bad\b/i.test(line)).join('\n');

  let isBad: boolean | undefined;
  const bad = lines.filter(line => {
    const label = LABEL.exec(
      line
        .slice(0, 60)
        .replace(/[#*_:]/g, '')
        .trim(),
    );
    if (label) isBad = label[1] !== undefined;
    return !label && isBad === true;
  });
  return isBad === undefined ? consequences : bad.join('\n');
}
