/** Git that writes: as the user, on the real repository, with the few commands of `git/run/writing.ts`. */
import { join } from 'node:path';
import { refuseOddRefs } from '../git/odd-files.ts';
import { Repository } from '../git/repository.ts';
import { asWriter, onTrial, type WritingPlace } from '../git/run/place.ts';
import { runGit, type WritingCall } from '../git/run/runner.ts';
import { startSimpleGit } from '../git/run/start-simple-git.ts';

/** A repository to write to. What is read, is read through `repository`, which runs nothing of its config. */
export type Writer = {
  repository: Repository;
  run<T>(call: WritingCall<T>): Promise<T>;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** A repository that is open already: its `location` was found by the user's own git. */
export function writerFor(repository: Repository, env: Environment): Writer {
  refuseOddRefs(repository.location.commonDir, 'logs/refs/notes');
  return writerIn(asWriter(env, repository.location), repository);
}

/** Makes objects that only `repository` sees, and that are gone with it; refs must not move to them. */
export function trialWriter(repository: Repository, env: Environment): Writer {
  const { location } = repository;
  const objects = join(repository.privateDir, 'objects');
  return writerIn(onTrial(asWriter(env, location), objects, location.commonDir), repository);
}

function writerIn(place: WritingPlace, repository: Repository): Writer {
  return {
    repository,
    async run({ args, input, parse }) {
      return parse(await runGit({ place, args, input }, {}, startSimpleGit));
    },
  };
}

export async function openWriter(directory: string, env: Environment): Promise<Writer> {
  return writerFor(await Repository.open(directory, env), env);
}
