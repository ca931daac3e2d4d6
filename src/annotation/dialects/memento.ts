import type { TextDialect } from './dialect.ts';

export const TRANSCRIPT = 'a session transcript (git-memento), which is not read';

/** Transcripts of whole sessions: they tell what was typed, not why the code is as it is. */
export const memento: TextDialect = {
  name: 'git-memento',
  recognises: text => /^\ufeff?\s*(?:# Git Memento Session|<!-- git-memento-)/.test(text),
  read: () => ({ candidates: [], problem: TRANSCRIPT }),
};
