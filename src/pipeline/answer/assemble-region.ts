import { oneLine, sanitise } from '../../annotation/sanitise.ts';
import type { Correction, LineRange, Region } from '../../annotation/schema.ts';
import type {
  ConstraintAnswer,
  CorrectionAnswer,
  FreshnessAnswer,
  MovedTo,
  RegionAnswer,
  Related,
  ScopeAnswer,
  TakenBack,
} from '../../answers.ts';
import type { Commit } from '../../git/parsers.ts';
import { shortId } from '../../wording.ts';
import { commitSummary } from '../judge/commit-summary.ts';
import type { Freshness } from '../judge/freshness.ts';
import { intentOf } from '../judge/intent-of.ts';
import type { Scored } from '../judge/score.ts';
import { lineSpan } from '../lines/range.ts';
import { linesNow, type Moved, rangesNow } from '../locate/locate.ts';
import { type FoundRegion, shownSource } from '../notes/find-regions.ts';
import { isoSeconds } from '../notes/timestamp-of.ts';
import { isTakenBack, type JudgedConstraint, withCorrections } from '../notes/with-corrections.ts';
import type { Recorded } from '../relations/noted-by.ts';

type OriginAnswer = Pick<
  RegionAnswer,
  'commit' | 'date' | 'author' | 'carries_signature' | 'claimed_by' | 'commit_author'
>;

type AstAnchor = NonNullable<Region['ast_anchor']>;

/** What is said of a commit may be about lines in many places. */
const MOST_RANGES = 20;

/** What a region's answer takes from outside of it. */
export type Surroundings = {
  scope: ScopeAnswer;
  /** Several files were asked about. */
  isOneOfMany: boolean;
  /** The commits whose subjects the answer has anyway. */
  shown: ReadonlySet<string>;
  related: Related[];
  /** The commit of a later annotation of the same unit. */
  newer?: Commit;
  /** Who wrote the annotation, where git records that. */
  notedBy?: Recorded;
  /** The name that a file has today. */
  today: (file: string) => string | undefined;
  verbose: boolean;
};

/** From a scored region to what goes out; `lean` takes out what is empty. */
export function assembleRegion(item: Scored, around: Surroundings): RegionAnswer {
  const { annotation, region, commit, evidence } = item.found;
  const { verbose, shown } = around;
  const nameCommit = (id: string, subject: string) =>
    verbose ? `${id} ${subject}`.trim() : shown.has(id) ? shortId(id) : `${shortId(id)} ${subject}`.trim();
  return {
    ...assemblePlace(item, around),
    freshness: assembleFreshness(item.freshness, verbose, nameCommit),
    moved_to: assembleMoved(item.moved),
    ...assemblePromises(item.found),
    intent: intentOf(item.found),
    reasoning: region.reasoning,
    risk_notes: region.risk_notes,
    semantic_dependencies: region.semantic_dependencies?.map(({ file, anchor, nature }) => ({
      file: sanitise(around.today(file) ?? file),
      anchor,
      nature,
    })),
    open_threads: region.open_threads,
    related: around.related,
    newer: around.newer && nameCommit(around.newer.id, commitSummary(around.newer)),
    ...assembleCautions(item.found, { verbose, notedBy: around.notedBy }),
    ...assembleOrigin(item.found, item.timestamp, around.notedBy),
    commit_summary: commitSummary(commit),
    task: annotation.task,
    tags: region.tags,
    confidence: item.confidence,
    ...(verbose
      ? {
          confidence_factors: item.factors,
          evidence,
          match: item.match,
          lines: region.lines,
          lines_corrected: item.subject?.corrected ? item.subject.lines : undefined,
          format: annotation.format,
        }
      : {}),
  };
}

/** Where it lives, if that is in another file. */
export function assembleMoved(moved: Moved | undefined): MovedTo | undefined {
  if (!moved) return undefined;
  const { path, lines, unit } = moved;
  return { file: sanitise(path), anchor: unit && { type: unit.type, name: unit.name }, lines };
}

type RegionPlace = Pick<RegionAnswer, 'file' | 'anchor' | 'current_lines' | 'current_ranges'>;

/** Where it is, as far as the scope does not say that already. */
function assemblePlace(item: Scored, around: Surroundings): RegionPlace {
  const { scope, isOneOfMany, verbose } = around;
  const { ast_anchor: named, file } = item.found.region;
  const ranges = rangesNow(item);
  const lines = ranges.length > 1 ? undefined : linesNow(item);
  const isOfScope = !verbose && !isOneOfMany && named !== undefined && named.name === scope.anchor?.name;
  return {
    file: verbose || file.endsWith('/') ? sanitise(file) : isOneOfMany ? scope.file : undefined,
    anchor: isOfScope ? undefined : named ? anchorOf(named, verbose) : fileAnchor(item, around),
    current_lines: isOfScope && isSameRange(lines, scope.lines) ? undefined : lines,
    current_ranges: ranges.length > 1 ? ranges.slice(0, MOST_RANGES).map(lineSpan) : undefined,
  };
}

/** Beside a part of the file that was asked about, what is said of all of it must say so. */
function fileAnchor(item: Scored, { scope, verbose }: Surroundings): RegionAnswer['anchor'] {
  const { lines, file } = item.found.region;
  const isPart = scope.anchor !== undefined || scope.lines !== undefined;
  const isWhole = rangesNow(item).length === 0 && !lines && !file.endsWith('/');
  return !verbose && isPart && isWhole ? { type: 'file', name: scope.file } : undefined;
}

