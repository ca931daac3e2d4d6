import { useState } from 'preact/hooks';
import type { RepositoryData } from '../../src/page/data.ts';
import { linkTo } from '../route.ts';
import { Path } from '../text/text.tsx';

const FIRST = 24;

/** The files of which most is said, and as many more as are wanted. */
export function AnnotatedFiles({ files }: { files: RepositoryData['files'] }) {
  const [most, setMost] = useState(FIRST);
  const annotated = files.filter(({ n }) => n > 0).sort((a, b) => b.n - a.n);
  if (annotated.length === 0) {
    return (
      <p class="empty">
        No file here is annotated. To write a first annotation:{' '}
        <code>git ultragit annotate &lt;file&gt; --about &lt;unit&gt; --intent "…"</code>
      </p>
    );
  }
  return (
    <section class="annotated-files">
      <h2>Annotated files</h2>
      <ul class="plain-list">
        {annotated.slice(0, most).map(({ path, n }) => (
          <li key={path}>
            <a href={linkTo({ view: 'file', path })}>
              <Path of={path} />
            </a>
            <span class="badge">
              {n}
              <span class="unseen"> annotations</span>
            </span>
          </li>
        ))}
      </ul>
      {annotated.length > most && (
        <button type="button" onClick={() => setMost(most + 200)}>
          {(annotated.length - most).toLocaleString('en')} more
        </button>
      )}
    </section>
  );
}
