import type { RepositoryData } from '../../src/page/data.ts';

/** A directory or a file; `annotations` of a directory are those of all that is in it. */
export type TreeNode = {
  name: string;
  path: string;
  annotations: number;
  /** Absent of a file. */
  children?: TreeNode[];
};

type Files = RepositoryData['files'];
type Directory = TreeNode & { children: TreeNode[]; directories: Map<string, Directory> };

/** The tree of some files, directories first. A directory with nothing but one directory in it is one with that. */
export function buildTree(files: Files): TreeNode {
  const root = directory('', '');
  for (const { path, n } of files) {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    let at = root;
    at.annotations += n;
    for (const part of parts) {
      at = inside(at, part);
      at.annotations += n;
    }
    at.children.push({ name, path, annotations: n });
  }
  return sorted(root);
}

function directory(name: string, path: string): Directory {
  return { name, path, annotations: 0, children: [], directories: new Map() };
}

function inside(parent: Directory, name: string): Directory {
  const known = parent.directories.get(name);
  if (known) return known;
  const made = directory(name, parent.path === '' ? name : `${parent.path}/${name}`);
  parent.directories.set(name, made);
  return made;
}

function sorted(one: Directory): TreeNode {
  const directories = [...one.directories.values()].map(sorted).map(joined);
  directories.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { ...one, children: [...directories, ...one.children] };
}

function joined(one: TreeNode): TreeNode {
  const [only, ...others] = one.children ?? [];
  if (!only?.children || others.length > 0) return one;
  return { ...only, name: `${one.name}/${only.name}` };
}
