import { oneLine } from '../../annotation/sanitise.ts';
import type { ScopeAnswer } from '../../answers.ts';
import type { FileHistory } from '../history/file-history.ts';
import type { Snapshot } from '../snapshot.ts';

/** Where the annotations of an answer come from. */
export function readFrom({ settings, sources }: Snapshot): Pick<ScopeAnswer, 'notes_ref' | 'sources'> {
  const names = sources.filter(({ size }) => size > 0).map(({ name }) => name);
  const isMore = names.some(name => name !== settings.noteref);
  return { notes_ref: settings.noteref, sources: isMore ? names : undefined };
}

/** What was asked about, as the answer says it. */
export function assembleScope({ snapshot, scope, names }: FileHistory): ScopeAnswer {
  const { anchor } = scope;
  const units = anchor?.units.map(({ type, name, signature }) => ({ type, name, signature })) ?? [];
  const former = names.map(({ name }) => name).filter(name => name !== scope.path);
  const [first] = scope.ranges ?? [];
  const last = scope.ranges?.at(-1);
  return {
    file: scope.path,
    revision: scope.commit.id,
    source: scope.source,
    ...readFrom(snapshot),
    anchor: units.length > 1 ? undefined : (units[0] ?? (anchor && { name: anchor.query })),
    anchors: units.length > 1 ? units : undefined,
    lines: first && last ? { start: first.start, end: last.end } : { start: 1, end: scope.lines.length },
    match: anchor?.match,
    ambiguous: units.length > 1 ? true : undefined,
    former_names: former.map(oneLine),
  };
}
