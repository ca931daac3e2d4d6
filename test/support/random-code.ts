// Small functions with random names and statements, made from a seed, and histories of them as a repository.
import type { Repository } from './repository.ts';

export type Fn = { id: number; name: string; lines: string[] };
export type Range = { start: number; end: number };

/** What an annotation was written for: a function of a file at a commit. `bare` has lines and no name. */
export type Noted = { intent: string; commit: number; path: string; fn: Fn; lines: Range; bare: boolean };

/** The files of a commit, and the commits before it by their places in the list. */
export type Commit = { parents: number[]; files: ReadonlyMap<string, readonly Fn[]> };

export const WORDS =
  'alpha bravo cargo delta ember fjord grove haven ivory karma lemon mango noble ocean pearl'.split(' ');

export class Random {
  #state: number;
  #last = 0;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to `count` - 1. */
  number(count: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * count);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.number(items.length)]!;
  }

  id(): number {
    return ++this.#last;
  }

  path(language: string): string {
    return `${this.pick(['src', 'lib'])}/${this.pick(WORDS)}${this.id()}.${language}`;
  }
}

/** The text of a file, and where each function is in it. */
export function render(fns: readonly Fn[]): { text: string; ranges: Map<number, Range> } {
  const ranges = new Map<number, Range>();
  const lines: string[] = [];
  for (const fn of fns) {
    ranges.set(fn.id, { start: lines.length + 1, end: lines.length + fn.lines.length });
    lines.push(...fn.lines, '');
  }
  return { text: `${lines.join('\n')}\n`, ranges };
}

export const copyFn = (fn: Fn): Fn => ({ ...fn, lines: [...fn.lines] });

/** The commits as a branch of this name, the annotations as a notes ref of this name; checks out the last commit. */
export function store(
  repo: Repository,
  name: string,
  commits: readonly Commit[],
  noted: readonly Noted[],
): void {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const begin = (ref: string, at: number) =>
    `commit ${ref}\nmark :${at + 1}\ncommitter A <a@example.com> ${1_764_000_000 + at * 60} +0000\n${data(`${name} ${at}`)}`;
  const stream = commits.flatMap(({ parents, files }, at) => [
    begin(`refs/heads/${name}-${at}`, at),
    ...parents.map((parent, rank) => `${rank === 0 ? 'from' : 'merge'} :${parent + 1}\n`),
    'deleteall\n',
    ...[...files].map(([path, fns]) => `M 100644 inline ${path}\n${data(render(fns).text)}`),
  ]);
  stream.push(begin(`refs/notes/${name}`, commits.length));
  for (const commit of new Set(noted.map(item => item.commit))) {
    const regions = noted
      .filter(item => item.commit === commit)
      .map(({ path, intent, fn, lines, bare }) => ({
        ...{ file: path, intent, lines },
        ...(bare ? {} : { ast_anchor: { unit_type: 'function', name: fn.name } }),
      }));
    stream.push(`N inline :${commit + 1}\n${data(JSON.stringify({ schema: 'ultragit/v1', regions }))}`);
  }
  repo.gitBytes(['fast-import', '--quiet', '--force'], stream.join(''));
  repo.git('checkout', '-q', '-f', '--detach', `${name}-${commits.length - 1}`);
}
