/**
 * After how many milliseconds the program gives up waiting. `ULTRAGIT_DEADLINE_FACTOR` multiplies them all, for very slow
 * machines, and for tests: a small one reaches a deadline at once, a large one never.
 */
const factor = Number(process.env.ULTRAGIT_DEADLINE_FACTOR) || 1;

/** A host waits for the hook, and its agent with it. */
export const HOOK_DEADLINE = 5_000 * factor;

/** A tool call; the settings of the repository may say otherwise. */
export const CALL_DEADLINE = 30_000 * factor;

/** Of one file. */
export const PARSE_DEADLINE = 3_000 * factor;

/** How long a git command may take, and how long the object reader may be silent. */
export const GIT_DEADLINES = { command: 60_000 * factor, silence: 30_000 * factor };

/** A remote: how long it may be silent, while a person may have to type a password, and how long it may take in all. */
export const REMOTE_DEADLINES = { silence: 120_000 * factor, all: 15 * 60_000 * factor };

/** After this time a host assumes that a server knows the legacy protocol only. */
export const DISCOVER_DEADLINE = 3_000 * factor;

/** A server or a program on this machine that should answer at once. */
export const SHORT_DEADLINE = 1_000 * factor;

/**
 * How long a thread may take to end: one that waits in the kernel never does, and one that works does as soon as the system
 * lets it, which takes seconds on a busy machine. Who can't wait so long kills the process, as hosts do two seconds after
 * SIGTERM; nothing is left then, either.
 */
export const THREAD_DEADLINE = 8_000 * factor;

/** When work that goes on says so in a pipe, and when again. */
export const PROGRESS_DEADLINES = { first: 2_000 * factor, again: 5_000 * factor };
