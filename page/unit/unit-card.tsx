import { linkTo } from '../route.ts';
import { memo } from '../shell/memo.ts';
import { linesNamed } from '../text/lines.ts';
import { StateLabel } from '../text/state.tsx';
import { Name, Prose } from '../text/text.tsx';
import { Details } from './details.tsx';
import { MustHold } from './promises.tsx';
import type { AnnotatedUnit } from './units-of.ts';
import { whatElse } from './what-else.ts';

/** `line`: its name alone; `short`: what must hold and what for; `whole`: everything. */
export type Level = 'line' | 'short' | 'whole';

type Props = {
  unit: AnnotatedUnit;
  path: string;
  level: Level;
  isChosen: boolean;
  onChoose: (key: string | undefined) => void;
  onPoint?: (key: string | undefined) => void;
};

export const UnitCard = memo(DrawnCard);

function DrawnCard({ unit, path, level, isChosen, onChoose, onPoint }: Props) {
  const shown = isChosen ? 'whole' : level;
  const more = whatElse(unit, shown);
  const toggle = () => onChoose(isChosen ? undefined : unit.key);
  return (
    <article
      class={`card ${unit.state} ${isChosen ? 'chosen' : ''} ${shown}`}
      tabIndex={-1}
      data-unit={unit.key}
      onMouseEnter={onPoint && (() => onPoint(unit.key))}
      onMouseLeave={onPoint && (() => onPoint(undefined))}
    >
      <CardTitle unit={unit} path={path} />
      {shown !== 'line' && <MustHold regions={unit.regions} />}
      {shown === 'short' && <Intent unit={unit} />}
      {shown === 'whole' && <WholeCard unit={unit} path={path} />}
      {(isChosen || more) && (
        <button type="button" class="fold" aria-expanded={isChosen} onClick={toggle}>
          {isChosen ? 'Less' : more}
        </button>
      )}
    </article>
  );
}

function CardTitle({ unit, path }: { unit: AnnotatedUnit; path: string }) {
  const { anchor, about, type, ranges } = unit;
  const lines = ranges.length > 0 ? linesNamed(ranges) : undefined;
  const [first] = ranges;
  return (
    <header class="card-title">
      <h3>
        {anchor ? (
          <a href={linkTo({ view: 'unit', path, anchor })}>
            <Name of={anchor} />
          </a>
        ) : first ? (
          <a href={linkTo({ view: 'file', path, lines: first })}>{lines}</a>
        ) : (
          <Name of={about ?? ''} />
        )}
      </h3>
      <p class="facts">
        <StateLabel of={unit.state} changed={unit.regions[0]?.freshness.changed} />
        <span>{[type, anchor && lines].filter(Boolean).join(', ')}</span>
      </p>
    </header>
  );
}

function Intent({ unit }: { unit: AnnotatedUnit }) {
  const intent = unit.regions.find(region => region.intent)?.intent;
  return intent ? (
    <p class="intent">
      <Prose of={intent} />
    </p>
  ) : null;
}

/** All but what must hold: the newest annotation, who relies on the unit, and older annotations in a fold. */
export function WholeCard({ unit, path }: { unit: AnnotatedUnit; path: string }) {
  const [newest, ...older] = unit.regions;
  return (
    <>
      {newest && <Details of={newest} path={path} dependents={unit.dependents} />}
      {older.map((region, at) => (
        <details class="earlier" key={at}>
          <summary>
            Earlier: {region.date}{' '}
            <StateLabel of={region.freshness.state} changed={region.freshness.changed} />
          </summary>
          <Details of={region} path={path} />
        </details>
      ))}
    </>
  );
}
