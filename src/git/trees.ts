import type { Knowledge } from '../cache/knowledge.ts';
import { ContentCache } from './cache.ts';
import type { KnownObjects } from './known-objects.ts';
import type { ObjectReader } from './objects.ts';
import { findInTree, parseTree, type TreeEntry } from './parsers.ts';

const MEBIBYTE = 1024 * 1024;
const LARGEST_TREE = 256 * MEBIBYTE;
const OFTEN = 3;

export type TreeSources = {
  objects: ObjectReader;
  known: KnownObjects;
  knowledge: Knowledge | undefined;
  idBytes: 20 | 32;
};

/** The directories of commits, and what is in them. */
export class Trees {
  readonly #objects: ObjectReader;
  readonly #known: KnownObjects;
  readonly #knowledge: Knowledge | undefined;
  readonly #idBytes: 20 | 32;
  readonly #trees = new ContentCache<Map<string, TreeEntry>>(16 * MEBIBYTE);
  readonly #coming = new Map<string, Promise<Map<string, TreeEntry> | undefined>>();
  readonly #entries = new ContentCache<{ entry: TreeEntry | undefined }>(8 * MEBIBYTE);
  readonly #timesAsked = new ContentCache<number>(10_000);

  constructor({ objects, known, knowledge, idBytes }: TreeSources) {
    this.#objects = objects;
    this.#known = known;
    this.#knowledge = knowledge;
    this.#idBytes = idBytes;
  }

  /** Entries by name, in latin1: names are bytes. */
  async tree(id: string): Promise<Map<string, TreeEntry> | undefined> {
    const known = this.#trees.get(id);
    if (known) return known;
    const coming = this.#coming.get(id) ?? this.#readTree(id);
    this.#coming.set(id, coming);
    return coming.finally(() => this.#coming.delete(id));
  }

  async #readTree(id: string): Promise<Map<string, TreeEntry> | undefined> {
    const object = await this.#known.read(id, LARGEST_TREE);
    if (object?.type !== 'tree' || !object.data) return undefined;
    const parsed = parseTree(object.data, this.#idBytes);
    const entries = new Map(parsed.map(entry => [entry.name.toString('latin1'), entry]));
    this.#trees.set(id, entries, object.size * 4 + 200);
    return entries;
  }

  /** What is at a path below a tree: a file, a directory, a link; nothing where the path does not exist. */
  async entryAt(root: string, path: string): Promise<TreeEntry | undefined> {
    return (await this.findAt(root, path))?.entry;
  }

  /** The same; undefined where a directory on the way is not in this clone, so that nobody knows. */
  async findAt(root: string, path: string): Promise<{ entry: TreeEntry | undefined } | undefined> {
    let entry: TreeEntry = { mode: '40000', name: Buffer.alloc(0), id: root };
    for (const segment of path.split('/').filter(part => part !== '')) {
      if (entry.mode !== '40000') return { entry: undefined };
      const found = await this.#entryIn(entry.id, segment);
      if (!found?.entry) return found;
      entry = found.entry;
    }
    return { entry };
  }

  /** Old versions of a tree are mostly asked for one name; to parse all of each is what a summary would cost. */
  async #entryIn(tree: string, name: string): Promise<{ entry: TreeEntry | undefined } | undefined> {
    const key = `${tree} ${name}`;
    const known = this.#entries.get(key);
    if (known) return known;
    const asked = (this.#timesAsked.get(tree) ?? 0) + 1;
    this.#timesAsked.set(tree, asked, 1);
    const bytes = Buffer.from(name);
    const entries = asked > OFTEN || this.#trees.get(tree) ? await this.tree(tree) : undefined;
    const found = entries
      ? { entry: entries.get(bytes.toString('latin1')) }
      : await this.#findIn(tree, bytes);
    // What is missing from a tree stays so; a tree that is missing may arrive.
    if (found) this.#entries.set(key, found, key.length + 200);
    return found;
  }

  /** Of a tree that is asked for one name, the entry is kept and the tree is not. */
  async #findIn(tree: string, name: Buffer): Promise<{ entry: TreeEntry | undefined } | undefined> {
    const key = `e${tree} ${name.toString('latin1')}`;
    const known = this.#knowledge?.get(key)?.toString('latin1');
    if (known !== undefined) {
      const [mode = '', id = ''] = known.split(' ');
      return { entry: id === '' ? undefined : { mode, id, name } };
    }
    const object = await this.#objects.read(tree, LARGEST_TREE);
    if (object?.type !== 'tree' || !object.data) return undefined;
    const found = findInTree(object.data, name, this.#idBytes);
    this.#knowledge?.put(key, Buffer.from(found ? `${found.mode} ${found.id}` : ' '));
    return { entry: found && { ...found, name: Buffer.from(found.name) } };
  }
}
