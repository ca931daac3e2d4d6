/** A session with a server at an address: over Streamable HTTP, else, as the protocol tells clients to, over HTTP+SSE. */

import type { Endpoint } from '../endpoint.ts';
import { openHttpSession } from './http-session.ts';
import { type Session, SessionError } from './session.ts';
import { NoStream, openSseSession } from './sse-session.ts';

/** What servers that know HTTP+SSE alone answer to the first POST. */
const OLDER: readonly unknown[] = [400, 404, 405];

export function openUrlSession(
  endpoint: Pick<Endpoint, 'url' | 'headers'>,
  signal: AbortSignal,
): Session & { readonly transport: string } {
  let session = openHttpSession(endpoint, signal);
  let transport = 'Streamable HTTP';

  const fallBack = async (error: SessionError, ...hello: Parameters<Session['request']>) => {
    const older = openSseSession(endpoint, signal);
    try {
      const answer = await older.request(...hello);
      [session, transport] = [older, 'HTTP+SSE'];
      return answer;
    } catch (second) {
      await older.close();
      throw second instanceof NoStream ? error : second;
    }
  };

  return {
    get transport() {
      return transport;
    },
    async request(method, ...rest) {
      try {
        return await session.request(method, ...rest);
      } catch (error) {
        const isOlder = error instanceof SessionError && OLDER.includes(error.status);
        if (!isOlder || method !== 'initialize') throw error;
        return fallBack(error, method, ...rest);
      }
    },
    notify: (...message) => session.notify(...message),
    close: () => session.close(),
  };
}
