import { useMemo } from 'preact/hooks';
import type { FileData, UnitData } from '../../src/page/data.ts';
import { useAnswer } from '../ask/use-answer.ts';
import { bars } from '../file/bars.ts';
import { Code } from '../file/code.tsx';
import { Concerns, SaidInCommits } from '../file/said-around.tsx';
import { GraphAround } from '../graph/graph-view.tsx';
import { linkTo } from '../route.ts';
import { Answered } from '../shell/answered.tsx';
import { CopyLink } from '../shell/copy-link.tsx';
import { Title } from '../shell/title.tsx';
import { linesNamed } from '../text/lines.ts';
import { Notices } from '../text/notices.tsx';
import { StateLabel } from '../text/state.tsx';
import { Name, Path } from '../text/text.tsx';
import { MustHold } from './promises.tsx';
import { Timeline } from './timeline.tsx';
import { WholeCard } from './unit-card.tsx';
import { unitsOf } from './units-of.ts';

export function UnitView({ path, anchor }: { path: string; anchor: string }) {
  const asked = useAnswer({ about: 'unit', path, anchor });
  const file = useAnswer({ about: 'file', path });
  return (
    <Answered of={asked}>
      {unit => <ShownUnit unit={unit} file={file.state === 'answered' ? file.answer : undefined} />}
    </Answered>
  );
}

function ShownUnit({ unit, file }: { unit: UnitData; file: FileData | undefined }) {
  const { path, anchor, read, history, deps } = unit;
  const units = useMemo(() => unitsOf(read), [read]);
  const { scope } = read;
  const lines = scope?.lines && ([scope.lines.start, scope.lines.end] as [number, number]);
  const [first] = units;
  const dependents = deps.dependents.length > 0 ? deps.dependents : (read.dependencies_on_this ?? []);
  return (
    <article class="unit">
      <Title
        text={`${anchor} – ${path}`}
        heading={<Name of={scope?.anchor?.name ?? anchor} />}
        before={
          <p class="from">
            <a href={linkTo({ view: 'file', path, lines })}>
              <Path of={path} />
            </a>
          </p>
        }
      >
        <p class="facts">
          {first && <StateLabel of={first.state} changed={first.regions[0]?.freshness.changed} />}
          <span>{[scope?.anchor?.type, lines && linesNamed([lines])].filter(Boolean).join(', ')}</span>
        </p>
        <p class="actions">
          <a href={linkTo({ view: 'file', path, lines })}>In its file</a>
          <a href={linkTo({ view: 'graph', path, anchor })}>Dependencies</a>
          <CopyLink />
        </p>
      </Title>
      <Notices of={read.notices} />
      <div class="two">
        <div class="first">
          {units.map(one => (
            <section class="panel whole" key={one.key}>
              {units.length > 1 && (
                <h2>{one.anchor ? <Name of={one.anchor} /> : (one.about ?? linesNamed(one.ranges))}</h2>
              )}
              <MustHold regions={one.regions} />
              <WholeCard unit={{ ...one, dependents: one === first ? dependents : [] }} path={path} />
            </section>
          ))}
          {units.length === 0 && <p class="empty">Nothing is said of this unit.</p>}
          <SaidInCommits of={read.said_in_commits} path={path} />
          <Concerns of={read.cross_cutting ?? deps.cross_cutting} path={path} />
        </div>
        <div class="second">
          {file?.text !== undefined && lines && (
            <section class="excerpt">
              <h2>Code</h2>
              <Code file={file} bars={bars(units)} only={lines} />
            </section>
          )}
          <GraphAround path={path} anchor={anchor} />
          <Timeline of={history} path={path} />
        </div>
      </div>
    </article>
  );
}
