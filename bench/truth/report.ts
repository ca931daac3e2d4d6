// Verdicts as tables, and failures as lines of JSON.
import { FAULTS, type Finding, type Verdict } from './judge.ts';
import { VARIANTS } from './variants.ts';

type Row = Record<string, string | number>;

const CLASSES = ['living', 'renamed', 'moved', 'gone', 'unclear'] as const;

const having = (verdicts: readonly Verdict[], finding: Finding): number =>
  verdicts.filter(verdict => verdict.findings.has(finding)).length;

/** How many have one of these findings, of those that were judged in that respect: the words before the colon. */
function share(verdicts: readonly Verdict[], ...wanted: Finding[]): string {
  const respect = wanted[0]?.replace(/:.*/, ':') ?? '';
  const judged = verdicts.filter(({ findings }) => [...findings].some(one => one.startsWith(respect))).length;
  const part = wanted.reduce((sum, finding) => sum + having(verdicts, finding), 0);
  return judged === 0 ? '-' : `${part}/${judged} ${((100 * part) / judged).toFixed(1)} %`;
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
  return {
    'by file': share(some, 'by file: found'),
    'by anchor': share(some, 'by anchor: found'),
    'by line': share(some, 'by line: found'),
    exact: share(some, 'place: exact'),
    short: having(some, 'place: short'),
    widened: having(some, 'place: widened'),
    bleed: having(some, 'place: bleed'),
    wrong: having(some, 'place: wrong'),
    'no place': having(some, 'place: none'),
    elsewhere: having(some, 'elsewhere, too'),
  };
}

function stateColumns(some: readonly Verdict[]): Row {
  return {
    right: share(some, 'state: right'),
    'false gone': having(some, 'state: false gone'),
    'false intact': having(some, 'state: false intact'),
    'false edited': having(some, 'state: false edited'),
    unknown: having(some, 'state: unknown'),
    'not judged': having(some, 'state: not judged'),
  };
}

function movedColumns(some: readonly Verdict[]): Row {
  return {
    found: share(some, 'moved: found'),
    exact: share(some, 'place: exact'),
    short: having(some, 'place: short'),
    bleed: having(some, 'place: bleed'),
    wrong: having(some, 'place: wrong'),
    'by anchor': share(some, 'by anchor: found'),
    'by line': share(some, 'by line: found'),
    'old file says so': share(some, 'old file: says so'),
    'old file wrong': having(some, 'old file: wrong place'),
    'false intact': having(some, 'state: false intact'),
    'false edited': having(some, 'state: false edited'),
    elsewhere: having(some, 'elsewhere, too'),
  };
}

function goneColumns(some: readonly Verdict[]): Row {
  return {
    'said so': share(some, 'gone: said', 'gone: told in history'),
    'file gone, told in history': having(some, 'gone: told in history'),
    lost: having(some, 'gone: lost'),
    unknown: having(some, 'gone: unknown'),
    stranger: having(some, 'gone: stranger'),
  };
}

/** Rows as lines of text, in columns. */
export function inColumns(rows: readonly Row[]): string {
  const heads = Object.keys(rows[0] ?? {});
  const cells = [heads, ...rows.map(row => heads.map(head => String(row[head])))];
  const widths = heads.map((_, at) => Math.max(...cells.map(line => line[at]?.length ?? 0)));
  const padded = cells.map(line => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
  return padded.map(line => `  ${line}`.trimEnd()).join('\n');
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
