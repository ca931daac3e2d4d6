// The queries as functions of a workspace, as the server asks them.
import type { Snapshot } from '../../src/pipeline/snapshot.ts';
import type { AnswerOptions } from '../../src/query/define.ts';
import { run as runDeps } from '../../src/query/deps/run.ts';
import { run as runHistory } from '../../src/query/history/run.ts';
import { run as runRead } from '../../src/query/read/run.ts';
import { run as runSummary } from '../../src/query/summary/run.ts';
import type { CallContext, Workspace } from '../../src/query/workspace.ts';

type Run<Query, Answer> = (snapshot: Snapshot, query: Query, options: AnswerOptions) => Promise<Answer>;
type Question<Query> = Query & { verbose?: boolean };

function asked<Query, Answer>(run: Run<Query, Answer>) {
  return (workspace: Workspace, question: Question<Query>, context: CallContext = {}): Promise<Answer> => {
    const { verbose, ...query } = question;
    const options = { audience: 'agent' as const, verbose, progress: context.progress };
    return workspace.ask(context, snapshot => run(snapshot, query as Query, options));
  };
}

export const read = asked(runRead);
export const deps = asked(runDeps);
export const history = asked(runHistory);
export const summary = asked(runSummary);

export type ReadQuery = Parameters<typeof read>[1];
export type DepsQuery = Parameters<typeof deps>[1];
export type HistoryQuery = Parameters<typeof history>[1];
export type SummaryQuery = Parameters<typeof summary>[1];
