import type { HistoryAnswer } from '../../src/query/history/answer.ts';
import { whoSaid } from '../../src/wording.ts';
import { StateLabel } from '../text/state.tsx';
import { CommitId, Prose } from '../text/text.tsx';
import { TakenBack } from './corrections.tsx';
import { PlaceLink } from './place-link.tsx';
import { MustHold, Rejected } from './promises.tsx';

type Entry = HistoryAnswer['timeline'][number];

/** What was said of a unit over time, the newest first. */
export function Timeline({ of: history, path }: { of: HistoryAnswer; path: string }) {
  if (history.timeline.length === 0) return null;
  const { entries_found: found, entries_returned: returned } = history.stats;
  return (
    <section class="timeline">
      <h2>History</h2>
      <ol reversed>
        {history.timeline.toReversed().map((entry, at) => (
          <li key={at} class={`${entry.state} ${entry.kind}`}>
            <Moment of={entry} path={path} />
          </li>
        ))}
      </ol>
      {found > returned && <p class="aside">{found - returned} older ones are not shown.</p>}
    </section>
  );
}

function Moment({ of: entry, path }: { of: Entry; path: string }) {
  const [subject = '', ...body] = (entry.commit_message ?? '').split('\n');
  return (
    <>
      <p class="when">
        <time dateTime={entry.date}>{entry.date}</time>
        <Prose of={whoSaid(entry).join(' · ')} />
        <StateLabel of={entry.state} changed={entry.changed} />
      </p>
      <h3>
        <Prose of={entry.intent ?? subject} />
      </h3>
      {entry.kind === 'related' && (
        <p class="facts">
          Related: <PlaceLink file={entry.file ?? path} anchor={entry.anchor} here={path} />
        </p>
      )}
      <details>
        <summary>
          <CommitId of={entry.commit} /> <Prose of={subject} />
        </summary>
        {body.some(line => line !== '') && (
          <p>
            <Prose of={body.join('\n').trim()} />
          </p>
        )}
        <MustHold regions={[entry]} />
        <Rejected of={entry.rejected_alternatives} />
        {entry.reasoning && (
          <p>
            <Prose of={entry.reasoning} />
          </p>
        )}
        {entry.risk_notes && (
          <p>
            <strong>Risk:</strong> <Prose of={entry.risk_notes} />
          </p>
        )}
        <TakenBack of={entry.taken_back} />
      </details>
    </>
  );
}
