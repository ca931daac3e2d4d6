import { Workspace } from '../query/workspace.ts';
import { shortId } from '../wording.ts';
import type { AskOptions } from './ask.ts';

/** What an agent reads after a commit of its own that has no annotation; undefined where nobody wants that. */
export async function reminder(
  directory: string,
  { env, useCache }: AskOptions,
): Promise<{ text: string; root: string } | undefined> {
  const workspace = await Workspace.open({
    directory,
    env,
    strictConfig: false,
    useCache,
    reading: 'by page',
  });
  try {
    return await workspace.ask({}, async ({ settings, head, index, repository }) => {
      const isWanted = settings.remindToAnnotate && index.byObject(head.id).length === 0;
      return isWanted
        ? {
            text: textFor(shortId(head.id)),
            root: repository.location.root ?? repository.location.gitDir,
          }
        : undefined;
    });
  } finally {
    workspace.close();
  }
}

function textFor(commit: string): string {
  return [
    `This project records why its code is as it is. Commit ${commit} has no annotation yet.`,
    'If you know a constraint that must hold, an alternative that was rejected, or a risk, write it down now:',
    '`git ultragit annotate --draft` prints JSON for the units that the commit changed; fill in what you know, and pipe it to',
    '`git ultragit annotate`. Do not annotate what the diff says already.',
  ].join('\n');
}
