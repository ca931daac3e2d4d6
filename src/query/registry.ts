import type { CommandQuery, Query } from './define.ts';
import { deps } from './deps/definition.ts';
import { history } from './history/definition.ts';
import { read } from './read/definition.ts';
import { search } from './search/definition.ts';
import { summary } from './summary/definition.ts';
import { why } from './why/definition.ts';

/** The queries that are tools, in the order in which the tools are listed. Each is a folder of its own. */
export const QUERIES: readonly Query[] = [read, deps, history, summary];

/** All that a person can ask, in the order in which help lists it. */
export const COMMAND_QUERIES: readonly CommandQuery[] = [why, ...QUERIES, search];
