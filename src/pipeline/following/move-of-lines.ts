import { followRange } from '../lines/follow-range.ts';
import { mapLines } from '../lines/map-lines.ts';
import { lineNumbers, linesIn } from '../lines/range.ts';
import { hasWords } from '../lines/recognise.ts';
import { areMostLinesKept, LEAST_MOVED_LINES } from '../lines/thresholds.ts';
import { plainVersion } from '../locate/parsed-version.ts';
import type { Snapshot } from '../snapshot.ts';
import { linesUnlessLarge, type OtherFile } from './other-files.ts';
import type { Held, Lost } from './within-file.ts';

/** Lines that are the same in two places: only as many more in one of them show which place it is. */
const CLEARLY_MORE_LINES = 2;

/** The place in other files that has most of some lost lines, all of them new there; undefined where two have about as many. */
export async function moveOfLines(
  snapshot: Snapshot,
  { last }: Lost,
  files: readonly OtherFile[],
): Promise<Held | undefined> {
  const lines = linesIn(last.parsed.lines, last.subject.lines);
  const found = await Promise.all(files.map(file => blockIn(snapshot, lines, file)));
  const [best, second] = found.flatMap(block => block ?? []).sort((a, b) => b.kept - a.kept);
  if (!best || (second && best.kept - second.kept < CLEARLY_MORE_LINES)) return undefined;
  const version = { path: best.file.path, blob: best.file.blob };
  const parsed = await plainVersion(snapshot, version.blob);
  return parsed && { version, parsed, subject: { lines: best.lines, isWhole: false } };
}

async function blockIn(snapshot: Snapshot, lines: readonly string[], file: OtherFile) {
  const after = (await linesUnlessLarge(snapshot, file.blob)) ?? [];
  const before = file.before === undefined ? [] : ((await linesUnlessLarge(snapshot, file.before)) ?? []);
  const { origin } = mapLines(before, after);
  const added = lineNumbers({ start: 1, end: after.length }).filter(line => origin[line] === 0);
  const map = mapLines(
    lines,
    added.map(line => after[line - 1] ?? ''),
  );
  const whole = { start: 1, end: lines.length };
  const place = followRange(map, whole).lines;
  const wordy = lineNumbers(whole).filter(line => hasWords(map.before, line));
  const kept = wordy.filter(line => (map.unchanged[line] ?? 0) > 0).length;
  const [start, end] = [added[(place?.start ?? 0) - 1], added[(place?.end ?? 0) - 1]];
  if (start === undefined || end === undefined) return undefined;
  if (kept < LEAST_MOVED_LINES || !areMostLinesKept(kept, wordy.length)) return undefined;
  return { file, kept, lines: { start, end } };
}
