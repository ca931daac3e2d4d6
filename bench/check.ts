// What a bot waits for: `check` of 200 changed files in a repository of 10,000 notes, beside `git diff` of the same range.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeNotesRepository } from './notes-repository.ts';
import { timed } from './timing.ts';

const [notes = 10_000, commits = 200, times = 3] = process.argv.slice(2).map(Number);
const room = realpathSync(mkdtempSync(join(tmpdir(), 'ultragit-bench-')));
try {
  const { path: cwd, env } = await makeNotesRepository(room, notes);
  const range = `HEAD~${commits}..HEAD`;
  const run = (program: string, args: string[]) =>
    execFileSync(program, args, { cwd, env, maxBuffer: 1 << 28, encoding: 'utf8' });
  const check = () => run(process.execPath, [resolve('dist/cli.js'), 'check', range, '--json']);
  const { findings, stats } = JSON.parse(check());
  const git = await timed(times, async () => run('git', ['diff', '-U0', range]));
  const own = await timed(times, async () => check());
  console.log(`${stats.changed_files} changed files, ${notes} notes, ${findings.length} findings`);
  console.table([
    { what: 'git diff', ms: Math.round(git) },
    { what: 'ultragit check', ms: Math.round(own), ratio: `${(own / git).toFixed(1)} x` },
  ]);
} finally {
  rmSync(room, { recursive: true, force: true });
}