function anchorOf({ unit_type: type, name, signature }: AstAnchor, verbose: boolean) {
  return { type, name, signature: verbose ? signature : undefined };
}

function isSameRange(a: LineRange | undefined, b: LineRange | undefined): boolean {
  return a?.start === b?.start && a?.end === b?.end;
}

/** How a commit is named in a text. */
type NameCommit = (id: string, subject: string) => string;

export function assembleFreshness(
  freshness: Freshness,
  verbose: boolean,
  nameCommit: NameCommit = (id, subject) => `${id} ${subject}`.trim(),
): FreshnessAnswer {
  return {
    ...assembleState(freshness),
    by: freshness.changed_by?.map(({ commit, summary }) => nameCommit(commit, summary)),
    uncommitted: freshness.uncommitted,
    reindented_lines: verbose ? freshness.reindented_lines : undefined,
  };
}

/** A state, and for what was edited how many of its lines changed. */
export function assembleState({ state, changed_lines, total_lines }: Freshness) {
  const changed = changed_lines === undefined ? undefined : `${changed_lines} of ${total_lines}`;
  return { state, changed };
}

/** What must hold, and what was tried and refused. */
export function assemblePromises({ region }: FoundRegion) {
  const inForce = withCorrections(region).filter(item => !isTakenBack(item));
  return {
    constraints: inForce.map(item => assembleConstraint(item)),
    rejected_alternatives: region.rejected_alternatives?.map(({ approach, reason }) => ({
      alternative: approach,
      reason,
    })),
  };
}

export function assembleConstraint(
  { text, source, correction }: JudgedConstraint,
  since?: string,
): ConstraintAnswer {
  if (source === 'author' && !correction && since === undefined) return text;
  return {
    text,
    ...(source === 'inferred' ? { source } : {}),
    ...(correction ? { corrected: correction.correction_type === 'amend' ? 'amend' : 'flag' } : {}),
    ...(since === undefined ? {} : { since }),
  };
}

/** What a reader should know before trusting it. Corrections that took something back are told with what they took. */
export function assembleCautions(
  { annotation, region, recovered, ...found }: FoundRegion,
  { verbose, notedBy }: { verbose: boolean; notedBy?: Recorded },
) {
  const { context_level, provenance } = annotation;
  const judged = withCorrections(region).filter(isTakenBack);
  const told = new Set<Correction | undefined>(judged.map(({ correction }) => correction));
  // What another note says of this region was brought by another commit.
  const own = new Set(found.said.corrections);
  const isRecorded: IsRecorded = correction =>
    own.has(correction) && isSameName(correction.author, notedBy?.name);
  return {
    taken_back: judged.map(item => assembleTakenBack(item, isRecorded)),
    corrections: (region.corrections ?? [])
      .filter(correction => verbose || !told.has(correction))
      .map(correction => assembleCorrection(correction, isRecorded(correction))),
    recovered: recovered && {
      from: recovered.from,
      to: verbose || recovered.to !== found.commit.id ? recovered.to : undefined,
      by: recovered.by,
    },
    source: shownSource({ annotation, region, recovered, ...found }),
    context_level: verbose || context_level === 'inferred' ? context_level : undefined,
    provenance: verbose || provenance.operation !== 'initial' ? provenance.operation : undefined,
  };
}

/** Whether the notes commit names the one, too, whom a correction names. */
type IsRecorded = (correction: Correction) => boolean;

function assembleTakenBack({ text, correction }: JudgedConstraint, isRecorded: IsRecorded): TakenBack {
  const by =
    [correction?.author, correction?.timestamp?.slice(0, 10)].filter(Boolean).join(', ') || undefined;
  const isClaimed = correction?.author !== undefined && !isRecorded(correction);
  return { text, ...(isClaimed ? { claimed_by: by } : { by }), reason: correction?.reason };
}

function assembleCorrection({ author, ...correction }: Correction, isRecorded: boolean): CorrectionAnswer {
  if (author === undefined) return correction;
  return { ...correction, ...(isRecorded ? { author } : { claimed_by: author }) };
}

/**
 * Which commit an annotation is on and who wrote it, as git records it; the commit's author is named where that is
 * another one or not known, and whom the note's text alone names as its author as claimed.
 */
export function assembleOrigin(
  { commit, said }: FoundRegion,
  timestamp: Date,
  notedBy: Recorded | undefined,
): OriginAnswer & { commit: string } {
  const committer = oneLine(commit.author.name) || undefined;
  const claimed = oneLine(said.author ?? '') || undefined;
  const isClaimed = claimed !== undefined && !isSameName(claimed, notedBy?.name);
  const author = notedBy?.name ?? (isClaimed ? undefined : committer);
  return {
    commit: commit.id,
    date: timestamp.getTime() === 0 ? undefined : isoSeconds(timestamp),
    author,
    carries_signature: notedBy?.isSigned,
    claimed_by: isClaimed ? claimed : undefined,
    commit_author: committer === author ? undefined : committer,
  };
}

/** An address behind the name that a note claims does not count: of notes commits, names alone are told. */
function isSameName(claimed: string | undefined, recorded: string | undefined): boolean {
  const plain = oneLine(claimed ?? '');
  return recorded !== undefined && (plain === recorded || plain.replace(/ ?<[^<>]*>$/, '') === recorded);
}
