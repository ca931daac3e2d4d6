import { kill, killAtExit } from './run/children.ts';
import type { PrivatePlace } from './run/place.ts';
import { startListing } from './run/start.ts';

/** Told some lines of ids, each of the same width; false where no more are wanted. */
export type OnStoredIds = (lines: Buffer) => boolean;

/**
 * The ids of all objects that a repository has, pack by pack, in the order in which each has them. Deltas stand near
 * what they were made from: read in this order, nothing is unpacked twice. What git can't list is left out.
 */
export function storedOrder(
  place: PrivatePlace,
  idLength: number,
  onIds: OnStoredIds,
  { signal, silence }: { signal?: AbortSignal; silence: number },
): Promise<void> {
  return new Promise(resolve => {
    const child = startListing(place);
    if (!child) {
      resolve();
      return;
    }
    const forget = killAtExit(child);
    const stop = () => kill(child);
    let watchdog = setTimeout(stop, silence);
    let rest: Buffer = Buffer.alloc(0);
    signal?.addEventListener('abort', stop, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      clearTimeout(watchdog);
      watchdog = setTimeout(stop, silence);
      const lines = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const whole = lines.length - (lines.length % (idLength + 1));
      rest = lines.subarray(whole);
      if (!onIds(lines.subarray(0, whole))) stop();
    });
    child.on('error', () => undefined);
    child.on('close', () => {
      clearTimeout(watchdog);
      signal?.removeEventListener('abort', stop);
      forget();
      resolve();
    });
  });
}
