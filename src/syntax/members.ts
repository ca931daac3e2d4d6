/** What belongs to a type, wherever it stands in the file: in an `impl`, with a receiver, in an extension. */
import { type Name, parseName } from './name.ts';

/**
 * The units that are qualified by the name of one of `types`, and the blocks that add to it. One block is only itself:
 * `impl Display for A` has no part in `impl Debug for A`.
 */
export function membersOf<T extends { name: string }>(all: readonly T[], types: readonly T[]): T[] {
  const owners = types.map(({ name }) => parseName(name)).filter(({ block }) => block === undefined);
  return all.filter(unit => {
    const name = parseName(unit.name);
    return !types.includes(unit) && owners.some(owner => isOf(name, owner));
  });
}

function isOf({ segments, block }: Name, owner: Name): boolean {
  const isInside = segments.length > owner.segments.length || block !== undefined;
  return isInside && owner.segments.every((segment, at) => segments[at] === segment);
}
