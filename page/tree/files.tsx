import { useMemo, useState } from 'preact/hooks';
import type { RepositoryData } from '../../src/page/data.ts';
import { Tree } from './tree.tsx';

/** The tree with what narrows it down. */
export function Files({ repository, path }: { repository: RepositoryData; path: string | undefined }) {
  const { files } = repository;
  const annotated = useMemo(() => files.filter(({ n }) => n > 0), [files]);
  const [isAnnotatedOnly, setAnnotatedOnly] = useState(annotated.length > 0);
  const [words, setWords] = useState('');
  const shown = useMemo(
    () => filtered(isAnnotatedOnly ? withShown(annotated, files, path) : files, words),
    [files, isAnnotatedOnly, words, path],
  );
  return (
    <>
      <div class="narrow-down">
        <input
          type="search"
          class="field"
          placeholder="Filter files"
          aria-label="Filter files by name"
          value={words}
          onInput={event => setWords(event.currentTarget.value)}
          spellcheck={false}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={isAnnotatedOnly}
            onChange={event => setAnnotatedOnly(event.currentTarget.checked)}
          />
          Annotated only
          <span class="aside">
            {' '}
            {annotated.length.toLocaleString('en')} of {files.length.toLocaleString('en')}
          </span>
        </label>
      </div>
      <Tree files={shown} path={path} isAllOpen={words.trim() !== ''} />
    </>
  );
}

/** The file that is shown stays in the tree. */
function withShown(
  annotated: RepositoryData['files'],
  files: RepositoryData['files'],
  path: string | undefined,
): RepositoryData['files'] {
  const isThere = path === undefined || annotated.some(file => file.path === path);
  return isThere ? annotated : files.filter(file => file.n > 0 || file.path === path);
}

function filtered(files: RepositoryData['files'], words: string): RepositoryData['files'] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return files;
  return files.filter(({ path }) => parts.every(part => path.toLowerCase().includes(part)));
}
