import type { Audience } from '../audience.ts';
import { append, sum } from '../collections.ts';
import { UltragitError } from '../errors.ts';
import { listBeyond } from '../git/calls.ts';
import type { Change } from '../git/change-calls.ts';
import type { Commit } from '../git/parsers.ts';
import { IndexBefore } from '../index/index-before.ts';
import { type Notice, sayNotices } from '../notices.ts';
import type { JudgedDependency } from '../pipeline/relations/dependents.ts';
import { type Snapshot, snapshotAt } from '../pipeline/snapshot.ts';
import { estimateTokens } from '../pipeline/trim/estimate-tokens.ts';
import { QUOTED } from '../wording.ts';
import { type Acknowledgement, acknowledgementsIn, isMeant } from './acknowledged.ts';
import { type CheckAnswer, type Finding, KINDS, type Kind } from './answer.ts';
import { assembleFinding } from './assemble-finding.ts';
import { type ChangedFile, changedFiles } from './changed-files.ts';
import { type Asked, type Comparison, comparison } from './comparison.ts';
import { withoutIgnoredRevisions } from './ignored-commits.ts';
import { globsOf, hiddenByChange, type SettingsIn } from './own-settings.ts';
import { relyingOn } from './relying.ts';
import { type FileTouched, placeKey, type Touched, touchedIn } from './touched.ts';
import { hiddenNotes, nothingAnnotated } from './visibility.ts';

export type CheckOptions = Asked & {
  audience: Audience;
  /** The message of a commit that is about to be made. */
  message?: string;
  maxFindings?: number;
  maxTokens?: number;
  progress?: (done: number, total: number, what: string) => void;
};

/** So many files at once: each asks git a few things, and waits. */
const AT_ONCE = 4;

/** Takes a change; gives what is recorded about the code that it touches, what weighs most first. */
export async function check(
  now: Snapshot,
  options: CheckOptions,
  settingsIn: SettingsIn,
): Promise<CheckAnswer> {
  const compared = await comparison(now, options);
  const all = await changedFiles(now, compared);
  const { files, ignored } = withoutIgnored(all, now.settings.checkIgnore);
  const { counted, notices } = await withoutIgnoredRevisions(now, compared, files);
  const own = await hiddenByChange(now, compared, all, settingsIn);
  const flawed = now.notices.filter(({ code }) => code === 'bad_config');
  const { base } = compared;
  const seen = base ? await lookAt(now, { ...compared, base }, counted, all, options) : NOTHING_SEEN;
  const findings = ranked(seen.findings);
  const acks = await acknowledgements(now, compared, options.message);
  const open = findings.filter(finding => !answerTo(finding, acks));
  const shown = withinLimits(open, options);
  const hidden = [...(await hiddenNotes(now)), ...seen.hidden];
  const bare = hidden.length === 0 ? nothingAnnotated(now) : [];
  return {
    $schema: 'ultragit-check/v1',
    quoted: QUOTED,
    ...(compared.base ? { base: compared.base.id } : {}),
    target: compared.target.kind === 'commit' ? compared.target.commit.id : compared.target.kind,
    complete: hidden.length === 0,
    findings: shown,
    ...listed('acknowledged', acknowledgedOf(findings, acks)),
    stats: {
      changed_files: all.length,
      findings: open.length,
      by_kind: Object.fromEntries(KINDS.flatMap(kind => countOf(open, kind))),
      ...(open.length > shown.length ? { left_out: open.length - shown.length } : {}),
      ...(ignored > 0 ? { ignored_files: ignored } : {}),
    },
    ...listed(
      'notices',
      sayNotices([...own, ...hidden, ...bare, ...flawed, ...notices, ...seen.notices], options.audience),
    ),
  };
}

/** Before the first commit, there is nothing that a change could touch. */
export function beforeFirstCommit({ staged }: Asked): CheckAnswer {
  return {
    $schema: 'ultragit-check/v1',
    quoted: QUOTED,
    target: staged ? 'index' : 'worktree',
    complete: true,
    findings: [],
    stats: { changed_files: 0, findings: 0, by_kind: {} },
  };
}

type Seen = { findings: Finding[]; hidden: Notice[]; notices: Notice[] };

const NOTHING_SEEN: Seen = { findings: [], hidden: [], notices: [] };

async function lookAt(
  now: Snapshot,
  { base, target }: Comparison & { base: Commit },
  files: readonly ChangedFile[],
  all: readonly ChangedFile[],
  { progress }: CheckOptions,
): Promise<Seen> {
  const before = await snapshotBefore(now, base, target);
  const seen = all.filter(({ unseen }) => !unseen);
  const changes = seen.flatMap(changesOf);
  const removed = new Set(seen.flatMap(({ before: old, after }) => (old && !after ? [old.path] : [])));
  const found: { file: ChangedFile; touched: FileTouched }[] = [];
  const annotated = files.filter(file => file.unseen && isAnnotated(now, file));
  const unread = annotated.map(file => file.before?.path ?? '');
  const readable = files.filter(({ unseen }) => !unseen);
  let done = 0;
  await eachOf(readable, AT_ONCE, async file => {
    now.signal?.throwIfAborted();
    const touched = await touchedIn(before, file, changes).catch((error: unknown) => {
      if (!(error instanceof UltragitError)) throw error;
      if (isAnnotated(now, file)) unread.push(file.before?.path ?? '');
      return undefined;
    });
    if (touched?.isCutShort && isAnnotated(now, file)) unread.push(file.before?.path ?? '');
    if (touched) found.push({ file, touched });
    progress?.(++done, readable.length, 'Checking files');
  });
  const findings: Finding[] = [];
  for (const { file, touched } of found) {
    const relying = await relyingOn(touched, file, removed);
    append(findings, findingsOf(touched, relying));
  }
  const isShallow = found.some(({ touched }) => touched.regions.blame.shallow);
  const hidden: Notice[] = [
    ...(isShallow ? [{ code: 'shallow' as const }] : []),
    ...(unread.length > 0 ? [{ code: 'files_unread' as const, files: unread }] : []),
  ];
  return { findings, hidden, notices: directoryRules(found.map(({ touched }) => touched)) };
}

