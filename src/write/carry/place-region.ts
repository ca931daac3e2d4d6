import { asObject, type JsonObject } from '../../annotation/json.ts';
import { readNote } from '../../annotation/read-note.ts';
import type { Annotation } from '../../annotation/schema.ts';
import type { Rename } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import { startOf, today } from '../../pipeline/following/start.ts';
import { type Held, placed } from '../../pipeline/following/within-file.ts';
import { parsedVersion } from '../../pipeline/locate/parsed-version.ts';
import type { FoundRegion } from '../../pipeline/notes/find-regions.ts';
import { type Snapshot, snapshotAt } from '../../pipeline/snapshot.ts';

/** The way from the commits of a branch to the one commit that stands for them. */
export type Passage = {
  snapshot: Snapshot;
  /** The end of the branch. */
  head: Commit;
  onto: Commit;
  /** What the commits of the branch renamed, oldest first. */
  renames: readonly Rename[];
  /** The order of the branch's commits. */
  order: ReadonlyMap<string, number>;
};

/** A region as the squash commit has it: `isPlaced` where its lines there are known, or it is about the whole file. */
export type Carried = { body: JsonObject; isPlaced: boolean };

/** Takes a region of a commit of the branch; gives it with the file, the unit and the lines of the squash commit. */
export async function placeRegion(passage: Passage, commit: Commit, body: JsonObject): Promise<Carried> {
  const annotation = asRead(body);
  const region = annotation?.regions[0];
  if (!annotation || !region) return { body, isPlaced: false };
  const isWhole = !region.lines && (!region.ast_anchor || region.ast_anchor.unit_type === 'file');
  if (isWhole) {
    const file = renamed(passage, commit, region.file);
    const isThere = (await passage.snapshot.repository.entryAt(passage.onto, file)) !== undefined;
    return { body: withFile(body, isThere ? file : region.file), isPlaced: isThere };
  }
  const held = await heldThere(passage, { commit, annotation, region });
  if (held) return { body: withPlace(body, held), isPlaced: true };
  const { lines: _, ...elsewhere } = withFile(body, renamed(passage, commit, region.file));
  return { body: elsewhere, isPlaced: false };
}

/** What readers make of a region. */
function asRead(body: JsonObject): Annotation | undefined {
  const note = Buffer.from(JSON.stringify({ schema: 'ultragit/v1', regions: [body] }));
  return readNote(note, '').annotations[0];
}

async function heldThere(
  { snapshot, head, onto }: Passage,
  written: Pick<FoundRegion, 'commit' | 'annotation' | 'region'>,
): Promise<Held | undefined> {
  const branch = snapshotAt(snapshot, head);
  const { commit, region } = written;
  const found: FoundRegion = { ...written, written: commit, said: region, source: '', evidence: 'index' };
  const start = await startOf(branch, found, []);
  const atHead = start && (await today(branch, start));
  if (!atHead || atHead === 'gone') return undefined;
  const entry = await snapshot.repository.entryAt(onto, atHead.path);
  if (!entry?.mode.startsWith('100')) return undefined;
  const { held } = atHead;
  if (entry.id === held.version.blob) return held;
  const version = { path: atHead.path, blob: entry.id };
  const there = await parsedVersion(snapshot, version);
  return there && placed(held.parsed, held.subject, version, there);
}

/** What a file is called at the end of the branch. */
function renamed({ renames, order }: Passage, { id }: Commit, path: string): string {
  const since = order.get(id) ?? -1;
  return renames
    .filter(({ commit }) => (order.get(commit) ?? -1) > since)
    .reduce((name, { from, to }) => (name === from ? to : name), path);
}

function withFile({ path: _, ...body }: JsonObject, file: string): JsonObject {
  return { ...body, file };
}

/** A unit that was renamed on the branch is called what it is called now. */
function withPlace(body: JsonObject, { version, subject: { lines, unit } }: Held): JsonObject {
  const anchor = asObject(body.ast_anchor);
  const signature = anchor?.signature === undefined ? {} : { signature: unit?.signature };
  return {
    ...withFile(body, version.path),
    ...(anchor && unit ? { ast_anchor: { ...anchor, name: unit.name, ...signature } } : {}),
    lines: { start: lines.start, end: lines.end },
  };
}
