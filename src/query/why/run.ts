import { UltragitError } from '../../errors.ts';
import { saidInCommits } from '../../pipeline/relations/said-in-commits.ts';
import { type Scope, scope, unitAround } from '../../pipeline/scope/scope.ts';
import { type Snapshot, snapshotAt } from '../../pipeline/snapshot.ts';
import { isBinary } from '../../syntax/binary.ts';
import type { AnswerOptions } from '../define.ts';
import type { QueryOf } from '../parameters.ts';
import type { ReadAnswer } from '../read/answer.ts';
import { run as read } from '../read/run.ts';
import type { whyParameters } from './parameters.ts';

type WhyQuery = QueryOf<typeof whyParameters>;

/** A read of some lines and of the function around them; where nobody explains them, with the commit that owns them. */
export async function run(now: Snapshot, query: WhyQuery, options: AnswerOptions): Promise<ReadAnswer> {
  const { path, lines } = query;
  if (query.anchor === undefined && lines === undefined) {
    // A directory, or a file that is not there, has neither.
    await scope(now, { path });
    throw new UltragitError('usage', `Which line of ${path}, or which unit?`, [
      `Name one: ultragit why ${path}:42, or ultragit why ${path} <name>`,
      `All of it in brief: ultragit summary ${path}`,
    ]);
  }
  const rev = query.rev === undefined ? undefined : await now.repository.resolve(query.rev, now.head);
  const snapshot = rev ? snapshotAt(now, rev) : now;
  const asked = lines === undefined ? undefined : await scope(snapshot, { path, lines, rev });
  if (asked && isBinary(asked.data)) throw noLines(path);
  const anchor = query.anchor ?? (asked && (await functionAround(asked)));
  const answer = await read(now, { ...query, anchor }, options);
  const isExplained = answer.regions.length > 0 || answer.said_in_commits !== undefined;
  if (isExplained || !asked || answer.notices?.some(({ code }) => code === 'excluded')) return answer;
  const { commits } = await saidInCommits(snapshot, asked, { whatever: true });
  return commits.length > 0 ? { ...answer, said_in_commits: commits.slice(0, 1) } : answer;
}

function noLines(path: string): UltragitError {
  return new UltragitError('not_a_file', `${path} is binary: it has no lines that could be explained.`, [
    `What is annotated of the file: ultragit read ${path}`,
  ]);
}

/** What is said of parts of a function matters to all of it; between the members of a class, none of theirs does. */
async function functionAround(asked: Scope): Promise<string | undefined> {
  const unit = await unitAround(asked);
  return unit && /function|method|constructor|macro/.test(unit.type) ? unit.name : undefined;
}
