/** What a configured fetch does to a notes ref. */

export type Refspec = { isForced: boolean; from: string; to: string };

/** Undefined for what names no place here: a ref alone, an exclusion, what git would refuse. */
export function parseRefspec(text: string): Refspec | undefined {
  const match = /^(\+?)([^:^]+):([^:]+)$/.exec(text.trim());
  const [, plus, from, to] = match ?? [];
  return from === undefined || to === undefined ? undefined : { isForced: plus === '+', from, to };
}

/** Where a remote's ref goes by a refspec, if it is of its concern; one star stands for anything. */
export function destinationOf({ from, to }: Refspec, ref: string): string | undefined {
  const star = from.indexOf('*');
  if (star < 0) return from === ref ? to : undefined;
  const [before, behind] = [from.slice(0, star), from.slice(star + 1)];
  const isMatch =
    ref.length >= before.length + behind.length && ref.startsWith(before) && ref.endsWith(behind);
  return isMatch ? to.replace('*', () => ref.slice(before.length, ref.length - behind.length)) : undefined;
}

/** Whether refspecs of a remote leave a ref out, as `^refs/notes/*` does. */
export function isExcluded(refspecs: readonly string[], ref: string): boolean {
  return refspecs.some(text => {
    const from = text.startsWith('^') ? text.slice(1) : undefined;
    return from !== undefined && destinationOf({ isForced: false, from, to: from }, ref) !== undefined;
  });
}

/** Copies of a remote's notes are kept below this, where no reader takes them for a source of their own. */
const COPIES = 'refs/notes/remote/';

const NOTES = 'refs/notes/';

/** Where the notes of a remote are kept as they were when they were last fetched. */
export function trackingRef(remote: string, noteref: string): string {
  return `${COPIES}${remote}/${noteref.slice(NOTES.length)}`;
}

/** With a star: git refuses to fetch at all where a ref that is named without one is not there yet. */
export function trackingRefspec(remote: string, noteref: string): string {
  return `+${noteref}*:${trackingRef(remote, noteref)}*`;
}

/** The same fetch, to where it does no harm; undefined where it is about more than notes. */
export function harmless(refspec: Refspec, remote: string): string | undefined {
  const { from, to } = refspec;
  if (!from.startsWith(NOTES) || !to.startsWith(NOTES)) return undefined;
  return `+${from}:${COPIES}${remote}/${to.slice(NOTES.length)}`;
}
