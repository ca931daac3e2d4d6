import { useLayoutEffect } from 'preact/hooks';
import type { FileData } from '../../src/page/data.ts';
import { LINE_HEIGHT } from './code-block.tsx';

/** Below the header, with some of what comes before. */
const ABOVE = 140;

/** Goes to the lines that the address names, when they are there. Going back restores the place instead. */
export function useArrival({ path, text }: FileData, lines: [number, number] | undefined): void {
  const first = lines?.[0];
  useLayoutEffect(() => {
    if (first === undefined || text === undefined || history.state?.y !== undefined) return;
    scrollToLine(first);
  }, [path, first, text === undefined]);
}

function scrollToLine(line: number): void {
  for (const block of document.querySelectorAll<HTMLElement>('.file .block')) {
    const [first, last] = [Number(block.dataset.first), Number(block.dataset.last)];
    if (line < first || line > last) continue;
    const top = block.getBoundingClientRect().top + (line - first) * LINE_HEIGHT;
    const isInSight = top > ABOVE / 2 && top + LINE_HEIGHT < innerHeight;
    if (!isInSight) scrollTo({ top: top + scrollY - ABOVE, behavior: 'instant' });
  }
}

export function scrollToElement(element: HTMLElement): void {
  const { top, bottom } = element.getBoundingClientRect();
  if (top >= ABOVE / 2 && bottom <= innerHeight) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: top + scrollY - ABOVE, behavior: isCalm ? 'instant' : 'smooth' });
}
