import { UltragitError } from '../errors.ts';
import { lastTouch, renamesIn } from '../git/calls.ts';
import { normalisePath } from './path.ts';
import { type Scope, type ScopeQuestion, scope } from './scope.ts';
import type { View } from './view.ts';

/** A scope, also for a file that is no longer there: under its new name, or as it was before it was deleted. */
export async function scopeInHistory(view: View, question: ScopeQuestion): Promise<Scope> {
  try {
    return await scope(view.repository, view.head, question);
  } catch (error) {
    if (!(error instanceof UltragitError) || error.code !== 'file_not_found') throw error;
    return (await pastScope(view, question)) ?? Promise.reject(error);
  }
}

async function pastScope(view: View, question: ScopeQuestion): Promise<Scope | undefined> {
  const path = normalisePath(question.path, view.repository.location.root);
  const id = await view.repository.run(lastTouch(view.head.id, path), view.signal);
  const removal = id === undefined ? undefined : await view.repository.commit(id);
  const parent = removal?.parents[0] && (await view.repository.commit(removal.parents[0]));
  if (!removal || !parent) return undefined;
  const renames = await view.repository.run(renamesIn(removal.id), view.signal);
  const renamed = renames.find(rename => rename.from === path);
  const short = removal.id.slice(0, 10);
  if (renamed) {
    const found = await scopeInHistory(view, { ...question, path: renamed.to });
    found.notices.push({ code: 'renamed', message: `${path} was renamed to ${renamed.to} in ${short}.` });
    return found;
  }
  if (!(await view.repository.entryAt(parent, path))) return undefined;
  const past = await scope(view.repository, view.head, { ...question, path, rev: parent });
  past.notices.push({
    code: 'deleted',
    message: `${path} was deleted in ${short}; this is how it was before.`,
  });
  return past;
}
