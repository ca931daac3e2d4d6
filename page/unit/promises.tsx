import type { ConstraintAnswer, RegionAnswer } from '../../src/answers.ts';
import { Prose } from '../text/text.tsx';
import { SectionList } from './section.tsx';

type Held = { text: string; notes: string[] };

/** What must hold by all annotations of a unit, each once; of older ones, since when. */
export function MustHold({ regions }: { regions: readonly Pick<RegionAnswer, 'constraints' | 'date'>[] }) {
  const held = new Map<string, Held>();
  for (const [at, region] of regions.entries()) {
    for (const constraint of region.constraints ?? []) {
      const one = heldBy(constraint, at > 0 ? region.date : undefined);
      if (!held.has(one.text)) held.set(one.text, one);
    }
  }
  return (
    <SectionList title="Must hold" tone="must" items={[...held.values()]}>
      {({ text, notes }) => (
        <>
          <Prose of={text} />
          {notes.length > 0 && <span class="aside"> ({notes.join(', ')})</span>}
        </>
      )}
    </SectionList>
  );
}

function heldBy(constraint: ConstraintAnswer, date: string | undefined): Held {
  if (typeof constraint === 'string') return { text: constraint, notes: date ? [`since ${date}`] : [] };
  const { text, source, corrected, since = date } = constraint;
  const notes = [
    source === 'inferred' ? 'inferred' : '',
    corrected === 'flag' ? 'in doubt' : corrected === 'amend' ? 'amended' : '',
    since ? `since ${since}` : '',
  ];
  return { text, notes: notes.filter(note => note !== '') };
}

export function Rejected({ of: items }: { of: RegionAnswer['rejected_alternatives'] }) {
  return (
    <SectionList title="Rejected" tone="rejected" items={items}>
      {({ alternative, reason }) => (
        <>
          <Prose of={alternative} />
          {reason && (
            <p class="reason">
              <Prose of={reason} />
            </p>
          )}
        </>
      )}
    </SectionList>
  );
}
