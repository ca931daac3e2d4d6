import { PROGRESS_DEADLINES } from '../deadlines.ts';
import type { CallContext } from '../query/workspace.ts';
import type { Io } from './io.ts';

const QUIET_MS = 400;
const REDRAW_MS = 100;
const ERASE_LINE = '\r\x1b[K';

type Stderr = Io['stderr'];
type Report = NonNullable<CallContext['progress']>;
type Progress = { report: Report; clear(): void };

/** Says on stderr that long work goes on. Work that does not count its steps, such as a blame, has a line, too. */
export function progressOn({ stderr }: Pick<Io, 'stderr'>, atFirst = 'Asking git …'): Progress {
  return stderr.isTTY ? rewritten(stderr, atFirst) : nowAndThen(stderr, atFirst);
}

/** For work in which git may ask something on a terminal: there, nothing is said. */
export async function withProgressInPipe<Result>(
  { stderr }: Pick<Io, 'stderr'>,
  atFirst: string,
  work: (report?: Report) => Promise<Result>,
): Promise<Result> {
  if (stderr.isTTY) return work();
  const { report, clear } = nowAndThen(stderr, atFirst);
  return work(report).finally(clear);
}

/** A line after two seconds, and another every few. */
function nowAndThen(stderr: Stderr, atFirst: string): Progress {
  const started = Date.now();
  let text = atFirst;
  let due = started + PROGRESS_DEADLINES.first;
  let timer: NodeJS.Timeout;
  const sayIfDue = () => {
    const now = Date.now();
    if (now < due) return;
    stderr.write(`${text} (${Math.round((now - started) / 1_000)} s)\n`);
    due = now + PROGRESS_DEADLINES.again;
  };
  const wait = () => {
    timer = setTimeout(
      () => {
        sayIfDue();
        wait();
      },
      Math.max(1, due - Date.now()),
    );
    timer.unref();
  };
  wait();
  return {
    // Work that leaves no time for timers counts its steps.
    report: (...step) => {
      text = said(...step);
      sayIfDue();
    },
    clear: () => clearTimeout(timer),
  };
}

const said = (...[done, total, message = 'Working']: Parameters<Report>) =>
  `${message}: ${done}${total ? ` of ${total}` : ''}`;

/** One line that is rewritten while the work goes on, and gone before anything else is said. */
function rewritten(stderr: Stderr, atFirst: string): Progress {
  let shownAt = Date.now() + QUIET_MS;
  let isShown = false;
  const show = (text: string) => {
    stderr.write(`${ERASE_LINE}${text}`);
    isShown = true;
    shownAt = Date.now() + REDRAW_MS;
  };
  const waiting = setTimeout(() => !isShown && show(atFirst), QUIET_MS);
  waiting.unref();
  return {
    report: (...step) => {
      if (Date.now() >= shownAt) show(said(...step));
    },
    clear: () => {
      clearTimeout(waiting);
      if (isShown) stderr.write(ERASE_LINE);
      isShown = false;
    },
  };
}
