/** What the page asks and what it is told: types alone, for the browser program imports them, too. */
import type { DepsAnswer } from '../query/deps/answer.ts';
import type { HistoryAnswer } from '../query/history/answer.ts';
import type { ReadAnswer } from '../query/read/answer.ts';
import type { SearchAnswer } from '../query/search/answer.ts';

export type PageQuestion =
  | { about: 'repository' }
  | { about: 'file'; path: string }
  | { about: 'unit'; path: string; anchor: string }
  | { about: 'graph'; path?: string; anchor?: string }
  | { about: 'search'; words: string; kind?: string };

export type RepositoryData = {
  /** The last part of the root's path. */
  name: string;
  /** Absent where HEAD is detached. */
  branch?: string;
  head: { commit: string; date: string; summary: string };
  /** Of ultragit. */
  version: string;
  sources: { name: string; annotations: number }[];
  /** Every file that git lists, in path order, with the number of notes that name it, today or as it was called before. */
  files: { path: string; n: number }[];
  /** Why nothing is annotated, what could not be read: as in an answer. */
  notices: { code: string; message: string; fix?: string }[];
  /** In a report: which part of the repository it has, and how many annotated files found no room. */
  part?: { path: string; left_out?: number };
};

export type FileData = {
  path: string;
  /** What `read` calls the file, as it is; absent where it can't be shown, and `why_no_text` says why. */
  text?: string;
  why_no_text?: string;
  /** As `src/syntax/languages.ts` names it. */
  language?: string;
  /** The outline; lines from 1, inclusive. */
  units: { type: string; name: string; signature?: string; lines: [number, number] }[];
  /** What `ultragit read --json` says, with room for all regions. */
  read: ReadAnswer;
};

/** What `--json` of the three commands says. */
export type UnitData = {
  path: string;
  anchor: string;
  read: ReadAnswer;
  history: HistoryAnswer;
  deps: DepsAnswer;
};

export type GraphNode = {
  /** "path::unit", or "path" where a whole file is meant. */
  id: string;
  file: string;
  unit?: string;
  annotations: number;
  /** What was asked about. */
  focus?: true;
};

/** `from` relies on `to`. */
export type GraphEdge = { from: string; to: string; nature: string; commit: string };

export type GraphData = {
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** Nodes that found no room. */
  left_out?: number;
  /** Edges between the nodes that found no room. */
  edges_left_out?: number;
};

export type SearchData = SearchAnswer;

export type PageFailure = { error: { code: string; message: string; hints: string[] } };

export type PageAnswer = RepositoryData | FileData | UnitData | GraphData | SearchData;
