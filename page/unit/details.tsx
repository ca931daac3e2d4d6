import type { DependentAnswer, RegionAnswer } from '../../src/answers.ts';
import { CommitId, Prose } from '../text/text.tsx';
import { Corrections, TakenBack } from './corrections.tsx';
import { Origin } from './origin.tsx';
import { PlaceLink } from './place-link.tsx';
import { Rejected } from './promises.tsx';
import { Section, SectionList } from './section.tsx';
import { StillTrue } from './still-true.tsx';

type Props = { of: RegionAnswer; path: string; dependents?: readonly DependentAnswer[] };

/** What one annotation says beside what must hold. */
export function Details({ of: region, path, dependents = [] }: Props) {
  return (
    <>
      <Rejected of={region.rejected_alternatives} />
      <Said title="Purpose" text={region.intent} />
      <Said title="Why" text={region.reasoning} />
      <Said title="Risk" text={region.risk_notes} tone="risk" />
      <SectionList title="Open" items={region.open_threads}>
        {text => <Prose of={text} />}
      </SectionList>
      <SectionList title="Relies on" items={region.semantic_dependencies}>
        {({ file, anchor, nature }) => <Relation file={file} anchor={anchor} path={path} nature={nature} />}
      </SectionList>
      <Dependents of={dependents} path={path} />
      <SectionList title="See also" items={region.related}>
        {({ commit, file, anchor, relationship, intent, unresolved }) => (
          <>
            {file ? <PlaceLink file={file} anchor={anchor} here={path} /> : null} <CommitId of={commit} />
            {(relationship ?? intent) && (
              <p class="reason">
                <Prose of={relationship ?? intent ?? ''} />
                {unresolved && ' (not found)'}
              </p>
            )}
          </>
        )}
      </SectionList>
      <TakenBack of={region.taken_back} />
      <Corrections of={region.corrections} />
      <StillTrue of={region} />
      <Origin of={region} />
    </>
  );
}

function Said({ title, text, tone }: { title: string; text: string | undefined; tone?: string }) {
  if (!text) return null;
  return (
    <Section title={title} tone={tone}>
      <p>
        <Prose of={text} />
      </p>
    </Section>
  );
}

function Dependents({ of: items, path }: { of: readonly DependentAnswer[]; path: string }) {
  return (
    <SectionList title="Relied on by" items={items}>
      {({ file, anchor, nature, state, changed }) => (
        <Relation
          file={file}
          anchor={anchor}
          path={path}
          nature={nature}
          note={state === 'intact' ? undefined : [state, changed].filter(Boolean).join(' ')}
        />
      )}
    </SectionList>
  );
}

function Relation({
  file,
  anchor,
  path,
  nature,
  note,
}: {
  file: string;
  anchor?: string;
  path: string;
  nature?: string;
  note?: string;
}) {
  return (
    <>
      <PlaceLink file={file} anchor={anchor} here={path} />
      {note && <span class="aside"> ({note})</span>}
      {nature && (
        <p class="reason">
          <Prose of={nature} />
        </p>
      )}
    </>
  );
}
