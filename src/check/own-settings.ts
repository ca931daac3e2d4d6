import { type Settings, type SettingsReading, TOML_FILE } from '../config.ts';
import { type FilesOf, smallText } from '../git/files-at.ts';
import { type Glob, parseGlob } from '../glob/glob.ts';
import type { Notice } from '../notices.ts';
import {
  IGNORE_REVS_FILE,
  type IgnoredRevisions,
  ignoredRevisions,
  trackedName,
} from '../pipeline/history/ignored-revisions.ts';
import { excludedBy } from '../pipeline/scope/excluded-by.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import type { ChangedFile } from './changed-files.ts';
import type { Comparison } from './comparison.ts';

/** The settings that hold with the files of a version. */
export type SettingsIn = (files: FilesOf) => Promise<SettingsReading>;

/** Settings by which a file is not looked at. */
const HIDES = {
  excludes: (path: string, settings: Settings) => excludedBy(path, settings) !== undefined,
  ignores: (path: string, { checkIgnore }: Settings) =>
    globsOf(checkIgnore).some(({ matches }) => matches(path)),
};

/** Settings that say where annotations are read, as a sentence shows them. */
const READS: Record<string, (settings: Settings) => string> = {
  noteref: ({ noteref }) => noteref,
  sources: ({ sources }) => sources,
};

/** What the change itself would have kept from being seen, had its own settings and ignore lists been used. */
export async function hiddenByChange(
  before: Snapshot,
  { commits }: Comparison,
  all: readonly ChangedFile[],
  settingsIn: SettingsIn,
): Promise<Notice[]> {
  const after = filesAfter(before, all);
  const lists = listNames(before).filter(name => isChanged(all, name));
  const hidden = isChanged(all, TOML_FILE) ? hiddenFiles(before, all, await settingsIn(after)) : [];
  if (lists.length === 0 || commits.length === 0) return hidden;
  const ignored = await ignoredRevisions({ ...before, files: after });
  const known = await before.once(ignoredRevisions);
  const own = commits.filter(id => has(ignored, id) && !has(known, id));
  return own.length === 0
    ? hidden
    : [...hidden, { code: 'ignored_by_change', commits: own, file: lists.join(', ') }];
}

function has(revisions: IgnoredRevisions | undefined, id: string): boolean {
  return revisions?.commits.has(id) ?? false;
}

function hiddenFiles(
  { settings, index }: Snapshot,
  all: readonly ChangedFile[],
  { settings: own, problems }: SettingsReading,
): Notice[] {
  const changed = all.flatMap(({ before, after }) => [before, after].flatMap(side => side?.path ?? []));
  const paths = [...new Set([...changed, ...index.files()])].filter(path => path !== TOML_FILE);
  const files = Object.entries(HIDES).flatMap(([how, hides]): Notice[] => {
    const hidden = paths.filter(path => hides(path, own) && !hides(path, settings));
    return hidden.length > 0
      ? [{ code: 'hidden_by_change', how: how as keyof typeof HIDES, files: hidden, by: TOML_FILE }]
      : [];
  });
  const moved = Object.entries(READS).flatMap(([setting, shown]): Notice[] => {
    const [was, is] = [shown(settings), shown(own)];
    return was === is ? [] : [{ code: 'read_by_change', setting, was, is, by: TOML_FILE }];
  });
  const bad = problems.map(
    ({ message, hints: [hint] }): Notice => ({ code: 'bad_config', problem: message, hint }),
  );
  return [...files, ...moved, ...bad];
}

/** The version after the change, whatever it is: what did not change is as before. */
function filesAfter({ repository, files }: Snapshot, all: readonly ChangedFile[]): FilesOf {
  return async path => {
    const blob = all.find(({ after }) => after?.path === path)?.after?.blob;
    if (blob !== undefined) return smallText(repository, blob);
    return isChanged(all, path) ? undefined : files?.(path);
  };
}

function isChanged(all: readonly ChangedFile[], path: string): boolean {
  return all.some(({ before, after }) => before?.path === path || after?.path === path);
}

function listNames({ repository, settings }: Snapshot): string[] {
  const { root } = repository.location;
  const named = settings.ignoreRevsFiles.flatMap(file => trackedName(root, file) ?? []);
  return [...new Set([IGNORE_REVS_FILE, ...named])];
}

export function globsOf(patterns: readonly string[]): Glob[] {
  return patterns.map(parseGlob).filter(glob => 'matches' in glob);
}
