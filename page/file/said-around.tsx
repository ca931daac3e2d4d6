import type { CrossCutting, SaidInCommit } from '../../src/answers.ts';
import { linkTo } from '../route.ts';
import { linesNamed, rangesIn } from '../text/lines.ts';
import { CommitId, Prose } from '../text/text.tsx';
import { PlaceLink } from '../unit/place-link.tsx';

/** Concerns that span files. */
export function Concerns({ of: concerns = [], path }: { of: CrossCutting[] | undefined; path: string }) {
  if (concerns.length === 0) return null;
  return (
    <section class="around">
      <h2>Concerns that span files</h2>
      <ul class="plain-list">
        {concerns.map(({ description, regions, commit }) => (
          <li key={`${commit} ${description}`} class="panel">
            <p>
              <Prose of={description} />
            </p>
            <p class="facts">
              {regions.map(({ file, anchor }) => (
                <PlaceLink key={`${file}::${anchor}`} {...{ file, anchor }} here={path} />
              ))}
              <CommitId of={commit} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Said = Omit<SaidInCommit, 'lines'> & { lines?: string };

/** What commits say of themselves, where no annotation says anything. */
export function SaidInCommits({ of: said = [], path }: { of: readonly Said[] | undefined; path?: string }) {
  if (said.length === 0) return null;
  return (
    <section class="around">
      <h2>From commit messages, not from annotations</h2>
      <ul class="plain-list">
        {said.map(({ commit, date, author, summary, body, lines = '', refers_to }) => (
          <li key={commit} class="panel">
            <h3>
              <Prose of={summary} />
            </h3>
            {body && (
              <p>
                <Prose of={body} />
              </p>
            )}
            <p class="facts">
              <CommitId of={commit} />
              {author && <Prose of={author} />}
              <span>{date}</span>
              {path && lines && <LinesLink path={path} lines={lines} />}
              {refers_to?.map(one => (
                <Prose key={one} of={one} />
              ))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LinesLink({ path, lines }: { path: string; lines: string }) {
  const ranges = rangesIn(lines);
  const [first] = ranges;
  return first ? <a href={linkTo({ view: 'file', path, lines: first })}>{linesNamed(ranges)}</a> : null;
}
