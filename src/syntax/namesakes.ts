import { parseName } from './name.ts';

/** Names that end alike may mean the same unit, so they are kept from their last part to their first. */
type Node<T> = {
  next: Map<string, Node<T>>;
  /** What ends here. */
  here: T;
  /** What ends here or goes on from here. */
  onward: T;
};

/** Items of one name: those of plain units, those of blocks such as `impl Display for A`, by what they add, and all. */
type Blocks<Item> = { plain: Item[]; all: Item[]; blocks: Node<Item[]> };

/**
 * Takes items with the names of units; tells of a name which of them may mean the same unit, as `isSameName` does for
 * two names, in as many groups as the name has parts.
 */
export function namesakesOf<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): (name: string) => readonly Item[][] {
  const root = nodeOf<Blocks<Item>>(noBlocks);
  for (const item of items) {
    const { segments, block } = parseName(nameOf(item));
    if (segments.length === 0) continue;
    const { passed, last } = walkTo(root, segments, noBlocks);
    for (const { onward } of passed) addTo(onward, block, item);
    addTo(last.here, block, item);
  }
  return name => {
    const { segments, block } = parseName(name);
    return related(root, segments).flatMap(found => ofBlock(found, block));
  };
}

function nodeOf<T>(empty: () => T): Node<T> {
  return { next: new Map(), here: empty(), onward: empty() };
}

function noBlocks<Item>(): Blocks<Item> {
  return { plain: [], all: [], blocks: nodeOf<Item[]>(() => []) };
}

/** The nodes on the way, without the root. */
function walkTo<T>(root: Node<T>, parts: readonly string[], empty: () => T) {
  const passed: Node<T>[] = [];
  let last = root;
  for (const part of [...parts].reverse()) {
    const next = last.next.get(part) ?? nodeOf(empty);
    last.next.set(part, next);
    passed.push(next);
    last = next;
  }
  return { passed, last };
}

/** What is at the end of a shorter name, and all that goes on from the whole one. */
function related<T>(root: Node<T>, parts: readonly string[]): T[] {
  const found: T[] = [];
  let last: Node<T> | undefined = root;
  for (const [at, part] of [...parts].reverse().entries()) {
    last = last.next.get(part);
    if (!last) break;
    found.push(at === parts.length - 1 ? last.onward : last.here);
  }
  return found;
}

function addTo<Item>({ plain, all, blocks }: Blocks<Item>, block: string | undefined, item: Item): void {
  all.push(item);
  if (block === undefined) {
    plain.push(item);
    return;
  }
  const { passed, last } = walkTo<Item[]>(blocks, block.split('::'), () => []);
  for (const { onward } of passed) onward.push(item);
  last.here.push(item);
}

/** A unit that is no block may be meant by any; `impl Display for A` never by `impl Debug for A`. */
function ofBlock<Item>({ plain, all, blocks }: Blocks<Item>, block: string | undefined): Item[][] {
  return block === undefined ? [all] : [plain, ...related(blocks, block.split('::'))];
}
