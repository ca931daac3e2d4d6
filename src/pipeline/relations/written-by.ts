import { type Authorship, readAuthorship } from '../../annotation/authorship.ts';
import type { ScopeAnswer } from '../../answers.ts';
import { groupBy, sum } from '../../collections.ts';
import type { BlameSpan } from '../../git/parsers.ts';
import { notesOn } from '../../index/notes-tree.ts';
import type { FileHistory } from '../history/file-history.ts';
import { intersection, lengthOf } from '../lines/range.ts';
import { remember, slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';

type WrittenBy = NonNullable<ScopeAnswer['written_by']>;

/** A tool that records each line an agent writes makes notes that are larger than those of people. */
const LARGEST_NOTE = 4 * 1024 * 1024;
const MOST_COMMITS = 64;
const MOST_WRITERS = 5;
const TRACE_REF = 'refs/notes/agent-trace';

/** By blob. */
const AUTHORSHIPS = slot<Promise<Authorship[]>>(50_000);

/** Who or what wrote the lines in scope, as far as notes about authorship know. It is no reason for anything. */
export async function writtenBy({ snapshot, blame }: FileHistory): Promise<WrittenBy> {
  const { authorship, primary, others } = snapshot.states;
  if (authorship === undefined && ![primary, ...others].some(({ ref }) => ref === TRACE_REF)) return [];
  const groups = [...groupBy(blame.spans, ({ commit }) => commit)];
  const largest = groups
    .map(([commit, spans]) => ({ commit, spans, lines: sum(spans, ({ count }) => count) }))
    .sort((a, b) => b.lines - a.lines)
    .slice(0, MOST_COMMITS);
  const found = await Promise.all(
    largest.map(async ({ commit, spans }) => shares(spans, await authorshipsOf(snapshot, commit))),
  );
  const writers = groupBy(found.flat(), ({ who, kind }) => `${kind} ${who}`);
  return [...writers.values()]
    .flatMap(([first, ...more]) =>
      first ? [{ ...first, lines: first.lines + sum(more, one => one.lines) }] : [],
    )
    .sort((a, b) => b.lines - a.lines || (a.who < b.who ? -1 : 1))
    .slice(0, MOST_WRITERS);
}

async function authorshipsOf(snapshot: Snapshot, commit: string): Promise<Authorship[]> {
  const { repository, states, index } = snapshot;
  const own = states.authorship === undefined ? [] : await notesOn(repository, states.authorship, commit);
  const traces = index.byObject(commit).filter(({ source }) => source === TRACE_REF);
  const read = await Promise.all([...own, ...traces].map(({ blob }) => readBlob(snapshot, blob)));
  return read.flat();
}

function readBlob({ repository, memory }: Snapshot, blob: string): Promise<Authorship[]> {
  const make = async () => {
    const object = await repository.readKnown(blob, LARGEST_NOTE);
    return object?.data ? readAuthorship(object.data) : [];
  };
  return remember(memory.of(AUTHORSHIPS), blob, make, all => 1 + sum(all, ({ lines }) => lines.length));
}

/** How many of a commit's lines in scope each of its writers wrote; they count in the commit's own version. */
function shares(spans: readonly BlameSpan[], authorships: readonly Authorship[]): WrittenBy {
  return authorships.flatMap(({ file, who, kind, lines }) => {
    const own = spans.filter(({ path }) => path === file);
    const count = sum(own, ({ original, count: length }) =>
      sum(lines, range => {
        const shared = intersection(range, { start: original, end: original + length - 1 });
        return shared ? lengthOf(shared) : 0;
      }),
    );
    return count > 0 ? [{ who, kind, lines: count }] : [];
  });
}
