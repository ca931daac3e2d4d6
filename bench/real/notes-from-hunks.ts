// Annotates real hunks of a repository's own history: one note a commit, as a team that annotates its work would have them.
import { basename } from 'node:path';
import { git } from '../room.ts';
import { Random } from '../truth/random.ts';

const SOURCE = /\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|sh)$/;

type Hunk = { file: string; start: number; end: number };

/** The files that were annotated, those with most notes first. */
export function annotateHunks(cwd: string, count: number, seed = 7): string[] {
  const random = new Random(seed);
  const living = new Set(git(cwd, ['ls-files', '-z']).split('\0'));
  const todaysName = namesOfToday(living);
  const commits = random.shuffle(git(cwd, ['rev-list', '--no-merges', 'HEAD']).trim().split('\n'));
  const notes: string[] = [];
  const perFile = new Map<string, number>();
  for (const commit of commits) {
    if (notes.length === count) break;
    const hunks = hunksOf(cwd, commit).filter(
      ({ file }) => SOURCE.test(file) && todaysName(file) !== undefined,
    );
    if (hunks.length === 0) continue;
    const chosen = random.shuffle(hunks).slice(0, 3);
    for (const name of chosen.flatMap(({ file }) => todaysName(file) ?? []))
      perFile.set(name, (perFile.get(name) ?? 0) + 1);
    const note = JSON.stringify({
      schema: 'ultragit/v1',
      context_level: 'enhanced',
      regions: chosen.map(regionOf),
    });
    notes.push(`N inline ${commit}\ndata ${Buffer.byteLength(note)}\n${note}\n`);
  }
  if (notes.length > 0) {
    const head =
      'commit refs/notes/ultragit\ncommitter Bench <bench@example.com> 1700000000 +0000\ndata 5\nNotes\n';
    git(cwd, ['fast-import', '--quiet', '--force'], `${head}${notes.join('')}done\n`);
  }
  const annotated = [...perFile].sort(([, a], [, b]) => b - a).map(([file]) => file);
  return annotated.length > 0 ? annotated : longestFiles(cwd, living);
}

/** Of files that were moved since, too, as a real team would have annotated them: by the only file of the same name. */
function namesOfToday(living: ReadonlySet<string>): (file: string) => string | undefined {
  const byName = new Map<string, string[]>();
  for (const file of living) byName.set(basename(file), [...(byName.get(basename(file)) ?? []), file]);
  return file => {
    if (living.has(file)) return file;
    const [only, ...others] = byName.get(basename(file)) ?? [];
    return others.length === 0 ? only : undefined;
  };
}

function regionOf({ file, start, end }: Hunk): object {
  return {
    file,
    lines: { start, end },
    intent: `What ${file} does from line ${start} on.`,
    constraints: [{ text: `Lines ${start} to ${end} stay together.`, source: 'author' }],
  };
}

function hunksOf(cwd: string, commit: string): Hunk[] {
  const hunks: Hunk[] = [];
  let file = '';
  const flags = ['--root', '--no-commit-id', '-r', '-p', '-U0', '--no-renames', '--no-ext-diff'];
  for (const line of git(cwd, ['diff-tree', ...flags, commit]).split('\n')) {
    if (line.startsWith('+++ b/')) file = line.slice(6);
    const [, start, length = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (start === undefined || Number(length) === 0 || Number(length) > 200) continue;
    hunks.push({ file, start: Number(start), end: Number(start) + Number(length) - 1 });
  }
  return hunks;
}

function longestFiles(cwd: string, living: ReadonlySet<string>): string[] {
  const touched = new Map<string, number>();
  for (const file of git(cwd, ['log', '-n', '2000', '--format=', '--name-only']).split('\n')) {
    if (living.has(file) && SOURCE.test(file)) touched.set(file, (touched.get(file) ?? 0) + 1);
  }
  return [...touched].sort(([, a], [, b]) => b - a).map(([file]) => file);
}
