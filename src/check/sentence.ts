import type { LineRange } from '../annotation/schema.ts';
import type { Finding, Kind } from './answer.ts';

const HAPPENED: Record<Finding['change'], string> = {
  edited: 'was edited',
  signature: 'has another signature',
  deleted: 'was deleted',
};

const SAID: Record<Kind, (finding: Finding) => string> = {
  dependent: ({ relied_on_by: all = [] }) =>
    `Relied on by ${all.map(({ file, anchor, nature }) => named(file, anchor, nature)).join('; ')}.`,
  constraint: ({ constraints = [] }) =>
    `Must hold: ${constraints.map(item => (typeof item === 'string' ? item : item.text)).join(' · ')}`,
  rejected: ({ rejected_alternatives: all = [] }) =>
    `Rejected before: ${all.map(({ alternative, reason }) => (reason ? `${alternative} (${reason})` : alternative)).join(' · ')}`,
  risk: ({ risk_notes: all = [] }) => `Risk: ${all.join(' · ')}`,
  annotation: ({ intent = '' }) => `It is annotated: ${intent}`,
};

function named(file: string, anchor: string | undefined, nature: string | undefined): string {
  const place = anchor === undefined ? file : `${file} ${anchor}`;
  return nature === undefined ? place : `${place} (${nature})`;
}

/** A finding in a sentence or two, for a place that has room for no more. */
export function sentenceOf(finding: Finding): string {
  const { unit, change, kind, lines } = finding;
  const what = unit?.name ?? (lines ? 'This code' : finding.file);
  return `${what} ${HAPPENED[change]}. ${SAID[kind](finding)}`;
}

/**
 * The lines to show it at, in the file after the change. Code hosts show a finding only where all of its lines are in the
 * diff: the first that changed together, or the one where lines were taken out.
 */
export function shownAt({ lines, near_line: near, changed_lines: [first] = [] }: Finding): LineRange {
  if (first !== undefined) {
    const [start = 1, end = start] = first.split(':').map(Number);
    return { start, end };
  }
  if (near !== undefined) return { start: near, end: near };
  return lines ?? { start: 1, end: 1 };
}
