import type { DependentAnswer, RegionAnswer, State } from '../../src/answers.ts';
import type { ReadAnswer } from '../../src/query/read/answer.ts';
import { rangesIn } from '../text/lines.ts';
import { wholeRegion } from './whole-region.ts';

/** A unit, or lines, or a whole file, with all that is said of it: what came last is first. */
export type AnnotatedUnit = {
  key: string;
  /** The name of a unit; absent of lines and whole files. */
  anchor?: string;
  type?: string;
  /** What it is about, where that is no unit: "whole file", "all of src/". */
  about?: string;
  /** Today's lines; none where the code is gone or elsewhere, or where all of the file is meant. */
  ranges: [number, number][];
  state: State;
  regions: RegionAnswer[];
  dependents: DependentAnswer[];
};

/** The units of an answer, in the order of the file; those without lines first. */
export function unitsOf(read: ReadAnswer): AnnotatedUnit[] {
  const units = new Map<string, AnnotatedUnit>();
  for (const one of read.regions) {
    const region = wholeRegion(one, read);
    const unit = unitOf(region);
    const known = units.get(unit.key);
    if (known) known.regions.push(region);
    else units.set(unit.key, unit);
  }
  const all = [...units.values()].map(unit => withDependents(newestFirst(unit), read));
  return all.sort((a, b) => firstLine(a) - firstLine(b) || lastLine(b) - lastLine(a));
}

export function firstLine({ ranges }: AnnotatedUnit): number {
  return ranges[0]?.[0] ?? 0;
}

function lastLine({ ranges }: AnnotatedUnit): number {
  return ranges.at(-1)?.[1] ?? 0;
}

function unitOf(region: RegionAnswer): AnnotatedUnit {
  const anchor = region.anchor && region.anchor.type !== 'file' ? region.anchor.name : undefined;
  const ranges = rangesOf(region);
  return {
    key: JSON.stringify([region.file ?? '', anchor ?? '', ranges]),
    anchor,
    type: anchor && region.anchor?.type,
    about: anchor ?? (ranges.length > 0 ? undefined : wholeOf(region)),
    ranges,
    state: region.freshness.state,
    regions: [region],
    dependents: [],
  };
}

function rangesOf({ current_lines: lines, current_ranges: ranges = [] }: RegionAnswer): [number, number][] {
  return lines ? [[lines.start, lines.end]] : ranges.flatMap(rangesIn);
}

function wholeOf({ file = '', freshness: { state }, moved_to: moved }: RegionAnswer): string {
  if (file.endsWith('/')) return file === '/' ? 'whole repository' : `all of ${file}`;
  return moved || state === 'gone' || state === 'moved' ? 'some lines' : 'whole file';
}

function newestFirst(unit: AnnotatedUnit): AnnotatedUnit {
  const regions = unit.regions.toSorted(
    (a, b) =>
      Number(a.newer !== undefined) - Number(b.newer !== undefined) ||
      (b.date ?? '').localeCompare(a.date ?? ''),
  );
  return { ...unit, regions, state: regions[0]?.freshness.state ?? 'unknown' };
}

function withDependents(unit: AnnotatedUnit, { scope, dependencies_on_this: all = [] }: ReadAnswer) {
  const isOn = ({ on }: DependentAnswer) =>
    on === undefined ? scope?.anchor !== undefined : on === (unit.anchor ?? 'whole file');
  return { ...unit, dependents: all.filter(isOn) };
}
