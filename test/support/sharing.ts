// A bare remote and clones of it, which write notes and share them.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findGit } from '../../src/git/run/place.ts';
import { openWriter, type Writer } from '../../src/write/git.ts';
import { reach } from '../../src/write/share/remote.ts';
import { type Synced, type SyncOptions, sync } from '../../src/write/share/sync.ts';
import { buildRepository, openClone, type Repository, temporaryDirectory } from './repository.ts';

export const REF = 'refs/notes/ultragit';

/** A bare repository with a few commits, and so many clones of it. */
export async function sharing(clones: number): Promise<{ remote: Repository; clones: Repository[] }> {
  const remote = await buildRepository('plain-history', { bare: true });
  return { remote, clones: Array.from({ length: clones }, () => openClone(remote, { notes: false })) };
}

/** Does something with a clone opened for writing; `git` may be one that misbehaves. */
export async function writing<T>(
  repo: Repository,
  act: (writer: Writer, env: Record<string, string>) => Promise<T>,
  path?: string,
): Promise<T> {
  const env = { ...repo.env, ...(path === undefined ? {} : { PATH: path }) };
  const writer = await openWriter(repo.path, env);
  try {
    return await act(writer, env);
  } finally {
    writer.repository.close();
  }
}

export function syncWith(repo: Repository, options: SyncOptions = {}, path?: string): Promise<Synced> {
  return writing(repo, (writer, env) => sync(writer, reach(writer, env, 'origin', []), REF, options), path);
}

/** The text of a note, or nothing. */
export function noteOf(repo: Repository, rev: string, ref = REF): string | undefined {
  const [blob] = repo
    .git('notes', `--ref=${ref}`, 'list')
    .split('\n')
    .flatMap(line => {
      const [id, object] = line.split(' ');
      return object === repo.git('rev-parse', rev) ? (id ?? []) : [];
    });
  return blob === undefined ? undefined : repo.gitBytes(['cat-file', 'blob', blob]).toString();
}

export const tipOf = (repo: Repository, ref = REF): string =>
  repo.git('for-each-ref', '--format=%(objectname)', ref);

/** A directory with a git that is killed at one sub-command, before or after it has done its work; the PATH to use it. */
export function killingGit(repo: Repository, command: string, when: 'before' | 'after'): string {
  const room = temporaryDirectory();
  const real = findGit(repo.env.PATH);
  const work = when === 'after' ? `"${real}" "$@" >/dev/null 2>&1` : ':';
  writeFileSync(
    join(room, 'git'),
    `#!/bin/sh\ncase " $* " in *" ${command} "*) ${work}; kill -KILL $$;; esac\nexec "${real}" "$@"\n`,
  );
  chmodSync(join(room, 'git'), 0o755);
  return `${room}:${repo.env.PATH}`;
}
