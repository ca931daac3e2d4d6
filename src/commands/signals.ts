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
