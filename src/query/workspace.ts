import type { Notice } from '../answers.ts';
import { DamagedCache } from '../cache/checked-pages.ts';
import { defaultSettings, readSettings, type Settings } from '../config.ts';
import { UltragitError } from '../errors.ts';
import { ContentCache } from '../git/cache.ts';
import { configEntries } from '../git/config-entries.ts';
import { type OpenOptions, Repository } from '../git/repository.ts';
import type { Deadlines } from '../git/run.ts';
import type { Reading } from '../index/index-cache.ts';
import { IndexStore } from '../index/index-store.ts';
import type { NotesIndex } from '../index/notes-index.ts';
import { History } from '../pipeline/history/ancestry.ts';
import { BlameMemory } from '../pipeline/history/blame-lines.ts';
import type { LineMap } from '../pipeline/lines/map-lines.ts';
import { NoteStore, type Snapshot } from '../pipeline/snapshot.ts';
import { Shared } from './shared.ts';

export type WorkspaceOptions = {
  /** Where to look for the repository. */
  directory: string;
  env: Readonly<Record<string, string | undefined>>;
  noteref?: string;
  /** A malformed config file is an error for a person, and a notice for a server that must answer. */
  strictConfig: boolean;
  /** False for neither reading nor writing the index in the cache directory, and removing it. */
  useCache: boolean;
  /** How the index is read from the cache directory. */
  reading?: Reading;
  deadlines?: Deadlines;
  said?: OpenOptions['said'];
};

export type CallContext = {
  signal?: AbortSignal;
  progress?: (done: number, total?: number, message?: string) => void;
};

type Query<T> = (snapshot: Snapshot, notices: Notice[]) => Promise<T>;

const MOST_ATTEMPTS = 200;

/** A repository with what is worth keeping between queries. All of it is named by content, so none is stale. */
export class Workspace {
  readonly repository: Repository;
  readonly #options: WorkspaceOptions;
  readonly #history: History;
  readonly #notes: NoteStore;
  readonly #blames = new BlameMemory();
  readonly #maps = new ContentCache<LineMap>(32 * 1024 * 1024);
  readonly #index: IndexStore;
  #indexing: { of: string; index: Shared<NotesIndex> } | undefined;

  private constructor(repository: Repository, options: WorkspaceOptions) {
    this.repository = repository;
    this.#options = options;
    this.#history = new History(repository);
    this.#notes = new NoteStore(repository);
    this.#index = new IndexStore(repository, options);
  }

  static async open(options: WorkspaceOptions, signal?: AbortSignal): Promise<Workspace> {
    const { directory, env, deadlines, said } = options;
    return new Workspace(await Repository.open(directory, env, { signal, deadlines, said }), options);
  }

  /**
   * Runs a query on one state of the repository. The file on disk is read between two looks at HEAD and the
   * notes ref: where those differ, the answer could mix two states, so it is asked for again. The same goes for a
   * query that met a damaged cache file.
   */
  async ask<T>(context: CallContext, query: Query<T>): Promise<T> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      try {
        const outcome = await this.#askOnce(context, query);
        if (outcome) return outcome.answer;
      } catch (error) {
        if (!(error instanceof DamagedCache)) throw error;
        this.#index.discardCache();
      }
    }
    throw restless();
  }

  async #askOnce<T>(context: CallContext, query: Query<T>): Promise<{ answer: T } | undefined> {
    const { snapshot, notices } = await this.snapshot(context);
    const [outcome] = await Promise.allSettled([query(snapshot, notices)]);
    context.signal?.throwIfAborted();
    if (!(await this.#isCurrent(snapshot))) return undefined;
    if (outcome.status === 'rejected') throw outcome.reason;
    return { answer: outcome.value };
  }

  async #isCurrent({ repository, settings, head, notesTree }: Snapshot): Promise<boolean> {
    const now = await repository.head();
    return now?.id === head.id && (await repository.notesTree(settings.noteref)) === notesTree;
  }

  /** Looks at HEAD, the notes ref and the settings once; the whole query works on what it saw. */
  async snapshot({ signal, progress }: CallContext = {}): Promise<{ snapshot: Snapshot; notices: Notice[] }> {
    const notices: Notice[] = [];
    const settings = await this.#settings(notices, signal);
    const head = await this.repository.head();
    if (!head) {
      throw new UltragitError(
        'no_commits',
        'This branch has no commits yet, so there is nothing to annotate.',
        ['Commit something first.'],
      );
    }
    const notesTree = await this.repository.notesTree(settings.noteref);
    const index = await this.#indexOf(settings.noteref, notesTree, { signal, progress });
    const { repository } = this;
    const history = this.#history;
    const notes = this.#notes;
    const blames = this.#blames;
    return {
      snapshot: {
        repository,
        settings,
        head,
        notesTree,
        index,
        history,
        notes,
        blames,
        maps: this.#maps,
        findings: this.#index.findings(index),
        signal,
      },
      notices,
    };
  }

  async #settings(notices: Notice[], signal?: AbortSignal): Promise<Settings> {
    const { noteref, strictConfig } = this.#options;
    try {
      const entries = await configEntries(this.repository, signal);
      const { settings, warnings } = await readSettings(this.repository.location.root, entries, { noteref });
      for (const message of warnings) notices.push({ code: 'unknown_setting', message });
      return settings;
    } catch (error) {
      if (strictConfig || !(error instanceof UltragitError) || error.code !== 'bad_config') throw error;
      notices.push({
        code: 'bad_config',
        message: `${error.message} Using the defaults.`,
        fix: error.hints[0],
      });
      return defaultSettings({ noteref });
    }
  }

  async #indexOf(noteref: string, tree: string | undefined, context: CallContext): Promise<NotesIndex> {
    const of = `${noteref} ${tree}`;
    if (this.#indexing?.of !== of || this.#indexing.index.abandoned) {
      const make = ({ signal, progress }: CallContext) => {
        const report = (done: number, total: number) => progress?.(done, total, 'Reading the notes');
        return this.#index.at(noteref, tree, { progress: report, signal });
      };
      this.#indexing = { of, index: new Shared(make) };
    }
    return this.#indexing.index.join(context);
  }

  close(): void {
    this.#index.close();
    this.repository.close();
  }
}

function restless(): UltragitError {
  return new UltragitError('git_failed', 'The repository kept changing while it was read.', [
    'Ask again when the commits, checkouts or notes that are being written are done.',
  ]);
}
