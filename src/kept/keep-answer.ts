import { cacheDirectoryOutside } from '../cache/directory.ts';
import { userAndTime } from '../cache/files.ts';
import { Store } from '../cache/store.ts';
import { ANSWERS, type Basis } from './answers.ts';
import type { Asked, Looked } from './asked.ts';
import { dependenciesOf } from './dependencies.ts';
import { momentOf } from './moment.ts';

/** Gives what the answer holds for; undefined where it may not be kept, or that can't be told. */
export function keepAnswer(asked: Asked, text: string, { seen, location }: Looked): Basis | undefined {
  const { question, before, directory, env } = asked;
  const { place, state } = before;
  const isSame =
    location.root === place.root &&
    location.gitDir === place.gitDir &&
    location.commonDir === place.commonDir;
  if (!isSame || !seen || !before.isSettled) return undefined;
  const after = momentOf(directory, env, userAndTime());
  // A ref that was another one for a moment, and is again what it was, has another time.
  if (after?.state !== state || after.times() !== before.times()) return undefined;
  const dependencies = dependenciesOf(seen, place, before.at);
  if (!dependencies) return undefined;
  const cache = cacheDirectoryOutside([place.root, place.gitDir, place.commonDir], env);
  new Store(cache).put(ANSWERS, question, encode({ state, dependencies }, text));
  return { state, dependencies };
}

function encode({ state, dependencies }: Basis, text: string): Buffer {
  const parts = [state, JSON.stringify(dependencies), text].map(part => Buffer.from(part));
  const lengths = parts.map(({ length }) => length).join(' ');
  return Buffer.concat([Buffer.from(`${lengths}\n`), ...parts]);
}
