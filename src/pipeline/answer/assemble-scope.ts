import { oneLine } from '../../annotation/sanitise.ts';
import type { ScopeAnswer } from '../../answers.ts';
import { DEFAULT_NOTEREF } from '../../config.ts';
import type { FileHistory } from '../history/file-history.ts';
import type { Scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';

/** Which repository, and where its annotations come from, as far as that is not the usual place. */
export function assembleRepository(
  { settings, sources, repository }: Snapshot,
  verbose: boolean,
): Pick<ScopeAnswer, 'repository' | 'notes_ref' | 'sources'> {
  const { root, gitDir } = repository.location;
  return {
    repository: oneLine(root ?? gitDir),
    notes_ref: verbose || settings.noteref !== DEFAULT_NOTEREF ? settings.noteref : undefined,
    sources: verbose ? sources.filter(({ size }) => size > 0).map(({ name }) => name) : undefined,
  };
}

/** What was asked about, as the answer says it. */
export function assembleScope({ snapshot, scope, names }: FileHistory, verbose: boolean): ScopeAnswer {
  const former = names.map(({ name }) => name).filter(name => name !== scope.path);
  const { repository, ...sources } = assembleRepository(snapshot, verbose);
  return {
    repository,
    file: scope.path,
    revision: verbose || scope.source === 'commit' ? scope.commit.id : undefined,
    ...assembleAnchor(scope, verbose),
    uncommitted_lines: scope.uncommittedLines || undefined,
    former_names: former.map(oneLine),
    ...sources,
    source: verbose ? scope.source : undefined,
  };
}

function assembleAnchor({ anchor, ranges, lines }: Scope, verbose: boolean) {
  const isAmbiguous = (anchor?.units.length ?? 0) > 1;
  const units = (anchor?.units ?? []).map(({ type, name, signature }) => ({
    type,
    name,
    signature: verbose || isAmbiguous ? signature : undefined,
  }));
  const whole = verbose ? [{ start: 1, end: lines.length }] : [];
  const [first, last] = [(ranges ?? whole)[0], (ranges ?? whole).at(-1)];
  return {
    anchor: isAmbiguous ? undefined : (units[0] ?? (anchor && { name: anchor.query })),
    anchors: isAmbiguous ? units : undefined,
    lines: first && last && { start: first.start, end: last.end },
    match: verbose || anchor?.match === 'fuzzy' ? anchor?.match : undefined,
    ambiguous: isAmbiguous || undefined,
  };
}
