import { useEffect, useRef, useState } from 'preact/hooks';
import type { RepositoryData } from '../../src/page/data.ts';
import { linkTo, type Route } from '../route.ts';
import { CommitId, Name } from '../text/text.tsx';
import { useShortcuts } from './shortcuts.ts';
import { ThemeSwitch } from './theme.tsx';

type Props = {
  repository: RepositoryData | undefined;
  route: Route;
  isReport: boolean;
  /** Absent where the tree has a place of its own. */
  onTree?: () => void;
  onHelp: () => void;
};

export function Header({ repository, route, isReport, onTree, onHelp }: Props) {
  return (
    <header class="top">
      {onTree && (
        <button type="button" class="quiet" onClick={onTree}>
          Files
        </button>
      )}
      <a class="brand" href="#/">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <path d="M9 8v16M15 11h9M15 16h9M15 21h6" />
        </svg>
        <span>{repository ? <Name of={repository.name} /> : 'Ultragit'}</span>
      </a>
      {repository && (
        <p class="head">
          {repository.branch && <Name of={repository.branch} />}
          <CommitId of={repository.head.commit} />
          {isReport && <span class="report">report of {repository.head.date.slice(0, 10)}</span>}
        </p>
      )}
      <SearchBox route={route} />
      <Views route={route} />
      <ThemeSwitch />
      <button type="button" class="quiet round" onClick={onHelp} aria-label="Help: keys and marks">
        ?
      </button>
    </header>
  );
}

export function Views({ route }: { route: Route }) {
  return (
    <nav class="views" aria-label="Views">
      <a href={linkTo({ view: 'graph' })} aria-current={route.view === 'graph' ? 'page' : undefined}>
        Graph
      </a>
    </nav>
  );
}

const PAUSE_MS = 250;

function SearchBox({ route }: { route: Route }) {
  const searched = route.view === 'search' ? route.words : '';
  const [words, setWords] = useState(searched);
  const ref = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (document.activeElement !== ref.current) setWords(searched);
  }, [searched]);
  useShortcuts({ '/': () => ref.current?.select() });
  const search = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() === '' || text === searched) return;
    const link = linkTo({
      view: 'search',
      words: text,
      kind: route.view === 'search' ? route.kind : undefined,
    });
    if (route.view === 'search') location.replace(link);
    else location.hash = link;
  };
  return (
    <search class="search-box">
      <form
        onSubmit={event => {
          event.preventDefault();
          search(words);
        }}
      >
        <input
          type="search"
          class="field"
          ref={ref}
          value={words}
          placeholder="Search annotations"
          aria-label="Search annotations"
          aria-keyshortcuts="/"
          onInput={event => {
            const text = event.currentTarget.value;
            setWords(text);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => search(text), PAUSE_MS);
          }}
          onKeyDown={event => {
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        <span class="key" aria-hidden="true">
          /
        </span>
      </form>
    </search>
  );
}
