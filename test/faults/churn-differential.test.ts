/** A server in a repository in which somebody works: each answer is, byte for byte, the one that a quiet clone of one moment gives. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { gitEnvironment } from '../../test-repos/build-repository.mjs';
import { RealServer } from '../support/real-server.ts';
import { temporaryDirectory } from '../support/repository.ts';
import { random } from './support/random.ts';

const STEPS = Number(process.env.FAULTS_STEPS ?? 120);
const AT_ONCE = 3;
const run = promisify(execFile);

const QUESTIONS: readonly [string, object][] = [
  ['read', { path: 'src/a.js' }],
  ['read', { path: 'src/a.js', anchor: 'first' }],
  ['read', { path: 'src/b.js', lines: '1:3' }],
  ['deps', { path: 'src/a.js' }],
  ['history', { path: 'src/a.js' }],
  ['summary', { path: '.' }],
];

/** A bare repository, so that what an answer depends on changes in single steps: one ref, or HEAD. */
class Workshop {
  readonly room: string;
  readonly path: string;
  readonly archive: string;
  readonly env: Record<string, string>;
  /** Steps that were begun, and steps that are done: state n is what step n left. */
  begun = 0;
  done = 0;
  #clock = 1_764_547_200;
  #versions = 0;

  constructor(room: string) {
    this.room = room;
    this.path = join(room, 'busy', 'repo.git');
    this.archive = join(room, 'archive.git');
    this.env = gitEnvironment(room);
    for (const path of [this.path, this.archive]) {
      mkdirSync(path, { recursive: true });
      execFileSync('git', ['init', '-q', '--bare', '-b', 'main', '--template=', path], { env: this.env });
    }
  }

  async git(args: string[], input = ''): Promise<string> {
    const date = `${this.#clock} +0000`;
    const who = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_AUTHOR_DATE: date };
    const also = { GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com', GIT_COMMITTER_DATE: date };
    const child = run('git', args, { cwd: this.path, env: { ...this.env, ...who, ...also } });
    // Most of them read nothing.
    child.child.stdin?.on('error', () => undefined).end(input);
    return (await child).stdout.trim();
  }

  /** One change that a reader can see, and a copy of all refs after it. */
  async step(change: () => Promise<unknown>): Promise<void> {
    this.begun += 1;
    await change();
    const head = await this.git(['symbolic-ref', 'HEAD']);
    const copy = `+refs/*:refs/states/${this.begun}/*`;
    await run('git', ['fetch', '-q', this.path, copy], { cwd: this.archive, env: this.env });
    await run('git', ['symbolic-ref', `refs/heads-of/${this.begun}`, head], {
      cwd: this.archive,
      env: this.env,
    });
    this.done = this.begun;
  }

