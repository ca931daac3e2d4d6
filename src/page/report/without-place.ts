import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { PageAnswer, PageFailure } from '../data.ts';
import { repositoryName } from '../repository.ts';

/** A report is read elsewhere: in it, a repository goes by its name, and not by where it is on this machine. */
export function withoutPlace(answer: PageAnswer | PageFailure, snapshot: Snapshot): PageAnswer | PageFailure {
  const name = repositoryName(snapshot);
  if ('history' in answer) {
    const { read, history, deps } = answer;
    return {
      ...answer,
      read: renamed(read, name),
      history: renamed(history, name),
      deps: renamed(deps, name),
    };
  }
  return 'read' in answer ? { ...answer, read: renamed(answer.read, name) } : answer;
}

function renamed<Answer extends { scope?: { repository: string } }>(
  answer: Answer,
  repository: string,
): Answer {
  return answer.scope ? { ...answer, scope: { ...answer.scope, repository } } : answer;
}
