// Whether `check` finds what each commit of a real history touches, and no more: annotated as an agent would, judged by other parsers.
// npm run bench -- check-truth <repository>... [--annotated 30] [--commits 200] [--end HEAD] [--seed 1] [--cases FILE]
//   [--sample 50 --out FILE]: as many findings and silences of each repository, with what changed near them, to be read by a person.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { askCheck } from '../src/check/ask-check.ts';
import { Workspace } from '../src/query/workspace.ts';
import { annotate, changedUnits } from './check-truth/annotate.ts';
import { type Case, judge } from './check-truth/judge.ts';
import { recordOf } from './check-truth/record.ts';
import { sampleOf } from './check-truth/sample.ts';
import { type Event, steps } from './check-truth/steps.ts';
import { History } from './truth/git.ts';
import { Parser } from './truth/parsers/parse.ts';
import { Random } from './truth/random.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    annotated: { type: 'string', default: '30' },
    commits: { type: 'string', default: '200' },
    end: { type: 'string', default: 'HEAD' },
    seed: { type: 'string', default: '1' },
    cases: { type: 'string', default: join(tmpdir(), 'ultragit-check-cases.jsonl') },
    keep: { type: 'string' },
    sample: { type: 'string', default: '0' },
    out: { type: 'string', default: join(tmpdir(), 'ultragit-check-sample.txt') },
  },
});
const room = mkdtempSync(join(tmpdir(), 'ultragit-check-truth-'));
process.once('exit', () => rmSync(room, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const env = {
  PATH: process.env.PATH ?? '',
  HOME: room,
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

type Judged = { cases: Case[]; sample: string };

async function judgeRepository(path: string): Promise<Judged> {
  const copy = join(values.keep ?? mkdtempSync(join(room, 'copy-')), basename(path));
  rmSync(copy, { recursive: true, force: true });
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', path, copy], { env });
  const end = execFileSync('git', ['rev-parse', values.end], { cwd: copy, env, encoding: 'utf8' }).trim();
  execFileSync('git', ['update-ref', '--no-deref', 'HEAD', end], { cwd: copy, env });
  const history = new History(copy, env);
  const parser = new Parser(history, room);
  const line = history.git(['rev-list', '--first-parent', 'HEAD']).trim().split('\n').reverse();
  const window = line.slice(-Number(values.commits));
  const random = new Random(Number(values.seed));
  const promised = annotate(history, parser, toAnnotate(history, parser, window[0] ?? '', random), random);
  const known = promised.filter(({ by }) => !by).length;
  console.log(`  ${known} units annotated, ${promised.length - known} relied on, ${window.length} commits`);
  const events = steps(history, parser, promised, line);
  const cases = await checkAll(copy, window, events);
  console.log(`  ${events.filter(({ became }) => became === 'unclear').length} lost sight of`);
  const count = Number(values.sample);
  const drawn = new Random(Number(values.seed));
  return { cases, sample: count > 0 ? sampleOf(basename(path), history, cases, promised, count, drawn) : '' };
}

/** Commits before the first that is checked, of those that changed units; the latest, in any order. */
function toAnnotate(history: History, parser: Parser, first: string, random: Random): string[] {
  const wanted = Number(values.annotated);
  const before = history
    .git(['rev-list', `--max-count=${wanted * 6}`, `${first}^`])
    .trim()
    .split('\n');
  const chosen: string[] = [];
  for (const commit of random.shuffle(before)) {
    if (chosen.length < wanted && changedUnits(history, parser, commit).length > 0) chosen.push(commit);
  }
  return chosen;
}

async function checkAll(copy: string, window: readonly string[], events: readonly Event[]) {
  const workspace = await Workspace.open({ directory: copy, env, strictConfig: true, useCache: false });
  const checked = new Set(window);
  const lost = new Set<string>();
  const lose = ({ became, promised, part, isOther }: Event) => {
    if (became === 'unclear' || became === 'deleted' || isOther || (part && !part.after))
      lost.add(promised.id);
  };
  events.filter(({ commit }) => !checked.has(commit)).forEach(lose);
  const cases: Case[] = [];
  for (const commit of window) {
    const own = events.filter(event => event.commit === commit);
    const answer = await askCheck(workspace, { range: commit, audience: 'terminal' });
    cases.push(...judge(commit, own, answer, lost));
    own.forEach(lose);
  }
  workspace.close();
  return cases;
}

const all: Case[] = [];
const samples: string[] = [];
for (const path of positionals.map(path => resolve(path))) {
  console.log(`\n${basename(path)}`);
  const { cases, sample } = await judgeRepository(path);
  const counts = new Map<string, number>();
  for (const { verdict, id } of cases) {
    const key = `${id.startsWith('relied') ? 'dependents' : 'units'}: ${verdict}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  console.log(
    [...counts]
      .sort()
      .map(([key, count]) => `  ${key}: ${count}`)
      .join('\n'),
  );
  all.push(...cases);
  samples.push(sample);
}
writeFileSync(values.cases, all.map(one => `${JSON.stringify(recordOf(one))}\n`).join(''));
console.log(`\n${all.length} cases: ${values.cases}`);
if (Number(values.sample) > 0) {
  writeFileSync(values.out, samples.join('\n'));
  console.log(`To be read: ${values.out}`);
}
