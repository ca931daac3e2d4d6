import { type Knowledge, keyOf } from '../cache/knowledge.ts';
import type { Commit } from './parsers.ts';
import type { Repository } from './repository.ts';
import type { GitCall, GitOutput } from './run/runner.ts';

/** What git said to an earlier process, in the same words to the same question, or about a commit not far behind. */
export class KnownAnswers {
  readonly #repository: Repository;
  readonly #knowledge: Knowledge;
  #line: { head: string; between: Promise<Commit[] | undefined> } | undefined;

  constructor(repository: Repository, knowledge: Knowledge) {
    this.#repository = repository;
    this.#knowledge = knowledge;
  }

  async recall(call: GitCall<unknown>): Promise<GitOutput | undefined> {
    if (call.immutable !== true) return undefined;
    const known = this.#knowledge.get(this.#keyOf(call));
    const output = known ? unpack(known) : await this.#recallOlder(call);
    if (output && !known) this.keep(call, output);
    return output;
  }

  /** Git exits with 1, and says nothing, where it found nothing. */
  keep(call: GitCall<unknown>, output: GitOutput): void {
    const isWhole = output.exitCode <= 1 && output.stderr === '';
    if (call.immutable === true && isWhole) this.#knowledge.put(this.#keyOf(call), pack(call, output));
  }

  #keyOf(call: GitCall<unknown>, head?: { from: string; to: string }): string {
    const { args, input = '', wanted = [] } = call;
    const words = this.#repository.namelessly([...args, input, ...wanted]);
    const asked = head ? words.map(word => word.replaceAll(head.from, head.to)) : words;
    return keyOf('c', this.#repository.shallowness(), ...asked);
  }

  /** What was said of the last head that was asked about, where that still holds for the one that builds on it. */
  async #recallOlder(call: GitCall<unknown>): Promise<GitOutput | undefined> {
    const { carry } = call;
    const older = this.#knowledge.head;
    if (!carry || older === undefined || older === carry.head) return undefined;
    const known = this.#knowledge.get(this.#keyOf(call, { from: carry.head, to: older }));
    const between = known && (await this.#lineFrom(older, carry.head));
    if (!between) return undefined;
    if (carry.paths && !(await this.#areUntouched(older, between, carry.paths))) return undefined;
    const output = unpack(known);
    const stdout = carry.holds ? carry.holds(output.stdout, between) : output.stdout;
    return stdout === undefined ? undefined : { ...output, stdout };
  }

  #lineFrom(older: string, head: string): Promise<Commit[] | undefined> {
    if (this.#line?.head !== head) {
      this.#line = { head, between: lineBetween(this.#repository, older, head) };
    }
    return this.#line.between;
  }

  async #areUntouched(older: string, between: readonly Commit[], paths: readonly string[]): Promise<boolean> {
    const first = await this.#repository.commit(older);
    const versions = first ? [first, ...between] : [];
    const found = await Promise.all(
      paths.map(async path => {
        const entries = await Promise.all(versions.map(commit => this.#repository.entryAt(commit, path)));
        return new Set(entries.map(entry => entry && `${entry.mode} ${entry.id}`)).size;
      }),
    );
    return found.every(count => count === 1);
  }
}

/** As many commits as a person makes between two questions; each costs some reads. */
const MOST_BETWEEN = 20;

/** The commits behind an older one up to a newer one, oldest first, where each has one parent. */
async function lineBetween(
  repository: Repository,
  older: string,
  newer: string,
): Promise<Commit[] | undefined> {
  const line: Commit[] = [];
  for (let id = newer; id !== older; ) {
    const commit = line.length < MOST_BETWEEN ? await repository.commit(id) : undefined;
    const [parent, ...others] = commit?.parents ?? [];
    if (!commit || parent === undefined || others.length > 0) return undefined;
    line.push(commit);
    id = parent;
  }
  return line.reverse();
}

/** The exit code, which is one digit, and what the parser of the call reads of the answer. */
function pack({ distil }: GitCall<unknown>, { exitCode, stdout }: GitOutput): Buffer {
  return Buffer.from(`${exitCode}${distil ? distil(stdout) : stdout}`);
}

function unpack(packed: Buffer): GitOutput {
  return {
    exitCode: Number(packed.toString('latin1', 0, 1)),
    stdout: packed.toString('utf8', 1),
    stderr: '',
  };
}
