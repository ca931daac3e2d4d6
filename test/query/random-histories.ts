// Random histories of small functions with merges, reverts, formatters and edits on disk. The generator knows where each
// annotated function went, so every answer can be held against the truth.
import { expect } from 'vitest';
import type { RegionAnswer } from '../../src/answers.ts';
import { openWorkspace } from '../support/ask.ts';
import { history, read } from '../support/queries.ts';
import {
  copyFn,
  type Fn,
  type Noted as NotedFn,
  Random,
  type Range,
  render,
  store,
  WORDS,
} from '../support/random-code.ts';
import { buildRepository } from '../support/repository.ts';

type File = { id: number; language: 'ts' | 'py'; fns: Fn[] };
type State = Map<string, File>;
type Commit = { parents: number[]; state: State };
type Noted = NotedFn & { file: number };

class World extends Random {
  statement(): string {
    const [a, b, c, id] = [this.pick(WORDS), this.pick(WORDS), this.pick(WORDS), this.id()];
    if (this.number(6) === 0) return '  result = []';
    return `  ${a}${id} = ${b}(${c}${this.number(90)}, '${a} ${c}', ${id})`;
  }

  fn(language: File['language']): Fn {
    const id = this.id();
    const name = `${this.pick(WORDS)}Unit${id}`;
    const body = Array.from({ length: 4 + this.number(5) }, () => this.statement());
    if (this.number(2)) body.push('  return result');
    const lines = language === 'ts' ? [`function ${name}(x) {`, ...body, '}'] : [`def ${name}(x):`, ...body];
    return { id, name, lines };
  }

  file(language = this.pick(['ts', 'py'] as const)): File {
    return { id: this.id(), language, fns: Array.from({ length: 4 }, () => this.fn(language)) };
  }
}

function copy(state: State): State {
  return new Map([...state].map(([path, file]) => [path, { ...file, fns: file.fns.map(copyFn) }]));
}

const fnsOf = (state: State) => new Map([...state].map(([path, { fns }]) => [path, fns]));

/** Changes inside of one file. */
function edit(world: World, file: File): void {
  const at = world.number(file.fns.length);
  const fn = file.fns[at]!;
  const line = 1 + world.number(fn.lines.length - 2);
  const each = (change: (text: string) => string) => {
    for (const one of file.fns) one.lines = one.lines.map(change);
  };
  const named = (name: string) => fn.lines.map(text => text.replace(fn.name, name));
  const operations = [
    () => fn.lines.splice(line, 0, world.statement()),
    () => fn.lines.length > 5 && fn.lines.splice(line, 1),
    () => fn.lines.splice(line, 1, world.statement()),
    () => file.fns.splice(world.number(file.fns.length + 1), 0, world.fn(file.language)),
    () => file.fns.length > 3 && file.fns.splice(at, 1),
    () => file.fns.splice(world.number(file.fns.length), 0, ...file.fns.splice(at, 1)),
    () => each(text => text.replace(/^ +/, indent => (indent.length === 2 ? '    ' : '  '))),
    () => each(text => text.replaceAll("'", '"')),
    () => Object.assign(fn, { name: `${fn.name}Renamed`, lines: named(`${fn.name}Renamed`) }),
    () => {
      const [id, name] = [world.id(), `${fn.name}Again`];
      const near: Fn = { id, name: `${name}${id}`, lines: named(`${name}${id}`) };
      near.lines.splice(line, 1, world.statement());
      file.fns.splice(at + 1, 0, near);
    },
  ];
  world.pick(operations)();
}

/** One commit's worth of changes to the files at these paths. */
function change(world: World, state: State, paths: readonly string[]): void {
  const path = world.pick(paths);
  const file = state.get(path)!;
  const kind = world.number(10);
  if (kind > 2) edit(world, file);
  else if (kind === 0) state.set(path, world.file(file.language));
  else {
    state.delete(path);
    state.set(world.path(file.language), file);
  }
}

