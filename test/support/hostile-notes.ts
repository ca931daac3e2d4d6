// Repositories whose notes are below the size limit and made to take long, and queries of them with a bound on the
// processor time that they may use: unlike a clock, that does not count what others use.
import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { environment, program, type Run } from './cli.ts';
import { buildRepository, type Repository } from './repository.ts';

export const FILE = 'src/a.js';

type Field = Record<string, unknown>;

/** A note with these regions, on `FILE` unless they name another. */
export function noteOf(regions: readonly Field[], rest: Field = {}): Field {
  const placed = regions.map(region => ({ file: FILE, ...region }));
  return { schema: 'ultragit/v1', context_level: 'enhanced', regions: placed, ...rest };
}

export function times<T>(count: number, item: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => item(at));
}

export type HostileNotes = {
  /** One commit each, oldest first; a note may name the commits before its own. */
  notes: readonly (Field | string | ((commits: readonly string[]) => Field))[];
  /** Files of the first commit; `FILE` has a function `a` unless it is among them. */
  files?: Record<string, string>;
};

const MAX_NOTE = 1024 * 1024;

export async function plantNotes({ notes, files = {} }: HostileNotes): Promise<Repository> {
  const repo = await buildRepository('unborn');
  const first = { [FILE]: 'function a() {\n  return 1;\n}\n', ...files };
  const commits: string[] = [];
  for (const [at, written] of notes.entries()) {
    const note = typeof written === 'function' ? written(commits) : written;
    const text = typeof note === 'string' ? note : JSON.stringify(note);
    expect(Buffer.byteLength(text), 'the bytes of a note').toBeLessThan(MAX_NOTE);
    commits.push(repo.commit(`Change ${at}`, at === 0 ? first : { 'other.txt': `${at}\n` }));
    repo.annotate('HEAD', text);
  }
  return repo;
}

/** Runs the program with so many seconds of processor time, and ends it when they are used up. */
export function withinSeconds(seconds: number, repo: Pick<Repository, 'path'>, args: readonly string[]): Run {
  const limited = ['-c', `ulimit -t ${seconds}; exec "$@"`, 'sh', process.execPath, program, ...args];
  const { status, signal, stdout, stderr } = spawnSync('sh', limited, {
    cwd: repo.path,
    env: environment(),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  expect(signal, `${args.join(' ')} within ${seconds} s`).toBeNull();
  return { status, stdout, stderr };
}
