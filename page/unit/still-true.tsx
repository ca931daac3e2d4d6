import type { RegionAnswer } from '../../src/answers.ts';
import { linkTo } from '../route.ts';
import { StateLabel } from '../text/state.tsx';
import { CommitId, Path, Prose } from '../text/text.tsx';
import { Section } from './section.tsx';

/** Whether the code changed since, by what, and whether somebody wrote about it again. */
export function StillTrue({ of: region }: { of: RegionAnswer }) {
  const { freshness, moved_to: moved, newer } = region;
  const isPlain = freshness.state === 'intact' && !moved && !newer;
  if (isPlain) return null;
  return (
    <Section title="Still true?">
      <p>
        <StateLabel of={freshness.state} changed={freshness.changed} />
        {freshness.uncommitted && <span class="aside"> edits that are not committed are among them</span>}
      </p>
      {freshness.by?.map(text => (
        <p class="reason" key={text}>
          by <CommitAndSubject of={text} />
        </p>
      ))}
      {moved && (
        <p class="reason">
          to{' '}
          <a
            class="place"
            href={linkTo({ view: 'file', path: moved.file, lines: [moved.lines.start, moved.lines.end] })}
          >
            <Path of={moved.file} />:{moved.lines.start}
          </a>
        </p>
      )}
      {freshness.state === 'unknown' && (
        <p class="reason">
          {region.recovered?.by === 'name'
            ? 'This clone does not have the commit that it was written for.'
            : 'The annotation does not say which lines it is about.'}
        </p>
      )}
      {newer && (
        <p class="reason">
          Noted again: <CommitAndSubject of={newer} />
        </p>
      )}
    </Section>
  );
}

/** "1a2b3c4d5e6f Fix the retry" */
function CommitAndSubject({ of: text }: { of: string }) {
  const [, id, subject = ''] = /^([0-9a-f]{7,})(?: (.*))?$/s.exec(text) ?? [];
  if (!id) return <Prose of={text} />;
  return (
    <>
      <CommitId of={id} /> <Prose of={subject} />
    </>
  );
}
