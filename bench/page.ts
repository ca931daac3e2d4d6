// What the page asks about 5,000 files and 10,000 notes, beside `git ls-files` and `git grep`; and a report of all of it.
// `npm run bench -- page --report` writes the report, too, which takes minutes.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { answerPage } from '../src/page/answer-page.ts';
import type { PageQuestion } from '../src/page/data.ts';
import { Workspace } from '../src/query/workspace.ts';
import { fileName, makeNotesRepository } from './notes-repository.ts';
import { CLI, env, leave, NODE, room } from './room.ts';
import { race, Table, timed } from './timing.ts';

const FILES = 5_000;
const NOTES = 10_000;
const RUNS = 5;
const table = new Table();

try {
  const made = await makeNotesRepository(room, NOTES, undefined, FILES);
  const where = { cwd: made.path, env };
  const { list, search } = race(RUNS, where, {
    list: ['git', 'ls-files'],
    search: ['git', 'grep', '-c', 'acknowledge'],
  });
  table.add(`git ls-files, ${FILES} files`, list, list, '');
  const workspace = await Workspace.open({ directory: made.path, env, strictConfig: true, useCache: true });
  const ask = (question: PageQuestion) => workspace.ask({}, snapshot => answerPage(snapshot, question));
  const path = fileName(7);
  const questions: [what: string, question: PageQuestion, floor: number, first: string, warm: string][] = [
    ['repository', { about: 'repository' }, list, '', '1 s'],
    ['graph', { about: 'graph' }, search, '', '1 s'],
    ['graph around a unit', { about: 'graph', path, anchor: 'send1' }, search, '', '1 s'],
    ['file', { about: 'file', path }, search, '', '1 s'],
    ['unit', { about: 'unit', path, anchor: 'Client::send1' }, search, '', '1 s'],
    ['search', { about: 'search', words: 'silence queue' }, search, '', ''],
  ];
  for (const [what, question, floor, first, warm] of questions) {
    table.add(`${what}, first`, await timed(1, () => ask(question)), floor, first);
    table.add(`${what}, warm`, await timed(RUNS, () => ask(question)), floor, warm);
    const bytes = JSON.stringify(await ask(question));
    table.count(`${what}, compressed`, gzipSync(bytes).length / 1024, 'KiB');
  }
  workspace.close();
  if (process.argv.includes('--report')) {
    const out = join(room, 'report.html');
    const { report } = race(1, where, { report: [NODE, CLI, 'report', '--out', out] });
    table.add('report', report, search, '');
    table.count('report, size', statSync(out).size / 1024 / 1024, 'MiB');
  }
  console.table(table.rows);
} finally {
  leave();
}
