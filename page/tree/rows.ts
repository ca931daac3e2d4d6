import type { TreeNode } from './build-tree.ts';

/** A line of the tree, with what a screen reader says of its place. */
export type TreeRow = { node: TreeNode; level: number; place: number; size: number; isOpen?: boolean };

/** What is to be seen of a tree, from above. */
export function rows(root: TreeNode, isOpen: (node: TreeNode) => boolean): TreeRow[] {
  const found: TreeRow[] = [];
  const walk = (children: readonly TreeNode[], level: number) => {
    for (const [at, node] of children.entries()) {
      const open = node.children ? isOpen(node) : undefined;
      found.push({ node, level, place: at + 1, size: children.length, isOpen: open });
      if (open) walk(node.children ?? [], level + 1);
    }
  };
  walk(root.children ?? [], 1);
  return found;
}

/** Where an arrow key leads from a row: to another row, or to a directory that opens or closes. */
export function afterKey(
  key: string,
  all: readonly TreeRow[],
  at: number,
): { at: number } | { toggle: TreeNode } | undefined {
  const row = all[at];
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
  const step = steps[key];
  if (step !== undefined) return { at: Math.min(Math.max(step, 0), all.length - 1) };
  if (!row) return undefined;
  if (key === 'ArrowRight') {
    if (row.isOpen === false) return { toggle: row.node };
    return row.isOpen ? { at: at + 1 } : undefined;
  }
  if (key !== 'ArrowLeft') return undefined;
  if (row.isOpen) return { toggle: row.node };
  const parent = all.findLastIndex(({ level }, place) => place < at && level < row.level);
  return parent < 0 ? undefined : { at: parent };
}
