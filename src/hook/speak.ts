/** What a hook prints where the entry of the program could not tell that there is nothing to say. */

import type { Asked } from '../kept/asked.ts';
import { keepAnswer } from '../kept/keep-answer.ts';
import { type AskOptions, ask } from './ask.ts';
import type { Begun } from './begin.ts';
import { commitToCome } from './commit-to-come.ts';
import { itemsIn, itemsOfSlow } from './records.ts';
import { reminder } from './reminder.ts';
import { Shown } from './shown.ts';
import { inShape, tell } from './tell.ts';

const REMINDED = 'reminded to annotate';

/** `asked` keeps the records for the next time. */
type Options = Omit<AskOptions, 'useCache'> & { asked?: Asked };

/** The host's own shape, or its silence. */
export async function speak(begun: Begun, options: Options): Promise<string> {
  const { verdict, call, useCache } = begun;
  const asking = { ...options, useCache };
  if ('targets' in verdict && call) {
    const soFar = options.soFar ?? { answers: [], named: new Map() };
    const { answers, looked } = await ask(verdict.targets, call.moment, { ...asking, soFar });
    // Of a file that could not be read, nothing is said; of one that took too long before, what is recorded by name.
    const late = new Map([...soFar.named].filter(([{ isLate }]) => isLate));
    const items = [...itemsIn(answers), ...itemsOfSlow({ ...soFar, named: late })];
    if (looked && options.asked && late.size === 0) keepAnswer(options.asked, JSON.stringify(items), looked);
    return tell(items, verdict.targets, begun, options);
  }
  return inShape(begun, call && (await textFor(verdict, call, asking)));
}

async function textFor(
  verdict: Begun['verdict'],
  call: NonNullable<Begun['call']>,
  asking: AskOptions,
): Promise<string | undefined> {
  if ('reminding' in verdict) return reminded(verdict.reminding.directory, call.session, asking);
  return 'checking' in verdict ? commitToCome(verdict.checking, asking) : undefined;
}

async function reminded(
  directory: string,
  session: string | undefined,
  options: AskOptions,
): Promise<string | undefined> {
  const found = await reminder(directory, options);
  if (!found) return undefined;
  const shown = new Shown(session, [found.root], options.env);
  if (session === undefined || shown.has(REMINDED, 'edit')) return undefined;
  shown.add([REMINDED], 'edit');
  return found.text;
}
