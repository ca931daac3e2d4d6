import type { Looked } from '../kept/asked.ts';
import { type Answer, type Answering, asAnswer, type CallContext, type WithPage } from './answering.ts';
import type { Params } from './jsonrpc.ts';
import type { Tool } from './tools.ts';

/** Answers the page's questions. */
type AnswerPage = (question: unknown, context: CallContext) => Promise<Answer>;

type Registry = { tools: readonly Tool[]; calls: typeof import('./call.ts'); list?: Answer };

/** Answers in this thread. The tools are loaded when they are first needed, and again if that failed. */
export function answerHere(
  loadTools: () => Promise<readonly Tool[]>,
  page?: AnswerPage,
): Answering & WithPage {
  let registry: Promise<Registry> | undefined;
  const load = () => {
    registry ??= Promise.all([loadTools(), import('./call.ts')]).then(
      ([tools, calls]) => ({ tools, calls }),
      error => {
        registry = undefined;
        throw error;
      },
    );
    return registry;
  };
  return {
    prepare() {
      load().catch(() => {});
    },
    async list() {
      const loaded = await load();
      loaded.list ??= asAnswer(loaded.calls.listTools(loaded.tools));
      return loaded.list;
    },
    async call(params: Params, context: CallContext) {
      const { tools, calls } = await load();
      let looked: Looked | undefined;
      const note = (found: Looked) => {
        looked = found;
      };
      const result = await calls.callTool(tools, params, { ...context, looked: note });
      return { ...asAnswer(result), looked };
    },
    async page(question: unknown, context: CallContext) {
      if (!page) throw new Error('Nobody answers the page here.');
      return page(question, context);
    },
  };
}
