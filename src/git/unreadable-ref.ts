import { shortId } from '../wording.ts';
import type { ObjectReader } from './objects.ts';
import { idIn, OBJECT_ID, type RefFiles, symbolicTarget } from './ref-files.ts';

/** Why a ref that is there leads to nothing: a clause about it, and whether an object is what is missing. */
export type Unreadable = { problem: string; isMissing: boolean };

/** As many steps as git takes from one symbolic ref to the next. */
const MOST_STEPS = 5;

/**
 * Takes a ref, or an object id, that led to no commit; gives the reason, or undefined where there is no such ref, which
 * is no fault.
 */
export async function unreadableRef(
  objects: ObjectReader,
  refs: RefFiles,
  start: string,
): Promise<Unreadable | undefined> {
  let name = start;
  for (let step = 0; step <= MOST_STEPS; step++) {
    const text = OBJECT_ID.test(name) ? name : refs.text(name);
    if (text === undefined) return undefined;
    const target = symbolicTarget(text);
    if (target !== undefined) {
      name = target;
      continue;
    }
    const id = idIn(text);
    return id === undefined ? damagedFile() : unreadableCommit(objects, id);
  }
  return damagedFile();
}

async function unreadableCommit(objects: ObjectReader, id: string): Promise<Unreadable> {
  const object = await objects.info(id);
  if (!object) {
    return {
      problem: `it names ${shortId(id)}, which is missing from this clone or damaged`,
      isMissing: true,
    };
  }
  return object.type === 'commit'
    ? { problem: `its commit ${shortId(id)} is damaged`, isMissing: true }
    : { problem: `it names a ${object.type}, not a commit`, isMissing: false };
}

function damagedFile(): Unreadable {
  return { problem: 'its file names no object', isMissing: false };
}
