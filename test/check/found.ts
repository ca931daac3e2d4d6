// What `check` finds, a line for each finding, so that a table of changes can be read.
import type { CheckAnswer, Finding } from '../../src/check/answer.ts';
import { askCheck } from '../../src/check/ask-check.ts';
import type { CheckOptions } from '../../src/check/check.ts';
import { Workspace } from '../../src/query/workspace.ts';
import type { Repository } from '../support/repository.ts';

export async function checked(repo: Repository, options: Partial<CheckOptions> = {}): Promise<CheckAnswer> {
  const { path: directory, env } = repo;
  const workspace = await Workspace.open({ directory, env, strictConfig: true, useCache: false });
  try {
    return await askCheck(workspace, { audience: 'terminal', ...options });
  } finally {
    workspace.close();
  }
}

/** "constraint: src/queue.ts push 4:8 edited 1 of 5". */
export async function found(repo: Repository, options: Partial<CheckOptions> = {}): Promise<string[]> {
  return (await checked(repo, options)).findings.map(inOneLine);
}

function inOneLine({ kind, file, unit, lines, change, changed, was, near_line: near }: Finding): string {
  const range = lines && `${lines.start}:${lines.end}`;
  const former = [was.file, was.name].filter(Boolean).join(' ');
  const words = [file, unit?.name, range, change, changed, near && `near ${near}`, former && `was ${former}`];
  return `${kind}: ${words.filter(Boolean).join(' ')}`;
}
