/** Collects what a note says in many entries into one region for each place that they are about. */
import { asText } from '../json.ts';
import type { Mistake } from '../mistake.ts';
import type { linesOf } from './line-range.ts';
import type { anchorOf } from './spellings.ts';

type Anchor = ReturnType<typeof anchorOf>;
type Lines = ReturnType<typeof linesOf>;

export type RegionDraft = {
  readonly file: unknown;
  readonly ast_anchor?: Anchor;
  readonly lines?: Lines;
  intent?: unknown;
  constraints: unknown[];
  reasoning: string[];
  rejected_alternatives: unknown[];
  risk_notes: string[];
  open_threads: unknown[];
  semantic_dependencies: unknown[];
  related_annotations: unknown[];
  tags: unknown[];
};

export type RegionDrafts = {
  /** The draft of a place, made when first asked for. */
  at(file: unknown, anchor?: Anchor, lines?: Lines): RegionDraft;
  /** The first draft of a unit, whatever its lines. */
  ofUnit(file: string, name: string): RegionDraft;
  /** In the order in which the places were first asked for. */
  regions(): unknown[];
  /** For what can't be drafted. */
  readonly mistakes: Mistake[];
};

export function draftRegions(): RegionDrafts {
  const drafts = new Map<string, RegionDraft>();
  const units = new Map<string, RegionDraft>();
  const at: RegionDrafts['at'] = (file, anchor, lines) => {
    const place = JSON.stringify([file, anchor?.name, lines?.start, lines?.end]);
    const known = drafts.get(place);
    if (known) return known;
    const draft = emptyDraft(file, anchor, lines);
    drafts.set(place, draft);
    const unit = JSON.stringify([file, anchor?.name]);
    if (!units.has(unit)) units.set(unit, draft);
    return draft;
  };
  return {
    at,
    ofUnit: (file, name) => units.get(JSON.stringify([file, name])) ?? at(file, { name }),
    regions: () => [...drafts.values()].map(finished),
    mistakes: [],
  };
}

function emptyDraft(file: unknown, ast_anchor: Anchor, lines: Lines): RegionDraft {
  return {
    file,
    ast_anchor,
    lines,
    constraints: [],
    reasoning: [],
    rejected_alternatives: [],
    risk_notes: [],
    open_threads: [],
    semantic_dependencies: [],
    related_annotations: [],
    tags: [],
  };
}

function finished(draft: RegionDraft): unknown {
  return {
    ...draft,
    constraints: filled(draft.constraints),
    reasoning: asText(draft.reasoning.join('\n')),
    rejected_alternatives: filled(draft.rejected_alternatives),
    risk_notes: asText(draft.risk_notes.join('\n')),
    open_threads: filled(draft.open_threads),
    semantic_dependencies: filled(draft.semantic_dependencies),
    related_annotations: filled(draft.related_annotations),
    tags: filled(draft.tags),
  };
}

function filled(list: unknown[]): unknown[] | undefined {
  return list.length > 0 ? list : undefined;
}

const MOST_PLACES = 2000;
const MOST_REPEATED = 2 * 1024 * 1024;

/** What is said once may be repeated at each of its places, unless a note makes too much of that. */
export function canBeRepeated(places: number, texts: readonly (string | undefined)[]): boolean {
  const length = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  return places <= MOST_PLACES && places * length <= MOST_REPEATED;
}
