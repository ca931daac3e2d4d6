// Each annotation: what is true, what Ultragit says, and whether that is right.
import type { Answer, Asker, Said, Told } from './ask.ts';
import type { Truth } from './follow.ts';
import type { HeadTree } from './head-tree.ts';
import type { At } from './match.ts';
import { isSame, judgePart, judgePlace, type PlaceVerdict, partToday, saidLines } from './place.ts';
import type { Lines } from './unit.ts';
import type { Annotated } from './write-notes.ts';

/** What is counted; each verdict is a set of these. Those of `FAULTS` are failures. */
export type Finding =
  | `${'by file' | 'by anchor' | 'by line'}: ${'found' | 'missed'}`
  | `place: ${PlaceVerdict | 'widened'}`
  | `state: ${'right' | 'false intact' | 'false edited' | 'false gone' | 'unknown' | 'not judged'}`
  | `moved: ${'found' | 'missed'}`
  | `old file: ${'says so' | 'wrong place' | 'silent'}`
  | `gone: ${'said' | 'told in history' | 'lost' | 'unknown' | 'stranger'}`
  | 'elsewhere, too';

export const FAULTS: ReadonlySet<Finding> = new Set<Finding>([
  ...(['by file: missed', 'by anchor: missed', 'by line: missed'] as const),
  ...(['place: short', 'place: bleed', 'place: wrong', 'place: widened', 'place: none'] as const),
  ...(['state: false intact', 'state: false edited', 'state: false gone'] as const),
  ...([
    'moved: missed',
    'old file: wrong place',
    'gone: stranger',
    'gone: unknown',
    'elsewhere, too',
  ] as const),
]);

type Shown = { file: string; lines: Lines[]; state: string; changed?: string; moved_to?: Said['moved_to'] };

export type Verdict = {
  annotated: Annotated;
  truth: Truth;
  findings: Set<Finding>;
  said: Shown[];
  error?: string;
};

/** Reading all of HEAD shows what is attached to a stranger; in a very large tree only the files that matter are read. */
const MOST_FILES = 1500;

export async function judgeAll(
  annotated: readonly Annotated[],
  truths: ReadonlyMap<string, Truth>,
  head: HeadTree,
  asker: Asker,
): Promise<Verdict[]> {
  const shown = await readEverything(annotated, truths, head, asker);
  const verdicts: Verdict[] = [];
  for (const one of annotated) {
    const truth = truths.get(one.drawn.id);
    if (!truth) continue;
    const said = shown.get(one.id) ?? [];
    const findings = new Set<Finding>();
    const verdict: Verdict = { annotated: one, truth, findings, said };
    verdicts.push(verdict);
    if (truth.class === 'gone') await judgeGone(verdict, asker);
    else if (truth.class !== 'unclear') await judgePresent(verdict, truth.today, asker);
  }
  return verdicts;
}

async function readEverything(
  annotated: readonly Annotated[],
  truths: ReadonlyMap<string, Truth>,
  head: HeadTree,
  asker: Asker,
): Promise<Map<string, Shown[]>> {
  const files = new Set(head.files.size <= MOST_FILES ? head.files.keys() : []);
  for (const { drawn } of annotated) {
    const truth = truths.get(drawn.id);
    if (!truth || truth.class === 'unclear') continue;
    if (truth.file !== undefined) files.add(truth.file);
    else files.add(drawn.path);
    if (truth.class !== 'gone') files.add(truth.today.path);
  }
  const shown = new Map<string, Shown[]>();
  for (const file of files) {
    const answer = await asker.file(file);
    for (const [id, region] of answer.regions) {
      const { state, changed } = region.freshness;
      const said = { file, lines: saidLines(region), state, changed, moved_to: region.moved_to };
      shown.set(id, [...(shown.get(id) ?? []), said]);
    }
  }
  return shown;
}

/** `read` refuses a file that is gone; `history` must know it then. */
async function judgeGone({ annotated, said, findings }: Verdict, asker: Asker): Promise<void> {
  const { id, drawn } = annotated;
  const told = (await asker.told(drawn.path)).get(id);
  const isAttached = said.some(({ lines, moved_to }) => lines.length > 0 || moved_to) || told?.moved_to;
  if (isAttached) findings.add('gone: stranger');
  else if (said.some(({ state }) => state === 'gone')) findings.add('gone: said');
  else if (said.length > 0) findings.add('gone: unknown');
  else findings.add(told ? 'gone: told in history' : 'gone: lost');
}

async function judgePresent(
  { annotated, truth, findings, said }: Verdict,
  today: At,
  asker: Asker,
): Promise<void> {
  const { path, unit } = today;
  const here = said.find(one => one.file === path && !one.moved_to);
  const found = (answer: Answer): 'found' | 'missed' =>
    answer.regions.has(annotated.id) ? 'found' : 'missed';
  findings.add(`by file: ${here ? 'found' : 'missed'}`);
  const part = annotated.variant === 'part' ? partToday(annotated, today) : undefined;
  const line = part ? part.survivors.at(part.survivors.length >> 1) : (unit.start + unit.end) >> 1;
  const isKnown = part?.isKnown ?? true;
  if (isKnown) findings.add(`by anchor: ${found(await asker.anchor(path, unit.name))}`);
  if (isKnown && line !== undefined) findings.add(`by line: ${found(await asker.line(path, line))}`);
  const place = part ? judgePart(here?.lines ?? [], part, today) : judgePlace(here?.lines ?? [], today);
  if (isKnown) findings.add(`place: ${place}`);
  if (here) judgeState(here.state, part ? part.same : isSame(annotated, today), isKnown, findings);
  if (truth.class === 'moved') {
    const old =
      said.find(one => one.file !== path) ?? (await asker.told(annotated.drawn.path)).get(annotated.id);
    if (isKnown) findings.add(place === 'none' || place === 'wrong' ? 'moved: missed' : 'moved: found');
    if (isKnown) findings.add(`old file: ${judgeOld(old, today)}`);
  }
  const others = said.filter(one => one.file !== path && one.lines.length > 0);
  if (others.length > 0) findings.add('elsewhere, too');
}

function judgeState(state: string, same: string, isKnown: boolean, findings: Set<Finding>): void {
  if (state === 'gone') findings.add(isKnown ? 'state: false gone' : 'state: not judged');
  else if (state === 'unknown') findings.add('state: unknown');
  else if (same === 'unclear') findings.add('state: not judged');
  else if (state === 'intact' && same === 'changed') findings.add('state: false intact');
  else if (state === 'edited' && same === 'unchanged') findings.add('state: false edited');
  else findings.add('state: right');
}

/** What the file says that a unit has left. */
function judgeOld(old: Told | undefined, today: At): 'says so' | 'wrong place' | 'silent' {
  if (!old?.moved_to) return 'silent';
  const { file, lines } = old.moved_to;
  const isThere = file === today.path && (!lines || judgePlace([lines], today) !== 'wrong');
  return isThere ? 'says so' : 'wrong place';
}
