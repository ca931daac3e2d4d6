/** A hook that may have something to say: what is known for the same call, else the program. */
import type { Said, SoFar } from '../hook/ask.ts';
import type { Begun } from '../hook/begin.ts';
import { askedHook, knownItems } from '../hook/known.ts';
import { keepLate, type Slow } from '../hook/quiet.ts';
import { itemsIn, itemsOfSlow } from '../hook/records.ts';
import { tell } from '../hook/tell.ts';
import { explain, print } from './hook-output.ts';

/** The name of the program's bundle, which has its hash. */
declare const __BUILD__: string;

/** Whatever happens, the process ends in time, with 0. */
export async function speakBy(deadline: number, begun: Begun): Promise<void> {
  const end = (text: string) => {
    print(1, text);
    process.exit(0);
  };
  const giveUp = (why: unknown) => {
    explain(begun, why instanceof Error ? (why.stack ?? why.message) : String(why));
    end(begun.host.silence);
  };
  process.on('uncaughtException', giveUp);
  const debug = (reason: string) => explain(begun, reason);
  const soFar: SoFar = { answers: [], named: new Map() };
  const tooLate = () => {
    // The next one goes on from here.
    soFar.keep?.();
    for (const slow of slowIn(begun, soFar)) keepLate(slow, process.env);
    const items = [...itemsIn(soFar.answers), ...itemsOfSlow(soFar)];
    if (items.length === 0 || !('targets' in begun.verdict)) return giveUp('It took too long.');
    debug('It took too long; this is what was found until then.');
    end(tell(items, begun.verdict.targets, begun, { env: process.env, debug }));
  };
  setTimeout(tooLate, deadline - Date.now());
  try {
    const asked = askedHook(begun, { env: process.env, build: __BUILD__ });
    const items = knownItems(asked);
    if (items && 'targets' in begun.verdict) {
      end(tell(items, begun.verdict.targets, begun, { env: process.env, debug }));
    }
    const said = await askWhereFirst(begun);
    const { speak } = await import('../hook/speak.ts');
    const told = { env: process.env, clock: Date.now, build: __BUILD__, debug, said, asked, soFar };
    end(await speak(begun, told));
  } catch (error) {
    giveUp(error);
  }
}

/** Git looks for the repository while the program loads. */
async function askWhereFirst(begun: Begun): Promise<Said | undefined> {
  const { verdict } = begun;
  const place = 'targets' in verdict ? verdict.targets[0]?.place : undefined;
  if (typeof place !== 'object') return undefined;
  const { askWhere } = await import('../git/discover.ts');
  return { directory: place.root, answer: askWhere(place.root, process.env).catch(() => undefined) };
}

/** The file in turn; where there is none yet, the repository is slow, and so would any other file of it be. */
function slowIn({ verdict, useCache }: Begun, { target }: SoFar): Slow[] {
  const targets = useCache && 'targets' in verdict ? verdict.targets : [];
  if (target) return target.place === 'unclear' ? [] : [{ place: target.place, path: target.path }];
  return targets.flatMap(({ place }) => (place === 'unclear' ? [] : [{ place }]));
}
