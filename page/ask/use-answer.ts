import { createContext } from 'preact';
import { useContext, useEffect, useReducer } from 'preact/hooks';
import type { PageQuestion } from '../../src/page/data.ts';
import { type AnswerTo, type Asking, canonical, Failed, type Failure } from './asking.ts';
import { live } from './live.ts';

export type Asked<Answer> =
  | { state: 'waiting' }
  | { state: 'failed'; failure: Failure }
  | { state: 'answered'; answer: Answer };

/** `turn` counts how often everything is asked again: after a token, a retry, or a time away. */
export const Source = createContext<{ asking: Asking; turn: number; again: () => void }>({
  asking: live,
  turn: 0,
  again: () => undefined,
});

type Known = { turn: number; at: number; text: string; asked: Asked<never> };

const MOST_KNOWN = 40;
const FRESH_MS = 3000;
const known = new Map<string, Known>();

/** What is known is shown at once, and replaced when the server says something else. */
export function useAnswer<Question extends PageQuestion>(
  question: Question | undefined,
): Asked<AnswerTo<Question>> {
  const { asking, turn } = useContext(Source);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const key = question && canonical(question);
  useEffect(() => {
    if (!question || !key || isFresh(known.get(key), turn, asking)) return undefined;
    let isWanted = true;
    const tell = (asked: Asked<AnswerTo<Question>>) => {
      keep(key, turn, asked);
      if (isWanted) draw(undefined);
    };
    askOnce(asking, question, `${turn} ${key}`).then(
      answer => tell({ state: 'answered', answer }),
      error => tell({ state: 'failed', failure: failureOf(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [key, turn, asking]);
  return (key && known.get(key)?.asked) || { state: 'waiting' };
}

const underWay = new Map<string, Promise<unknown>>();

/** Two parts of the page may want the same at the same time. */
function askOnce<Question extends PageQuestion>(asking: Asking, question: Question, key: string) {
  const asked = (underWay.get(key) as Promise<AnswerTo<Question>> | undefined) ?? asking.ask(question);
  underWay.set(key, asked);
  const forget = () => underWay.delete(key);
  asked.then(forget, forget);
  return asked;
}

function isFresh(one: Known | undefined, turn: number, { isReport }: Asking): boolean {
  return one?.turn === turn && (isReport || Date.now() - one.at < FRESH_MS);
}

/** The same answer stays the same object, so nothing is drawn again for it. */
function keep(key: string, turn: number, asked: Asked<unknown>): void {
  const text = JSON.stringify(asked);
  const before = known.get(key);
  known.delete(key);
  known.set(key, {
    turn,
    at: Date.now(),
    text,
    asked: before?.text === text ? before.asked : (asked as Asked<never>),
  });
  for (const oldest of known.keys()) if (known.size > MOST_KNOWN) known.delete(oldest);
}

function failureOf(error: unknown): Failure {
  if (error instanceof Failed) return error.failure;
  return { code: 'internal', message: error instanceof Error ? error.message : String(error), hints: [] };
}
