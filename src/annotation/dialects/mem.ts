import { CHANGED_FILES } from '../changed-files.ts';
import { type MatterDocument, matterList, matterText, readFrontMatter } from '../front-matter.ts';
import type { JsonObject } from '../json.ts';
import { sectionsOf } from '../markdown.ts';
import { excerpt, firstSentence, tidy } from '../prose.ts';
import { readDecisionRecord } from './decision-record.ts';
import type { Candidate, TextDialect, TextReading } from './dialect.ts';
import { RELATED_FILES, relatedFiles } from './related-files.ts';

/** What git-notes-memory remembers, a ref for each kind: Markdown under a front matter, many in a note. */
export const mem: TextDialect = {
  name: 'mem',
  recognises(text, noteref) {
    const head = text.slice(0, 4_096).trimStart();
    if (noteref.startsWith('refs/notes/mem/')) return !/^[{[]/.test(head) && head !== '';
    return (
      head.startsWith('---') && ['type', 'timestamp', 'summary'].every(key => head.includes(`\n${key}:`))
    );
  },
  read: text => readMem(tidy(text)),
};

const LONGEST_BODY = 2_000;

function readMem(text: string): TextReading {
  const documents = readFrontMatter(text);
  if (documents.length === 0) return { candidates: [], problem: 'the note has no front matter' };
  const written = documents.filter(document => !isCaptured(document));
  const captured = documents.length - written.length;
  const candidates = eachOnce(written)
    .map(candidateOf)
    .filter(candidate => candidate !== undefined);
  if (captured > 0) return { candidates, captured };
  return candidates.length > 0
    ? { candidates }
    : { candidates, problem: 'the note has no summary and no text' };
}

/** Hooks tag what they write; those that don't, cut a piece out of a transcript and mark where they cut. */
function isCaptured({ matter, body }: MatterDocument): boolean {
  const tags = matterList(matter, 'tags').map(tag => tag.toLowerCase());
  return tags.includes('auto-captured') || body.startsWith('...') || body.endsWith('...');
}

/** Its hooks write the same memory down again at the end of each session. */
function eachOnce(documents: readonly MatterDocument[]): MatterDocument[] {
  const first = new Map<string, MatterDocument>();
  for (const document of documents) {
    const { matter, body } = document;
    const key = JSON.stringify([matterText(matter, 'type'), matterText(matter, 'summary'), body]);
    if (!first.has(key)) first.set(key, document);
  }
  return [...first.values()];
}

function candidateOf({ matter, body }: MatterDocument): Candidate | undefined {
  const summary = matterText(matter, 'summary') ?? firstSentence(body, 300).sentence;
  if (summary === '') return undefined;
  const kind = matterText(matter, 'type') ?? '';
  const said = saidBy(kind, matterText(matter, 'status'), summary, withoutFirstLine(body, summary));
  const places = relatedFiles(body);
  const tags = matterList(matter, 'tags');
  const shared = { ...said, tags: tags.length > 0 ? tags : undefined };
  return {
    annotation: {
      timestamp: matterText(matter, 'timestamp'),
      summary,
      task: matterText(matter, 'spec'),
      context_level: ['progress', 'research'].includes(kind) ? 'inferred' : 'enhanced',
    },
    regions: (places.length > 0 ? places : [{ file: CHANGED_FILES }]).map(place => ({ ...place, ...shared })),
    crossCutting: [],
    provenance: { operation: 'initial' },
  };
}

/** Each kind under the fields that mean the same: obstacles and findings are risks, requirements constrain. */
function saidBy(kind: string, status: string | undefined, summary: string, body: string): JsonObject {
  const { rejected } = readDecisionRecord(body);
  const text = excerpt(withoutRead(body, rejected.length > 0), LONGEST_BODY) || undefined;
  const rejected_alternatives = rejected.length > 0 ? rejected : undefined;
  const isRisk = kind === 'reviews' || (kind === 'blockers' && status !== 'resolved');
  if (isRisk) return { intent: summary, risk_notes: text ?? summary };
  if (kind === 'elicitation') {
    return { constraints: [{ text: summary, source: 'inferred' }], reasoning: text, rejected_alternatives };
  }
  return { intent: summary, reasoning: text, rejected_alternatives };
}

/** Its writer repeats the summary on top of the body. */
function withoutFirstLine(body: string, summary: string): string {
  const end = body.search(/\n|$/);
  return body.slice(0, end).trim() === summary ? body.slice(end).trim() : body;
}

const ALTERNATIVES = /^alternatives\b/i;

/** The body without the sections that are read into fields of their own. */
function withoutRead(body: string, hasAlternatives: boolean): string {
  const sections = sectionsOf(body).filter(
    ({ title }) => !RELATED_FILES.test(title) && !(hasAlternatives && ALTERNATIVES.test(title)),
  );
  if (!sections.some(({ text }) => text !== '')) return '';
  return sections
    .map(({ level, title, text }) => (level > 0 ? `${'#'.repeat(level)} ${title}\n${text}` : text))
    .join('\n\n');
}
