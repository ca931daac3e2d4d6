// A small repository without notes, and the commands that write, started as a user would.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, ultragit } from '../support/cli.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

export const REF = 'refs/notes/ultragit';

export const IDENTITY = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

export const CLIENT = `export class Client {
  connect(retries: number): void {
    this.open();
  }

  open(): void {
    console.log('open');
  }
}

export function helper(): number {
  return 1;
}
`;

/** \`src/client.ts\` in the first commit; the second one changes \`Client::connect\`, the third a text file. */
export async function smallRepository(options = {}): Promise<Repository> {
  const repo = await buildRepository('unborn', options);
  repo.commit('Add a client', {
    'src/client.ts': CLIENT.replace('this.open();', 'open();'),
    'README.txt': 'one\n',
    'logo.bin': Buffer.from([1, 0, 2]),
  });
  repo.commit('Open through the client', { 'src/client.ts': CLIENT });
  return repo;
}

export function annotate(repo: Repository, args: string[], input?: object | string): Run {
  const text = typeof input === 'object' ? JSON.stringify(input, null, 2) : input;
  return ultragit(repo, ['annotate', ...args], { env: IDENTITY, input: text });
}

export const correct = (repo: Repository, args: string[]): Run =>
  ultragit(repo, ['correct', ...args], { env: IDENTITY });

type Note = {
  regions: ({ file: string; intent: string; ast_anchor?: { name: string } } & Record<string, unknown>)[];
} & Record<string, unknown>;

export function noteOn(repo: Repository, rev = 'HEAD'): Note {
  return JSON.parse(repo.git('notes', `--ref=${REF}`, 'show', rev)) as Note;
}

export type Shown = { regions: ({ current_lines?: string; intent: string } & Record<string, unknown>)[] };

export function readJson(repo: Repository, ...words: string[]): Shown {
  return JSON.parse(ultragit(repo, ['read', ...words, '--json']).stdout) as Shown;
}

/** Every file under a directory, by a hash of its content and mode. */
export function contentsOf(directory: string): Map<string, string> {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    files.flatMap(name => {
      const path = join(directory, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      if (!stats?.isFile()) return [];
      return [[name, `${stats.mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`]];
    }),
  );
}
