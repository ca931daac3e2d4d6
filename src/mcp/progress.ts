/** Progress of one call, as notifications: growing, not too many, none after the result. */
import type { CallContext } from './answering.ts';
import { notification } from './jsonrpc.ts';

const INTERVAL_MS = 100;

export type Progress = { report: CallContext['progress']; stop(): void };

/** `send` may refuse, by returning false, when the reader is slow; nothing is queued for it. */
export function createProgress(
  token: string | number | undefined,
  send: (message: string) => boolean,
  now: () => number,
): Progress {
  let stopped = token === undefined;
  let last = Number.NEGATIVE_INFINITY;
  let sentAt = Number.NEGATIVE_INFINITY;
  let phase: string | undefined;
  let before = 0;
  return {
    report(step, steps, message) {
      // Each kind of work counts from one; the caller sees one count that goes on.
      if (message !== phase) before = Math.max(last, 0);
      phase = message;
      const done = before + step;
      if (stopped || !Number.isFinite(done) || done <= last || now() - sentAt < INTERVAL_MS) return;
      const total = steps === undefined ? undefined : before + steps;
      const params = { progressToken: token, progress: done, total, message };
      if (!send(notification('notifications/progress', params))) return;
      last = done;
      sentAt = now();
    },
    stop() {
      stopped = true;
    },
  };
}
