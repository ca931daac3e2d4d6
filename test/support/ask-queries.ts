// Asks deps, history and summary of a real repository, in this process, for all that they know, and checks what every
// answer must be.
import { Command } from 'commander';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { addQuery } from '../../src/commands/query-command.ts';
import { type DepsAnswer, depsAnswerSchema } from '../../src/query/deps/answer.ts';
import { type HistoryAnswer, historyAnswerSchema } from '../../src/query/history/answer.ts';
import { COMMAND_QUERIES } from '../../src/query/registry.ts';
import { type SummaryAnswer, summaryAnswerSchema } from '../../src/query/summary/answer.ts';
import { type CallContext, Workspace } from '../../src/query/workspace.ts';
import { openWorkspace } from './ask.ts';
import { type DepsQuery, deps, type HistoryQuery, history, type SummaryQuery, summary } from './queries.ts';
import type { Repository } from './repository.ts';

type Place = Pick<Repository, 'path' | 'env'>;

/** A workspace serves many questions; a repository is opened for each. */
type Where = Place | Workspace;

async function opened(where: Where): Promise<Workspace> {
  return where instanceof Workspace ? where : openWorkspace(where);
}

export async function askDeps(
  repo: Where,
  path: string,
  query: Partial<DepsQuery> = {},
): Promise<DepsAnswer> {
  const answer = await deps(await opened(repo), { verbose: true, path, ...query });
  return sound(depsAnswerSchema, answer);
}

export async function askHistory(
  repo: Where,
  path: string,
  query: Partial<HistoryQuery> = {},
): Promise<HistoryAnswer> {
  const answer = await history(await opened(repo), { verbose: true, path, ...query });
  return sound(historyAnswerSchema, answer);
}

export async function askSummary(
  repo: Where,
  path: string,
  query: Partial<SummaryQuery> = {},
  context: CallContext = {},
): Promise<SummaryAnswer> {
  const answer = sound(
    summaryAnswerSchema,
    await summary(await opened(repo), { verbose: true, path, ...query }, context),
  );
  const { ast_units, annotated_units, unannotated_units, other_regions = 0 } = answer.stats;
  expect(annotated_units + unannotated_units).toBe(ast_units);
  expect(annotated_units + other_regions).toBe(answer.units.length);
  return answer;
}

/** Valid JSON, exactly what the schema declares, and no character that could fool a reader. Gives what a reader gets. */
function sound<Schema extends z.ZodMiniType, Answer extends object>(schema: Schema, answer: Answer): Answer {
  const wire: Answer = JSON.parse(JSON.stringify(answer));
  expect(z.parse(schema, wire)).toEqual(wire);
  expect(JSON.stringify(answer)).not.toMatch(/[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/);
  return wire;
}

export function noticeCodes(answer: { notices?: { code: string }[] }): string[] {
  return (answer.notices ?? []).map(notice => notice.code);
}

export function messageOf(
  answer: { notices?: { code: string; message: string }[] },
  code: string,
): string | undefined {
  return answer.notices?.find(notice => notice.code === code)?.message;
}

type Outcome = { code: number; stdout: string; stderr: string };

type Surroundings = {
  cwd?: string;
  env?: Record<string, string>;
  terminal?: boolean;
  columns?: number;
  /** Is told what goes to stderr while the command runs; without it that is no terminal, and has no progress. */
  heard?: (text: string) => void;
};

/** Runs a command line of the queries with an outside world of its own. */
export async function runCommand(
  repo: Place,
  args: string[],
  { cwd = repo.path, env = {}, terminal = false, columns = 80, heard }: Surroundings = {},
): Promise<Outcome> {
  const outcome: Outcome = { code: 0, stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      outcome[name] += text;
      if (name === 'stderr') heard?.(text);
    },
    isTTY: terminal && (name === 'stdout' || heard !== undefined),
    columns,
  });
  const program = new Command('ultragit').exitOverride();
  const io = {
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    env: { PATH: repo.env.PATH, HOME: repo.env.HOME, ...env },
    cwd,
    home: repo.env.HOME ?? '',
    platform: process.platform,
  };
  const exit = (code: number) => {
    outcome.code = code;
  };
  for (const query of COMMAND_QUERIES) addQuery(program, query, io, exit);
  for (const command of program.commands) {
    command.exitOverride().configureOutput({ writeOut: io.stdout.write, writeErr: io.stderr.write });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    outcome.code = (error as { exitCode?: number }).exitCode === 0 ? 0 : 2;
  }
  return outcome;
}
