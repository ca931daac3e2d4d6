import type { PageFailure, PageQuestion } from '../../src/page/data.ts';
import { type AnswerTo, type Asking, Failed } from './asking.ts';
import { knownToken } from './token.ts';

const UNREACHABLE = new Failed('unreachable', 'The server does not answer.', [
  'Is it still running? Start it again: ultragit view',
]);

/** Asks the server that the page came from. */
export const live: Asking = { isReport: false, ask };

async function ask<Question extends PageQuestion>(question: Question): Promise<AnswerTo<Question>> {
  const given = Object.entries<string | undefined>(question).flatMap(([key, value]) =>
    key === 'about' || value === undefined ? [] : [[key, value]],
  );
  const reply = await get(new URL(`data/${question.about}?${new URLSearchParams(given)}`, location.href));
  if (reply.status === 401) throw new Failed('unauthorized', 'This server wants a token.');
  const told: AnswerTo<Question> | PageFailure = await reply.json().catch(() => {
    throw new Failed('internal', `The server answered ${reply.status}, and not with JSON.`);
  });
  if ('error' in told) throw new Failed(told.error.code, told.error.message, told.error.hints);
  if (!reply.ok) throw new Failed('internal', `The server answered ${reply.status}.`);
  return told;
}

function get(url: URL): Promise<Response> {
  const token = knownToken();
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return fetch(url, { headers, cache: 'no-store', credentials: 'omit' }).catch(() => {
    throw UNREACHABLE;
  });
}
