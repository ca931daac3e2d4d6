// What all queries say of all files of a repository, in words that outlive a rewritten history, so that two can be compared.
import { intentOf } from '../../src/pipeline/judge/intent-of.ts';
import { isOfWholeCommit } from '../../src/pipeline/notes/find-regions.ts';
import { regions } from '../../src/pipeline/regions.ts';
import type { DepsAnswer } from '../../src/query/deps/answer.ts';
import type { HistoryAnswer } from '../../src/query/history/answer.ts';
import type { ReadAnswer } from '../../src/query/read/answer.ts';
import type { SummaryAnswer } from '../../src/query/summary/answer.ts';
import { Workspace } from '../../src/query/workspace.ts';
import { sound } from './ask.ts';
import { askDeps, askHistory, askSummary } from './ask-queries.ts';
import { read } from './queries.ts';
import type { Repository } from './repository.ts';

const QUERIES = ['read', 'history', 'summary', 'directory', 'deps'] as const;

export type Said = Record<(typeof QUERIES)[number], Set<string>>;

/** A file of today, the name that the annotation has for it, the unit, and what is said. */
type Item = { file: string; noted: string; anchor?: string; text?: string; isOfWholeCommit?: boolean };

export type Survives = (item: Item) => boolean;

/** A part of an answer that must say where it comes from. */
type Label = { commit?: string; recovered?: { from: string; to?: string; by: string } };

/** All notes refs, and no commit messages. */
async function openNotes(repo: Repository): Promise<Workspace> {
  repo.git('config', 'ultragit.sources', 'notes');
  const env = { PATH: repo.env.PATH, HOME: repo.env.HOME };
  return Workspace.open({ directory: repo.path, env, strictConfig: true, useCache: false });
}

/** Regular files whose names a caller can spell. */
function filesAtHead(repo: Repository): string[] {
  const listed = repo.gitBytes(['ls-tree', '-r', '-z', 'HEAD']).toString().split('\0').filter(Boolean);
  return listed
    .filter(entry => entry.startsWith('100') && !entry.includes('\ufffd'))
    .map(entry => entry.slice(entry.indexOf('\t') + 1));
}

/** All answers of a repository: asking takes long, and several comparisons may need the same ones. */
export type Answers = { files: FileAnswers[]; directory: SummaryAnswer };

/** What tells which annotations of a file must outlive a rewrite: its text, and what is said of whole commits. */
type Basis = { text: string; whole: Set<string> };

type FileAnswers = {
  file: string;
  basis?: Basis;
  reading: ReadAnswer;
  history: HistoryAnswer;
  summary: SummaryAnswer;
  deps: DepsAnswer;
};

/** With the basis for the answers that others are compared with; it takes as long as a query. */
export async function allAnswers(repo: Repository, { withBasis = false } = {}): Promise<Answers> {
  const workspace = await openNotes(repo);
  const files: FileAnswers[] = [];
  for (const file of filesAtHead(repo)) {
    files.push({
      file,
      ...(withBasis && { basis: await basisOf(repo, workspace, file) }),
      reading: sound(await read(workspace, { verbose: true, path: file, max_regions: 1000 })),
      history: await askHistory(workspace, file, { limit: 1000, follow_related: false }),
      summary: await askSummary(workspace, file),
      deps: await askDeps(workspace, file),
    });
  }
  const directory = await askSummary(workspace, '.');
  workspace.close();
  return { files, directory };
}

