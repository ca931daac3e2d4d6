/** The markers of `chronicle/v2`: what is to be known about a place in the code. */

import { CHANGED_FILES } from '../changed-files.ts';
import { asArray, asObject, asText, type JsonObject } from '../json.ts';
import { LEFT_OUT } from '../mistake.ts';
import { revisit } from './chronicle-prose.ts';
import { soundLines } from './line-range.ts';
import type { RegionDraft, RegionDrafts } from './region-drafts.ts';
import { anchorOf, pathOf } from './spellings.ts';

export function addMarkers(drafts: RegionDrafts, markers: unknown, intent: unknown): void {
  for (const [index, value] of asArray(markers).entries()) {
    const marker = asObject(value) ?? {};
    const add = saying(kindOf(marker));
    if (!add) {
      drafts.mistakes.push({ path: ['markers', index], problem: 'it says nothing', done: LEFT_OUT });
      continue;
    }
    const lines = soundLines(marker.lines, ['markers', index, 'lines'], drafts.mistakes);
    const draft = placeOf(drafts, marker, lines);
    draft.intent = intent;
    add(draft);
  }
}

function placeOf(
  drafts: RegionDrafts,
  { file, path, anchor }: JsonObject,
  lines: ReturnType<typeof soundLines>,
): RegionDraft {
  const name = asText(pathOf(file ?? path));
  return name === undefined ? drafts.at(CHANGED_FILES) : drafts.at(name, anchorOf(anchor), lines);
}

/** Some writers give the type alone, and what belongs to it beside it. */
function kindOf(marker: JsonObject): JsonObject {
  return asObject(marker.kind) ?? { ...marker, type: marker.kind ?? marker.type };
}

/** A hazard needs no label: that is what risk notes are. */
const RISKS = new Map([
  ['hazard', ''],
  ['security', 'Security'],
  ['performance', 'Performance'],
  ['tech_debt', 'Technical debt'],
  ['test_coverage', 'Test coverage'],
  ['unstable', 'Unstable'],
  ['deprecated', 'Deprecated'],
]);

/** What a marker adds to the region of its place; undefined where it says nothing. */
function saying(kind: JsonObject): ((draft: RegionDraft) => void) | undefined {
  const type = (asText(kind.type) ?? '').toLowerCase().replace(/[\s-]/g, '_');
  const text = asText(kind.description) ?? asText(kind.assumption) ?? '';
  const file = asText(pathOf(kind.target_file));
  if (type === 'dependency' && file !== undefined) {
    const dependency = { file, anchor: asText(kind.target_anchor), nature: asText(text) };
    return draft => draft.semantic_dependencies.push(dependency);
  }
  if (type === 'contract') {
    const source = (kind.source ?? 'author') === 'author' ? 'author' : 'inferred';
    return text === '' ? undefined : draft => draft.constraints.push({ text, source });
  }
  const risk = labelled(RISKS.get(type) ?? inWords(type), riskOf(text, kind));
  return risk === '' ? undefined : draft => draft.risk_notes.push(risk);
}

function riskOf(text: string, kind: JsonObject): string {
  const replacement = asText(kind.replacement);
  const condition = asText(kind.revisit_when);
  const sentence = replacement === undefined ? text : text.replace(/\.$/, '');
  const said = [sentence, replacement === undefined ? '' : `use ${replacement}`].filter(Boolean).join('; ');
  return condition === undefined ? said : `${said} (${revisit(condition)})`.trim();
}

function labelled(label: string, text: string): string {
  const isLabelled = text.slice(0, label.length).toLowerCase() === label.toLowerCase();
  return text === '' || isLabelled ? text : `${label}: ${text}`;
}

/** A type that is not known still says what it is about. */
function inWords(type: string): string {
  const words = type.replaceAll('_', ' ').trim().slice(0, 40);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
