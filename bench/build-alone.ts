// A process that does nothing but build an index: how large it and its git get.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Repository } from '../src/git/repository.ts';
import { IndexStore } from '../src/index/index-store.ts';
import { notesSource } from '../src/index/notes-source.ts';
import type { NotesRepository } from './notes-repository.ts';
import { NODE } from './room.ts';

const REF = 'refs/notes/ultragit';

/** Most memory in MB, of the process and of its git, the time that it took, and how often it told how far it is. */
export type Built = { most: number; ofGit: number; seconds: number; reports: number };

export function builtAlone({ path, env }: NotesRepository): Built {
  return JSON.parse(execFileSync(NODE, [process.argv[1] ?? '', 'alone', path], { env }).toString());
}

export async function buildAlone(directory: string): Promise<void> {
  const repository = await Repository.open(directory, process.env);
  const store = new IndexStore(repository, notesSource(repository, REF), {
    env: process.env,
    useCache: true,
  });
  let [ofGit, reports] = [0, 0];
  const watch = setInterval(() => {
    ofGit = Math.max(ofGit, ...children().map(mostOf));
  }, 200);
  const started = performance.now();
  await store.at(await repository.notesTree(REF), { progress: () => reports++ });
  clearInterval(watch);
  const seconds = (performance.now() - started) / 1000;
  const most = (process.resourceUsage().maxRSS * 1024) / 1e6;
  process.stdout.write(JSON.stringify({ most, ofGit, seconds, reports } satisfies Built));
  store.close();
  repository.close();
}

function children(): string[] {
  const text = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean);
}

function mostOf(process: string): number {
  try {
    const status = readFileSync(`/proc/${process}/status`, 'utf8');
    return (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}
