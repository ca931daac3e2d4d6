import { oneLine, withCleanTexts } from '../../annotation/sanitise.ts';
import { scopeNames } from '../../pipeline/scope/scope.ts';
import { scopeToday } from '../../pipeline/scope/scope-in-history.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import { isSameName } from '../../syntax/anchor.ts';
import { shortId } from '../../wording.ts';
import { isBelow } from '../annotated-files.ts';
import type { GraphData, GraphEdge } from '../data.ts';
import { realPath } from '../real-path.ts';
import { around, type Chosen, mostConnected } from './choose-nodes.ts';
import { countAnnotations } from './count-annotations.ts';
import type { Declared, End } from './declared.ts';
import { namesInFiles } from './name-units.ts';
import { idOf, type Network, network, renamed, wholeNetwork } from './network.ts';

const MOST_NODES = 200;
const MOST_EDGES = 2_000;
/** A picture has labels; the card of a unit has all of the text. */
const LONGEST_NATURE = 300;

/** Which code relies on which, at or below a path and beside it: the most connected. */
export async function graph(snapshot: Snapshot, below = ''): Promise<GraphData> {
  const whole = await wholeNetwork(snapshot);
  const isInside = ({ from, to }: Declared) => [from, to].some(({ file }) => isBelow(file, below));
  const all = [...whole.from.values()].flat();
  const shown = below === '' ? whole : network(all.filter(isInside));
  return picture(snapshot, shown, { ...mostConnected(shown, MOST_NODES), focus: [] });
}

/** What a file or a unit relies on, and what relies on it. */
export async function graphAround(snapshot: Snapshot, shown: string, anchor?: string): Promise<GraphData> {
  const whole = await wholeNetwork(snapshot);
  const path = await realPath(snapshot, shown);
  const { focus, starts } = await meant(snapshot, whole, path, anchor);
  return picture(snapshot, whole, { ...around(whole, starts.map(idOf), MOST_NODES), focus });
}

/** What was asked about, and where to begin: a dependency on the whole file concerns each of its units. */
async function meant(
  snapshot: Snapshot,
  { inFile }: Network,
  asked: string,
  anchor: string | undefined,
): Promise<{ focus: End[]; starts: End[] }> {
  const scope = await scopeToday(snapshot, { path: asked, anchor });
  const { path: file } = scope;
  const names = scopeNames(scope);
  const own = inFile.get(file) ?? [];
  const isMeant = ({ unit }: End) =>
    names.length === 0 || (unit !== undefined && names.some(name => isSameName(name, unit)));
  const known = own.filter(isMeant).slice(0, MOST_NODES);
  const focus = known.length > 0 ? known : [names.length === 0 ? { file } : { file, unit: names[0] }];
  return { focus, starts: [...own.filter(({ unit }) => unit === undefined), ...focus] };
}

/** From the nodes that were chosen to what is drawn: by the names that their files have for them. */
async function picture(
  snapshot: Snapshot,
  { nodes, from }: Network,
  { ids, left, focus }: Chosen & { focus: readonly End[] },
): Promise<GraphData> {
  const chosen = [...ids].flatMap(id => nodes.get(id) ?? []);
  const ends = [...new Map([...chosen, ...focus].map(end => [idOf(end), end])).values()];
  const nameOf = await namesInFiles(snapshot, ends);
  const shown = [...ids].flatMap(id => (from.get(id) ?? []).filter(({ to }) => ids.has(idOf(to))));
  const edges = distinctEdges(shown.map(item => renamed(item, nameOf)));
  const named = ends.map(end => ({ file: end.file, unit: nameOf(end) }));
  const inFocus = new Set(focus.map(end => idOf({ file: end.file, unit: nameOf(end) })));
  const count = await countAnnotations(snapshot, named);
  const byId = new Map(named.map(end => [idOf(end), end]));
  return withCleanTexts({
    nodes: [...byId]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, end]) => ({
        id: oneLine(id),
        file: oneLine(end.file),
        ...(end.unit === undefined ? {} : { unit: oneLine(end.unit) }),
        annotations: count(end),
        ...(inFocus.has(id) ? { focus: true as const } : {}),
      })),
    edges: edges.slice(0, MOST_EDGES),
    ...(left > 0 ? { left_out: left } : {}),
    ...(edges.length > MOST_EDGES ? { edges_left_out: edges.length - MOST_EDGES } : {}),
  });
}

/** In an order that depends on nothing but the names. */
function distinctEdges(all: readonly Declared[]): GraphEdge[] {
  const edges = new Map<string, GraphEdge>();
  for (const { from, to, nature: said, commit } of all) {
    const nature = said.length > LONGEST_NATURE ? `${said.slice(0, LONGEST_NATURE)}…` : said;
    const edge = { from: oneLine(idOf(from)), to: oneLine(idOf(to)), nature, commit: shortId(commit.id) };
    if (edge.from !== edge.to) edges.set(JSON.stringify([edge.from, edge.to, nature]), edge);
  }
  return [...edges].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, edge]) => edge);
}
