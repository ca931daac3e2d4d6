/**
 * Whether this thread waits for git, for whoever must know what a signal may interrupt. While it works, no handler of
 * a signal could run, so there must be none: the system then ends the process at once.
 */
type Listener = (waits: boolean) => void;

/** Between two pieces of what git says there is often no time to speak of. */
const SILENCE_MS = 20;

let listener: Listener | undefined;
let owed = 0;
let waits = false;
let soon: NodeJS.Immediate | undefined;
let later: NodeJS.Timeout | undefined;

/** Tells whether it waits, from now on, until what is returned is called. */
export function reportWaiting(next: Listener): () => void {
  listener = next;
  return () => {
    change(false);
    listener = undefined;
  };
}

/** Git owes an answer, until what is returned is called. */
export function waitForGit(): () => void {
  owed++;
  // Not before what is to be done first is done.
  if (listener && !waits) soon ??= setImmediate(() => change(owed > 0));
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    owed--;
    if (owed === 0) change(false);
  };
}

/** Git said something, with which there is work to do. */
export function heardFromGit(): void {
  if (!listener) return;
  change(false);
  if (owed > 0) later = setTimeout(() => change(owed > 0), SILENCE_MS);
}

function change(next: boolean): void {
  clearImmediate(soon);
  clearTimeout(later);
  soon = undefined;
  if (next === waits) return;
  waits = next;
  listener?.(next);
}
