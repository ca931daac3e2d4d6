// Whether annotations are shown where their code is today: real histories, annotated at random, judged by other parsers.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Asker } from './truth/ask.ts';
import { draw } from './truth/draw.ts';
import { followAll } from './truth/follow.ts';
import { History } from './truth/git.ts';
import { HeadTree } from './truth/head-tree.ts';
import { judgeAll, type Verdict } from './truth/judge.ts';
import { Parser } from './truth/parsers/parse.ts';
import { Random } from './truth/random.ts';
import { describeClasses, inColumns, recordsOf, tables } from './truth/report.ts';
import { VARIANTS, type Variant } from './truth/variants.ts';
import { writeNotes } from './truth/write-notes.ts';

const USAGE = `npm run bench -- truth <repository>... [--count 200] [--seed 1] [--variant ${VARIANTS.join(',')}] [--failures FILE] [--verdicts FILE]`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    variant: { type: 'string', multiple: true },
    verdicts: { type: 'string' },
    failures: { type: 'string', default: join(tmpdir(), 'ultragit-truth-failures.jsonl') },
  },
});
const variants = chosen(values.variant);
const room = mkdtempSync(join(tmpdir(), 'ultragit-truth-'));
process.once('exit', () => rmSync(room, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const env = {
  PATH: process.env.PATH ?? '',
  HOME: room,
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

function chosen(names: readonly string[] | undefined): readonly Variant[] {
  const wanted = names?.flatMap(name => name.split(',')) ?? [];
  const unknown = wanted.find(name => !(VARIANTS as readonly string[]).includes(name));
  if (unknown !== undefined || positionals.length === 0) {
    console.error(USAGE);
    process.exit(2);
  }
  return wanted.length === 0 ? VARIANTS : VARIANTS.filter(variant => wanted.includes(variant));
}

function nameOf(path: string): string {
  const name = basename(path).replace(/\.git$/, '');
  return name === 'repo' || name === '' ? basename(dirname(path)) : name;
}

/** The bench says how long each part takes, because a judge that is slow is not asked. */
function stopwatch(): (what: string) => void {
  let since = performance.now();
  return what => {
    console.log(`  ${what}: ${((performance.now() - since) / 1000).toFixed(1)} s`);
    since = performance.now();
  };
}

async function judgeRepository(path: string): Promise<Verdict[]> {
  const lap = stopwatch();
  const copy = join(mkdtempSync(join(room, 'copy-')), nameOf(path));
  execFileSync('git', ['clone', '--quiet', '--shared', path, copy], { env, stdio: 'inherit' });
  const history = new History(copy, env);
  const parser = new Parser(history, room);
  if (parser.missing.length > 0)
    console.log(`  not installed, languages left out: ${parser.missing.join(', ')}`);
  const drawn = draw(history, parser, new Random(Number(values.seed)), Number(values.count));
  const annotated = writeNotes(history, drawn, variants, new Random(Number(values.seed) + 1));
  lap(`drawing ${drawn.length} units of ${history.commits.size} commits`);
  const head = new HeadTree(history, parser);
  const truths = followAll(drawn, history, parser, head);
  lap('following them');
  const asker = await Asker.open(copy, env);
  const verdicts = await judgeAll(annotated, truths, head, asker);
  asker.close();
  lap(`asking ${asker.questions} questions`);
  rmSync(copy, { recursive: true, force: true });
  return verdicts;
}

function print(verdicts: readonly Verdict[]): void {
  console.log(`  ${describeClasses(verdicts)}`);
  for (const { title, rows } of tables(verdicts)) {
    console.log(`\n  ${title}\n${inColumns(rows)}`);
  }
}

function writeLines(file: string, lines: readonly { line: string }[]): void {
  mkdirSync(dirname(resolve(file)), { recursive: true });
  writeFileSync(file, lines.map(({ line }) => `${line}\n`).join(''));
}

const all: Verdict[] = [];
const records: { line: string; failed: boolean }[] = [];
const failures = (): typeof records => records.filter(({ failed }) => failed);
for (const path of positionals.map(path => resolve(path))) {
  console.log(`\n${nameOf(path)}`);
  const verdicts = await judgeRepository(path);
  print(verdicts);
  all.push(...verdicts);
  records.push(...recordsOf(path, verdicts));
  // After each repository, because the next ones take minutes.
  writeLines(values.failures, failures());
  if (values.verdicts) writeLines(values.verdicts, records);
}
if (positionals.length > 1) {
  console.log(`\nAll ${positionals.length} repositories`);
  print(all);
}
console.log(`\n${failures().length} failures: ${values.failures}`);
