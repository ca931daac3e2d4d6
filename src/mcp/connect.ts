/** Where the tools meet the repository that answers them. */
import { Session, type SessionOptions } from './session.ts';
import { createTools, type Tool } from './tools.ts';

/** `close` ends what the queries keep open: git processes, temporary files. */
export type Connection = { tools: readonly Tool[]; close(): Promise<void> };

export async function connect(options: SessionOptions): Promise<Connection> {
  const session = new Session(options);
  return { tools: await createTools(session), close: async () => session.close() };
}
