// Some findings and some silences of a repository, with the lines that changed near them: to be read by a person.
import type { Finding } from '../../src/check/answer.ts';
import type { History } from '../truth/git.ts';
import type { At } from '../truth/match.ts';
import type { Random } from '../truth/random.ts';
import type { Lines } from '../truth/unit.ts';
import type { Promised } from './annotate.ts';
import type { Case } from './judge.ts';

/** Hunks this near to a unit are shown, and a silence beside one of them is drawn first: it is most easily wrong. */
const NEAR = 3;
const MOST_LINES_OF_A_HUNK = 120;

/** Takes all cases of a repository; gives so many findings, and as many silences, as text. */
export function sampleOf(
  name: string,
  history: History,
  cases: readonly Case[],
  promised: readonly Promised[],
  count: number,
  random: Random,
): string {
  const notes = new Map(promised.map(one => [one.id, one]));
  const drawn = [
    ...ofManyUnits(random.shuffle(distinctFindings(cases))).slice(0, count),
    ...ofManyUnits(silences(history, cases, random)).slice(0, count),
  ];
  return drawn.map((one, at) => textOf(name, at + 1, history, one, notes)).join('\n');
}

/** A finding may be about several notes. */
function distinctFindings(cases: readonly Case[]): Case[] {
  const seen = new Map<Finding, Case>();
  for (const one of cases) if (one.finding && !seen.has(one.finding)) seen.set(one.finding, one);
  return [...seen.values()];
}

/** No unit more often than this, as long as there are others. */
const MOST_OF_A_UNIT = 2;

function ofManyUnits(cases: readonly Case[]): Case[] {
  const counts = new Map<string, number>();
  const [some, rest]: [Case[], Case[]] = [[], []];
  for (const one of cases) {
    const { finding, event } = one;
    const unit = finding
      ? `${finding.file} ${finding.unit?.name}`
      : `${event?.before.path} ${event?.before.unit.name}`;
    const count = (counts.get(unit) ?? 0) + 1;
    counts.set(unit, count);
    (count > MOST_OF_A_UNIT ? rest : some).push(one);
  }
  return [...some, ...rest];
}

/** Of units whose file changed, those beside a hunk first. */
function silences(history: History, cases: readonly Case[], random: Random): Case[] {
  const silent = random.shuffle(cases.filter(({ finding, event }) => !finding && event));
  const near = silent.filter(one => hunksOf(history, one).some(hunk => isNear(hunk, one)));
  const others = silent.filter(one => !near.includes(one));
  return [...near, ...others];
}

type Place = { path: string; lines?: Lines };

function placesOf({ event, finding }: Case): { before: Place; after?: Place } {
  if (finding) {
    const { file, lines, was } = finding;
    return {
      before: { path: was.file ?? file, ...(was.lines ? { lines: was.lines } : {}) },
      ...(finding.change === 'deleted' ? {} : { after: { path: file, ...(lines ? { lines } : {}) } }),
    };
  }
  const at = (place: At, part?: Lines): Place => ({ path: place.path, lines: part ?? linesOf(place) });
  if (!event) return { before: { path: '' } };
  return {
    before: at(event.before, event.part?.before),
    ...(event.after ? { after: at(event.after, event.part?.after) } : {}),
  };
}

/** With what stands above a unit. */
function linesOf({ unit }: At): Lines {
  return { start: unit.top, end: unit.end };
}

type Hunk = { file: string; old: Lines; now: Lines; text: string[] };

/** With the numbers of their lines, before and after. */
function hunksOf(history: History, one: Case): Hunk[] {
  const { before, after } = placesOf(one);
  const paths = [...new Set([before.path, after?.path ?? before.path])];
  const diff = history.git(['diff', '-M', '-U3', `${one.commit}^1`, one.commit, '--', ...paths]);
  const hunks: Hunk[] = [];
  let file = '';
  let [old, now] = [0, 0];
  for (const line of diff.split('\n')) {
    if (line.startsWith('diff --git ')) file = line.slice('diff --git '.length);
    const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (head) {
      [old, now] = [Number(head[1]), Number(head[3])];
      hunks.push({
        file,
        old: { start: old, end: old + Number(head[2] ?? 1) - 1 },
        now: { start: now, end: now + Number(head[4] ?? 1) - 1 },
        text: [],
      });
      continue;
    }
    const sign = line.charAt(0);
    if (!' +-'.includes(sign) || sign === '' || /^(?:---|\+\+\+) /.test(line)) continue;
    const numbers = `${sign === '+' ? '' : old} ${sign === '-' ? '' : now}`;
    hunks.at(-1)?.text.push(`${numbers.padStart(11)} ${line}`);
    if (sign !== '+') old++;
    if (sign !== '-') now++;
  }
  return hunks;
}

function isNear({ file, old, now }: Hunk, one: Case): boolean {
  const { before, after } = placesOf(one);
  const reaches = ({ start, end }: Lines, place: Place | undefined) =>
    place !== undefined &&
    file.includes(place.path) &&
    (!place.lines || (start <= place.lines.end + NEAR && end >= place.lines.start - NEAR));
  return reaches(old, before) || reaches(now, after);
}

function textOf(
  name: string,
  number: number,
  history: History,
  one: Case,
  notes: ReadonlyMap<string, Promised>,
): string {
  const { commit, event, finding, verdict, why } = one;
  const subject = history.git(['log', '-1', '--format=%s', commit]).trim();
  const hunks = hunksOf(history, one);
  const near = hunks.filter(hunk => isNear(hunk, one));
  const note = event?.promised ?? notes.get(one.id);
  return [
    `=== ${name} ${finding ? 'finding' : 'silence'} ${number}  ${commit.slice(0, 10)} ${subject}`,
    note &&
      `note   ${one.id} (${note.variant}) of ${note.commit.slice(0, 10)}: ${spot(note.at)}${note.part ? `, of it ${note.part.start}:${note.part.end}` : ''}`,
    event && `before ${spot(event.before)}${partOf(event.part?.before)}`,
    event?.after && `after  ${spot(event.after)}${partOf(event.part?.after)}`,
    `judge  ${event?.became ?? '?'}: ${verdict} (${why})`,
    `said   ${finding ? JSON.stringify(finding) : 'nothing'}`,
    `hunks  ${near.length} near, of ${hunks.length}`,
    ...near.flatMap(({ file, text }) => [`@@ ${file}`, ...clipped(text)]),
    '',
  ]
    .filter(line => line !== undefined)
    .join('\n');
}

function clipped(text: readonly string[]): string[] {
  const left = text.length - MOST_LINES_OF_A_HUNK;
  return left > 0 ? [...text.slice(0, MOST_LINES_OF_A_HUNK), `... ${left} more`] : [...text];
}

const spot = ({ path, unit }: At): string =>
  `${path} ${unit.kind} ${unit.name} ${unit.start}:${unit.end}${unit.top < unit.start ? ` (from ${unit.top})` : ''}`;

const partOf = (part: Lines | undefined): string => (part ? `, of it ${part.start}:${part.end}` : '');