  async commit(branch: string): Promise<void> {
    const version = ++this.#versions;
    this.#clock += 60;
    const blobs = await Promise.all(
      ['first', 'second'].map(name =>
        this.git(
          ['hash-object', '-w', '--stdin'],
          `export function ${name}() {\n  return ${name === 'first' ? version : Math.floor(version / 3)};\n}\n`,
        ),
      ),
    );
    const src = await this.git(['mktree'], `100644 blob ${blobs[0]}\ta.js\n100644 blob ${blobs[1]}\tb.js\n`);
    const tree = await this.git(['mktree'], `040000 tree ${src}\tsrc\n`);
    const parent = await this.git(['for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`]);
    const parents = parent === '' ? [] : ['-p', parent];
    const commit = await this.git(['commit-tree', '-m', `Version ${version}`, ...parents, tree]);
    await this.step(() => this.git(['update-ref', `refs/heads/${branch}`, commit]));
  }

  async annotate(branch: string): Promise<void> {
    this.#clock += 60;
    const commit = await this.git(['rev-parse', `refs/heads/${branch}`]);
    const region = (file: string, name: string) => ({
      ...{ file, ast_anchor: { unit_type: 'function', name }, lines: { start: 1, end: 3 } },
      ...{ intent: `Said at ${this.#clock}.`, constraints: [`Holds since ${this.#clock}.`] },
      semantic_dependencies: [{ file: 'src/a.js', anchor: 'first', nature: `Relies on ${this.#clock}.` }],
    });
    const regions = [region('src/a.js', 'first'), region('src/b.js', 'second')];
    const note = JSON.stringify({ schema: 'ultragit/v1', context_level: 'enhanced', regions });
    const blob = await this.git(['hash-object', '-w', '--stdin'], note);
    await this.step(() => this.git(['notes', '--ref=ultragit', 'add', '-f', '-C', blob, commit]));
  }

  /** A repository with the refs of a state, and nothing else. */
  quiet(state: number): string {
    const path = join(this.room, `quiet-${state}`, 'repo.git');
    mkdirSync(path, { recursive: true });
    const git = (cwd: string, ...args: string[]) =>
      execFileSync('git', args, { cwd, env: this.env }).toString().trim();
    git(path, 'init', '-q', '--bare', '-b', 'main', '--template=');
    git(path, 'fetch', '-q', this.archive, `+refs/states/${state}/*:refs/*`);
    git(path, 'symbolic-ref', 'HEAD', git(this.archive, 'symbolic-ref', `refs/heads-of/${state}`));
    return path;
  }
}

type Asked = { question: number; answer: string; from: number; to: number };

test('each answer under churn is that of a quiet clone at one moment of the call', async ({ task }) => {
  const shop = new Workshop(temporaryDirectory());
  await shop.commit('main');
  await shop.annotate('main');
  await shop.step(() => shop.git(['branch', 'side']));

  const server = new RealServer(shop.path);
  const asked: Asked[] = [];
  let isOver = false;
  const caller = async (offset: number) => {
    for (let at = offset; !isOver; at++) {
      const question = at % QUESTIONS.length;
      const from = shop.done;
      const { result } = await server.ask(...QUESTIONS[question]!);
      expect(result?.isError, result?.content[0]?.text).toBeUndefined();
      asked.push({ question, answer: nameless(result!.content[0]!.text, shop.path), from, to: shop.begun });
      server.messages.length = 0;
    }
  };
  const work = async () => {
    const draw = random(17);
    while (shop.done < STEPS) await anything(shop, draw.below(12));
    isOver = true;
  };
  await Promise.all([work(), ...Array.from({ length: AT_ONCE }, (_, at) => caller(at * 2))]);
  expect(await server.end()).toMatchObject({ code: 0, stderr: '' });

  const known = new Map<number, Promise<string[]>>();
  const answersAt = (state: number) => {
    const answers = known.get(state) ?? quietAnswers(shop.quiet(state));
    known.set(state, answers);
    return answers;
  };
  for (const { question, answer, from, to } of asked) {
    let isOfOne = false;
    for (let state = from; state <= to && !isOfOne; state++)
      isOfOne = (await answersAt(state))[question] === answer;
    expect(
      isOfOne,
      `${JSON.stringify(QUESTIONS[question])} between states ${from} and ${to}: ${answer}`,
    ).toBe(true);
  }
  const distinct = new Set(asked.map(({ answer }) => answer)).size;
  expect(distinct).toBeGreaterThan(STEPS / 4);
  task.meta.cases = asked.length;
  task.meta.figures = `${asked.length} answers, ${distinct} different ones, over ${shop.done} states`;
});

async function anything(shop: Workshop, choice: number): Promise<void> {
  const branch = choice % 2 === 0 ? 'main' : 'side';
  if (choice < 4) await shop.commit(branch);
  else if (choice < 8) await shop.annotate(branch);
  else if (choice < 10) await shop.step(() => shop.git(['symbolic-ref', 'HEAD', `refs/heads/${branch}`]));
  else if (choice === 10) await shop.git(['gc', '-q', '--prune=now']);
  else {
    await shop.step(() => shop.git(['branch', 'passing', 'main']));
    await shop.git(['pack-refs', '--all', '--prune']);
    await shop.step(() => shop.git(['branch', '-q', '-D', 'passing']));
  }
}

async function quietAnswers(path: string): Promise<string[]> {
  const server = new RealServer(path);
  const answers: string[] = [];
  for (const [tool, args] of QUESTIONS) {
    const { result } = await server.ask(tool, args);
    answers.push(nameless(result!.content[0]!.text, path));
  }
  await server.end();
  return answers;
}

/** An answer names its repository, and that is all in which it may differ. */
function nameless(answer: string, path: string): string {
  return answer.replaceAll(path, '<repository>');
}
