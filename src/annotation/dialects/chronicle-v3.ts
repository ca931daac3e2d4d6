import { CHANGED_FILES } from '../changed-files.ts';
import { asArray, asObject, asText, type JsonObject } from '../json.ts';
import { LEFT_OUT } from '../mistake.ts';
import { chronicleHead } from './chronicle-head.ts';
import { dependencyInProse, rejectedInProse } from './chronicle-prose.ts';
import type { Candidate } from './dialect.ts';
import { soundLines } from './line-range.ts';
import { canBeRepeated, draftRegions, type RegionDraft } from './region-drafts.ts';
import { pathOf } from './spellings.ts';

/** Written afterwards, from the change alone. */
const GUESSED: unknown[] = ['batch', 'backfill'];

/** `chronicle/v3`: a summary, and what was learned, by file and lines. */
export function readChronicleV3(document: JsonObject): Candidate {
  const { annotation, provenance } = chronicleHead(document);
  const { summary } = document;
  const wisdom = asArray(document.wisdom);
  const told = asText(summary);
  const intent = canBeRepeated(wisdom.length, [told]) ? told : undefined;
  const source = GUESSED.includes(asObject(document.provenance)?.source) ? 'inferred' : 'author';
  const drafts = draftRegions();
  if (told !== undefined) drafts.at(CHANGED_FILES).intent = told;
  for (const [index, entry] of wisdom.entries()) {
    const { category, content, file, path, lines } = asObject(entry) ?? { content: entry };
    const text = asText(content);
    if (text === undefined) {
      drafts.mistakes.push({ path: ['wisdom', index], problem: 'it says nothing', done: LEFT_OUT });
      continue;
    }
    const name = asText(pathOf(file ?? path));
    const range = soundLines(lines, ['wisdom', index, 'lines'], drafts.mistakes);
    const draft = name === undefined ? drafts.at(CHANGED_FILES) : drafts.at(name, undefined, range);
    draft.intent ??= intent;
    addWisdom(draft, asText(category) ?? '', text, source);
  }
  return {
    annotation: { ...annotation, summary },
    regions: drafts.regions(),
    crossCutting: [],
    provenance,
    mistakes: drafts.mistakes,
  };
}

function addWisdom(draft: RegionDraft, category: string, text: string, source: string): void {
  switch (category.toLowerCase().replace(/[\s-]/g, '_')) {
    case 'gotcha':
      draft.constraints.push({ text, source });
      return;
    case 'dead_end':
      draft.rejected_alternatives.push(rejectedInProse(text));
      return;
    case 'unfinished_thread':
      draft.open_threads.push(text);
      return;
    default:
      addInsight(draft, text);
  }
}

/** What is of no known category was learned, too. */
function addInsight(draft: RegionDraft, text: string): void {
  const dependency = dependencyInProse(text);
  if (dependency) draft.semantic_dependencies.push(dependency);
  else draft.reasoning.push(text);
}
