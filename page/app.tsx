import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageQuestion, RepositoryData } from '../src/page/data.ts';
import { QUOTED } from '../src/wording.ts';
import { useAnswer } from './ask/use-answer.ts';
import { FileView } from './file/file-view.tsx';
import { GraphView } from './graph/graph-view.tsx';
import { DirectoryView, HomeView } from './home/home-view.tsx';
import { linkTo, type Route } from './route.ts';
import { SearchView } from './search/search-view.tsx';
import { Answered } from './shell/answered.tsx';
import { Header, Views } from './shell/header.tsx';
import { Help } from './shell/help.tsx';
import { useShortcuts } from './shell/shortcuts.ts';
import { ThemeSwitch } from './shell/theme.tsx';
import { TokenForm } from './shell/token-form.tsx';
import { useMedia } from './shell/use-media.ts';
import { useRoute } from './shell/use-route.ts';
import { Files } from './tree/files.tsx';
import { UnitView } from './unit/unit-view.tsx';

/** Below it, the tree comes over the page when it is wanted; in the style sheet, too. */
const ROOMY = '(min-width: 760px)';

export function App({ isReport, onToken }: { isReport: boolean; onToken: () => void }) {
  const route = useRoute();
  const asked = useAnswer({ about: 'repository' });
  // Before the view that shows it is there: it waits for the repository.
  useAnswer(questionOf(route));
  const isRoomy = useMedia(ROOMY);
  const [isTreeOpen, setTreeOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const path = 'path' in route ? route.path : undefined;

  useEffect(() => setTreeOpen(false), [path, route.view]);
  useShortcuts({
    '?': () => setHelpOpen(true),
    g: () => {
      location.hash = linkTo({ view: 'graph' });
    },
    t: () => {
      setTreeOpen(true);
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[role="tree"]')?.focus());
    },
    Escape: () => setTreeOpen(false),
  });

  if (asked.state === 'failed' && asked.failure.code === 'unauthorized') {
    return <TokenForm onToken={onToken} />;
  }
  const repository = asked.state === 'answered' ? asked.answer : undefined;
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <Header
        {...{ repository, route, isReport }}
        onTree={isRoomy ? undefined : () => setTreeOpen(!isTreeOpen)}
        onHelp={() => setHelpOpen(true)}
      />
      <div class="rooms">
        {repository && (isRoomy || isTreeOpen) && (
          <Sidebar isOver={!isRoomy} route={route} onClose={() => setTreeOpen(false)}>
            <Files repository={repository} path={path} />
          </Sidebar>
        )}
        <main id="main" tabIndex={-1}>
          {repository && <p class="quoted">Quoted {QUOTED}.</p>}
          <Answered of={asked}>{answer => <View route={route} repository={answer} />}</Answered>
        </main>
      </div>
      <Help isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  );
}

function Sidebar({
  isOver,
  route,
  onClose,
  children,
}: {
  isOver: boolean;
  route: Route;
  onClose: () => void;
  children: preact.ComponentChildren;
}) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOver) ref.current?.querySelector<HTMLElement>('input')?.focus();
  }, [isOver]);
  return (
    <nav class={`side ${isOver ? 'over' : ''}`} aria-label="Files of the repository" ref={ref}>
      {children}
      {isOver && (
        <div class="side-foot">
          <Views route={route} />
          <ThemeSwitch />
          <button type="button" class="close" onClick={onClose}>
            Close
          </button>
        </div>
      )}
    </nav>
  );
}

function View({ route, repository }: { route: Route; repository: RepositoryData }) {
  switch (route.view) {
    case 'home':
      return <HomeView repository={repository} />;
    case 'file':
      return isDirectory(route.path, repository) ? (
        <DirectoryView path={route.path.replace(/\/$/, '')} repository={repository} />
      ) : (
        <FileView key={route.path} path={route.path} lines={route.lines} />
      );
    case 'unit':
      return <UnitView key={`${route.path}::${route.anchor}`} path={route.path} anchor={route.anchor} />;
    case 'graph':
      return <GraphView path={route.path} anchor={route.anchor} />;
    case 'search':
      return <SearchView words={route.words} kind={route.kind} files={repository.files} />;
  }
}

function questionOf(route: Route): PageQuestion | undefined {
  if (route.view === 'file') return { about: 'file', path: route.path };
  return route.view === 'unit' ? { about: 'unit', path: route.path, anchor: route.anchor } : undefined;
}

function isDirectory(path: string, { files }: RepositoryData): boolean {
  const inside = `${path.replace(/\/$/, '')}/`;
  return files.some(file => file.path.startsWith(inside));
}
