import type { RepositoryData } from '../../src/page/data.ts';
import { plural } from '../../src/wording.ts';
import { linkTo } from '../route.ts';
import { Title } from '../shell/title.tsx';
import { Notices } from '../text/notices.tsx';
import { CommitId, Name, Prose } from '../text/text.tsx';
import { AnnotatedFiles } from './annotated-files.tsx';

/** What there is in the repository: where to begin. */
export function HomeView({ repository }: { repository: RepositoryData }) {
  const { name, branch, head, sources, files, part } = repository;
  const annotated = files.filter(({ n }) => n > 0).length;
  return (
    <article class="home">
      <Title text={name} heading={<Name of={name} />}>
        <p class="facts">
          {branch && <Name of={branch} />}
          <CommitId of={head.commit} />
          <Prose of={head.summary} />
          <span>{head.date.slice(0, 10)}</span>
        </p>
        {part && (
          <p class="facts">
            <span>
              This report has {part.path === '' || part.path === '.' ? 'the repository' : part.path}
              {part.left_out ? `; ${plural(part.left_out, 'annotated file')} found no room` : ''}.
            </span>
          </p>
        )}
        <p class="actions">
          <a href={linkTo({ view: 'graph' })}>Picture of the dependencies</a>
        </p>
      </Title>
      <Notices of={repository.notices} />
      <dl class="counts">
        <div>
          <dt>annotated files</dt>
          <dd>
            {annotated.toLocaleString('en')} <span class="aside">of {files.length.toLocaleString('en')}</span>
          </dd>
        </div>
        {sources.map(source => (
          <div key={source.name}>
            <dt>
              <Name of={source.name} />
            </dt>
            <dd>{source.annotations.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      {(annotated > 0 || repository.notices.length === 0) && <AnnotatedFiles files={files} />}
    </article>
  );
}

/** A directory, which an address may name, too. */
export function DirectoryView({ path, repository }: { path: string; repository: RepositoryData }) {
  const files = repository.files.filter(file => file.path.startsWith(`${path}/`));
  return (
    <article class="home">
      <Title text={path} heading={<Name of={path} />}>
        <p class="facts">
          <span>{plural(files.length, 'file')}</span>
        </p>
      </Title>
      <AnnotatedFiles files={files} />
    </article>
  );
}
