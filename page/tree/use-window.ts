import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

const SPARE = 12;

/** Which rows of a list that scrolls are to be drawn: those that can be seen, and a few more. */
export function useWindow(
  ref: RefObject<HTMLElement | null>,
  count: number,
  height: number,
): { first: number; last: number } {
  const [seen, setSeen] = useState({ first: 0, last: 60 });
  useLayoutEffect(() => {
    const list = ref.current;
    if (!list) return undefined;
    const look = () => {
      const first = Math.max(0, Math.floor(list.scrollTop / height) - SPARE);
      const last = Math.ceil((list.scrollTop + list.clientHeight) / height) + SPARE;
      setSeen(before => (before.first === first && before.last === last ? before : { first, last }));
    };
    look();
    const watching = new ResizeObserver(look);
    watching.observe(list);
    list.addEventListener('scroll', look, { passive: true });
    return () => {
      watching.disconnect();
      list.removeEventListener('scroll', look);
    };
  }, [count === 0, height]);
  return { first: Math.min(seen.first, Math.max(0, count - 1)), last: Math.min(seen.last, count) };
}
