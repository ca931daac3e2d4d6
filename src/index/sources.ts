import type { Settings } from '../config.ts';
import { notesRefs } from '../git/notes-refs.ts';
import type { Commit } from '../git/parsers.ts';
import type { Repository } from '../git/repository.ts';
import type { Unreadable } from '../git/unreadable-ref.ts';
import { checkpointsSource, checkpointsState } from './checkpoints-source.ts';
import { FindingsStore, type KeptFindings } from './findings-store.ts';
import { IndexStore, type IndexStoreOptions, openCache } from './index-store.ts';
import { JoinedIndex } from './joined-index.ts';
import type { LayeredIndex } from './layered-index.ts';
import { messagesSource } from './messages-source.ts';
import type { NotesIndex } from './notes-index.ts';
import { notesSource } from './notes-source.ts';
import { listNotes } from './notes-tree.ts';
import type { BuildOptions } from './read-parts.ts';
import type { SourceReader } from './source-reader.ts';

/** Kept by git-ai: who wrote which lines. Large, and looked up by commit, so it is not indexed. */
const AUTHORSHIP_REF = 'refs/notes/ai';

/** The states of all sources that a question is to be answered from. */
export type SourceStates = {
  /** What names them all together. */
  key: string;
  /** The ref that annotations are written to; its tree is absent where it does not exist here. */
  primary: { ref: string; tree?: string };
  others: readonly { ref: string; tree: string }[];
  /** The commit whose history's messages are read, where they are. */
  messages?: string;
  /** What names the checkpoints of that history, where there are any. */
  checkpoints?: string;
  /** The tree of the notes that say who wrote which lines. */
  authorship?: string;
  /** Refs that are there, but can't be read. */
  unread: readonly UnreadRef[];
};

export type UnreadRef = { ref: string } & Unreadable;

/** A source that has something to say, and how many notes or messages. */
export type SourceSize = { name: string; size: number };

/** The index of all sources, and which they are. */
export type SourcesIndex = {
  index: NotesIndex;
  sources: SourceSize[];
  /** Refs of which only a part is in this clone. */
  partial: readonly UnreadRef[];
};

/** Looks at the refs that the settings ask for, as they are now. */
export async function lookAtSources(
  repository: Repository,
  { noteref, sources }: Settings,
  head: Commit,
): Promise<SourceStates> {
  const refs = sources === 'ref' ? [] : notesRefs(repository.location.commonDir);
  const asked = [...new Set([noteref, ...refs])];
  const all = await Promise.all(
    asked.map(async ref => {
      const tree = await repository.notesTree(ref);
      return { ref, tree, unreadable: tree === undefined ? await repository.whyUnreadable(ref) : undefined };
    }),
  );
  const [own, ...rest] = all;
  const seen = rest.flatMap(({ ref, tree }) => (tree === undefined ? [] : [{ ref, tree }]));
  const others = seen.filter(({ ref }) => ref !== AUTHORSHIP_REF);
  const authorship = seen.find(({ ref }) => ref === AUTHORSHIP_REF)?.tree;
  const messages = sources === 'all' ? head.id : undefined;
  const checkpoints = sources === 'all' ? await checkpointsState(repository, head.id) : undefined;
  const primary = { ref: noteref, tree: own?.tree };
  const unread = all.flatMap(({ ref, unreadable }) => (unreadable ? [{ ref, ...unreadable }] : []));
  const states = { primary, others, messages, checkpoints, authorship, unread };
  return { key: JSON.stringify(states), ...states };
}

/** The indexes of the sources of a repository, each kept and updated by itself. */
export class Sources {
  readonly #repository: Repository;
  readonly #options: IndexStoreOptions;
  readonly #stores = new Map<string, IndexStore>();
  readonly #findings = new WeakMap<NotesIndex, FindingsStore>();
  readonly #keptFindings = new Map<string, KeptFindings>();
  readonly #isWhole = new Map<string, { of: string; isWhole: Promise<boolean> }>();
  #joined: { of: string; index: Omit<SourcesIndex, 'partial'> } | undefined;

  constructor(repository: Repository, options: IndexStoreOptions) {
    this.#repository = repository;
    this.#options = options;
  }

