import { layout as arrange, Graph } from '@dagrejs/dagre';
import type { GraphData, GraphEdge, GraphNode } from '../../src/page/data.ts';

export const NODE_HEIGHT = 48;
/** The time for a layout grows much faster than the number of its lines: 1,000 take half a minute. */
const MOST_EDGES = 300;
const LETTER = 7.4;

type Point = { x: number; y: number };
export type PlacedNode = GraphNode & Point & { width: number; title: string; detail: string };
export type PlacedEdge = GraphEdge & { points: Point[] };
export type Picture = {
  width: number;
  height: number;
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  /** Connections that are not drawn. */
  undrawn: number;
};

/** Where everything stands: who relies on something before what it relies on. */
export function layout({ nodes, edges }: GraphData, direction: 'LR' | 'TB'): Picture {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: direction, nodesep: 18, ranksep: 56, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  const distinct = distinctEdges(edges, nodes);
  const drawn = distinct.slice(0, MOST_EDGES);
  const joined = new Set(drawn.flatMap(({ from, to }) => [from, to]));
  const labelled = nodes
    .filter(({ id, focus }) => focus || joined.has(id))
    .map(node => ({ ...node, ...labels(node) }));
  for (const { id, width } of labelled) graph.setNode(id, { width, height: NODE_HEIGHT });
  for (const { from, to } of drawn) graph.setEdge(from, to);
  arrange(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: Math.max(width, 1),
    height: Math.max(height, 1),
    nodes: labelled.map(node => ({ ...node, ...at(graph.node(node.id)) })),
    edges: drawn.map(edge => ({ ...edge, points: (graph.edge(edge.from, edge.to)?.points ?? []).map(at) })),
    undrawn: distinct.length - drawn.length,
  };
}

function at({ x = 0, y = 0 }: Partial<Point>): Point {
  return { x, y };
}

/** Two units may be joined by several assumptions: one line stands for all. Those of what was asked about come first. */
function distinctEdges(edges: readonly GraphEdge[], nodes: readonly GraphNode[]): GraphEdge[] {
  const known = new Set(nodes.map(({ id }) => id));
  const focus = new Set(nodes.filter(node => node.focus).map(({ id }) => id));
  const drawn = new Map<string, GraphEdge>();
  for (const edge of edges) {
    const isDrawn = edge.from !== edge.to && known.has(edge.from) && known.has(edge.to);
    const key = JSON.stringify([edge.from, edge.to]);
    if (isDrawn && !drawn.has(key)) drawn.set(key, edge);
  }
  const isNear = ({ from, to }: GraphEdge) => Number(focus.has(from) || focus.has(to));
  return [...drawn.values()].sort((a, b) => isNear(b) - isNear(a));
}

function labels({ file, unit }: GraphNode): { title: string; detail: string; width: number } {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const title = shortened(unit ?? name, 30);
  const detail = shortened(unit ? file : file.slice(0, -name.length) || 'whole file', 34);
  const width = Math.max(120, Math.ceil(Math.max(title.length * LETTER, detail.length * LETTER * 0.86)) + 28);
  return { title, detail, width };
}

/** The end says more than the beginning, of names and of paths. */
function shortened(text: string, most: number): string {
  const letters = Array.from(text);
  return letters.length <= most ? text : `…${letters.slice(1 - most).join('')}`;
}
