import { readDecisionNote } from '../decisions/decisions.ts';
import type { TextDialect } from './dialect.ts';

const NOTEREF = 'refs/notes/commitlore';

/** Only this vocabulary has it. */
const RECORD_ID = /^Record-Id: +r-[a-z0-9]{6}/m;

/** Trailers as in a commit message, without the message: a squash merge leaves the records that it lost here. */
export const COMMITLORE: TextDialect = {
  name: 'commitlore/2.0',
  recognises: (text, noteref) =>
    !text.trimStart().startsWith('{') &&
    (RECORD_ID.test(text) || (noteref === NOTEREF && readDecisionNote(text).length > 0)),
  read: text => ({ candidates: readDecisionNote(text).map(({ format: _, ...candidate }) => candidate) }),
};
