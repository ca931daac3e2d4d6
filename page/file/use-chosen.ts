import { useCallback, useState } from 'preact/hooks';
import { linkTo } from '../route.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import type { AnnotatedUnit } from '../unit/units-of.ts';
import { scrollToElement } from './use-arrival.ts';

/** Which card is chosen, by mouse or with j and k, and which lines are set off for it; o opens it. */
export function useChosen(units: readonly AnnotatedUnit[], path: string) {
  const [chosen, setChosen] = useState<string>();
  const [pointed, point] = useState<string>();
  const choose = useCallback((key: string | undefined) => setChosen(key), []);
  const go = (key: string) => {
    setChosen(key);
    requestAnimationFrame(() => showCard(key));
  };
  const step = (by: 1 | -1) => {
    const at = units.findIndex(({ key }) => key === chosen);
    const next = units[at < 0 ? (by > 0 ? 0 : units.length - 1) : at + by];
    if (next) go(next.key);
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    o: () => {
      const anchor = units.find(({ key }) => key === chosen)?.anchor;
      if (anchor) location.hash = linkTo({ view: 'unit', path, anchor });
    },
    Escape: () => setChosen(undefined),
  });
  const lit = units.find(({ key }) => key === (pointed ?? chosen))?.ranges ?? [];
  return { chosen, lit, choose, point, go };
}

function showCard(key: string): void {
  const card = document.querySelector<HTMLElement>(`[data-unit="${CSS.escape(key)}"]`);
  card?.focus({ preventScroll: true });
  if (card) scrollToElement(card);
}