/** What was known before the change: nothing that is annotated on the commits that came after. */
async function snapshotBefore(now: Snapshot, base: Commit, target: Comparison['target']): Promise<Snapshot> {
  const tips = target.kind === 'commit' ? [now.head.id, target.commit.id] : [now.head.id];
  const later = await now.repository.run(listBeyond(base.id, tips), now.signal);
  return snapshotAt({ ...now, index: new IndexBefore(now.index, base.id, later) }, base);
}

/** One finding for each place: what is annotated of it, and who relies on it. */
function findingsOf({ touched }: FileTouched, relying: ReadonlyMap<Touched, JudgedDependency[]>): Finding[] {
  const reliedOn = new Map([...relying].map(([item, own]) => [placeKey(item), own]));
  const annotated = new Set(touched.map(placeKey));
  const alone = [...relying.keys()].filter(item => !annotated.has(placeKey(item)));
  return [...touched, ...alone].map(item => assembleFinding(item, reliedOn.get(placeKey(item)) ?? []));
}

/** As commits are compared: a renamed file is one that went and one that came. */
function changesOf({ before, after }: ChangedFile): Change[] {
  if (before && after && before.path === after.path)
    return [{ path: before.path, before: before.blob, after: after.blob }];
  return [
    ...(before ? [{ path: before.path, before: before.blob }] : []),
    ...(after ? [{ path: after.path, after: after.blob }] : []),
  ];
}

/** Or relied on by what is annotated. */
function isAnnotated({ index }: Snapshot, { before }: ChangedFile): boolean {
  if (!before) return false;
  return index.byFile(before.path).length > 0 || index.byDependency(before.path).length > 0;
}

function withoutIgnored(files: readonly ChangedFile[], patterns: readonly string[]) {
  const globs = globsOf(patterns);
  const isIgnored = ({ before, after }: ChangedFile) =>
    [before, after].some(version => version && globs.some(glob => glob.matches(version.path)));
  const kept = files.filter(file => !isIgnored(file));
  return { files: kept, ignored: files.length - kept.length };
}

function ranked(findings: readonly Finding[]): Finding[] {
  const line = ({ lines, was }: Finding) => lines?.start ?? was.lines?.start ?? 0;
  return [...findings].sort(
    (a, b) =>
      KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : line(a) - line(b)),
  );
}

function countOf(findings: readonly Finding[], kind: Kind): [Kind, number][] {
  const count = findings.filter(finding => finding.kind === kind).length;
  return count > 0 ? [[kind, count]] : [];
}

async function acknowledgements(
  { repository }: Snapshot,
  { commits }: Comparison,
  message: string | undefined,
): Promise<Acknowledgement[]> {
  const found = message === undefined ? [] : acknowledgementsIn(message);
  for (const id of commits) {
    const commit = await repository.commit(id);
    if (commit) found.push(...acknowledgementsIn(commit.message, id));
  }
  return found;
}

function answerTo(
  { file, unit, was }: Finding,
  acks: readonly Acknowledgement[],
): Acknowledgement | undefined {
  return acks.find(
    ack => isMeant(ack, file, unit?.name) || isMeant(ack, was.file ?? file, was.name ?? unit?.name),
  );
}

function acknowledgedOf(findings: readonly Finding[], acks: readonly Acknowledgement[]) {
  return findings.flatMap(finding => {
    const ack = answerTo(finding, acks);
    if (!ack) return [];
    const { reason, commit } = ack;
    return [{ ...finding, acknowledged: { reason, ...(commit === undefined ? {} : { commit }) } }];
  });
}

/** What weighs most stays; the first is never left out, or nobody would know of any. */
function withinLimits(findings: readonly Finding[], { maxFindings, maxTokens }: CheckOptions): Finding[] {
  const some = findings.slice(0, maxFindings ?? findings.length);
  if (maxTokens === undefined) return some;
  let left = maxTokens;
  const end = some.findIndex((finding, at) => {
    left -= estimateTokens(JSON.stringify(finding));
    return at > 0 && left < 0;
  });
  return end < 0 ? some : some.slice(0, end);
}

function directoryRules(files: readonly FileTouched[]): Notice[] {
  const rules = files.flatMap(({ regions }) =>
    regions.matched.filter(({ found }) => found.region.file.endsWith('/')),
  );
  const directories = [...new Set(rules.map(({ found }) => found.region.file))];
  return directories.length > 0 ? [{ code: 'directory_rules', directories }] : [];
}

function listed<Name extends string, T>(name: Name, items: readonly T[]): { [key in Name]?: T[] } {
  return items.length > 0 ? ({ [name]: [...items] } as { [key in Name]: T[] }) : {};
}

/** Runs work for each, so many at a time. */
async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(
    Array.from(
      {
        length: Math.min(
          atOnce,
          sum(items, () => 1),
        ),
      },
      worker,
    ),
  );
}
