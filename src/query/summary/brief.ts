import { oneLine } from '../../annotation/sanitise.ts';
import { leanPart } from '../../pipeline/answer/lean.ts';
import type { AnnotatedUnit } from '../../pipeline/judge/newest-per-unit.ts';
import { isByName } from '../../pipeline/recovery/recover-regions.ts';
import { countShares } from '../../pipeline/trim/estimate-tokens.ts';
import { SMALLEST } from '../../pipeline/trim/shrink.ts';
import { assembleUnit } from './assemble-unit.ts';
import { type BriefUnit, formsOfUnit, type ShownUnit, weightOf } from './shrink.ts';
import type { FileSummary } from './summarise-file.ts';

/** Annotated units as a summary has them. */
export type Brief = {
  units: readonly BriefUnit[];
  /** How many of these are units of its outline. */
  annotated: number;
  /** How many were found by name alone. */
  byName: number;
  /** How much memory it takes. */
  bytes: number;
};

/** What one file adds to a summary. */
export type FileBrief = Brief & {
  file: string;
  /** How many units it has, annotated or not; undefined where no grammar can tell. */
  astUnits?: number;
  gone: number;
  /** Regions of the file, in scope or not. */
  regions: number;
};

type Wanted = { verbose: boolean; isNamed: boolean };

export function briefFile(
  { file, units: all, gone, regions }: FileSummary,
  units: readonly AnnotatedUnit[],
  wanted: Wanted,
): FileBrief {
  return { file, astUnits: all?.length, gone, regions, ...brief(units, wanted) };
}

/** Takes the annotated units of a file, or of directories; gives how they go out, packed: a repository may have thousands. */
export function brief(units: readonly AnnotatedUnit[], { verbose, isNamed }: Wanted): Brief {
  const shown = units.map(entry => {
    const unit = { file: isNamed ? oneLine(entry.unit.file) : undefined, ...assembleUnit(entry, verbose) };
    return verbose ? unit : (leanPart(unit) as ShownUnit);
  });
  const texts = shown.map(unit => Buffer.from(JSON.stringify(unit)));
  const packed = Buffer.concat(texts);
  let end = 0;
  const packedUnits = shown.map((unit, at): BriefUnit => {
    const start = end;
    end += texts[at]?.length ?? 0;
    return {
      isWeighty: isWeighty(units[at]),
      weight: weightOf(unit),
      constraints: unit.constraints?.length ?? 0,
      shares: { whole: shares(unit), smallest: shares(formsOfUnit(() => unit)(SMALLEST)) },
      shown: readerOf(packed, start, end),
    };
  });
  return {
    units: packedUnits,
    annotated: units.filter(({ unit }) => unit.unit).length,
    byName: units.filter(({ item }) => isByName(item.found)).length,
    bytes: packed.length + units.length * BYTES_OF_UNIT,
  };
}

/** Apart, so that it holds on to the bytes and to nothing that they were made of. */
function readerOf(packed: Buffer, start: number, end: number): () => ShownUnit {
  return () => JSON.parse(packed.toString('utf8', start, end));
}

/** About what a unit takes beside its text. */
const BYTES_OF_UNIT = 300;

function isWeighty(entry: AnnotatedUnit | undefined): boolean {
  const all = entry ? [entry.item, ...entry.older] : [];
  return all.some(({ found: { region } }) => Boolean(region.constraints?.length || region.risk_notes));
}

function shares(form: unknown): number {
  return countShares(`${JSON.stringify(form)},`);
}
