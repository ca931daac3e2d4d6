import type { RegionAnswer } from '../../src/answers.ts';
import { byWhom } from '../../src/wording.ts';
import { Name, Prose } from '../text/text.tsx';
import { SectionList } from './section.tsx';

export function TakenBack({ of: items }: { of: RegionAnswer['taken_back'] }) {
  return (
    <SectionList title="Taken back" tone="taken-back" items={items}>
      {({ text, reason, ...whom }) => (
        <>
          <del>
            <Prose of={text} />
          </del>
          {(reason || byWhom(whom)) && (
            <p class="reason">
              <Prose of={[reason, byWhom(whom) && `(${byWhom(whom)})`].filter(Boolean).join(' ')} />
            </p>
          )}
        </>
      )}
    </SectionList>
  );
}

const DONE = { flag: 'flagged', remove: 'removed', amend: 'amended' };

export function Corrections({ of: items }: { of: RegionAnswer['corrections'] }) {
  return (
    <SectionList title="Corrected" items={items}>
      {({ field, correction_type: type, author, claimed_by, timestamp, replacement, reason }) => (
        <>
          <Name of={field} /> {DONE[type]}
          {(author || claimed_by) && <Prose of={` by ${byWhom({ by: author, claimed_by })}`} />}
          {timestamp && `, ${timestamp.slice(0, 10)}`}
          {replacement && (
            <p>
              Now: <Prose of={replacement} />
            </p>
          )}
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
