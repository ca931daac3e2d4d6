import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { FileData } from '../../src/page/data.ts';
import { plural } from '../../src/wording.ts';
import { useAnswer } from '../ask/use-answer.ts';
import { linkTo } from '../route.ts';
import { Answered } from '../shell/answered.tsx';
import { CopyLink } from '../shell/copy-link.tsx';
import { Title } from '../shell/title.tsx';
import { useMedia } from '../shell/use-media.ts';
import { Notices } from '../text/notices.tsx';
import { Path } from '../text/text.tsx';
import { UnitCard } from '../unit/unit-card.tsx';
import { type AnnotatedUnit, unitsOf } from '../unit/units-of.ts';
import { bars, cardLine } from './bars.ts';
import { CardsBeside } from './cards-beside.tsx';
import { Code } from './code.tsx';
import { Jump } from './jump.tsx';
import { LineField } from './line-field.tsx';
import { Concerns, SaidInCommits } from './said-around.tsx';
import { useArrival } from './use-arrival.ts';
import { useChosen } from './use-chosen.ts';

/** Where cards have room beside the code; in the style sheet, too. */
const WIDE = '(min-width: 1280px)';

/** With more, each card is its title until it is chosen. */
const MANY = 60;

export function FileView({ path, lines }: { path: string; lines?: [number, number] }) {
  const asked = useAnswer({ about: 'file', path });
  return <Answered of={asked}>{file => <ShownFile file={file} lines={lines} />}</Answered>;
}

function ShownFile({ file, lines }: { file: FileData; lines?: [number, number] }) {
  const { path, read } = file;
  const units = useMemo(() => unitsOf(read), [read]);
  const { chosen, lit, choose, point, go } = useChosen(units, path);
  const isWide = useMedia(WIDE);
  const level = units.length > MANY ? 'line' : 'short';
  const drawn = useMemo(() => bars(units), [units]);
  useArrival(file, lines);

  const card = (unit: AnnotatedUnit) => (
    <UnitCard key={unit.key} isChosen={unit.key === chosen} onChoose={choose} {...{ unit, path, level }} />
  );
  const isAbove = ({ ranges }: AnnotatedUnit) => ranges.length === 0 || file.text === undefined;
  const above = useMemo(() => units.filter(isAbove), [units]);
  const beside = useMemo(() => units.filter(unit => !isAbove(unit)), [units]);
  return (
    <article class="file">
      <Title text={path} heading={<Path of={path} />}>
        <p class="facts">
          <span>{countOf(read.stats.annotations_found)}</span>
          {file.language && <span>{file.language}</span>}
          {read.scope?.uncommitted_lines ? (
            <span>{plural(read.scope.uncommitted_lines, 'line')} not committed</span>
          ) : null}
          {read.scope?.written_by?.map(({ who, lines: count }) => (
            <span key={who}>
              {plural(count, 'line')} by {who}, as notes say
            </span>
          ))}
        </p>
        <p class="actions">
          <a href={linkTo({ view: 'graph', path })}>Dependencies</a>
          <CopyLink />
          {file.text !== undefined && <LineField path={path} />}
        </p>
      </Title>
      <Jump {...{ units, chosen }} onGo={go} />
      <Notices of={read.notices} />
      {above.length > 0 && <section class="above">{above.map(card)}</section>}
      <SaidInCommits of={read.said_in_commits} path={path} />
      {file.text === undefined ? (
        <p class="empty">{file.why_no_text ?? 'This file can not be shown.'}</p>
      ) : (
        <div class={`sheet-and-cards ${isWide && beside.length > 0 ? 'wide' : ''}`}>
          <Code
            file={file}
            bars={drawn}
            lit={lit}
            marked={lines ? [lines] : []}
            inserted={isWide ? undefined : insertedCards(beside, card)}
            onChoose={choose}
          />
          {isWide && beside.length > 0 && (
            <CardsBeside units={beside} onChoose={choose} onPoint={point} {...{ path, level, chosen }} />
          )}
        </div>
      )}
      <Concerns of={read.cross_cutting} path={path} />
    </article>
  );
}

function countOf(count: number): string {
  return count === 0 ? 'not annotated' : plural(count, 'annotation');
}

/** Cards by the line that they stand before. */
function insertedCards(units: readonly AnnotatedUnit[], card: (unit: AnnotatedUnit) => JSX.Element) {
  const byLine = new Map<number, JSX.Element[]>();
  for (const unit of units) byLine.set(cardLine(unit), [...(byLine.get(cardLine(unit)) ?? []), card(unit)]);
  return new Map(
    [...byLine].map(([line, cards]) => [
      line,
      <div class="inserted" key={`cards-${line}`}>
        {cards}
      </div>,
    ]),
  );
}
