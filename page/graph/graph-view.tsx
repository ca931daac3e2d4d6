import type { GraphData } from '../../src/page/data.ts';
import { useAnswer } from '../ask/use-answer.ts';
import { linkTo, linkToPlace } from '../route.ts';
import { Answered } from '../shell/answered.tsx';
import { CopyLink } from '../shell/copy-link.tsx';
import { Title } from '../shell/title.tsx';
import { CommitId, Name, Path, Prose } from '../text/text.tsx';
import { PlaceLink } from '../unit/place-link.tsx';
import { Picture } from './picture.tsx';

export function GraphView({ path, anchor }: { path?: string; anchor?: string }) {
  const asked = useAnswer({ about: 'graph', path, anchor });
  return (
    <article class="graph">
      <Title
        text={`Dependencies ${anchor ?? path ?? ''}`}
        heading="Dependencies"
        before={
          path && (
            <p class="from">
              <a href={linkToPlace(path, anchor)}>
                {anchor && <Name of={anchor} />} <Path of={path} />
              </a>
            </p>
          )
        }
      >
        <p class="lead">An arrow leads from code to what it relies on, as annotations say.</p>
        <p class="actions">
          {path && <a href={linkTo({ view: 'graph' })}>Whole repository</a>}
          <CopyLink />
        </p>
      </Title>
      <Answered of={asked}>{graph => <ShownGraph graph={graph} />}</Answered>
    </article>
  );
}

function ShownGraph({ graph }: { graph: GraphData }) {
  if (graph.edges.length === 0) {
    return (
      <p class="empty">
        No annotation says what code relies on here. It is said with <code>semantic_dependencies</code> of a
        region: <code>ultragit annotate --help</code>
      </p>
    );
  }
  return (
    <>
      <LeftOut of={graph} />
      <Picture of={graph} label="Picture of the dependencies; the list below says the same" />
      <h2>The same as a list</h2>
      <EdgeList of={graph} />
    </>
  );
}

function LeftOut({ of: { left_out: units = 0, edges_left_out: edges = 0 } }: { of: GraphData }) {
  if (units + edges === 0) return null;
  const parts = [
    ...(units > 0 ? [`${units.toLocaleString('en')} units`] : []),
    ...(edges > 0 ? [`${edges.toLocaleString('en')} connections`] : []),
  ];
  return <p class="aside">The most connected are shown. Not shown: {parts.join(', ')}.</p>;
}

function EdgeList({ of: { nodes, edges } }: { of: GraphData }) {
  const byId = new Map(nodes.map(node => [node.id, node]));
  const place = (id: string) => {
    const node = byId.get(id);
    return node ? <PlaceLink file={node.file} anchor={node.unit} /> : <Name of={id} />;
  };
  return (
    <ul class="plain-list edges">
      {edges.map(({ from, to, nature, commit }) => (
        <li key={`${from} ${to} ${nature}`}>
          <p>
            {place(from)} <span class="aside">relies on</span> {place(to)}
          </p>
          <p class="reason">
            <Prose of={nature} /> <CommitId of={commit} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The picture around a unit, where there is something in it. */
export function GraphAround({ path, anchor }: { path: string; anchor: string }) {
  const asked = useAnswer({ about: 'graph', path, anchor });
  if (asked.state !== 'answered' || asked.answer.edges.length === 0) return null;
  return (
    <section class="graph-around">
      <h2>Dependencies</h2>
      <Picture of={asked.answer} label={`What is connected with ${anchor}`} />
    </section>
  );
}
