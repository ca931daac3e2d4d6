import { asArray, asObject, asText, type JsonObject } from '../json.ts';
import { LEFT_OUT } from '../mistake.ts';
import type { Candidate } from './dialect.ts';
import { draftRegions, type RegionDraft, type RegionDrafts } from './region-drafts.ts';
import { scopePath } from './scope-path.ts';
import { listOf } from './spellings.ts';

/** The directory of all files. */
const ROOT = '/';
/** More than so many are as good as everywhere. */
const MOST_SCOPES = 20;
const COMMIT_ID = /^[0-9a-f]{6,64}$/i;

/** The lists of a document, how an entry that is only a text is meant, and what is done with an entry. */
const LISTS = [
  { name: 'conventions', text: 'rule', add: addConvention },
  { name: 'boundaries', text: 'boundary', add: addBoundary },
  { name: 'anti_patterns', text: 'pattern', add: addAntiPattern },
];

/** `chronicle/knowledge-v1`: what holds for directories, whichever commit changes them. */
export function readChronicleKnowledge(document: JsonObject): Candidate {
  const drafts = draftRegions();
  for (const { name, text, add } of LISTS) {
    for (const [index, item] of asArray(document[name]).entries()) {
      const problem = add(drafts, asObject(item) ?? { [text]: item });
      if (problem !== undefined) drafts.mistakes.push({ path: [name, index], problem, done: LEFT_OUT });
    }
  }
  return {
    annotation: { context_level: 'enhanced' },
    regions: drafts.regions(),
    crossCutting: [],
    provenance: { operation: 'initial' },
    mistakes: drafts.mistakes,
  };
}

function addConvention(drafts: RegionDrafts, entry: JsonObject): string | undefined {
  const rule = asText(entry.rule);
  if (rule === undefined) return 'it has no rule';
  const stability = asText(entry.stability);
  const asides = [
    stability === 'permanent' ? undefined : stability,
    elsewhere(entry.decided_in, 'decided in'),
  ];
  const scopes = listOf(entry.scope) ?? [];
  for (const scope of scopes.length > 0 && scopes.length <= MOST_SCOPES ? scopes : ['*']) {
    const { file, only } = scopePath(asText(scope) ?? '*');
    const draft = drafts.at(file);
    addConstraint(draft, withAsides(only === undefined ? rule : `In ${only}: ${rule}`, asides));
    addOrigin(draft, entry.id, entry.decided_in, 'decided in');
  }
  return undefined;
}

function addBoundary(drafts: RegionDrafts, entry: JsonObject): string | undefined {
  const module = asText(entry.module);
  const owns = asText(entry.owns);
  const boundary = asText(entry.boundary);
  if (module === undefined) return 'it names no module';
  if (owns === undefined && boundary === undefined) return 'it has no boundary';
  const draft = drafts.at(scopePath(module).file);
  const asides = [elsewhere(entry.decided_in, 'decided in')];
  if (owns !== undefined) addConstraint(draft, withAsides(`Owns: ${owns}`, asides));
  if (boundary !== undefined) addConstraint(draft, withAsides(boundary, asides));
  addOrigin(draft, entry.id, entry.decided_in, 'decided in');
  return undefined;
}

function addAntiPattern(drafts: RegionDrafts, entry: JsonObject): string | undefined {
  const approach = asText(entry.pattern);
  if (approach === undefined) return 'it has no pattern';
  const draft = drafts.at(ROOT);
  const instead = asText(entry.instead);
  const lesson = elsewhere(entry.learned_from, 'learned from');
  const reason = instead === undefined ? lesson : withAsides(`Instead: ${instead}`, [lesson]);
  draft.rejected_alternatives.push({ approach, reason });
  addOrigin(draft, entry.id, entry.learned_from, 'learned from');
  return undefined;
}

function addConstraint(draft: RegionDraft, text: string): void {
  draft.constraints.push({ text, source: 'author' });
}

function addOrigin(draft: RegionDraft, id: unknown, origin: unknown, relationship: string): void {
  const tag = asText(id);
  if (tag !== undefined) draft.tags.push(tag);
  const commit = asText(origin);
  if (commit !== undefined && COMMIT_ID.test(commit))
    draft.related_annotations.push({ commit, relationship });
}

/** Where something comes from that is no commit: a ticket, a document. */
function elsewhere(origin: unknown, relationship: string): string | undefined {
  const text = asText(origin);
  return text === undefined || COMMIT_ID.test(text) ? undefined : `${relationship} ${text}`;
}

function withAsides(text: string, asides: readonly (string | undefined)[]): string {
  const said = asides.filter(aside => aside !== undefined).join('; ');
  return said === '' ? text : `${text} (${said})`;
}
