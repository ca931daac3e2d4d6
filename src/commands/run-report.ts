/** What `report` does: collects all that the page may ask, and writes one file. Loaded when it runs. */
import { resolve } from 'node:path';
import { exitCode, UltragitError } from '../errors.ts';
import { builtPage } from '../page/built-page.ts';
import { type Collected, collect } from '../page/report/collect.ts';
import { type Page, reportDocument } from '../page/report/document.ts';
import { claimReport, writeReport } from '../page/report/write-report.ts';
import { findPath } from '../pipeline/scope/find-path.ts';
import { whereToLook } from '../pipeline/scope/missing-file.ts';
import { normalisePath } from '../pipeline/scope/normalise-path.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { Workspace } from '../query/workspace.ts';
import { plural } from '../wording.ts';
import type { Io } from './io.ts';
import { printError } from './print-error.ts';
import { progressOn } from './progress.ts';
import { leaveOnSignals } from './signals.ts';

export type ReportFlags = { out: string; force?: boolean; repo?: string; noteref?: string };

/** What a browser opens without trouble. */
const MOST_BYTES = 64 * 1024 * 1024;
const KIBIBYTE = 1024;

export async function runReport(io: Io, path: string | undefined, flags: ReportFlags): Promise<number> {
  const { out, force = false } = flags;
  const isPipe = out === '-';
  const target = resolve(io.cwd, out);
  try {
    if (isPipe && io.stdout.isTTY) throw onTerminal();
    const page = builtPage(new URL('./', import.meta.url)) ?? notBuilt();
    const { collected, location } = await collectAll(io, path, flags, root => {
      if (!isPipe) claimReport(target, { force, never: root });
    });
    const html = reportDocument(page, collected.questions);
    if (isPipe) (io.writeDocument ?? io.stdout.write)(html);
    else writeReport(target, html, { force, never: location });
    if (!isPipe) io.stdout.write(`Wrote ${out}: ${sizeOf(collected, html)}.\n`);
    for (const line of cautions(collected)) io.stderr.write(`${line}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof UltragitError)) throw error;
    printError(io, error);
    return exitCode(error);
  }
}

/** `check` comes before the work that may take long. */
async function collectAll(
  io: Io,
  path: string | undefined,
  { repo, noteref }: ReportFlags,
  check: (never: string[]) => void,
): Promise<{ collected: Collected; location: string[] }> {
  const progress = progressOn(io);
  const stay = leaveOnSignals();
  let workspace: Workspace | undefined;
  try {
    workspace = await Workspace.open({
      ...{ directory: repo ?? io.cwd, env: io.env, noteref, strictConfig: true, useCache: true },
      said: repo === undefined ? io.said : undefined,
    });
    const { gitDir, commonDir } = workspace.repository.location;
    const location = [gitDir, commonDir];
    check(location);
    const directory = repo === undefined ? io.cwd : resolve(io.cwd, repo);
    const collected = await workspace.ask({ progress: progress.report }, async snapshot =>
      collect(snapshot, {
        below: path === undefined ? '' : await pathIn(snapshot, path, directory),
        mostBytes: MOST_BYTES,
        progress: progress.report,
      }),
    );
    return { collected, location };
  } finally {
    progress.clear();
    workspace?.close();
    stay();
  }
}

/** A path of the last commit, as the user typed it, which may be relative to the current directory. */
async function pathIn(snapshot: Snapshot, word: string, directory: string): Promise<string> {
  const { repository, head } = snapshot;
  const found = await findPath(word, repository, head, directory);
  const path = normalisePath(found.path, repository.location.root);
  if (path === '' || (await repository.entryAt(head, path))) return path;
  const message = `${word} is not in the last commit.`;
  throw new UltragitError('file_not_found', message, [await whereToLook(snapshot, path, head)]);
}

function sizeOf({ files }: Collected, html: string): string {
  const size = `${Math.ceil(Buffer.byteLength(html) / KIBIBYTE)} KiB`;
  return files === 0 ? `nothing is annotated, ${size}` : `${plural(files, 'annotated file')}, ${size}`;
}

function cautions({ notices, leftOut, unitsLeftOut }: Collected): string[] {
  const said = notices.map(({ message, fix }) => `Note: ${[message, fix].filter(Boolean).join(' ')}`);
  if (unitsLeftOut > 0) {
    said.push(
      `Note: ${plural(unitsLeftOut, 'unit')} of files with very many annotations have no page of their own.`,
    );
  }
  if (leftOut === 0) return said;
  const what = `Note: ${plural(leftOut, 'annotated file')} found no room in ${MOST_BYTES / KIBIBYTE / KIBIBYTE} MiB.`;
  return [...said, `${what} Write parts: ultragit report <directory> --out <file>`];
}

function onTerminal(): UltragitError {
  return new UltragitError('usage', 'A report is no text for a terminal.', [
    'Name a file: ultragit report --out annotations.html',
  ]);
}

function notBuilt(): Page {
  throw new UltragitError('not_written', 'This build of Ultragit has no page: dist/page.html is missing.', [
    'Install it again, or build it: npm run build',
  ]);
}
