/** The client's side of JSON-RPC with a server, whatever lies between the two. */

/**
 * What helps: to look at the program, to write the entry anew, perhaps in another repository, to start the server, to
 * give it its token, or to look at the address.
 */
export type Remedy = 'look' | 'rewrite' | 'elsewhere' | 'serve' | 'token' | 'address';

export class SessionError extends Error {
  readonly remedy: Remedy;
  /** Of HTTP, where that was refused. */
  readonly status: number | undefined;

  constructor(reason: string, remedy: Remedy, status?: number) {
    super(reason);
    this.remedy = remedy;
    this.status = status;
  }
}

export type Session = {
  request(method: string, params: Record<string, unknown>, deadlineMs: number): Promise<unknown>;
  notify(method: string, deadlineMs: number): Promise<void>;
  close(): Promise<void>;
};

/** More than this at once no client takes. */
export const MAX_MESSAGE = 10 * 1024 * 1024;

export type Message = { id?: unknown; method?: unknown; result?: unknown; error?: unknown };

export function parseMessage(text: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

export function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const message = 'message' in error ? String(error.message) : 'an error';
  return 'code' in error ? `${message} (${error.code})` : message;
}

export const tooLate = (method: string, deadlineMs: number, remedy: Remedy): SessionError =>
  new SessionError(`it did not answer ${method} within ${deadlineMs / 1000} s`, remedy);

/** A field of something that a server said. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
