import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Failure } from '../ask/asking.ts';
import { type Asked, Source } from '../ask/use-answer.ts';
import { Prose } from '../text/text.tsx';
import { Title } from './title.tsx';

/** What is shown of an answer; until it comes, that it is looked for, or why there is none. */
export function Answered<Answer>({
  of: asked,
  children,
}: {
  of: Asked<Answer>;
  children: (answer: Answer) => ComponentChildren;
}) {
  if (asked.state === 'failed') return <FailureShown of={asked.failure} />;
  if (asked.state === 'waiting') return <Waiting />;
  return <>{children(asked.answer)}</>;
}

/** Most answers come before anybody could read that they are looked for. */
function Waiting() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p class="waiting" role="status">
      {isLong ? 'Reading…' : ''}
    </p>
  );
}

function FailureShown({ of: failure }: { of: Failure }) {
  const { again, asking } = useContext(Source);
  return (
    <div class="failure">
      <Title text="Not found" heading="This can’t be shown" />
      <p role="alert">
        <Prose of={failure.message} />
      </p>
      <ul>
        {failure.hints.map(hint => (
          <li key={hint}>
            <Prose of={hint} />
          </li>
        ))}
      </ul>
      <p class="actions">
        {!asking.isReport && (
          <button type="button" onClick={again}>
            Try again
          </button>
        )}
        <a href="#/">All files</a>
      </p>
    </div>
  );
}
