import { useMemo, useState } from 'preact/hooks';
import type { GraphData } from '../../src/page/data.ts';
import { plural } from '../../src/wording.ts';
import { linkToPlace } from '../route.ts';
import { useMedia } from '../shell/use-media.ts';
import { asPlain } from '../text/text.tsx';
import { layout, NODE_HEIGHT, type PlacedEdge, type PlacedNode } from './layout.ts';

/** A drawing of the dependencies; each box is a link. It scrolls, and grows and shrinks in steps. */
export function Picture({ of: graph, label }: { of: GraphData; label: string }) {
  const isNarrow = useMedia('(max-width: 760px)');
  const picture = useMemo(() => layout(graph, isNarrow ? 'TB' : 'LR'), [graph, isNarrow]);
  const [zoom, setZoom] = useState(1);
  const [pointed, point] = useState<string>();
  const size = { width: picture.width * zoom, height: picture.height * zoom };
  const isNear = ({ from, to }: PlacedEdge) => pointed === from || pointed === to;
  return (
    <figure class="picture">
      <div class="picture-tools">
        <button type="button" onClick={() => setZoom(Math.max(0.3, zoom / 1.25))} aria-label="Smaller">
          −
        </button>
        <button type="button" onClick={() => setZoom(1)} title="As large as it was">
          {Math.round(zoom * 100)} %
        </button>
        <button type="button" onClick={() => setZoom(Math.min(3, zoom * 1.25))} aria-label="Larger">
          +
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="picture-room" tabIndex={0} aria-label={label}>
        <svg
          viewBox={`0 0 ${picture.width} ${picture.height}`}
          width={size.width}
          height={size.height}
          class={pointed ? 'pointed' : ''}
        >
          <title>{label}</title>
          <defs>
            <marker
              id="tip"
              viewBox="0 0 8 8"
              refX="7.5"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto"
            >
              <path d="M0 0.5 8 4 0 7.5z" />
            </marker>
          </defs>
          {picture.edges.map(edge => (
            <path
              key={`${edge.from} ${edge.to}`}
              class={`edge ${isNear(edge) ? 'near' : ''}`}
              d={curve(edge.points)}
              marker-end="url(#tip)"
            />
          ))}
          {picture.nodes.map(node => (
            <Node key={node.id} node={node} onPoint={point} />
          ))}
        </svg>
      </section>
      {picture.undrawn > 0 && (
        <figcaption class="aside">
          {picture.undrawn.toLocaleString('en')} more connections are not drawn.
        </figcaption>
      )}
    </figure>
  );
}

function Node({ node, onPoint }: { node: PlacedNode; onPoint: (id: string | undefined) => void }) {
  const { file, unit, width, x, y, title, detail, annotations } = node;
  const said = annotations > 0 ? plural(annotations, 'annotation') : 'not annotated';
  return (
    <a
      href={linkToPlace(file, unit)}
      class={`node ${node.focus ? 'focus' : ''} ${annotations > 0 ? '' : 'bare'}`}
      onMouseEnter={() => onPoint(node.id)}
      onMouseLeave={() => onPoint(undefined)}
      onFocus={() => onPoint(node.id)}
      onBlur={() => onPoint(undefined)}
    >
      <title>{asPlain([unit, file, said].filter(Boolean).join(', '))}</title>
      <rect x={x - width / 2} y={y - NODE_HEIGHT / 2} width={width} height={NODE_HEIGHT} rx="8" />
      <text x={x - width / 2 + 14} y={y - 4} class="node-title">
        {asPlain(title)}
      </text>
      <text x={x - width / 2 + 14} y={y + 14} class="node-detail">
        {asPlain(detail)}
      </text>
    </a>
  );
}

/** Through the points that the layout gives, without corners. */
function curve(points: readonly { x: number; y: number }[]): string {
  const [start, ...rest] = points;
  if (!start) return '';
  const bends = rest.map((end, at) => {
    const before = points[at] ?? start;
    const middle = { x: (before.x + end.x) / 2, y: (before.y + end.y) / 2 };
    const isLast = at === rest.length - 1;
    return at === 0
      ? `L${middle.x} ${middle.y}${isLast ? `L${end.x} ${end.y}` : ''}`
      : `Q${before.x} ${before.y} ${isLast ? `${end.x} ${end.y}` : `${middle.x} ${middle.y}`}`;
  });
  return `M${start.x} ${start.y}${bends.join('')}`;
}
