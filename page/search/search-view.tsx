import type { RepositoryData, SearchData } from '../../src/page/data.ts';
import { plural, whoSaid } from '../../src/wording.ts';
import { useAnswer } from '../ask/use-answer.ts';
import { SaidInCommits } from '../file/said-around.tsx';
import { linkTo, linkToPlace } from '../route.ts';
import { Answered } from '../shell/answered.tsx';
import { Title } from '../shell/title.tsx';
import { Marked, wordsIn } from '../text/marked.tsx';
import { Notices } from '../text/notices.tsx';
import { StateLabel } from '../text/state.tsx';
import { CommitId, Name, Path, Prose } from '../text/text.tsx';

const KINDS: readonly [string, string][] = [
  ['constraint', 'must hold'],
  ['rejected', 'rejected'],
  ['risk', 'risk'],
  ['reasoning', 'why'],
  ['intent', 'purpose'],
  ['thread', 'open'],
  ['dependency', 'relies on'],
  ['concern', 'concern'],
];
const LABELS = new Map(KINDS);
const MOST_FILES = 8;

type Props = { words: string; kind?: string; files: RepositoryData['files'] };

export function SearchView({ words, kind, files }: Props) {
  const isEmpty = words.trim() === '';
  const asked = useAnswer(isEmpty ? undefined : { about: 'search', words, kind });
  return (
    <article class="search">
      <Title text={`Search: ${words}`} heading={isEmpty ? 'Search' : <Name of={words} />}>
        <Kinds words={words} kind={kind} />
      </Title>
      {!isEmpty && <FilesFound words={words} files={files} />}
      {isEmpty ? (
        <p class="empty">Name some words, as “retry backoff”, to see what was said about them.</p>
      ) : (
        <Answered of={asked}>{found => <Results found={found} words={wordsIn(words)} />}</Answered>
      )}
    </article>
  );
}

function Kinds({ words, kind }: { words: string; kind: string | undefined }) {
  const all: [string | undefined, string][] = [[undefined, 'everything'], ...KINDS];
  return (
    <nav class="kinds" aria-label="Kind of text">
      {all.map(([one, label]) => (
        <a
          key={label}
          href={linkTo({ view: 'search', words, kind: one })}
          aria-current={one === kind ? 'true' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

function FilesFound({ words, files }: { words: string; files: RepositoryData['files'] }) {
  const parts = wordsIn(words.toLowerCase());
  const found = files.filter(({ path }) => parts.every(part => path.toLowerCase().includes(part)));
  if (found.length === 0) return null;
  return (
    <section class="files-found">
      <h2>{plural(found.length, 'file')} of that name</h2>
      <ul class="plain-list">
        {found.slice(0, MOST_FILES).map(({ path, n }) => (
          <li key={path}>
            <a href={linkTo({ view: 'file', path })}>
              <Path of={path} />
            </a>{' '}
            <span class="aside">{n > 0 ? plural(n, 'annotation') : ''}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Results({ found, words }: { found: SearchData; words: readonly string[] }) {
  const { results_found: all, notes_searched: searched } = found.stats;
  return (
    <>
      <p class="lead" role="status">
        {all.toLocaleString('en')} found in {plural(searched, 'note')}
      </p>
      <ol class="plain-list results">
        {found.results.map((result, at) => (
          <li key={at} class={`card ${result.state}`}>
            <Result of={result} words={words} />
          </li>
        ))}
      </ol>
      <SaidInCommits of={found.said_in_commits} />
      <Notices of={found.notices} />
    </>
  );
}

function Result({ of: result, words }: { of: SearchData['results'][number]; words: readonly string[] }) {
  const { file, files = [], anchor, matches, intent } = result;
  const [place = files[0]] = [file];
  return (
    <>
      <header class="card-title">
        <h2>
          {place ? (
            <a href={linkToPlace(place, anchor?.name)}>
              {anchor && <Name of={anchor.name} />} <Path of={place} />
            </a>
          ) : (
            <Prose of={result.commit_summary ?? ''} />
          )}
        </h2>
        <p class="facts">
          <StateLabel of={result.state} changed={result.changed} />
        </p>
      </header>
      <dl class="matches">
        {matches.map(({ kind, text, reason, on, taken_back: isTakenBack }) => (
          <div key={`${kind} ${text} ${on}`}>
            <dt>{isTakenBack ? 'taken back' : LABELS.get(kind)}</dt>
            <dd>
              {on && (
                <>
                  <Marked of={on} words={words} />
                  {text && ': '}
                </>
              )}
              <Marked of={text} words={words} />
              {reason && (
                <p class="reason">
                  <Marked of={reason} words={words} />
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {intent && (
        <p class="intent">
          <Prose of={intent} />
        </p>
      )}
      <p class="facts">
        <CommitId of={result.commit} />
        {whoSaid(result).map(who => (
          <Prose key={who} of={who} />
        ))}
        <span>{result.date}</span>
      </p>
    </>
  );
}
