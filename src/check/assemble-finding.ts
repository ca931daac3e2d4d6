import { oneLine, sanitise } from '../annotation/sanitise.ts';
import { distinct } from '../collections.ts';
import { assembleConstraint } from '../pipeline/answer/assemble-region.ts';
import { intentOf } from '../pipeline/judge/intent-of.ts';
import { lineSpan } from '../pipeline/lines/range.ts';
import type { FoundRegion } from '../pipeline/notes/find-regions.ts';
import { isTakenBack, withCorrections } from '../pipeline/notes/with-corrections.ts';
import type { JudgedDependency } from '../pipeline/relations/dependents.ts';
import { shortId } from '../wording.ts';
import type { Finding, Kind } from './answer.ts';
import type { Touched } from './touched.ts';

/** From code that a change touches, and who relies on it, to what goes out. */
export function assembleFinding(touched: Touched, relying: readonly JudgedDependency[]): Finding {
  const annotations = newestFirst(touched.annotations.map(({ found }) => found));
  const said = saidOf(annotations);
  const reliedOn = relying.map(({ file, anchor, nature }) => ({ file, anchor, nature }));
  return withoutEmpty({
    kind: kindOf(said, relying.length),
    ...placeOf(touched),
    was: wasAt(touched),
    relied_on_by: distinct(reliedOn),
    ...said,
    annotated_in: [...new Set([...annotations, ...relying].map(({ commit }) => shortId(commit.id)))],
  });
}

function newestFirst(found: readonly FoundRegion[]): FoundRegion[] {
  return [...found].sort((a, b) => b.commit.committer.time - a.commit.committer.time);
}

type Said = Pick<Finding, 'constraints' | 'rejected_alternatives' | 'risk_notes' | 'intent'>;

/** What several annotations of one unit say in the same words is said once. */
function saidOf(annotations: readonly FoundRegion[]): Said {
  const regions = annotations.map(({ region }) => region);
  const inForce = regions.flatMap(withCorrections).filter(item => !isTakenBack(item));
  const rejected = regions.flatMap(({ rejected_alternatives: all = [] }) => all);
  return {
    constraints: distinct(inForce.map(item => assembleConstraint(item))),
    rejected_alternatives: distinct(
      rejected.map(({ approach, reason }) => ({ alternative: approach, reason })),
    ),
    risk_notes: distinct(regions.flatMap(({ risk_notes: risk }) => risk ?? [])),
    intent: annotations.map(intentOf).find(Boolean),
  };
}

function kindOf({ constraints, rejected_alternatives, risk_notes }: Said, relying: number): Kind {
  if (relying > 0) return 'dependent';
  if (constraints?.length) return 'constraint';
  if (rejected_alternatives?.length) return 'rejected';
  return risk_notes?.length ? 'risk' : 'annotation';
}

type Placed = Pick<Finding, 'file' | 'unit' | 'change' | 'lines' | 'near_line' | 'changed' | 'changed_lines'>;

function placeOf({ path, unit, lines, outcome }: Touched): Placed {
  if (outcome.change === 'deleted') {
    return { file: sanitise(path), unit: unit && named(unit), change: 'deleted', near_line: outcome.near };
  }
  const { change, place, changed, total, hunks, near } = outcome;
  return {
    file: sanitise(place.path),
    unit: (place.unit ?? unit) && named(place.unit ?? unit),
    change,
    lines: lines && place.lines,
    near_line: near,
    changed: total > 0 ? `${changed} of ${total}` : undefined,
    changed_lines: hunks.map(lineSpan),
  };
}

function named(unit: Touched['unit']): Finding['unit'] {
  return unit && { type: unit.type, name: oneLine(unit.name), signature: oneLine(unit.signature) };
}

/** As far as it is not so after the change. */
function wasAt({ path, unit, lines, outcome }: Touched): Finding['was'] {
  if (outcome.change === 'deleted') return { lines };
  const now = outcome.place;
  const isRenamed = unit && now.unit && unit.name !== now.unit.name;
  return {
    file: now.path === path ? undefined : sanitise(path),
    name: isRenamed ? oneLine(unit.name) : undefined,
    signature: outcome.change === 'signature' && unit ? oneLine(unit.signature) : undefined,
    lines,
  };
}

/** In the order in which a reader needs it, without what is empty. */
function withoutEmpty(finding: Finding): Finding {
  const entries = Object.entries(finding).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return {
    ...Object.fromEntries(entries),
    was: dense(finding.was),
    annotated_in: finding.annotated_in,
  } as Finding;
}

function dense<T extends object>(part: T): T {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as T;
}
