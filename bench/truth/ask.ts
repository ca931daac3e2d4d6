// What Ultragit says at HEAD, asked in one process as a server is.
import type { RegionAnswer } from '../../src/answers.ts';
import { Workspace } from '../../src/query/workspace.ts';
import { history, type ReadQuery, read } from '../../test/support/queries.ts';
import type { Lines } from './unit.ts';

/** A region of an answer, with what is said where it has moved to another file. */
export type Said = Omit<RegionAnswer, 'freshness'> & {
  freshness: { state: string; changed?: string };
  moved_to?: { file: string; anchor?: unknown; lines?: Lines };
};

/** An entry of the timeline of a file. */
export type Told = { state: string; moved_to?: Said['moved_to'] };

/** The regions of one answer by their ids; the code of an error where there is no answer. */
export type Answer = { regions: Map<string, Said>; error?: string };

const UNLIMITED = {
  max_regions: 1_000_000,
  max_tokens: 1_000_000_000,
  depth: 0,
  messages: false,
  verbose: true,
};

export class Asker {
  readonly #workspace: Workspace;
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #told = new Map<string, Map<string, Told>>();
  questions = 0;

  private constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  static async open(directory: string, env: Record<string, string>): Promise<Asker> {
    return new Asker(await Workspace.open({ directory, env, strictConfig: true, useCache: false }));
  }

  file(path: string): Promise<Answer> {
    return this.#ask({ path });
  }

  anchor(path: string, anchor: string): Promise<Answer> {
    return this.#ask({ path, anchor });
  }

  line(path: string, line: number): Promise<Answer> {
    return this.#ask({ path, lines: `${line}:${line}` });
  }

  /** The states of the annotations that are told of a file which may be gone. */
  async told(path: string): Promise<Map<string, Told>> {
    const known = this.#told.get(path);
    if (known) return known;
    this.questions++;
    const told = new Map<string, Told>();
    this.#told.set(path, told);
    try {
      const { max_tokens, verbose } = UNLIMITED;
      const limits = { limit: 1_000_000, follow_related: false, max_tokens, verbose };
      const answer = await history(this.#workspace, { path, ...limits });
      for (const entry of answer.timeline) if (entry.intent) told.set(entry.intent, entry);
    } catch (error) {
      codeOf(error);
    }
    return told;
  }

  close(): void {
    this.#workspace.close();
  }

  #ask(question: Pick<ReadQuery, 'path' | 'anchor' | 'lines'>): Promise<Answer> {
    const key = JSON.stringify(question);
    const known = this.#answers.get(key);
    if (known) return known;
    this.questions++;
    const answer = this.#read(question);
    this.#answers.set(key, answer);
    return answer;
  }

  async #read(question: Pick<ReadQuery, 'path' | 'anchor' | 'lines'>): Promise<Answer> {
    const regions = new Map<string, Said>();
    try {
      const answer = await read(this.#workspace, { ...UNLIMITED, ...question });
      if (answer.trimmed) throw new Error(`The answer about ${question.path} was trimmed.`);
      for (const region of answer.regions) if (region.intent) regions.set(region.intent, region);
      return { regions };
    } catch (error) {
      return { regions, error: codeOf(error) };
    }
  }
}

/** What Ultragit says instead of an answer; what is no such thing is a fault of the bench. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') throw error;
  return code;
}