function generate(world: World): { commits: Commit[]; noted: Noted[]; today: State } {
  const first: State = new Map();
  for (const language of ['ts', 'py', 'ts'] as const) first.set(world.path(language), world.file(language));
  const commits: Commit[] = [{ parents: [], state: first }];
  const add = (parents: number[], state: State) => commits.push({ parents, state }) - 1;
  const step = (from: number, own: (path: string) => boolean) => {
    const state = copy(commits[from]!.state);
    change(world, state, [...state.keys()].filter(own));
    return add([from], state);
  };
  let head = 0;
  for (let round = 0; round < 12; round++) {
    const { parents, state } = commits[head]!;
    const kind = world.number(8);
    if (kind === 0 && parents.length === 1) head = add([head], copy(commits[parents[0]!]!.state));
    else if (kind === 1) {
      const [mine] = state.keys();
      const [ours, theirs] = [step(head, path => path === mine), step(head, path => path !== mine)];
      const merged = new Map([...copy(commits[theirs]!.state)].filter(([path]) => path !== mine));
      for (const [path, file] of copy(commits[ours]!.state)) {
        if (path === mine || !state.has(path)) merged.set(path, file);
      }
      head = add([ours, theirs], merged);
    } else head = step(head, () => true);
  }
  const noted = Array.from({ length: 14 }, (_, at): Noted => {
    const commit = world.number(commits.length);
    const [path, file] = world.pick([...commits[commit]!.state]);
    const fn = copyFn(world.pick(file.fns));
    const lines = render(file.fns).ranges.get(fn.id)!;
    return { intent: `Intent ${at}.`, commit, path, file: file.id, fn, lines, bare: world.number(3) === 0 };
  });
  const today = copy(commits[head]!.state);
  for (const file of today.values()) if (world.number(2)) edit(world, file);
  return { commits, noted, today };
}

/** What must be the same for a function to be unchanged: its indentation only where that is syntax. */
const essence = (lines: readonly string[], language: File['language']) =>
  lines.map(line => (language === 'py' ? line : line.trim())).join('\n');

function covered({ start, end }: Range, range: Range): number {
  return Math.max(0, Math.min(end, range.end) - Math.max(start, range.start) + 1);
}

/** What is said of one region must be true of the function that it was written for. */
function holds(region: RegionAnswer, { fn, bare }: Noted, file: File): void {
  const now = file.fns.find(({ id }) => id === fn.id);
  const { ranges } = render(file.fns);
  const { current_lines: lines, freshness } = region;
  const isSame = now !== undefined && essence(now.lines, file.language) === essence(fn.lines, file.language);
  expect(freshness.state === 'intact').toBe(isSame);
  if (!now) expect(lines).toBeUndefined();
  else if (!lines) expect(now.lines.filter(line => fn.lines.includes(line)).length).toBeLessThan(4);
  if (!now || !lines) return;
  for (const [id, range] of ranges) {
    if (id === fn.id) expect(covered(lines, range)).toBeGreaterThan(0);
    else if (!bare) expect(covered(lines, range)).toBe(0);
    else expect(covered(lines, range)).toBeLessThanOrEqual(covered(lines, ranges.get(fn.id)!));
  }
}

/** What a commit is about is said once in an answer, wherever that is. */
function namedById(region: RegionAnswer): object {
  const { freshness } = region;
  return { ...region, freshness: { ...freshness, by: freshness.by?.map(commit => commit.slice(0, 12)) } };
}

/** What is said of a function follows it. */
export async function expectToFollow(seed: number): Promise<void> {
  const made = generate(new World(seed * 7919 + 1));
  const repo = await buildRepository('empty-notes');
  const commits = made.commits.map(({ parents, state }) => ({ parents, files: fnsOf(state) }));
  store(repo, 'ultragit', commits, made.noted);
  for (const [path, { fns }] of made.today) repo.write(path, render(fns).text);
  const workspace = await openWorkspace(repo);
  for (const [path, file] of made.today) {
    const all = await read(workspace, { paths: [path], max_regions: 100 });
    const fresh = await read(await openWorkspace(repo), { paths: [path], max_regions: 100 });
    expect(fresh).toEqual(all);
    const first = await read(await openWorkspace(repo), { paths: [path], max_regions: 1 });
    expect(first.regions.map(namedById)).toEqual(all.regions.slice(0, 1).map(namedById));
    expect(first.stats.annotations_found).toBe(all.stats.annotations_found);
    const intents = all.regions.map(region => region.intent).sort();
    const timeline = (await history(workspace, { path, limit: 100 })).timeline;
    expect(timeline.map(entry => entry.intent).sort()).toEqual(intents);

    const own = made.noted.filter(item => item.file === file.id);
    expect(intents).toEqual(expect.arrayContaining(own.map(({ intent }) => intent)));
    expect(new Set(intents).size).toBe(intents.length);
    for (const region of all.regions) {
      const item = made.noted.find(({ intent }) => intent === region.intent)!;
      holds(region, item, file);
    }
    for (const [id, { start, end }] of render(file.fns).ranges) {
      const { name } = file.fns.find(fn => fn.id === id)!;
      for (const part of [{ lines: `${start}:${end}` }, { anchor: name }]) {
        const answer = await read(workspace, { paths: [path], max_regions: 100, ...part });
        const found = answer.regions.map(region => region.intent);
        const placed = all.regions.filter(region => region.freshness.state !== 'gone');
        for (const { fn, bare, intent } of made.noted) {
          const isPlaced = placed.some(region => region.intent === intent);
          if (fn.id === id && isPlaced) expect(found).toContain(intent);
          if (fn.id !== id && !bare) expect(found).not.toContain(intent);
        }
      }
    }
  }
}
