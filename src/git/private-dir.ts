import { mkdirSync, rmdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Location } from './discover.ts';
import { stoppedAnswering } from './run/failures.ts';
import { alternatesIn, findGit, type PrivatePlace } from './run/place.ts';
import { makeTemporary } from './temporary.ts';

/**
 * A git directory of our own that borrows the repository's objects and refs but none of its config,
 * hooks, filters or attributes: in it, git runs nothing that a repository could have planted.
 */
export type PrivateGitDir = {
  /** Made when something first needs it: where all is known already, no git is started. */
  readonly place: PrivatePlace;
  /** The program that runs in it. */
  readonly git: string;
  /** Its path, once it has been made. */
  readonly madeAt: string | undefined;
  remove(): void;
};

const BORROWED = ['refs', 'packed-refs', 'shallow'];
const FILES = ['config', 'HEAD', ...BORROWED];

export function createPrivateGitDir(location: Location, path: string | undefined): PrivateGitDir {
  const git = findGit(path);
  let made: Made | undefined;
  let isRemoved = false;
  const make = (): Made => {
    // None is made for who comes too late to have it removed.
    if (isRemoved && !made) throw stoppedAnswering();
    made ??= makeDirectory(location, git, path);
    return made;
  };
  return {
    git,
    get place() {
      return make().place;
    },
    get madeAt() {
      return made?.place.cwd;
    },
    remove() {
      if (!isRemoved) made?.remove();
      isRemoved = true;
    },
  };
}

type Made = { place: PrivatePlace; remove(): void };

function makeDirectory(location: Location, git: string, path: string | undefined): Made {
  const { path: directory, forget } = makeTemporary('git');
  const format = location.objectFormat === 'sha256' ? ['[extensions]', '\tobjectFormat = sha256'] : [];
  const version = location.objectFormat === 'sha256' ? 1 : 0;
  const config = ['[core]', `\trepositoryFormatVersion = ${version}`, '\tbare = true', ...format, ''];
  writeFileSync(join(directory, 'config'), config.join('\n'));
  writeFileSync(join(directory, 'HEAD'), 'ref: refs/heads/.invalid\n');
  mkdirSync(join(directory, 'objects'));
  for (const name of BORROWED) {
    symlinkSync(join(location.commonDir, name), join(directory, name));
  }
  const env = {
    GIT_DIR: directory,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: alternatesIn(location.commonDir),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: '',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
    PATH: path ?? '',
  };
  return {
    place: { mode: 'private', git, env, cwd: directory },
    remove() {
      removeDirectory(directory);
      forget();
    },
  };
}

/** Mostly there is only what we put there, and node takes longer to find that out than to remove it. */
function removeDirectory(directory: string): void {
  try {
    for (const name of FILES) unlinkSync(join(directory, name));
    rmdirSync(join(directory, 'objects'));
    rmdirSync(directory);
  } catch {
    rmSync(directory, { recursive: true, force: true });
  }
}
