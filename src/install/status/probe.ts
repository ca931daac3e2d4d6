/** Speaks to a server as a host would, in both protocol versions: lists its tools and calls one. */

import { type Era, legacy, modern } from './eras.ts';
import { field, type Remedy, type Session, SessionError } from './session.ts';

export type Seen = {
  protocols: string[];
  tools: string[];
  repository?: string;
  /** Why there is nothing to answer from, which is no fault of the entry. */
  nothing?: string;
  notesRef?: string;
  annotations?: number;
};

export type Finding = { seen: Seen } | { reason: string; remedy: Remedy };

export type ProbeOptions = {
  version: string;
  timeoutMs: number;
  signal: AbortSignal;
  /** Whether a server that finds no repository fails. */
  needsRepository: boolean;
};

type Options = ProbeOptions;

const TOOL = 'ultragit_summary';

/** `open` makes a session with it, one for each version. */
export async function probe(open: () => Session, options: Options): Promise<Finding> {
  const [inModern, inLegacy] = await Promise.all([
    visit(modern, open, options),
    visit(legacy, open, options),
  ]);
  if ('reason' in inModern) return inLegacy;
  if ('reason' in inLegacy) return inModern;
  return { seen: { ...inModern.seen, protocols: [...inModern.seen.protocols, ...inLegacy.seen.protocols] } };
}

async function visit(era: Era, open: () => Session, options: Options): Promise<Finding> {
  let session: Session | undefined;
  try {
    session = open();
    const { protocol, meta } = await era(session, options);
    const tools = toolNames(await session.request('tools/list', meta, options.timeoutMs));
    if (!tools.includes(TOOL)) throw new SessionError(`it has no tool ${TOOL}`, 'rewrite');
    const call = { ...meta, name: TOOL, arguments: { path: '.' } };
    const answer = await session.request('tools/call', call, options.timeoutMs * 3);
    if (field(answer, 'isError') === true) {
      const said = firstText(answer);
      if (isTooEarly(said, options)) return { seen: { protocols: [protocol], tools, nothing: said } };
      throw new SessionError(`${TOOL} failed: ${said}`, 'elsewhere');
    }
    return { seen: { protocols: [protocol], tools, ...facts(field(answer, 'structuredContent')) } };
  } catch (error) {
    if (error instanceof SessionError) return { reason: error.message, remedy: error.remedy };
    throw error;
  } finally {
    await session?.close();
  }
}

/** A repository may come later, and so may its first commit. */
const isTooEarly = (said: string, { needsRepository }: Options): boolean =>
  said.startsWith('This branch has no commits yet') ||
  (!needsRepository && said.startsWith('Not a git repository'));

/** The notes ref, where one is named instead of the usual sources, and how much is annotated, as `ultragit_summary` says. */
function facts(answer: unknown): Pick<Seen, 'repository' | 'notesRef' | 'annotations'> {
  const scope = field(answer, 'scope');
  const [repository, ref] = [field(scope, 'repository'), field(scope, 'notes_ref')];
  const stats = field(answer, 'stats');
  const [units, others = 0] = [field(stats, 'annotated_units'), field(stats, 'other_regions')];
  return {
    ...(typeof repository === 'string' && { repository }),
    ...(typeof ref === 'string' && { notesRef: ref }),
    ...(typeof units === 'number' && typeof others === 'number' && { annotations: units + others }),
  };
}

function toolNames(listed: unknown): string[] {
  const tools = field(listed, 'tools');
  return Array.isArray(tools) ? tools.map(tool => String(field(tool, 'name'))) : [];
}

function firstText(answer: unknown): string {
  const content = field(answer, 'content');
  return Array.isArray(content) ? String(field(content[0], 'text') ?? 'no reason given') : 'no reason given';
}
