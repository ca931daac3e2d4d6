// A day's work in one repository: edits, commits, notes and a question after each. What the cache directory holds at the
// end, and at most, beside its limit.
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileName, generator, makeNotesRepository, note } from './notes-repository.ts';
import { CLI, env, git, leave, NODE, room } from './room.ts';
import { Table } from './timing.ts';

const STEPS = Number(process.argv[2] ?? 300);
/** What the caches may hold together: answers, knowledge and the index. */
const MOST_MEGABYTES = 220;
const NOTES = 1_000;
const cacheHome = join(room, 'cache-day');
const own = { ...env, XDG_CACHE_HOME: cacheHome };

try {
  const made = await makeNotesRepository(room, NOTES);
  const cwd = join(room, 'day');
  cpSync(made.path, cwd, { recursive: true });
  const random = generator(7);
  const file = () => fileName(Math.floor(random() * (NOTES / 20)));
  let most = 0;
  for (let step = 0; step < STEPS; step++) {
    work(cwd, step, file());
    const query = (['read', 'read', 'deps', 'summary'] as const)[step % 4] ?? 'read';
    const { status, stderr } = spawnSync(NODE, [CLI, query, file(), '--json'], { cwd, env: own });
    if (status !== 0) throw new Error(stderr.toString());
    most = Math.max(most, megabytes());
  }
  const table = new Table();
  table.count(`cache after ${STEPS} edits, commits, notes and queries`, megabytes(), 'MB');
  table.count('at most on the way', most, 'MB', MOST_MEGABYTES);
  table.count('files in it', files().length, 'files');
  console.table(table.rows);

  function work(at: string, step: number, path: string): void {
    appendFileSync(join(at, path), `// step ${step}\n`);
    if (step % 3 === 0) git(at, ['commit', '-qam', `Step ${step}`]);
    const text = () => JSON.stringify(note(NOTES + step, NOTES / 20, random));
    if (step % 5 === 0) git(at, ['notes', '--ref=ultragit', 'add', '-f', '-m', text(), 'HEAD']);
  }
} finally {
  leave();
}

function files(): string[] {
  const all = readdirSync(cacheHome, { recursive: true, encoding: 'utf8' }).map(name =>
    join(cacheHome, name),
  );
  return all.filter(name => statSync(name, { throwIfNoEntry: false })?.isFile());
}

function megabytes(): number {
  return (
    files().reduce((total, name) => total + (statSync(name, { throwIfNoEntry: false })?.size ?? 0), 0) / 1e6
  );
}
