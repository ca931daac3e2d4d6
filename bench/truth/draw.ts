// Which units of which commits are annotated.
import type { History, TreeFile } from './git.ts';
import type { Parser } from './parsers/parse.ts';
import type { Random } from './random.ts';
import type { Unit, Version } from './unit.ts';

/** A unit of a file of a commit. */
export type Drawn = { id: string; commit: string; path: string; blob: string; version: Version; unit: Unit };

type Candidate = { commit: string; file: TreeFile };

const FILES_OF_A_COMMIT = 3;

/** As many units as asked for, from commits all over the history, half of them in files that the commit changed. */
export function draw(history: History, parser: Parser, random: Random, count: number): Drawn[] {
  const commits = random.shuffle([...history.commits.keys()]).slice(0, count);
  const changed = history.changedFiles(commits);
  const candidates: Candidate[] = [];
  for (const commit of commits) {
    const files = history.files(commit).filter(file => parser.reads(file.path, file.size) && file.size > 0);
    const touched = new Set(changed.get(commit));
    const own = random.shuffle(files.filter(file => touched.has(file.path)));
    const any = random.shuffle(files);
    for (let nth = 0; nth < FILES_OF_A_COMMIT; nth++) {
      const file = (random.next() < 0.5 ? own.pop() : undefined) ?? any.pop();
      if (file) candidates.push({ commit, file });
    }
  }
  parser.prepare(candidates.map(({ file }) => file));
  const drawn = new Map<string, Drawn>();
  // A second and third round where one unit of each file is not enough.
  for (let round = 0; round < 3 && drawn.size < count; round++) {
    for (const { commit, file } of random.shuffle(candidates)) {
      if (drawn.size >= count) break;
      const version = parser.version(file);
      const unit = version && drawUnit(version, random);
      if (!unit) continue;
      const key = `${commit} ${file.path} ${unit.name} ${unit.start}`;
      if (drawn.has(key)) continue;
      const id = `truth-${String(drawn.size + 1).padStart(4, '0')}`;
      drawn.set(key, { id, commit, path: file.path, blob: file.blob, version, unit });
    }
  }
  return [...drawn.values()];
}

const TYPE_KINDS = new Set(['class', 'struct', 'interface', 'enum', 'trait', 'union']);

/** What is rare is drawn more often than it comes: small units, nested ones, types, several of one name. */
function drawUnit(version: Version, random: Random): Unit | undefined {
  const units = (version.units ?? []).filter(unit => standsAlone(unit, version.units ?? []));
  const names = new Map<string, number>();
  for (const unit of units) names.set(unit.name, (names.get(unit.name) ?? 0) + 1);
  const groups = [
    units,
    units,
    units,
    units.filter(unit => unit.end - unit.start < 3),
    units.filter(unit => unit.name.split('::').length > 2),
    units.filter(unit => TYPE_KINDS.has(unit.kind)),
    units.filter(unit => (names.get(unit.name) ?? 0) > 1),
  ].filter(group => group.length > 0);
  return random.pick(random.pick(groups) ?? []);
}

/** Lines say nothing where two units share them. */
function standsAlone(unit: Unit, all: readonly Unit[]): boolean {
  return all.every(
    other =>
      other === unit ||
      other.end < unit.start ||
      other.start > unit.end ||
      (other.start < unit.start && other.end > unit.end) ||
      (other.start > unit.start && other.end <= unit.end) ||
      (other.start < unit.start && other.end >= unit.end),
  );
}
