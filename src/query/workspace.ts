import type { Notice } from '../answers.ts';
import { defaultSettings, readSettings, type Settings } from '../config.ts';
import { UltragitError } from '../errors.ts';
import { configEntries } from '../git/config-entries.ts';
import { Repository } from '../git/repository.ts';
import { IndexStore } from '../index/index-store.ts';
import { History } from '../pipeline/history.ts';
import { NoteStore, type View } from '../pipeline/view.ts';

export type WorkspaceOptions = {
  /** Where to look for the repository. */
  directory: string;
  env: Readonly<Record<string, string | undefined>>;
  noteref?: string;
  /** A malformed config file is an error for a person, and a notice for a server that must answer. */
  strictConfig: boolean;
  /** False for neither reading nor writing the index in the cache directory, and removing it. */
  useCache: boolean;
};

export type CallContext = {
  signal?: AbortSignal;
  progress?: (done: number, total?: number, message?: string) => void;
};

/** A repository with what is worth keeping between queries. All of it is named by content, so none is stale. */
export class Workspace {
  readonly repository: Repository;
  readonly #options: WorkspaceOptions;
  readonly #history: History;
  readonly #notes: NoteStore;
  readonly #index: IndexStore;

  private constructor(repository: Repository, options: WorkspaceOptions) {
    this.repository = repository;
    this.#options = options;
    this.#history = new History(repository);
    this.#notes = new NoteStore(repository);
    this.#index = new IndexStore(repository, options);
  }

  static async open(options: WorkspaceOptions, signal?: AbortSignal): Promise<Workspace> {
    return new Workspace(await Repository.open(options.directory, options.env, signal), options);
  }

  /** Looks at HEAD, the notes ref and the settings once; the whole query works on what it saw. */
  async view({ signal, progress }: CallContext = {}): Promise<{ view: View; notices: Notice[] }> {
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
    const report = progress && ((done: number, total: number) => progress(done, total, 'Reading the notes'));
    const index = await this.#index.at(settings.noteref, notesTree, { progress: report, signal });
    const { repository } = this;
    const history = this.#history;
    const notes = this.#notes;
    return { view: { repository, settings, head, notesTree, index, history, notes, signal }, notices };
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

  close(): void {
    this.repository.close();
  }
}
