import { DamagedCache } from '../cache/checked-pages.ts';
import { readSettings, type Settings, type SettingsReading, TOML_FILE } from '../config.ts';
import { UltragitError } from '../errors.ts';
import { configEntries } from '../git/config-entries.ts';
import type { FilesOf } from '../git/files-at.ts';
import type { Commit } from '../git/parsers.ts';
import { type OpenOptions, Repository } from '../git/repository.ts';
import type { Deadlines } from '../git/run/runner.ts';
import { Shared, type Waiting } from '../git/shared.ts';
import type { Seen } from '../git/witness.ts';
import type { Reading } from '../index/index-cache.ts';
import { keepKnownSources } from '../index/known-sources.ts';
import { VanishedNote } from '../index/source-reader.ts';
import {
  lookAtSources,
  type SourceStates,
  Sources,
  type SourcesIndex,
  type UnreadRef,
} from '../index/sources.ts';
import type { Notice } from '../notices.ts';
import { unusedIgnoreRevs } from '../pipeline/history/ignored-revisions.ts';
import { Memory } from '../pipeline/memory.ts';
import { createSnapshot, isWhole, type Snapshot } from '../pipeline/snapshot.ts';

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
  /** What the questions are about: what is learned of it is kept for the next process, where a cache is used. */
  about?: string;
};

export type CallContext = Waiting & {
  /** What the question is about, where that differs from call to call. */
  about?: string;
  /** Called with the settings of the repository as soon as they are known. */
  onSettings?: (settings: Settings) => void;
  /** Gives the version whose settings hold, instead of those on disk. */
  settingsOf?: (known: { repository: Repository; head: Commit; signal?: AbortSignal }) => Promise<FilesOf>;
};

type Query<T> = (snapshot: Snapshot) => Promise<T>;

const MOST_ATTEMPTS = 200;

/** A repository with what is worth keeping between queries. All of it is named by content, so none is stale. */
export class Workspace {
  readonly repository: Repository;
  readonly #options: WorkspaceOptions;
  readonly #memory = new Memory();
  readonly #sources: Sources;
  #head: string | undefined;
  #indexing: { of: string; index: Shared<SourcesIndex> } | undefined;

  private constructor(repository: Repository, options: WorkspaceOptions) {
    this.repository = repository;
    this.#options = options;
    this.#sources = new Sources(repository, options);
  }

  static async open(options: WorkspaceOptions, signal?: AbortSignal): Promise<Workspace> {
    const { directory, env, deadlines, said, useCache } = options;
    const about = options.about === undefined ? undefined : { what: options.about, isKept: useCache };
    return new Workspace(await Repository.open(directory, env, { signal, deadlines, said, about }), options);
  }

