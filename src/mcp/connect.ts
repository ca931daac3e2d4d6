/** Where the tools meet what answers them. */
import { depsAnswerSchema, historyAnswerSchema, readAnswerSchema, summaryAnswerSchema } from '../answers.ts';
import { UltragitError } from '../errors.ts';
import { deps } from '../query/deps.ts';
import { history } from '../query/history.ts';
import { read } from '../query/read.ts';
import { summary } from '../query/summary.ts';
import { Workspace } from '../query/workspace.ts';
import { createTools, type Tool } from './tools.ts';

export type ConnectOptions = { repo?: string; noteref?: string; cwd: string; env: NodeJS.ProcessEnv };

/** `close` ends what the queries keep open: git processes, temporary files. */
export type Connection = { tools: readonly Tool[]; close(): Promise<void> };

export async function connect(options: ConnectOptions): Promise<Connection> {
  const session = new Session(options);
  const queries: Parameters<typeof createTools>[0] = {
    read: ({ path, max_tokens: maxTokens, ...rest }, context) =>
      session.ask(workspace => read(workspace, { ...rest, paths: [path], maxTokens }, context)),
    deps: (args, context) => session.ask(workspace => deps(workspace, args, context)),
    history: (args, context) => session.ask(workspace => history(workspace, args, context)),
    summary: (args, context) => session.ask(workspace => summary(workspace, args, context)),
  };
  const outputs = {
    read: readAnswerSchema,
    deps: depsAnswerSchema,
    history: historyAnswerSchema,
    summary: summaryAnswerSchema,
  };
  return { tools: createTools(queries, outputs), close: async () => session.close() };
}

/** The repository of this server, found when it is first asked about, and again when it has gone. */
class Session {
  readonly #options: ConnectOptions;
  #workspace: Promise<Workspace> | undefined;

  constructor(options: ConnectOptions) {
    this.#options = options;
  }

  async ask<T>(query: (workspace: Workspace) => Promise<T>): Promise<T> {
    const current = this.#current();
    try {
      return await query(await current);
    } catch (error) {
      if (!(error instanceof UltragitError) || error.code !== 'repository_gone') throw error;
      this.#forget(current);
      return query(await this.#current());
    }
  }

  close(): void {
    if (this.#workspace) this.#forget(this.#workspace);
  }

  /** Shared by all calls, so that no call's cancellation may end it. */
  #current(): Promise<Workspace> {
    if (this.#workspace) return this.#workspace;
    const opening = this.#open();
    this.#workspace = opening;
    opening.catch(() => this.#forget(opening));
    return opening;
  }

  #forget(workspace: Promise<Workspace>): void {
    if (this.#workspace === workspace) this.#workspace = undefined;
    workspace.then(
      opened => opened.close(),
      () => undefined,
    );
  }

  /** `--repo` wins; else the working directory; else the directory that Claude Code says it works in. */
  async #open(): Promise<Workspace> {
    const { repo, noteref, cwd, env } = this.#options;
    const open = (directory: string) =>
      Workspace.open({ directory, env, noteref, strictConfig: false, useCache: true });
    if (repo !== undefined) return open(repo);
    try {
      return await open(cwd);
    } catch (error) {
      const isMissing = error instanceof UltragitError && error.code === 'not_a_repository';
      if (!isMissing || !env.CLAUDE_PROJECT_DIR) throw error;
      return open(env.CLAUDE_PROJECT_DIR);
    }
  }
}
