import { CHANGED_FILES } from '../changed-files.ts';
import { asArray, asObject, asText, type JsonObject } from '../json.ts';
import { LEFT_OUT, type Mistake } from '../mistake.ts';
import { type Decision, decisionsOf, isAboutSome } from './chronicle-decisions.ts';
import { chronicleHead } from './chronicle-head.ts';
import { addMarkers } from './chronicle-markers.ts';
import { type Rejected, rejectedInProse } from './chronicle-prose.ts';
import type { Candidate } from './dialect.ts';
import { canBeRepeated, draftRegions, type RegionDraft, type RegionDrafts } from './region-drafts.ts';
import { listOf, pathOf } from './spellings.ts';

/** What a note says of all that its commit changed. */
type Story = { summary?: string; motivation: string[]; rejected: Rejected[]; followUps: string[] };

/** `chronicle/v2`: the story of a commit, its decisions, and markers in its code. */
export function readChronicleV2(document: JsonObject): Candidate {
  const { annotation, provenance } = chronicleHead(document);
  const narrative = asObject(document.narrative) ?? { summary: document.narrative };
  const summary = narrative.summary ?? document.summary ?? undefined;
  const drafts = draftRegions();
  const motivation = asText(narrative.motivation);
  const story = {
    summary: asText(summary),
    motivation: motivation === undefined ? [] : [motivation],
    rejected: rejectedOf(narrative.rejected_alternatives, drafts.mistakes),
    followUps: (listOf(narrative.follow_up) ?? []).flatMap(item => asText(item) ?? []),
  };
  addRegions(drafts, document, story, changedFiles(narrative.files_changed));
  return {
    annotation: { ...annotation, summary, task: task(document.effort) },
    regions: drafts.regions(),
    crossCutting: [],
    provenance,
    mistakes: drafts.mistakes,
  };
}

function addRegions(drafts: RegionDrafts, document: JsonObject, story: Story, files: string[]): void {
  const decisions = decisionsOf(document.decisions, new Set(files), drafts.mistakes);
  const scopes = decisions.reduce((sum, { scope }) => sum + scope.length, 0);
  const places = asArray(document.markers).length + files.length + scopes;
  const { summary, ...rest } = story;
  const lists = JSON.stringify([rest, decisions.map(({ text }) => text)]);
  const isSmall = canBeRepeated(places, [summary, lists]);

  addMarkers(drafts, document.markers, isSmall ? summary : undefined);
  if (isSmall && files.length > 0) tellFiles(drafts, story, decisions, files);
  else if (saysSomething(story, decisions)) tell(drafts.at(CHANGED_FILES), story, decisions);
}

/** Each file hears what was decided about it, and what was decided about nothing in particular. */
function tellFiles(drafts: RegionDrafts, story: Story, decisions: Decision[], files: string[]): void {
  const common = decisions.filter(decision => !isAboutSome(decision, files));
  for (const file of files) tell(drafts.at(file), story, common);
  for (const { text, scope } of decisions) {
    for (const { file, anchor } of scope) {
      const draft = anchor === undefined ? drafts.at(file) : drafts.ofUnit(file, anchor);
      draft.intent = story.summary;
      if (!draft.reasoning.includes(text)) draft.reasoning.push(text);
    }
  }
}

function tell(draft: RegionDraft, story: Story, decisions: Decision[]): void {
  draft.intent = story.summary;
  for (const text of story.motivation) draft.reasoning.push(text);
  for (const { text } of decisions) draft.reasoning.push(text);
  for (const alternative of story.rejected) draft.rejected_alternatives.push(alternative);
  for (const followUp of story.followUps) draft.open_threads.push(followUp);
}

function saysSomething({ summary, motivation, rejected, followUps }: Story, decisions: Decision[]): boolean {
  return summary !== undefined || [motivation, rejected, followUps, decisions].some(list => list.length > 0);
}

function rejectedOf(value: unknown, mistakes: Mistake[]): Rejected[] {
  return (listOf(value) ?? []).flatMap((item, index) => {
    const source = asObject(item) ?? { approach: item };
    const approach = asText(source.approach);
    if (approach === undefined) {
      const path = ['narrative', 'rejected_alternatives', index];
      mistakes.push({ path, problem: 'it has no approach', done: LEFT_OUT });
      return [];
    }
    const reason = asText(source.reason);
    return [reason === undefined ? rejectedInProse(approach) : { approach, reason }];
  });
}

function changedFiles(value: unknown): string[] {
  const names = asArray(value).flatMap(item => {
    const file = asText(pathOf(asObject(item)?.file ?? asObject(item)?.path ?? item));
    return file === undefined ? [] : [file];
  });
  return [...new Set(names)];
}

/** Its id, and what it is in words where that is more. */
function task(effort: unknown): string | undefined {
  const source = asObject(effort) ?? { id: effort };
  const words = [asText(source.id), asText(source.description)];
  return asText([...new Set(words)].filter(Boolean).join(': '));
}
