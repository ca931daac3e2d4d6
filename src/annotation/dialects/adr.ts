import { CHANGED_FILES } from '../changed-files.ts';
import {
  type FrontMatter,
  type MatterDocument,
  matterList,
  matterText,
  readFrontMatter,
} from '../front-matter.ts';
import { excerpt, tidy } from '../prose.ts';
import type { Alternative } from './alternatives.ts';
import { readDecisionRecord } from './decision-record.ts';
import type { Candidate, TextDialect, TextReading } from './dialect.ts';

/** Architecture decision records, as git-adr keeps them in notes: Markdown under a front matter. */
export const adr: TextDialect = {
  name: 'adr',
  recognises(text, noteref) {
    const head = text.slice(0, 4_096).trimStart();
    if (noteref === 'refs/notes/adr' || noteref.startsWith('refs/notes/adr/')) return /^[-#]/.test(head);
    return head.startsWith('---') && ['id', 'title', 'status'].every(key => head.includes(`\n${key}:`));
  },
  read: text => readAdr(tidy(text).trimStart()),
};

function readAdr(text: string): TextReading {
  const documents = text.startsWith('---') ? readFrontMatter(text) : [{ matter: new Map(), body: text }];
  const candidates = documents.map(candidateOf).filter(candidate => candidate !== undefined);
  return candidates.length > 0 ? { candidates } : { candidates, problem: 'the decision record has no title' };
}

function candidateOf({ matter, body }: MatterDocument): Candidate | undefined {
  const record = readDecisionRecord(body);
  const title = matterText(matter, 'title') ?? record.title;
  if (title === undefined) return undefined;
  const status = statusOf(matterText(matter, 'status') ?? record.status ?? '');
  const isKnown = record.reasoning !== undefined || record.risks !== undefined;
  return {
    annotation: {
      timestamp: matterText(matter, 'date'),
      summary: title,
      context_level: ['', 'proposed', 'draft'].includes(status) ? 'inferred' : 'enhanced',
      record_id: matterText(matter, 'id'),
      supersedes: nonEmpty(matterList(matter, 'supersedes')),
      linked_commits: nonEmpty(linkedCommits(matter)),
    },
    regions: [
      {
        file: CHANGED_FILES,
        intent: `${inWords(status, matterText(matter, 'superseded_by'))}${title}`,
        reasoning: isKnown ? record.reasoning : excerpt(withoutTitle(body), 1_200) || undefined,
        risk_notes: record.risks,
        rejected_alternatives: nonEmpty(rejectedBy(status, title, record.rejected)),
        tags: nonEmpty(matterList(matter, 'tags')),
      },
    ],
    crossCutting: [],
    provenance: { operation: 'initial' },
  };
}

function statusOf(text: string): string {
  return /^[*_"'\s]{0,9}([a-z]{1,20})/i.exec(text)?.[1]?.toLowerCase() ?? '';
}

const NOT_IN_FORCE = ['proposed', 'draft', 'rejected', 'deprecated', 'superseded'];

/** A decision that is not in force says so before anything else. */
function inWords(status: string, by: string | undefined): string {
  if (!NOT_IN_FORCE.includes(status)) return '';
  const word = status.charAt(0).toUpperCase() + status.slice(1);
  return status === 'superseded' && by !== undefined ? `${word} by ${by}: ` : `${word}: `;
}

/** What a decision ruled out is ruled out while it is in force; a rejected one is itself what was ruled out. */
function rejectedBy(status: string, title: string, rejected: Alternative[]): Alternative[] {
  if (status === 'rejected') return [{ approach: title }];
  return NOT_IN_FORCE.includes(status) ? [] : rejected;
}

/** Shorter ones may come to mean another commit. */
function linkedCommits(matter: FrontMatter): string[] {
  const ids = matterList(matter, 'linked_commits').filter(id => /^[\da-f]{7,64}$/i.test(id));
  return ids.map(id => id.toLowerCase());
}

function withoutTitle(body: string): string {
  return body.startsWith('# ') ? body.slice(body.search(/\n|$/)) : body;
}

function nonEmpty<T>(items: T[]): T[] | undefined {
  return items.length > 0 ? items : undefined;
}