  /**
   * Runs a query on one state of the repository. The file on disk is read between two looks at HEAD and the
   * notes ref: where those differ, the answer could mix two states, so it is asked for again. The same goes for a
   * query that met a damaged cache file, or a note that has gone since it was indexed.
   */
  async ask<T>(context: CallContext, query: Query<T>): Promise<T> {
    if (context.about !== undefined) this.repository.knowledge?.focus(context.about);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      try {
        const outcome = await this.#askOnce(context, query);
        if (outcome) return outcome.answer;
      } catch (error) {
        if (error instanceof DamagedCache) this.#sources.discardCache();
        else if (error instanceof VanishedNote) this.#sources.readAgain(error.source);
        else throw error;
        this.#indexing = undefined;
      }
    }
    throw restless();
  }

  /** The same, with what the answer looked at besides refs and settings; without, where more than that counts. */
  async askWatched<T>(context: CallContext, query: Query<T>): Promise<{ answer: T; seen: Seen | undefined }> {
    const { seen, stop } = this.repository.witness.watch();
    let whole = false;
    try {
      const answer = await this.ask(context, snapshot => {
        whole = isWhole(snapshot);
        return query(snapshot);
      });
      return { answer, seen: whole ? seen : undefined };
    } finally {
      stop();
    }
  }

  async #askOnce<T>(context: CallContext, query: Query<T>): Promise<{ answer: T } | undefined> {
    const snapshot = await this.snapshot(context);
    const [outcome] = await Promise.allSettled([query(snapshot)]);
    context.signal?.throwIfAborted();
    if (!(await this.#isCurrent(snapshot))) return undefined;
    if (outcome.status === 'rejected') throw outcome.reason;
    return { answer: outcome.value };
  }

  async #isCurrent({ repository, settings, head, states }: Snapshot): Promise<boolean> {
    const now = await repository.head();
    return now?.id === head.id && (await lookAtSources(repository, settings, now)).key === states.key;
  }

  /** Looks at HEAD, the notes refs and the settings once; the whole query works on what it saw. */
  async snapshot({ signal, progress, onSettings, settingsOf }: CallContext = {}): Promise<Snapshot> {
    this.repository.lookAtPacks();
    const files = settingsOf && (await this.#filesOf(settingsOf, signal));
    const { settings, notices } = await this.#settings(files, signal);
    onSettings?.(settings);
    const head = await this.repository.head();
    if (!head) {
      throw new UltragitError('no_commits', 'This branch has no commits yet.', [
        'Annotations belong to commits: commit something first.',
      ]);
    }
    this.#head = head.id;
    const states = await lookAtSources(this.repository, settings, head);
    const joined = await this.#indexOf(states, { signal, progress });
    return createSnapshot({
      repository: this.repository,
      settings,
      files,
      notices: [...notices, ...unreadRefs([...states.unread, ...joined.partial])],
      head,
      states,
      ...joined,
      findings: this.#sources.findings(joined),
      memory: this.#memory,
      signal,
    });
  }

  async #filesOf(settingsOf: NonNullable<CallContext['settingsOf']>, signal?: AbortSignal) {
    const head = await this.repository.head();
    return head && settingsOf({ repository: this.repository, head, signal });
  }

  /** The settings that would hold if the repository's own were those of another version. */
  async settingsIn(files: FilesOf, signal?: AbortSignal): Promise<SettingsReading> {
    const { noteref, env } = this.#options;
    const { entries } = await configEntries(this.repository, env, signal);
    return readSettings({ text: await files(TOML_FILE) }, entries, { noteref });
  }

  /**
   * What is wrong with the settings stops a person; a server answers without those, and says so. What is wrong with those
   * of an older version, nobody can mend.
   */
  async #settings(
    files: FilesOf | undefined,
    signal?: AbortSignal,
  ): Promise<{ settings: Settings; notices: Notice[] }> {
    const { noteref, strictConfig } = this.#options;
    const { entries, problem } = await configEntries(this.repository, this.#options.env, signal);
    const { root } = this.repository.location;
    const reading = await readSettings(files ? { text: await files(TOML_FILE) } : { root }, entries, {
      noteref,
    });
    const problems = problem ? [problem, ...reading.problems] : reading.problems;
    const [fatal] = files ? problems.filter(isOfClone) : problems;
    if (strictConfig && fatal) throw fatal;
    const notices: Notice[] = problems.map(({ message, hints: [hint] }) => ({
      code: 'bad_config',
      problem: message,
      hint,
    }));
    for (const warning of reading.warnings) notices.push({ code: 'unknown_setting', warning });
    return { settings: reading.settings, notices: [...notices, ...unusedIgnoreRevs(root, reading.settings)] };
  }

  async #indexOf(states: SourceStates, context: CallContext): Promise<SourcesIndex> {
    const of = states.key;
    const known = this.#indexing;
    const holds = known?.of === of && !known.index.abandoned && this.#sources.isCurrent(states);
    const make = ({ signal, progress }: CallContext) => {
      const report = (done: number, total: number) => progress?.(done, total, 'Reading the notes');
      return this.#readSources(states, { progress: report, signal });
    };
    const indexing = holds ? known : { of, index: new Shared(make, { goesOn: true }) };
    this.#indexing = indexing;
    return indexing.index.join(context);
  }

  async #readSources(states: SourceStates, options: Parameters<Sources['at']>[1]): Promise<SourcesIndex> {
    const read = await this.#sources.at(states, options);
    keepKnownSources(this.repository.location, read.sources, this.#options);
    return read;
  }

  /** Keeps what was learned for the next process. */
  keepKnowledge(): void {
    this.repository.knowledge?.save(this.#head);
  }

  close(): void {
    this.#sources.close();
    this.repository.close();
  }
}

function unreadRefs(refs: readonly UnreadRef[]): Notice[] {
  return refs.map(ref => ({ code: 'notes_ref_unread', ...ref }));
}

/** In `.git/config`, and not in a file that commits have. */
function isOfClone({ message }: UltragitError): boolean {
  return !message.startsWith(TOML_FILE);
}

function restless(): UltragitError {
  return new UltragitError('git_failed', 'The repository kept changing while it was read.', [
    'Ask again when the commits, checkouts or notes that are being written are done.',
  ]);
}
