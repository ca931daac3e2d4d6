import { basename, dirname } from 'node:path';
import { oneLine } from '../annotation/sanitise.ts';
import { type Notice, sayNotices } from '../notices.ts';
import { explainEmpty } from '../pipeline/answer/explain-empty.ts';
import { commitSummary } from '../pipeline/judge/commit-summary.ts';
import { fromSeconds } from '../pipeline/notes/timestamp-of.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { version } from '../version.ts';
import { shortId } from '../wording.ts';
import { type AnnotatedFile, annotatedFiles } from './annotated-files.ts';
import type { RepositoryData } from './data.ts';

/** The tree with what is annotated, and what there is to know about the repository. */
export async function repository(snapshot: Snapshot, below = ''): Promise<RepositoryData> {
  const { head, sources, repository: opened } = snapshot;
  const files = await annotatedFiles(snapshot, below);
  return {
    name: repositoryName(snapshot),
    branch: opened.branch(),
    head: {
      commit: shortId(head.id),
      date: fromSeconds(head.committer.time).toISOString().slice(0, 10),
      summary: oneLine(commitSummary(head)),
    },
    version,
    sources: sources.filter(({ size }) => size > 0).map(({ name, size }) => ({ name, annotations: size })),
    files: files.map(({ path, n }) => ({ path: oneLine(path), n })),
    notices: sayNotices(noticesAbout(snapshot, files, below), 'terminal'),
  };
}

/** A directory that is not named `.git` holds a bare repository. */
export function repositoryName({ repository: { location } }: Snapshot): string {
  const { root, gitDir } = location;
  const directory = root ?? (basename(gitDir) === '.git' ? dirname(gitDir) : gitDir);
  return oneLine(basename(directory).replace(/(?<=.)\.git$/, '')) || 'repository';
}

function noticesAbout(snapshot: Snapshot, files: readonly AnnotatedFile[], below: string): Notice[] {
  const { notices, index, repository: opened } = snapshot;
  const unread: Notice[] =
    index.malformed.length > 0 ? [{ code: 'notes_unread', notes: index.malformed, here: new Set() }] : [];
  if (files.some(({ n }) => n > 0)) return [...notices, ...unread];
  const empty = explainEmpty(snapshot, {
    path: below || '.',
    isDirectory: true,
    elsewhereInFile: 0,
    unreachable: [],
    shallow: opened.shallowBoundaries().size > 0,
  });
  return [...notices, ...unread.filter(({ code }) => code !== empty.code), empty];
}