  async at(states: SourceStates, options: BuildOptions = {}): Promise<SourcesIndex> {
    const { primary, others, messages, checkpoints } = states;
    const at = (reader: SourceReader, state: string | undefined) => this.#store(reader).at(state, options);
    const [own, inOthers, inCheckpoints, inMessages] = await Promise.all([
      at(notesSource(this.#repository, primary.ref), primary.tree),
      Promise.all(others.map(({ ref, tree }) => at(notesSource(this.#repository, ref), tree))),
      checkpoints === undefined ? undefined : at(checkpointsSource(this.#repository), checkpoints),
      messages === undefined ? undefined : at(messagesSource(this.#repository), messages),
    ]);
    const saying = [inCheckpoints, inMessages].flatMap(index => (index && index.size > 0 ? [index] : []));
    const parts = [own, ...inOthers.filter(isInKnownDialect), ...saying];
    return { ...this.#join(parts), partial: await this.#partial([own, ...inOthers]) };
  }

  /** False where an object was missing that may have arrived by now. */
  isCurrent(states: SourceStates): boolean {
    const { primary, others } = states;
    return [primary, ...others].every(({ ref }) => this.#stores.get(ref)?.isCurrent() ?? true);
  }

  /** For a query that met `VanishedNote`: the source is read anew. */
  readAgain(source: string): void {
    this.#stores.get(source)?.readAgain();
    this.#joined = undefined;
  }

  /** Of an index that met something missing it is not known what: a note, which it names, or a part of the tree. */
  async #partial(indexes: readonly LayeredIndex[]): Promise<UnreadRef[]> {
    const found: UnreadRef[] = [];
    for (const { base, tree, stamp } of indexes) {
      if (stamp === 0) continue;
      const known = this.#isWhole.get(base.source);
      const of = `${tree} ${stamp}`;
      const isWhole = known?.of === of ? known.isWhole : isInClone(this.#repository, tree);
      this.#isWhole.set(base.source, { of, isWhole });
      if (!(await isWhole)) found.push({ ref: base.source, ...PARTIAL });
    }
    return found;
  }

  /** Findings about the notes of this index, of this process or an earlier one. */
  findings({ index, sources }: Omit<SourcesIndex, 'partial'>): FindingsStore {
    const name = sources.map(source => source.name).join(' ');
    const kept = this.#keptFindings.get(name) ?? { cache: openCache(this.#repository, name, this.#options) };
    this.#keptFindings.set(name, kept);
    const known = this.#findings.get(index) ?? new FindingsStore(index, kept);
    this.#findings.set(index, known);
    return known;
  }

  /** See `IndexStore`. */
  discardCache(): void {
    for (const store of this.#stores.values()) store.discardCache();
    for (const [name, { cache }] of this.#keptFindings) {
      cache?.close();
      cache?.remove();
      this.#keptFindings.set(name, { cache: undefined });
    }
    this.#joined = undefined;
  }

  close(): void {
    for (const store of this.#stores.values()) store.close();
    for (const { cache } of this.#keptFindings.values()) cache?.close();
  }

  #store(reader: SourceReader): IndexStore {
    const key = reader.key ?? reader.source;
    const known = this.#stores.get(key) ?? new IndexStore(this.#repository, reader, this.#options);
    this.#stores.set(key, known);
    return known;
  }

  /** The same object as long as nothing changed, so that what others keep for it stays found. */
  #join(parts: readonly LayeredIndex[]): Omit<SourcesIndex, 'partial'> {
    const of = parts.map(part => part.id).join();
    if (this.#joined?.of === of) return this.#joined.index;
    const [only, ...more] = parts;
    const index = only && more.length === 0 ? only : new JoinedIndex(parts);
    const sources = parts.map(part => ({ name: part.base.source, size: part.size }));
    this.#joined = { of, index: { index, sources } };
    return this.#joined.index;
  }
}

const PARTIAL: Unreadable = {
  problem: 'part of its tree is missing from this clone or damaged',
  isMissing: true,
};

async function isInClone(repository: Repository, tree: string): Promise<boolean> {
  return (await listNotes(repository, tree)).complete;
}

/** A note that can be read, or that a newer version of a known writer wrote, tells what the ref is used for. */
function isInKnownDialect(index: LayeredIndex): boolean {
  return (
    index.size > index.malformed.length ||
    index.malformed.some(({ problem = '' }) => problem.startsWith('written in '))
  );
}
