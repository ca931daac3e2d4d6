import type { RegionAnswer } from '../../src/answers.ts';
import { whoSaid } from '../../src/wording.ts';
import { CommitId, Prose } from '../text/text.tsx';

type From = Pick<
  RegionAnswer,
  | 'commit'
  | 'date'
  | 'author'
  | 'carries_signature'
  | 'claimed_by'
  | 'commit_author'
  | 'commit_summary'
  | 'source'
  | 'recovered'
  | 'context_level'
  | 'provenance'
  | 'task'
  | 'tags'
  | 'confidence'
>;

/** Who said it, when, with which commit, and how far it is to be trusted. */
export function Origin({ of: region }: { of: From }) {
  const { commit, date } = region;
  const facts = [
    ...whoSaid(region),
    date,
    region.task,
    region.source && `from ${region.source}`,
    region.context_level,
    region.provenance,
    recovery(region.recovered),
    region.confidence === undefined ? undefined : `confidence ${region.confidence.toFixed(2)}`,
  ].filter((fact): fact is string => Boolean(fact));
  return (
    <footer class="origin">
      {(commit || region.commit_summary) && (
        <p>
          <CommitId of={commit} /> {region.commit_summary && <Prose of={region.commit_summary} />}
        </p>
      )}
      <p>
        <Prose of={facts.join(' · ')} />
      </p>
      {region.tags && (
        <ul class="tags" aria-label="Tags">
          {region.tags.map(tag => (
            <li key={tag}>
              <Prose of={tag} />
            </li>
          ))}
        </ul>
      )}
    </footer>
  );
}

function recovery(recovered: From['recovered']): string | undefined {
  if (!recovered) return undefined;
  if (recovered.by === 'name') return 'on a commit that this clone does not have, found by name';
  const how = recovered.by === 'content' ? 'whose lines came with this commit' : 'which was rewritten';
  return `noted on ${recovered.from.slice(0, 12)}, ${how}`;
}
