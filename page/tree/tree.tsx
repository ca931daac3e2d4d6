import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RepositoryData } from '../../src/page/data.ts';
import { linkTo } from '../route.ts';
import { Name } from '../text/text.tsx';
import { buildTree, type TreeNode } from './build-tree.ts';
import { afterKey, rows, type TreeRow } from './rows.ts';
import { useWindow } from './use-window.ts';

/** In the style sheet, too. */
const ROW_HEIGHT = 28;
/** So many rows are open from the start. */
const FEW = 200;

type Props = {
  files: RepositoryData['files'];
  /** The file that is shown. */
  path: string | undefined;
  /** Whether everything is open: what is left of the files after a filter. */
  isAllOpen: boolean;
};

export function Tree({ files, path, isAllOpen }: Props) {
  const root = useMemo(() => buildTree(files), [files]);
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isAlone = root.children?.length === 1;
  const isOpen = (node: TreeNode) =>
    turned.get(node.path) ??
    (isAllOpen ||
      files.length <= FEW ||
      isAbove(node.path, path) ||
      (isAlone && node === root.children?.[0]));
  const shown = useMemo(() => rows(root, isOpen), [root, turned, isAllOpen, path]);
  const [activePath, setActive] = useState<string>();
  const ref = useRef<HTMLDivElement>(null);
  const visible = useWindow(ref, shown.length, ROW_HEIGHT);
  const found = shown.findIndex(({ node }) => node.path === (activePath ?? path));
  const active = Math.max(0, found);

  useEffect(() => setActive(undefined), [path]);
  useLayoutEffect(() => {
    if (found >= 0) keepInSight(ref.current, found);
  }, [found]);

  const toggle = (node: TreeNode) => setTurned(new Map(turned).set(node.path, !isOpen(node)));
  const go = (row: TreeRow | undefined) => {
    if (!row) return;
    if (row.node.children) toggle(row.node);
    else location.hash = linkTo({ view: 'file', path: row.node.path });
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = afterKey(event.key, shown, active);
    if (event.key === 'Enter' || event.key === ' ') go(shown[active]);
    else if (!next) return;
    else if ('toggle' in next) toggle(next.toggle);
    else setActive(shown[next.at]?.node.path);
    event.preventDefault();
  };

  if (shown.length === 0) return <p class="empty">No file is like that.</p>;
  const isSeen = active >= visible.first && active < visible.last;
  return (
    <div
      class="tree"
      role="tree"
      tabIndex={0}
      aria-label="Files"
      aria-activedescendant={isSeen ? `row-${active}` : undefined}
      ref={ref}
      onKeyDown={press}
    >
      <div role="presentation" class="tree-all" style={{ height: `${shown.length * ROW_HEIGHT}px` }}>
        {shown.slice(visible.first, visible.last).map((row, index) => {
          const at = visible.first + index;
          return (
            <Row
              key={row.node.path}
              row={row}
              at={at}
              isActive={at === active}
              isShown={row.node.path === path}
              onToggle={toggle}
            />
          );
        })}
      </div>
    </div>
  );
}

type RowProps = {
  row: TreeRow;
  at: number;
  isActive: boolean;
  isShown: boolean;
  onToggle: (node: TreeNode) => void;
};

function Row({ row: { node, level, place, size, isOpen }, at, isActive, isShown, onToggle }: RowProps) {
  const shared = {
    id: `row-${at}`,
    class: `tree-row ${isActive ? 'active' : ''}`,
    'aria-level': level,
    'aria-posinset': place,
    'aria-setsize': size,
    style: { top: `${at * ROW_HEIGHT}px`, paddingLeft: `${(level - 1) * 16 + 10}px` },
  };
  const inside = (
    <>
      <span class="tree-name">
        <Name of={node.name} />
      </span>
      {node.annotations > 0 && <Badge count={node.annotations} />}
    </>
  );
  if (node.children) {
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys of all its rows
      // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active row
      <div
        role="treeitem"
        aria-expanded={isOpen}
        aria-selected={false}
        onClick={() => onToggle(node)}
        {...shared}
      >
        <i class={`arrow ${isOpen ? 'open' : ''}`} aria-hidden="true" />
        {inside}
      </div>
    );
  }
  return (
    <a
      {...shared}
      role="treeitem"
      tabIndex={-1}
      href={linkTo({ view: 'file', path: node.path })}
      aria-selected={isShown}
      aria-current={isShown ? 'page' : undefined}
    >
      <i class="arrow none" aria-hidden="true" />
      {inside}
    </a>
  );
}

function Badge({ count }: { count: number }) {
  return (
    <span class="badge">
      {count.toLocaleString('en')}
      <span class="unseen"> {count === 1 ? 'annotation' : 'annotations'}</span>
    </span>
  );
}

function isAbove(directory: string, path: string | undefined): boolean {
  return path?.startsWith(`${directory}/`) ?? false;
}

function keepInSight(tree: HTMLElement | null, at: number): void {
  if (!tree) return;
  const top = at * ROW_HEIGHT;
  if (top < tree.scrollTop) tree.scrollTop = top - ROW_HEIGHT;
  const bottom = top + 2 * ROW_HEIGHT;
  if (bottom > tree.scrollTop + tree.clientHeight) tree.scrollTop = bottom - tree.clientHeight;
}
