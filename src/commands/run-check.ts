/** What `check` does: compares, prints, and says by its exit code what came of it. Loaded when it runs. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CheckAnswer, KINDS, type Kind } from '../check/answer.ts';
import { askCheck } from '../check/ask-check.ts';
import { beforeFirstCommit } from '../check/check.ts';
import { asComment } from '../check/comment.ts';
import { describe } from '../check/describe.ts';
import { exitCode, UltragitError } from '../errors.ts';
import { Workspace } from '../query/workspace.ts';
import { renderJson } from '../render/json.ts';
import type { LinkTo } from '../render/links.ts';
import type { Look } from '../render/pretty.ts';
import { version } from '../version.ts';
import type { CHECK_FORMATS, FAIL_ON } from './check.ts';
import { chooseFormat, formatNamed } from './formats.ts';
import type { Io } from './io.ts';
import { printError } from './print-error.ts';
import { progressOn } from './progress.ts';
import { leaveOnSignals } from './signals.ts';
import type { LookFlags } from './terminal/look.ts';
import { present } from './terminal/present.ts';
import { repositoryLinks } from './terminal/repository-links.ts';

type CheckFormat = (typeof CHECK_FORMATS)[number];

export type CheckFlags = LookFlags & {
  staged?: boolean;
  worktree?: boolean;
  message?: string;
  repo?: string;
  noteref?: string;
  failOn?: (typeof FAIL_ON)[number];
  maxFindings?: number;
  maxTokens?: number;
  format?: CheckFormat;
  json?: boolean;
};

const UNSEEN = 3;
const LARGEST_MESSAGE = 1024 * 1024;

export async function runCheck(io: Io, range: string | undefined, flags: CheckFlags): Promise<number> {
  const format = formatOf(io, flags);
  try {
    requireOneChange(range, flags);
    const { answer, linkTo } = await ask(io, range, flags, format);
    const isText = format === 'pretty' || format === 'markdown';
    const render = (look: Look) => textOf(format, answer, look);
    const shown = await present(io, isText ? flags : { ...flags, pager: false }, render, linkTo);
    return shown === 0 ? outcomeOf(answer, flags.failOn) : shown;
  } catch (error) {
    if (!(error instanceof UltragitError)) throw error;
    const { renderError } = formatNamed(format === 'json' ? 'json' : 'pretty');
    if (renderError) io.stdout.write(renderError(error));
    else printError(io, error);
    return error.code === 'history_missing' ? UNSEEN : exitCode(error);
  }
}

async function ask(
  io: Io,
  range: string | undefined,
  flags: CheckFlags,
  format: CheckFormat,
): Promise<{ answer: CheckAnswer; linkTo?: LinkTo }> {
  const { staged, message, maxFindings, maxTokens, repo, noteref } = flags;
  const audience = format === 'pretty' || format === 'markdown' ? 'terminal' : 'agent';
  const said = message === undefined ? undefined : messageIn(resolve(io.cwd, message));
  const progress = progressOn(io);
  const stay = leaveOnSignals();
  let workspace: Workspace | undefined;
  try {
    workspace = await Workspace.open({
      ...{ directory: repo ?? io.cwd, env: io.env, noteref, strictConfig: true, useCache: true },
      ...{ reading: 'by page', said: repo === undefined ? io.said : undefined },
    });
    const { report } = progress;
    const options = {
      range,
      staged,
      audience,
      message: said,
      maxFindings,
      maxTokens,
      progress: report,
    } as const;
    const asking = askCheck(workspace, options, { progress: report });
    const answer = await asking.catch((error: unknown) => {
      const isFirst = error instanceof UltragitError && error.code === 'no_commits' && range === undefined;
      if (!isFirst) throw error;
      return beforeFirstCommit(options);
    });
    return {
      answer,
      linkTo: format === 'pretty' ? await repositoryLinks(workspace.repository, io) : undefined,
    };
  } finally {
    progress.clear();
    workspace?.close();
    stay();
  }
}

function formatOf(io: Io, { format, json, ...flags }: CheckFlags): CheckFormat {
  if (format === 'sarif' || format === 'github') return format;
  return chooseFormat(io, { ...flags, format, json });
}

function requireOneChange(range: string | undefined, { staged, worktree }: CheckFlags): void {
  const given = [range !== undefined, staged, worktree].filter(Boolean).length;
  if (given <= 1) return;
  throw new UltragitError('usage', 'Name one change: a range, --staged or --worktree.', [
    'ultragit check --staged, or ultragit check main..',
  ]);
}

function messageIn(path: string): string {
  try {
    const found = statSync(path);
    if (found.isFile() && found.size <= LARGEST_MESSAGE) return readFileSync(path, 'utf8');
  } catch {
    // Said below.
  }
  throw new UltragitError('usage', `${path} is no commit message that can be read.`, [
    'Name the file that git gives its commit-msg hook, for example .git/COMMIT_EDITMSG.',
  ]);
}

async function textOf(format: CheckFormat, answer: CheckAnswer, look: Look): Promise<string> {
  if (format === 'sarif') {
    const { asSarif } = await import('../check/sarif.ts');
    return `${renderJson(asSarif(answer, version))}\n`;
  }
  if (format === 'github') {
    const { asWorkflowCommands } = await import('../check/github.ts');
    return asWorkflowCommands(answer);
  }
  const text = await formatNamed(format).render(answer, async () => describe(answer), look);
  return format === 'markdown' ? asComment(text) : text;
}

const FAILING: Record<(typeof FAIL_ON)[number], readonly Kind[]> = {
  dependent: ['dependent'],
  constraint: ['dependent', 'constraint'],
  any: KINDS,
};

/** Findings that no limit showed count, too; what was found outweighs what could not be seen. */
function outcomeOf({ stats, complete }: CheckAnswer, failOn: CheckFlags['failOn']): number {
  const isFailed = failOn !== undefined && FAILING[failOn].some(kind => (stats.by_kind[kind] ?? 0) > 0);
  if (isFailed) return 1;
  return complete ? 0 : UNSEEN;
}