export function everythingSaid(
  { files, directory }: Answers,
  survives: Survives = () => true,
  check: (item: Label) => void = () => undefined,
): Said {
  const said = Object.fromEntries(QUERIES.map(query => [query, new Set<string>()])) as Said;
  /** Files and units of which an annotation survives; a summary has neither directories nor lines. */
  const named = new Set<string>();
  const isNamed = (file: string, { type, name }: { type?: string; name: string }) =>
    named.has(JSON.stringify([file, type === 'file' ? undefined : lastWord(name)]));
  for (const { file, basis, reading, history, summary, deps } of files) {
    for (const { anchor, ...region } of reading.regions) {
      check(region);
      const isOfWholeCommit = basis?.whole.has(`${region.commit} ${region.intent}`);
      const item = {
        ...{ file, noted: region.file ?? file, isOfWholeCommit },
        ...{ anchor: anchor?.name, text: region.intent },
      };
      if (!survives(item)) continue;
      said.read.add(words(item));
      const isUnit = !item.noted.endsWith('/') && (item.anchor !== undefined || !region.lines);
      if (isUnit) named.add(JSON.stringify([file, lastWord(item.anchor)]));
    }
    for (const entry of history.timeline) {
      check(entry);
      const { anchor, intent: text } = entry;
      const item = {
        file,
        noted: entry.file ?? file,
        anchor,
        text,
        isOfWholeCommit: basis?.whole.has(`${entry.commit} ${text}`),
      };
      if (survives(item)) said.history.add(words(item));
    }
    for (const unit of summary.units) {
      check(unit);
      if (isNamed(file, unit.anchor)) said.summary.add(JSON.stringify([file, unit.anchor.name]));
    }
    for (const dependent of deps.dependents) {
      check(dependent);
      const { file: name, noted_as: noted = name, anchor, nature: text } = dependent;
      if (survives({ file: name, noted, anchor, text }))
        said.deps.add(JSON.stringify([file, name, anchor, text]));
    }
  }
  for (const unit of directory.units) {
    check(unit);
    const { file = '', anchor } = unit;
    if (isNamed(file, anchor)) said.directory.add(JSON.stringify([file, anchor.name]));
  }
  return said;
}

async function basisOf(repo: Repository, workspace: Workspace, file: string): Promise<Basis> {
  const text = repo.gitBytes(['show', `HEAD:${file}`]).toString();
  return { text, whole: await saidOfWholeCommits(workspace, file) };
}

/** Commits and what is said of all that they changed. */
function saidOfWholeCommits(workspace: Workspace, path: string): Promise<Set<string>> {
  return workspace.ask({}, async snapshot => {
    const { notes } = await regions(snapshot, { path });
    return new Set(notes.found.filter(isOfWholeCommit).map(item => `${item.commit.id} ${intentOf(item)}`));
  });
}

function words({ noted, anchor, text }: Item): string {
  return JSON.stringify([noted, anchor, text]);
}

function lastWord(name: string | undefined): string | undefined {
  return name?.match(/[\w$]+(?=\W*$)/)?.[0];
}

/** Whether the file is there and, as a plain search finds it, the last word of the unit's name in it. */
export function survivorsIn(
  { files }: Answers,
  { formerNames, wholeCommits }: { formerNames: boolean; wholeCommits: boolean },
): Survives {
  const texts = new Map(files.map(({ file, basis }) => [file, basis?.text]));
  return ({ file, noted, anchor, isOfWholeCommit: isWhole = false }) => {
    const text = texts.get(file);
    const isKnown = noted === file || noted.endsWith('/') || formerNames;
    if (text === undefined || !isKnown || (isWhole && !wholeCommits)) return false;
    const word = lastWord(anchor);
    return word === undefined || new RegExp(`(?<![\\w$])${word.replaceAll('$', '\\$')}(?![\\w$])`).test(text);
  };
}

/** What the second lacks of the first, by query. */
export function missingIn(
  found: Said,
  expected: Said,
  isForgotten: (item: string) => boolean = () => false,
): { missing: string[]; expected: number; found: number } {
  const list = (said: Said) => QUERIES.flatMap(query => [...said[query]].map(item => `${query}: ${item}`));
  const known = new Set(list(found));
  const all = list(expected).filter(item => !isForgotten(item));
  const missing = all.filter(item => !known.has(item));
  return { missing, expected: all.length, found: all.length - missing.length };
}
