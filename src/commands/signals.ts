import { reportWaiting } from '../git/run/waiting.ts';

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Ctrl-C ends the program the orderly way, so that git and its temporary directory go with it. */
export function leaveOnSignals(): () => void {
  const leaving = Object.entries(SIGNALS).map(([signal, code]) => ({
    signal,
    leave: () => process.exit(code),
  }));
  for (const { signal, leave } of leaving) process.once(signal, leave);
  return () => {
    for (const { signal, leave } of leaving) process.off(signal, leave);
  };
}

/**
 * The same while it waits for git. While it works, the system ends it, in whatever loop it is: the reader of objects
 * then ends with its pipe, and the next run removes the temporary directory.
 */
export function leaveOnSignalsWhileWaiting(): () => void {
  let stay = () => {};
  const stopListening = reportWaiting(waits => {
    stay();
    stay = waits ? leaveOnSignals() : () => {};
  });
  return stopListening;
}
