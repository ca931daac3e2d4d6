import { cutText } from '../../annotation/messages/cut-text.ts';
import { type Message, readMessage } from '../../annotation/messages/read-message.ts';
import { oneLine } from '../../annotation/sanitise.ts';
import type { SaidInCommit } from '../../answers.ts';
import { UltragitError } from '../../errors.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Notice } from '../../notices.ts';
import { ownedLines } from '../history/blame.ts';
import { recent } from '../judge/narrow.ts';
import { lengthOf, rangesOf } from '../lines/range.ts';
import { fromSeconds, isoSeconds } from '../notes/timestamp-of.ts';
import type { Scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';
import { revertedBy } from './reverted-by.ts';

/** What the commits that own the lines of a scope say in their messages. */
export type Said = { commits: SaidInCommit[]; notices: Notice[] };

type Owner = { commit: Commit; message: Message; lines: readonly number[] };

const MOST_SHOWN = 3;
/** Of a file that hundreds of commits wrote, those that own most of it. */
const MOST_READ = 60;
/** A subject alone explains less than a body: its commit must own this many times as many lines. */
const BODY_COUNTS = 4;
const LONGEST_BODY = 600;
const MOST_RANGES = 8;
const MOST_REVERTS = 3;

type SaidOptions = {
  subjectsOnly?: boolean;
  /** Also what explains nothing: of one line, who wrote it and when is better than nothing. */
  whatever?: boolean;
  /** Only commits from then on: a date or a commit. */
  since?: string;
};

/** Takes a scope; gives the commits that own most of its lines and explain something, most lines first. */
export async function saidInCommits(
  snapshot: Snapshot,
  scope: Scope,
  { subjectsOnly = false, whatever = false, since }: SaidOptions = {},
): Promise<Said> {
  try {
    const { owners, shallow } = await ownedLines(snapshot, scope);
    const read = await readOwners(snapshot, owners);
    const chosen = choose(await recentOf(snapshot, read, since), whatever);
    const notices: Notice[] = shallow ? [{ code: 'shallow' }] : [];
    if (subjectsOnly) return { commits: chosen.map(assembleSubject), notices };
    const commits = chosen.map(({ commit }) => commit);
    const revertersOf = await revertedBy(snapshot, scope.commit, commits, read);
    return { commits: chosen.map(owner => assemble(owner, revertersOf(owner.commit))), notices };
  } catch (error) {
    if (!(error instanceof UltragitError) || error.code === 'cancelled') throw error;
    return { commits: [], notices: [{ code: 'commits_unread', path: scope.path, problem: error.message }] };
  }
}

async function recentOf(
  snapshot: Snapshot,
  owners: readonly Owner[],
  since: string | undefined,
): Promise<readonly Owner[]> {
  if (since === undefined) return owners;
  const dated = ({ commit }: Owner) => ({ commit, timestamp: fromSeconds(commit.author.time) });
  const isRecent = await recent(snapshot, owners.map(dated), since);
  return owners.filter(owner => isRecent(dated(owner)));
}

async function readOwners(
  { repository }: Snapshot,
  owners: ReadonlyMap<string, readonly number[]>,
): Promise<Owner[]> {
  const largest = [...owners].sort(([, a], [, b]) => b.length - a.length).slice(0, MOST_READ);
  const read = largest.map(async ([id, lines]): Promise<Owner[]> => {
    const commit = await repository.commit(id);
    return commit ? [{ commit, message: readMessage(commit.message), lines }] : [];
  });
  return (await Promise.all(read)).flat();
}

function choose(owners: readonly Owner[], whatever: boolean): Owner[] {
  const weight = ({ message, lines }: Owner) =>
    lines.length * (message.explains === 'body' ? BODY_COUNTS : 1);
  return owners
    .filter(({ message }) => whatever || message.explains !== 'nothing')
    .sort((a, b) => weight(b) - weight(a) || newerFirst(a, b))
    .slice(0, MOST_SHOWN)
    .sort((a, b) => b.lines.length - a.lines.length || newerFirst(a, b));
}

function newerFirst({ commit: a }: Owner, { commit: b }: Owner): number {
  return b.committer.time - a.committer.time || (a.id < b.id ? -1 : 1);
}

function assembleSubject({ commit, message, lines }: Owner): SaidInCommit {
  return {
    commit: commit.id,
    date: isoSeconds(fromSeconds(commit.author.time)).replace(/T.*/, ''),
    author: oneLine(commit.author.name) || undefined,
    summary: message.summary,
    body: undefined,
    lines: describeLines(lines),
  };
}

function assemble(owner: Owner, reverters: readonly string[]): SaidInCommit {
  const { body, refersTo, reverts } = owner.message;
  return {
    ...assembleSubject(owner),
    body: cutText(body, LONGEST_BODY) || undefined,
    refers_to: [
      ...reverts.slice(0, MOST_REVERTS).map(name => `reverts ${shortened(name)}`),
      ...reverters.slice(0, MOST_REVERTS).map(name => `reverted by ${shortened(name)}`),
      ...refersTo,
    ],
  };
}

/** Commit ids; issues are shorter anyway. */
function shortened(name: string): string {
  return /^[0-9a-f]{13,}$/.test(name) ? name.slice(0, 12) : name;
}

/** The ranges as a question has them; of very many, the largest. */
function describeLines(lines: readonly number[]): string {
  const ranges = rangesOf([...lines].sort((a, b) => a - b));
  const largest = new Set([...ranges].sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MOST_RANGES));
  const named = ranges
    .filter(range => largest.has(range))
    .map(({ start, end }) => (start === end ? `${start}` : `${start}:${end}`));
  return [...named, ...(ranges.length > MOST_RANGES ? ['…'] : [])].join(', ');
}
