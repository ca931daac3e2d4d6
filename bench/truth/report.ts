// Verdicts as tables, and failures as lines of JSON.
import { FAULTS, type Finding, type Verdict } from './judge.ts';
import { VARIANTS } from './variants.ts';

type Row = Record<string, string | number>;

const CLASSES = ['living', 'renamed', 'moved', 'gone', 'unclear'] as const;

const with_ = (verdicts: readonly Verdict[], finding: Finding): number =>
  verdicts.filter(verdict => verdict.findings.has(finding)).length;

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${part} (${((100 * part) / whole).toFixed(1)} %)`;
}

/** How many units are of each class, and why the unclear ones are. */
export function describeClasses(verdicts: readonly Verdict[]): string {
  const units = new Map(
    verdicts.map(verdict => [
      `${verdict.annotated.drawn.id} ${verdict.annotated.drawn.commit}`,
      verdict.truth,
    ]),
  );
  const counts = CLASSES.map(
    name => `${name} ${[...units.values()].filter(truth => truth.class === name).length}`,
  );
  const reasons = new Map<string, number>();
  for (const truth of units.values()) {
    if (truth.class === 'unclear') reasons.set(truth.why, (reasons.get(truth.why) ?? 0) + 1);
  }
  const why = [...reasons].map(([reason, count]) => `${reason}: ${count}`).join('; ');
  return `${units.size} units: ${counts.join(', ')}${why ? ` (${why})` : ''}`;
}

export function tables(verdicts: readonly Verdict[]): { title: string; rows: Row[] }[] {
  const rowsOf = (name: string, columns: (some: readonly Verdict[]) => Row): Row[] =>
    VARIANTS.flatMap(variant => {
      const some = verdicts.filter(
        ({ annotated, truth }) => annotated.variant === variant && truth.class === name,
      );
      return some.length === 0 ? [] : [{ variant, n: some.length, ...columns(some) }];
    });
  const result = [
    { title: 'living: found, and where', rows: rowsOf('living', presentColumns) },
    { title: 'living: state', rows: rowsOf('living', stateColumns) },
    {
      title: 'renamed in its file',
      rows: rowsOf('renamed', some => ({ ...presentColumns(some), ...stateColumns(some) })),
    },
    { title: 'moved to another file', rows: rowsOf('moved', movedColumns) },
    { title: 'gone', rows: rowsOf('gone', goneColumns) },
  ];
  return result.filter(({ rows }) => rows.length > 0);
}

function presentColumns(some: readonly Verdict[]): Row {
  const n = some.length;
  return {
    'by file': share(with_(some, 'by file: found'), n),
    'by anchor': share(with_(some, 'by anchor: found'), n),
    'by line': share(with_(some, 'by line: found'), n),
    exact: share(with_(some, 'place: exact'), n),
    short: with_(some, 'place: short'),
    widened: with_(some, 'place: widened'),
    bleed: with_(some, 'place: bleed'),
    wrong: with_(some, 'place: wrong'),
    'no place': with_(some, 'place: none'),
    elsewhere: with_(some, 'elsewhere, too'),
  };
}

function stateColumns(some: readonly Verdict[]): Row {
  const n = some.length;
  return {
    right: share(with_(some, 'state: right'), n),
    'false gone': with_(some, 'state: false gone'),
    'false intact': with_(some, 'state: false intact'),
    'false edited': with_(some, 'state: false edited'),
    unknown: with_(some, 'state: unknown'),
    'not judged': with_(some, 'state: not judged'),
  };
}

function movedColumns(some: readonly Verdict[]): Row {
  const n = some.length;
  return {
    found: share(with_(some, 'moved: found'), n),
    exact: with_(some, 'place: exact'),
    short: with_(some, 'place: short'),
    bleed: with_(some, 'place: bleed'),
    wrong: with_(some, 'place: wrong'),
    'by anchor': share(with_(some, 'by anchor: found'), n),
    'by line': share(with_(some, 'by line: found'), n),
    'old file says so': share(with_(some, 'moved: old file says so'), n),
    'old file wrong': with_(some, 'moved: old file: wrong place'),
    'false intact': with_(some, 'state: false intact'),
    'false edited': with_(some, 'state: false edited'),
    elsewhere: with_(some, 'elsewhere, too'),
  };
}

function goneColumns(some: readonly Verdict[]): Row {
  const n = some.length;
  return {
    'said gone': share(with_(some, 'gone: said'), n),
    'told in history, file gone': with_(some, 'gone: told in history'),
    lost: with_(some, 'gone: lost'),
    unknown: with_(some, 'gone: unknown'),
    stranger: with_(some, 'gone: stranger'),
  };
}

/** One line of JSON for each verdict: what is needed to see it again. */
export function recordsOf(
  repository: string,
  verdicts: readonly Verdict[],
): { line: string; failed: boolean }[] {
  return verdicts.map(({ annotated, truth, findings, said }) => {
    const faults = [...findings].filter(finding => FAULTS.has(finding));
    const { drawn, variant, place } = annotated;
    const today = 'today' in truth ? truth.today : undefined;
    const record = {
      repository,
      id: annotated.id,
      faults,
      class: truth.class,
      why: truth.class === 'unclear' ? truth.why : undefined,
      variant,
      commit: drawn.commit,
      path: drawn.path,
      unit: drawn.unit.name,
      kind: drawn.unit.kind,
      unit_lines: [drawn.unit.start, drawn.unit.end],
      annotated_lines: place.lines && [place.lines.start, place.lines.end],
      truth: today && {
        file: today.path,
        unit: today.unit.name,
        lines: [today.unit.start, today.unit.end],
        top: today.unit.top,
      },
      said: said.map(({ file, lines, state, changed, moved_to }) => {
        return { file, lines: lines.map(({ start, end }) => [start, end]), state, changed, moved_to };
      }),
    };
    return { line: JSON.stringify(record), failed: faults.length > 0 };
  });
}
