import type { CallContext } from '../query/workspace.ts';
import type { Io } from './io.ts';

const QUIET_MS = 400;
const REDRAW_MS = 100;
const ERASE_LINE = '\r\x1b[K';

/**
 * On a terminal, one line that is rewritten while long work goes on and gone before anything else is said. Work that does
 * not count its steps, such as a blame, has a line, too.
 */
export function progressOn({ stderr }: Pick<Io, 'stderr'>): {
  report: CallContext['progress'];
  clear(): void;
} {
  if (!stderr.isTTY) return { report: undefined, clear: () => {} };
  let shownAt = Date.now() + QUIET_MS;
  let isShown = false;
  const show = (text: string) => {
    stderr.write(`${ERASE_LINE}${text}`);
    isShown = true;
    shownAt = Date.now() + REDRAW_MS;
  };
  const waiting = setTimeout(() => !isShown && show('Asking git …'), QUIET_MS);
  waiting.unref();
  return {
    report: (done, total, message = 'Working') => {
      if (Date.now() >= shownAt) show(`${message}: ${done}${total ? ` of ${total}` : ''}`);
    },
    clear: () => {
      clearTimeout(waiting);
      if (isShown) stderr.write(ERASE_LINE);
      isShown = false;
    },
  };
}
