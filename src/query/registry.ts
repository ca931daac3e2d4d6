import type { Query } from './define.ts';
import { deps } from './deps/definition.ts';
import { history } from './history/definition.ts';
import { read } from './read/definition.ts';
import { summary } from './summary/definition.ts';

/** The queries, in the order in which help and the tools list them. Each is a folder of its own. */
export const QUERIES: readonly Query[] = [read, deps, history, summary];
