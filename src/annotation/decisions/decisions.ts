/** The decisions that a commit message records, in the canonical shape. */

import { CHANGED_FILES } from '../changed-files.ts';
import type { Candidate } from '../dialects/dialect.ts';
import type { Entry } from './blocks.ts';
import { explained } from './prose.ts';
import { type DecisionRecord, recordsOf } from './records.ts';
import { rejectedIn } from './rejected.ts';
import { sectionOfNote, sectionsOf } from './sections.ts';
import { DECIDING_KEY, type DecisionFormat, type Role } from './vocabulary.ts';

export type Decision = Candidate & { format: DecisionFormat };

/** Whether it is worth a closer look: one pass, and never false where there is a decision. */
export function mayHaveDecisions(message: string): boolean {
  return DECIDING_KEY.test(message);
}

/** One candidate a record, in the order of the message. */
export function readDecisions(message: string): Decision[] {
  return mayHaveDecisions(message) ? sectionsOf(message).flatMap(recordsOf).map(decision) : [];
}

/** A note is blocks of trailers and nothing else: it has no subject. */
export function readDecisionNote(text: string): Decision[] {
  return mayHaveDecisions(`\n${text}`) ? recordsOf(sectionOfNote(text)).map(decision) : [];
}

function decision({ format, subject, prose, entries }: DecisionRecord): Decision {
  const of = (role: Role) => entries.filter(({ term }) => term.role === role);
  const texts = (role: Role) => of(role).map(scoped);
  return {
    format,
    annotation: {
      context_level: entries.some(isDoubtful) ? 'inferred' : 'enhanced',
      record_id: of('id')[0]?.value.split(/\s/, 1)[0],
      supersedes: someOf(of('supersedes').flatMap(({ value }) => idsIn(value))),
      expires: of('expires')[0]?.value,
    },
    regions: [
      {
        file: CHANGED_FILES,
        intent:
          of('intent')
            .map(({ value }) => value)
            .join('; ') || subject,
        constraints: someOf(texts('constraint').map(constraint)),
        rejected_alternatives: someOf(texts('rejected').map(rejectedIn)),
        reasoning: [...texts('reasoning'), explained(prose) ?? ''].filter(Boolean).join('\n') || undefined,
        risk_notes: [...of('untested').map(untested), ...of('grade').flatMap(risk)].join('\n') || undefined,
        related_annotations: someOf(of('related').flatMap(related)),
      },
    ],
    crossCutting: [],
    provenance: provenance(of('provenance')[0]?.value ?? ''),
  };
}

function someOf<T>(items: T[]): T[] | undefined {
  return items.length > 0 ? items : undefined;
}

function scoped({ scope, value }: Entry): string {
  return scope === undefined ? value : `${scope}: ${value}`;
}

/** The word of a grade; what is in brackets behind it explains it. */
function word({ value }: Entry): string {
  return /^[\w-]+/.exec(value)?.[0].toLowerCase() ?? '';
}

function isDoubtful(entry: Entry): boolean {
  return entry.term.doubts?.includes(word(entry)) ?? false;
}

function risk(entry: Entry): string[] {
  const { risks = {} } = entry.term;
  const told = Object.hasOwn(risks, word(entry)) ? risks[word(entry)] : undefined;
  return told === undefined ? [] : [told];
}

function untested({ value }: Entry): string {
  return `Not tested: ${value}`;
}

const UNTIL = /^\[until:([^\]]+)\]/i;

function constraint(text: string): { text: string; source: 'author'; until?: string } {
  const [prefix, until] = UNTIL.exec(text) ?? [''];
  const rest = text.slice(prefix.length).trim();
  return { text: rest || text, source: 'author', ...(until === undefined ? {} : { until: until.trim() }) };
}

/** Ids of records and of commits; issue numbers and links name no annotation. */
const ID = /(?<![\w#/.-])(?:r-[a-z0-9]{6,}|[0-9a-f]{7,64})(?![\w-])/g;

function idsIn(value: string): string[] {
  return [...new Set(value.match(ID) ?? [])];
}

function related({ term, value }: Entry): { commit: string; relationship?: string }[] {
  return idsIn(value).map(commit => ({ commit, relationship: term.relationship }));
}

/** A squash merge hands records on; the commit that it names is where they are from. */
function provenance(value: string): { operation: 'initial' | 'squash'; derived_from?: string[] } {
  const [, origin] = /^inherited\s+([0-9a-f]{7,64})\b/i.exec(value) ?? [];
  return origin === undefined ? { operation: 'initial' } : { operation: 'squash', derived_from: [origin] };
}
