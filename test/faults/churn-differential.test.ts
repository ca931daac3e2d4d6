/** A server in a repository in which somebody works: each answer is, byte for byte, the one that a quiet clone of one moment gives. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { gitEnvironment } from '../../test-repos/build-repository.mjs';
import { RealServer } from '../support/real-server.ts';
import { temporaryDirectory } from '../support/repository.ts';
import { type Random, random } from './support/random.ts';

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

type State = { head: string; refs: ReadonlyMap<string, string> };

/** A bare repository, so that what an answer depends on changes in single steps: one ref, or HEAD. */
class Workshop {
  readonly path: string;
  /** State n is what step n left. */
  readonly states: State[] = [{ head: 'refs/heads/main', refs: new Map() }];
  /** Steps that were begun, and steps that are done. */
  begun = 0;
  done = 0;
  readonly #room: string;
  readonly #archive: string;
  readonly #env: Record<string, string>;
  readonly #notes = new Map<string, string>();
  #clock = 1_764_547_200;
  #versions = 0;

  constructor(room: string) {
    this.#room = room;
    this.path = join(room, 'busy', 'repo.git');
    this.#archive = join(room, 'archive.git');
    this.#env = gitEnvironment(room);
    for (const path of [this.path, this.#archive]) {
      mkdirSync(path, { recursive: true });
      execFileSync('git', ['init', '-q', '--bare', '-b', 'main', '--template=', path], { env: this.#env });
    }
  }

  get now(): State {
    return this.states.at(-1)!;
  }

  async git(args: string[], input = '', cwd = this.path): Promise<string> {
    const date = `${this.#clock} +0000`;
    const who = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_AUTHOR_DATE: date };
    const also = { GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com', GIT_COMMITTER_DATE: date };
    const child = run('git', args, { cwd, env: { ...this.#env, ...who, ...also } });
    // Most of them read nothing.
    child.child.stdin?.on('error', () => undefined).end(input);
    return (await child).stdout.trim();
  }

  /** Plans the next states, makes them all real, one right after the other, and keeps a copy of each. */
  async burst(...plans: ((state: State) => Promise<State>)[]): Promise<void> {
    const first = this.states.length;
    for (const plan of plans) this.states.push(await plan(this.now));
    for (let at = first; at < this.states.length; at++) {
      this.begun = at;
      this.#show(this.states[at - 1]!, this.states[at]!);
      this.done = at;
      await new Promise(resolve => setImmediate(resolve));
    }
    await this.git(['fetch', '-q', this.path, `+refs/*:refs/seen/${first}/*`], '', this.#archive);
    const copies = this.states
      .slice(first)
      .flatMap(({ refs }, at) =>
        [...refs].map(([ref, id]) => `create refs/states/${first + at}/${ref.slice('refs/'.length)} ${id}\n`),
      );
    await this.git(['update-ref', '--stdin'], copies.join(''), this.#archive);
  }

  /** As git does it, but without the time that a process takes. */
  #show(before: State, after: State): void {
    const put = (file: string, text: string) => {
      mkdirSync(dirname(join(this.path, file)), { recursive: true });
      writeFileSync(join(this.path, `${file}.lock`), `${text}\n`);
      renameSync(join(this.path, `${file}.lock`), join(this.path, file));
    };
    if (before.head !== after.head) put('HEAD', `ref: ${after.head}`);
    for (const [ref, id] of after.refs) if (before.refs.get(ref) !== id) put(ref, id);
  }

  commit(branch: string) {
    return async (state: State): Promise<State> => {
      const version = ++this.#versions;
      this.#clock += 60;
      const content = (name: string, value: number) => `export function ${name}() {\n  return ${value};\n}\n`;
      const a = await this.git(['hash-object', '-w', '--stdin'], content('first', version));
      const b = await this.git(['hash-object', '-w', '--stdin'], content('second', Math.floor(version / 3)));
      const src = await this.git(['mktree'], `100644 blob ${a}\ta.js\n100644 blob ${b}\tb.js\n`);
      const tree = await this.git(['mktree'], `040000 tree ${src}\tsrc\n`);
      const parent = state.refs.get(branch);
      const parents = parent === undefined ? [] : ['-p', parent];
      const id = await this.git(['commit-tree', '-m', `Version ${version}`, ...parents, tree]);
      return { ...state, refs: new Map([...state.refs, [branch, id]]) };
    };
  }

  annotate(branch: string) {
    return async (state: State): Promise<State> => {
      this.#clock += 60;
      const region = (file: string, name: string) => ({
        ...{ file, ast_anchor: { unit_type: 'function', name }, lines: { start: 1, end: 3 } },
        ...{ intent: `Said at ${this.#clock}.`, constraints: [`Holds since ${this.#clock}.`] },
        semantic_dependencies: [{ file: 'src/a.js', anchor: 'first', nature: `Relies on ${this.#clock}.` }],
      });
      const regions = [region('src/a.js', 'first'), region('src/b.js', 'second')];
      const note = JSON.stringify({ schema: 'ultragit/v1', context_level: 'enhanced', regions });
      this.#notes.set(state.refs.get(branch)!, await this.git(['hash-object', '-w', '--stdin'], note));
      const tree = [...this.#notes].map(([commit, blob]) => `100644 blob ${blob}\t${commit}\n`).join('');
      const parent = state.refs.get(NOTES);
      const parents = parent === undefined ? [] : ['-p', parent];
      const id = await this.git(['commit-tree', '-m', 'Notes', ...parents, await this.git(['mktree'], tree)]);
      return { ...state, refs: new Map([...state.refs, [NOTES, id]]) };
    };
  }

  switchTo(head: string) {
    return async (state: State): Promise<State> => ({ ...state, head });
  }

  /** A repository with the refs of a state, and nothing else. */
  quiet(state: number): string {
    const path = join(this.#room, `quiet-${state}`, 'repo.git');
    mkdirSync(path, { recursive: true });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: path, env: this.#env });
    git('init', '-q', '--bare', '-b', 'main', '--template=');
    git('fetch', '-q', this.#archive, `+refs/states/${state}/*:refs/*`);
    git('symbolic-ref', 'HEAD', this.states[state]!.head);
    return path;
  }
}

const NOTES = 'refs/notes/ultragit';
const BRANCHES = ['refs/heads/main', 'refs/heads/side'];

/** What is said where the repository changes too fast for any one state to be seen. */
const RESTLESS = /Ask again when the commits, checkouts or notes that are being written are done/;

type Asked = { question: number; answer: string; from: number; to: number };

test('each answer under churn is that of a quiet clone at one moment of the call', async ({ task }) => {
  const shop = new Workshop(temporaryDirectory());
  const [main, side] = BRANCHES as [string, string];
  const fork = async (state: State) => ({
    ...state,
    refs: new Map([...state.refs, [side, state.refs.get(main)!]]),
  });
  await shop.burst(shop.commit(main), shop.annotate(main), fork);

  const server = new RealServer(shop.path);
  const asked: Asked[] = [];
  let isOver = false;
  const caller = async (offset: number) => {
    for (let at = offset; !isOver; at++) {
      const question = at % QUESTIONS.length;
      const from = shop.done;
      const { result } = await server.ask(...QUESTIONS[question]!);
      const answer = nameless(result!.content[0]!.text, shop.path);
      if (result?.isError) expect(answer).toMatch(RESTLESS);
      else asked.push({ question, answer, from, to: shop.begun });
      server.messages.length = 0;
    }
  };
  const work = async () => {
    const draw = random(17);
    while (shop.done < STEPS) await anything(shop, draw);
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

async function anything(shop: Workshop, draw: Random): Promise<void> {
  const branch = draw.pick(BRANCHES);
  const kinds: (() => Promise<unknown>)[] = [
    () => shop.burst(shop.commit(branch)),
    () => shop.burst(shop.annotate(branch)),
    () => shop.burst(shop.switchTo(branch)),
    () => shop.burst(shop.switchTo(branch), shop.commit(branch), shop.annotate(branch)),
    () => shop.burst(...[1, 2, 3].flatMap(() => [shop.commit(branch), shop.annotate(branch)])),
    () => shop.git(['gc', '-q', '--prune=now']),
    () => shop.git(['pack-refs', '--all', '--prune']),
  ];
  await draw.pick(kinds)();
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
