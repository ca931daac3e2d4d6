// Random histories in which functions are edited, renamed, moved, split off, joined and deleted. The generator knows where
// each annotated function lives, so every answer can be held against the truth.
import { expect } from 'vitest';
import type { RegionAnswer } from '../../src/answers.ts';
import { openWorkspace } from '../support/ask.ts';
import { read } from '../support/queries.ts';
import {
  copyFn,
  type Fn,
  type Noted,
  Random,
  type Range,
  render,
  store,
  WORDS,
} from '../support/random-code.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

type State = Map<string, Fn[]>;

const COMMITS = 16;

class World extends Random {
  statement(): string {
    const [a, b, c, id] = [this.pick(WORDS), this.pick(WORDS), this.pick(WORDS), this.id()];
    return `  const ${a}${id} = ${b}(${c}${this.number(90)}, '${a} ${c}', ${id});`;
  }

  fn(): Fn {
    const id = this.id();
    const name = `${this.pick(WORDS)}Unit${id}`;
    const body = Array.from({ length: 5 + this.number(5) }, () => this.statement());
    return { id, name, lines: [`export function ${name}(x) {`, ...body, '  return x;', '}'] };
  }
}

function copy(state: State): State {
  return new Map([...state].map(([path, fns]) => [path, fns.map(copyFn)]));
}

/** One of the things that people do to code; each leaves a state in which every function is in one file. */
function change(world: World, state: State): void {
  const [path, fns] = world.pick([...state]);
  const fn = world.pick(fns);
  const edit = () => fn.lines.splice(1 + world.number(fn.lines.length - 3), 1, world.statement());
  const insert = () => fn.lines.splice(1 + world.number(fn.lines.length - 2), 0, world.statement());
  const rename = () => {
    const name = `${world.pick(WORDS)}Unit${world.id()}`;
    fn.lines = fn.lines.map(line => line.replace(fn.name, name));
    fn.name = name;
  };
  const take = () => {
    const left = fns.filter(other => other !== fn);
    if (left.length > 0) state.set(path, left);
    else state.delete(path);
  };
  const put = (to: string) => {
    const there = [...(state.get(to) ?? [])];
    there.splice(world.number(there.length + 1), 0, fn);
    state.set(to, there);
  };
  const another = () =>
    world.pick([...state.keys()].filter(other => other !== path).concat(world.path('ts')));
  const move = () => {
    const to = another();
    take();
    put(to);
  };
  const split = () => {
    const [stay, leave] = [fns.filter((_fn, at) => at % 2 === 0), fns.filter((_fn, at) => at % 2 === 1)];
    if (leave.length === 0) return;
    if (world.number(2)) state.set(path, stay);
    else {
      state.delete(path);
      state.set(world.path('ts'), stay);
    }
    state.set(world.path('ts'), leave);
  };
  const join = () => {
    const to = another();
    state.delete(path);
    state.set(to, [...(state.get(to) ?? []), ...fns]);
  };
  const renameFile = () => {
    state.delete(path);
    state.set(world.path('ts'), fns);
  };
  const duplicate = () => {
    const to = another();
    const [id, name] = [world.id(), `${fn.name}Again${world.id()}`];
    const lines = fn.lines.map((line, at) =>
      at % 2 === 1 && at < fn.lines.length - 2 ? world.statement() : line,
    );
    lines[0] = `export function ${name}(x) {`;
    state.set(to, [...(state.get(to) ?? []), { id, name, lines }]);
  };
  const operations = [
    edit,
    insert,
    rename,
    () => state.set(path, [...fns, world.fn()]),
    take,
    take,
    move,
    move,
    move,
    () => [edit(), move()],
    () => [rename(), move()],
    () => [edit(), edit(), rename()],
    split,
    () => world.number(2) && join(),
    renameFile,
    duplicate,
  ];
  world.pick(operations)();
  if (state.size === 0) state.set(world.path('ts'), [world.fn(), world.fn()]);
}

