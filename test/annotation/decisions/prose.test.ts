// Prose, logs, tables and examples that look like trailers: none of them is a decision. A false one is worse than
// one that is missed.
import { expect, test } from 'vitest';
import { readDecisions } from '../../../src/annotation/decisions/decisions.ts';

const REAL = 'Constraint: kept\nConfidence: high\n';

test.each([
  [
    'a sentence in the middle of a paragraph',
    'We talked about it at length. What remains is the old\nConstraint: as I said above, we can not change the order\nof the columns, and so it stays.\n',
  ],
  [
    'a sentence that goes on in a new line',
    'There is one more thing that speaks against this\ndecision: if the user wants a flush, he can call it.\n',
  ],
  ['lower case', 'rejected: too slow\nconstraint: none\nlimit: 10\n'],
  ['the output of a program', 'WARN: parser error\nLIMIT: 10\nREJECTED: 3\n'],
  [
    'a table',
    'Indices: by_day\n         by_user\nPrimary Key: readings_pkey\nConstraint: "$1" (value > 0)\n\nThe name is shown, too.\n',
  ],
  ['one key before more prose', 'Constraint: a name is unique\n\nThat is now checked by the database.\n'],
  ['a common word as the only key', 'Limit: 100 rows by default\n'],
  ['another common word as the only key', 'Warn: the old name still works\n'],
  ['a rejection without a reason as the only key', 'Rejected: by the linter, twice\n'],
  ['keys of two vocabularies', 'Limit: 100 rows by default\n\nTested: by hand\n'],
  ['an example in a fence', `\`\`\`\nSubject\n\n${REAL}\`\`\`\n\nThe hook writes this.\n`],
  ['an example that is indented', `The hook writes:\n\n${REAL.replace(/^/gm, '    ')}`],
  ['an example that is quoted', REAL.replace(/^/gm, '> ')],
  ['a list', REAL.replace(/^/gm, '- ')],
  [
    'a newline that is talked about',
    'The writer puts `one\\nConstraint: two\\nRejected: three | four` on a line.\n',
  ],
  ['an action without a scope', 'decision: keep the list\nlearned: nothing\n'],
  ['an action of another kind', 'feat(list): keep it\nconstraints(list): none\nchore(deps): newer\n'],
  [
    'a key without a space behind it',
    'Supersedes:, Constraint:, Rejected: and all the rest are keys\nConstraint:none\n',
  ],
])('%s is not a decision', (_kind, body) => {
  expect(readDecisions(`Subject\n\n${body}`)).toEqual([]);
  expect(readDecisions(`Subject\n\nWhy it was done.\n\n${body}\nAnd more about it.\n`)).toEqual([]);
});

test.each([
  ['an indented example', 'It used to print:\n\n    Constraint: quoted\n    Tested: quoted\n'],
  ['a fenced example', '```\nSubject\n\nConstraint: quoted\nTested: quoted\n```\n'],
  ['a sentence', 'What remains is the old\nConstraint: quoted, as I said above.\n'],
])('%s above a block gives nothing to it', (_kind, body) => {
  expect(readDecisions(`Subject\n\n${body}\n${REAL}`)).toMatchObject([
    { regions: [{ constraints: [{ text: 'kept', source: 'author' }] }] },
  ]);
});

test('the subject is never a trailer', () => {
  expect(readDecisions('Constraint: names are unique\n\nTested: by hand\n')).toEqual([]);
  expect(readDecisions('decision(list): keep it\n\nTested: by hand\n')).toEqual([]);
});
