import { withCleanTexts } from '../annotation/sanitise.ts';

/** The answer as it is, but for hidden characters: one line, the same bytes for a person's pipe and an agent's tool call. */
export function renderJson(answer: object): string {
  return JSON.stringify(withCleanTexts(answer));
}
