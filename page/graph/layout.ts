import { layout as arrange, Graph } from '@dagrejs/dagre';
import type { GraphData, GraphEdge, GraphNode } from '../../src/page/data.ts';

export const NODE_HEIGHT = 48;
const LETTER = 7.4;

type Point = { x: number; y: number };
export type PlacedNode = GraphNode & Point & { width: number; title: string; detail: string };
export type PlacedEdge = GraphEdge & { points: Point[] };
export type Picture = { width: number; height: number; nodes: PlacedNode[]; edges: PlacedEdge[] };

/** Where everything stands: who relies on something before what it relies on. */
export function layout({ nodes, edges }: GraphData, direction: 'LR' | 'TB'): Picture {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: direction, nodesep: 18, ranksep: 56, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  const labelled = nodes.map(node => ({ ...node, ...labels(node) }));
  for (const { id, width } of labelled) graph.setNode(id, { width, height: NODE_HEIGHT });
  const drawn = distinctEdges(edges, new Set(nodes.map(({ id }) => id)));
  for (const { from, to } of drawn) graph.setEdge(from, to);
  arrange(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: Math.max(width, 1),
    height: Math.max(height, 1),
    nodes: labelled.map(node => ({ ...node, ...at(graph.node(node.id)) })),
    edges: drawn.map(edge => ({ ...edge, points: (graph.edge(edge.from, edge.to)?.points ?? []).map(at) })),
  };
}

function at({ x = 0, y = 0 }: Partial<Point>): Point {
  return { x, y };
}

/** Two units may be joined by several assumptions: one line stands for all. */
function distinctEdges(edges: readonly GraphEdge[], known: ReadonlySet<string>): GraphEdge[] {
  const drawn = new Map<string, GraphEdge>();
  for (const edge of edges) {
    const isDrawn = edge.from !== edge.to && known.has(edge.from) && known.has(edge.to);
    const key = JSON.stringify([edge.from, edge.to]);
    if (isDrawn && !drawn.has(key)) drawn.set(key, edge);
  }
  return [...drawn.values()];
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
