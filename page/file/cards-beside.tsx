import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { type Level, UnitCard } from '../unit/unit-card.tsx';
import type { AnnotatedUnit } from '../unit/units-of.ts';
import { cardLine } from './bars.ts';
import { LINE_HEIGHT } from './code-block.tsx';
import { placeCards } from './place-cards.ts';

type Props = {
  units: readonly AnnotatedUnit[];
  path: string;
  level: Level;
  chosen: string | undefined;
  onChoose: (key: string | undefined) => void;
  onPoint: (key: string | undefined) => void;
};

/** Each card at the height of its lines, or below the one before it. */
export function CardsBeside({ units, chosen, ...rest }: Props) {
  const ref = useRef<HTMLElement>(null);
  const now = useRef({ units, chosen });
  now.current = { units, chosen };
  const place = () => {
    if (ref.current) put(ref.current, now.current.units, now.current.chosen);
  };
  useLayoutEffect(place, [units, chosen]);
  useEffect(() => {
    const watching = new ResizeObserver(place);
    for (const card of ref.current?.children ?? []) watching.observe(card);
    return () => watching.disconnect();
  }, [units]);
  return (
    <aside class="beside" ref={ref} aria-label="Annotations of these lines">
      {units.map(unit => (
        <UnitCard key={unit.key} unit={unit} isChosen={unit.key === chosen} {...rest} />
      ))}
    </aside>
  );
}

function put(column: HTMLElement, units: readonly AnnotatedUnit[], chosen: string | undefined): void {
  const elements = [...column.children] as HTMLElement[];
  const cards = units.map((unit, at) => ({
    wanted: (cardLine(unit) - 1) * LINE_HEIGHT,
    height: elements[at]?.offsetHeight ?? 0,
  }));
  const tops = placeCards(
    cards,
    units.findIndex(({ key }) => key === chosen),
  );
  for (const [at, element] of elements.entries()) {
    const top = `${tops[at]}px`;
    if (element.style.top !== top) element.style.top = top;
  }
  const end = Math.max(0, ...tops.map((top, at) => top + (cards[at]?.height ?? 0)));
  column.style.minHeight = `${end}px`;
}
