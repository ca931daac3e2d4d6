import { linesNamed } from '../text/lines.ts';
import { Name } from '../text/text.tsx';
import { type AnnotatedUnit, firstLine } from '../unit/units-of.ts';

const MOST = 16;

type Props = { units: readonly AnnotatedUnit[]; chosen: string | undefined; onGo: (key: string) => void };

/** What of a file is annotated, to go there. */
export function Jump({ units, chosen, onGo }: Props) {
  if (units.length === 0) return null;
  return (
    <ul class="jump" aria-label="Annotated here">
      {units.slice(0, MOST).map(unit => (
        <li key={unit.key}>
          <button type="button" aria-pressed={unit.key === chosen} onClick={() => onGo(unit.key)}>
            <i class={`swatch bar ${unit.state}`} aria-hidden="true" />
            <Name of={unit.anchor ?? unit.about ?? linesNamed(unit.ranges)} />
            {unit.anchor && unit.ranges.length > 0 && <span class="aside">{firstLine(unit)}</span>}
          </button>
        </li>
      ))}
      {units.length > MOST && <li class="aside">and {units.length - MOST} more: press j and k</li>}
    </ul>
  );
}
