import type { Freshness } from '../answers.ts';
import { UltragitError } from '../errors.ts';
import { type Blame, blame } from './blame.ts';
import { freshness } from './freshness.ts';
import { locate, versionOf } from './locate.ts';
import type { Found } from './notes.ts';
import { exists } from './path.ts';
import { type Scope, scope } from './scope.ts';
import { settle } from './settle.ts';
import { successors } from './successors.ts';
import type { View } from './view.ts';

/** Today's names of files that annotations speak of; undefined for those that were deleted. */
export async function namesToday(
  view: View,
  files: readonly string[],
): Promise<(file: string) => string | undefined> {
  const distinct = [...new Set(files)];
  const here = await Promise.all(distinct.map(file => exists(view.repository, view.head, file)));
  const gone = distinct.filter((_file, at) => !here[at]);
  const renamed = gone.length === 0 ? new Map<string, string>() : await successors(view, view.head, gone);
  return file => (gone.includes(file) ? renamed.get(file) : file);
}

/** Whether regions of other files than the one in scope are still what they were when they were annotated. */
export async function freshnessElsewhere(view: View, found: readonly Found[]): Promise<Freshness[]> {
  const today = await namesToday(
    view,
    found.map(({ region }) => region.file),
  );
  const opened = new Map<string, Promise<{ file: Scope; owned: Blame } | undefined>>();
  return Promise.all(
    found.map(async item => {
      const path = today(item.region.file);
      if (path === undefined) return { state: 'gone' };
      const opening = opened.get(path) ?? open(view, path);
      opened.set(path, opening);
      const names = [...new Set([path, item.region.file])].map(name => ({ name }));
      // Git is asked for today's version and for the annotated one at once; what it gives is kept for `locate`.
      const [here] = await Promise.all([opening, versionOf(view, item, names)]);
      if (!here) return { state: 'unknown' };
      const [located] = await settle(here.file, await locate(view, here.file, names, [item]));
      if (!located) return { state: 'unknown' };
      return freshness(view, here.file, here.owned, names, located, { nameCommits: false });
    }),
  );
}

async function open(view: View, path: string) {
  try {
    const file = await scope(view.repository, view.head, { path });
    return { file, owned: await blame(view, file, { lazy: true }) };
  } catch (error) {
    if (error instanceof UltragitError) return undefined;
    throw error;
  }
}
