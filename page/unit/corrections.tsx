import type { RegionAnswer } from '../../src/answers.ts';
import { Name, Prose } from '../text/text.tsx';
import { SectionList } from './section.tsx';

export function TakenBack({ of: items }: { of: RegionAnswer['taken_back'] }) {
  return (
    <SectionList title="Taken back" tone="taken-back" items={items}>
      {({ text, by, reason }) => (
        <>
          <del>
            <Prose of={text} />
          </del>
          {(reason || by) && (
            <p class="reason">
              <Prose of={[reason, by && `(${by})`].filter(Boolean).join(' ')} />
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
      {({ field, correction_type: type, author, timestamp, replacement, reason }) => (
        <>
          <Name of={field} /> {DONE[type]}
          {author && <Prose of={` by ${author}`} />}
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
