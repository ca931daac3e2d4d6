// Each unit at each commit: what is true, what `check` said, and whether that is right.
import type { CheckAnswer, Finding } from '../../src/check/answer.ts';
import type { Lines } from '../truth/unit.ts';
import type { Event } from './steps.ts';

type Verdict = 'right' | 'silent, rightly' | 'missed' | 'false' | 'wrong place' | 'not judged';

export type Case = {
  id: string;
  commit: string;
  verdict: Verdict;
  why: string;
  event?: Event;
  finding?: Finding;
};

/** All that is true or was said about one commit. */
export function judge(
  commit: string,
  events: readonly Event[],
  answer: CheckAnswer,
  unfollowed: ReadonlySet<string>,
): Case[] {
  const cases: Case[] = [];
  const said = new Map<string, Finding>();
  for (const finding of answer.findings) for (const id of idsOf(finding)) said.set(id, finding);
  for (const event of events) {
    const { id } = event.promised;
    const finding = said.get(id);
    said.delete(id);
    cases.push({
      id,
      commit,
      event,
      ...(finding ? { finding } : {}),
      ...verdictOf(event, finding, events, unfollowed),
    });
  }
  for (const [id, finding] of said) {
    const isLost = unfollowed.has(id) || unfollowed.has(id.replace('relied-', ''));
    const verdict = isLost ? 'not judged' : 'false';
    cases.push({ id, commit, verdict, why: 'its file did not change, or it is not alive', finding });
  }
  return cases;
}

/** The annotations that a finding is about, and `relied-` for those that declared to rely on its unit. */
function idsOf(finding: Finding): string[] {
  const { relied_on_by: relying = [], ...rest } = finding;
  const own = JSON.stringify(rest).match(/truth-\d{4}/g) ?? [];
  const others = JSON.stringify(relying).match(/truth-\d{4}/g) ?? [];
  return [...new Set([...own, ...others.map(id => `relied-${id}`)])];
}

function verdictOf(
  event: Event,
  finding: Finding | undefined,
  events: readonly Event[],
  unfollowed: ReadonlySet<string>,
): Pick<Case, 'verdict' | 'why'> {
  const { became, promised } = event;
  if (became === 'unclear') return { verdict: 'not judged', why: 'what became of it is not clear' };
  if (promised.by && unfollowed.has(promised.by))
    return { verdict: 'not judged', why: 'who relies on it is lost' };
  if (became === 'form') return { verdict: 'not judged', why: `form, ${finding ? 'found' : 'silent'}` };
  const isTrue = promised.by ? isBroken(event, events) : became !== 'same';
  if (!isTrue)
    return finding ? { verdict: 'false', why: became } : { verdict: 'silent, rightly', why: became };
  if (!finding) return { verdict: 'missed', why: became };
  const why = placeOf(event, finding);
  return why ? { verdict: 'wrong place', why } : { verdict: 'right', why: became };
}

/** Gone or with another signature, and whoever relies on it is still there. */
function isBroken({ became, promised }: Event, events: readonly Event[]): boolean {
  if (became !== 'deleted' && became !== 'signature') return false;
  return !events.some(other => other.promised.id === promised.by && other.became === 'deleted');
}

/** What is wrong with the place of a finding; nothing where it is right. */
function placeOf({ became, after, part, before }: Event, finding: Finding): string | undefined {
  // Some lines of a unit may be gone that is there.
  const isGone = became === 'deleted' && !after;
  if (isGone !== (finding.change === 'deleted')) return `${became}, said ${finding.change}`;
  if (isGone) {
    return finding.file === before.path ? undefined : `was in ${before.path}, said ${finding.file}`;
  }
  if (!after || (part && !part.after)) return undefined;
  if (finding.file !== after.path) return `in ${after.path}, said ${finding.file}`;
  if (!part && (became === 'signature') !== (finding.change === 'signature'))
    return `${became}, said ${finding.change}`;
  const is = part?.after ?? after.unit;
  const { lines } = finding;
  if (!lines) return 'no lines';
  // One finding a unit: others may be about more of it.
  if (part)
    return lines.start <= is.start && lines.end >= is.end ? undefined : `at ${span(is)}, said ${span(lines)}`;
  const isStart = lines.start === is.start || (lines.start >= after.unit.top && lines.start < is.start);
  return isStart && lines.end === is.end ? undefined : `at ${span(is)}, said ${span(lines)}`;
}

const span = ({ start, end }: Lines): string => `${start}:${end}`;
