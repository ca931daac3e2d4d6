import { outgoing, withCleanTexts } from '../annotation/sanitise.ts';
import { hintsFor, type UltragitError } from '../errors.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import type { PageAnswer, PageFailure, PageQuestion } from './data.ts';
import { file } from './file.ts';
import { graph, graphAround } from './graph/graph.ts';
import { repository } from './repository.ts';
import { search } from './search.ts';
import { unit } from './unit.ts';

/** What the page is told, on one state of the repository. */
export async function answerPage(snapshot: Snapshot, question: PageQuestion): Promise<PageAnswer> {
  switch (question.about) {
    case 'repository':
      return withCleanTexts(await repository(snapshot));
    // A file's own text goes out as it is: the page shows what is hidden in it.
    case 'file':
      return file(snapshot, question.path);
    case 'unit':
      return withCleanTexts(await unit(snapshot, question.path, question.anchor));
    case 'graph': {
      const { path, anchor } = question;
      return path === undefined ? graph(snapshot) : graphAround(snapshot, path, anchor);
    }
    case 'search':
      return withCleanTexts(await search(snapshot, question.words, question.kind));
  }
}

export function pageFailure(error: UltragitError): PageFailure {
  const { code, message } = error;
  return { error: { code, message: outgoing(message), hints: hintsFor('terminal', error).map(outgoing) } };
}