function generate(world: World): { commits: State[]; noted: Noted[] } {
  const first: State = new Map();
  for (let at = 0; at < 3; at++)
    first.set(
      world.path('ts'),
      Array.from({ length: 6 }, () => world.fn()),
    );
  const commits = [first];
  while (commits.length < COMMITS) {
    const state = copy(commits.at(-1)!);
    change(world, state);
    commits.push(state);
  }
  const noted = Array.from({ length: 14 }, (_, at): Noted => {
    const commit = world.number(COMMITS - 3);
    const [path, fns] = world.pick([...commits[commit]!]);
    const fn = world.pick(fns);
    const lines = render(fns).ranges.get(fn.id)!;
    return { intent: `Intent ${at}.`, commit, path, fn, lines, bare: world.number(3) === 0 };
  });
  return { commits, noted };
}

type Shown = RegionAnswer & { path: string };

async function readAll(repo: Repository, ref: string, paths: readonly string[]): Promise<Shown[]> {
  const workspace = await openWorkspace(repo, { noteref: `refs/notes/${ref}` });
  const shown: Shown[] = [];
  for (const path of paths) {
    const { regions } = await read(workspace, { path, verbose: true });
    shown.push(...regions.map(region => ({ ...region, path })));
  }
  return shown;
}

/** In words: where a region is shown, and as what. */
function told({ path, current_lines: lines, moved_to: moved, freshness }: Shown): string {
  const span = (range: Range) => `${range.start}:${range.end}`;
  if (moved) return `${path} moved to ${moved.file} ${span(moved.lines)}`;
  return lines ? `${path} ${span(lines)} ${freshness.state}` : `${path} ${freshness.state}`;
}

/** Annotated functions are shown where they live, and nowhere else. Gives how many of each kind there were. */
export async function expectToLive(
  seeds: readonly number[],
): Promise<{ living: number; moved: number; gone: number }> {
  const repo = await buildRepository('unborn');
  const wrong: string[] = [];
  let [living, moved, gone] = [0, 0, 0];
  for (const seed of seeds) {
    const history = generate(new World(seed * 6151 + 7));
    const commits = history.commits.map((files, at) => ({ parents: at === 0 ? [] : [at - 1], files }));
    store(repo, `random${seed}`, commits, history.noted);
    const today = history.commits.at(-1)!;
    const shown = await readAll(repo, `random${seed}`, [...today.keys()]);
    for (const { intent, path: home, fn: then, commit } of history.noted) {
      const said = shown.filter(region => region.intent === intent);
      const path = [...today].find(([, fns]) => fns.some(fn => fn.id === then.id))?.[0];
      const fns = path === undefined ? [] : today.get(path)!;
      const now = fns.find(fn => fn.id === then.id);
      const here = said.filter(region => region.current_lines);
      const elsewhere = said.filter(region => !region.current_lines);
      const complain = (expected: string) =>
        wrong.push(
          `${seed}: ${intent} ${then.name} of ${home} at ${commit}: ${expected}; said: ${said.map(told).join(', ')}`,
        );
      if (!now || path === undefined) {
        gone++;
        if (here.length > 0 || elsewhere.some(({ freshness }) => freshness.state !== 'gone'))
          complain('gone');
        if (today.has(home) && elsewhere.length === 0) complain(`gone from ${home}`);
        continue;
      }
      living++;
      const lines = render(fns).ranges.get(now.id)!;
      const state = now.lines.join('\n') === then.lines.join('\n') ? 'intact' : 'edited';
      const place = `${path} ${lines.start}:${lines.end}`;
      if (here.map(told).join() !== `${place} ${state}`) complain(`${place} ${state}`);
      const isMoved = home !== path && today.has(home);
      if (isMoved) moved++;
      if (isMoved && !elsewhere.some(item => told(item) === `${home} moved to ${place}`))
        complain(`${home} moved to ${place}`);
      if (elsewhere.some(item => !told(item).endsWith(`moved to ${place}`))) complain(`moved to ${place}`);
    }
  }
  expect(wrong).toEqual([]);
  return { living, moved, gone };
}
