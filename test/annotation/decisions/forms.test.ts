// The untidy forms in which real messages have their trailers, one test each; the prose that only looks like one
// is in prose.test.ts.
import { expect, test } from 'vitest';
import { readDecisions } from '../../../src/annotation/decisions/decisions.ts';
import type { Region } from '../../../src/annotation/schema.ts';

const regionsOf = (message: string) => readDecisions(message).map(({ regions }) => regions[0] as Region);
const constraintsOf = (message: string) =>
  regionsOf(message).flatMap(({ constraints }) => (constraints ?? []).map(({ text }) => text));

const BLOCK = 'Constraint: one\nRejected: two | three\nConfidence: high';
const READ = {
  intent: 'Subject',
  constraints: [{ text: 'one', source: 'author' }],
  rejected_alternatives: [{ approach: 'two', reason: 'three' }],
};

test.each([
  [
    'followed by signatures',
    `Subject\n\n${BLOCK}\n\nCo-authored-by: A <a@example.com>\nSigned-off-by: B <b@e.com>\n`,
  ],
  ['with signatures in the same paragraph', `Subject\n\nRefs: #1\n${BLOCK}\nChange-Id: I0123\nRefs #12\n`],
  ['with a blank line after each trailer', `Subject\n\n${BLOCK.replaceAll('\n', '\n\n')}\n`],
  ['with carriage returns', `Subject\n\n${BLOCK}\n`.replaceAll('\n', '\r\n')],
  [
    'with newlines written as two characters',
    `Subject\n\nWhy it was done.\\n\\n${BLOCK.replaceAll('\n', '\\n')}`,
  ],
  ['all on one line', `Subject\\n\\n${BLOCK.replaceAll('\n', '\\n')}`],
  ['right below the subject', `Subject\n${BLOCK}\n`],
  ['with the whole body indented', `Subject\n\n  Why.\n\n${BLOCK.replace(/^/gm, '  ')}\n`],
  ['below a rule', `Subject\n\nWhy.\n\n---\n${BLOCK}\n`],
  ['above prose', `Subject\n\n${BLOCK}\n\nMore about how it was done.\n`],
  ['with an empty line at the top', `\n\nSubject\n\n${BLOCK}\n`],
  ['with other capitals', `Subject\n\n${BLOCK}\nNot-Tested:\nScope-Risk: narrow\n`],
])('a block %s is read', (_form, message) => {
  expect(regionsOf(message)).toMatchObject([READ]);
});

test('an indented line continues a value', () => {
  const message =
    'S\n\nConstraint: The lock must be held\n  for as long as\n\tthe file is open\nConfidence: high\n';
  expect(constraintsOf(message)).toEqual(['The lock must be held for as long as the file is open']);
});

test('a line that an editor wrapped continues a value without being indented', () => {
  const [region] = regionsOf(`S

Constraint: Each session keeps one connection open, and the pool must never
hand it to another, because its temporary tables are private
Rejected: A connection for each statement, as the library does by default
| temporary tables are lost between two statements
Confidence: high
`);
  expect(region?.constraints?.[0]?.text).toMatch(/pool must never hand it to another.* are private$/);
  expect(region?.rejected_alternatives).toEqual([
    {
      approach: 'A connection for each statement, as the library does by default',
      reason: 'temporary tables are lost between two statements',
    },
  ]);
});

test('a line below a short one is not its continuation', () => {
  expect(constraintsOf('S\n\nConfidence: high\nConstraint: Keep the order\nWe also tidied up.\n')).toEqual([
    'Keep the order',
  ]);
});

test('a line below one that nobody wrapped is not its continuation', () => {
  const long = 'a value that goes on and on. '.repeat(5).trim();
  expect(constraintsOf(`S\n\nConfidence: high\nConstraint: ${long}\nWe also tidied up.\n`)).toEqual([long]);
});

test('a list below a wrapped line is not its continuation', () => {
  const long = 'Each session keeps one connection open, and the pool leaves it alone';
  expect(constraintsOf(`S\n\nConfidence: high\nConstraint: ${long}\n- tidied up\n`)).toEqual([long]);
});

test('the actions of a contextual commit may have others between them', () => {
  const [region] = regionsOf(`fix(server): answer the review

fix(schema): the fixture has the shape that the new validator gives
decision(paths): use the validator's own function for dotted paths, both places did it by hand
test(schema): cover the case without a path
rejected(depth): walk the causes to any depth — there is exactly one by contract

Co-authored-by: A <a@example.com>
`);
  expect(region).toMatchObject({
    intent: 'fix(server): answer the review',
    reasoning: "paths: use the validator's own function for dotted paths, both places did it by hand",
    rejected_alternatives: [{ approach: 'depth: walk the causes to any depth' }],
  });
});

test('each message of a squash merge keeps its own record, under its own subject', () => {
  const regions = regionsOf(`Pause tenants (#41)

* Keep the paused tenants in memory

The table is too slow for each job.

Constraint: Refresh the set on the event
Confidence: high

* Tidy up

* Resume in the order of the queue

Constraint: A resumed job runs after those that waited
Scope-risk: narrow

Co-authored-by: A <a@example.com>

---------

Co-authored-by: B <b@example.com>
`);
  expect(regions).toEqual([
    {
      file: '/*',
      intent: 'Keep the paused tenants in memory',
      reasoning: 'The table is too slow for each job.',
      constraints: [{ text: 'Refresh the set on the event', source: 'author' }],
    },
    {
      file: '/*',
      intent: 'Resume in the order of the queue',
      constraints: [{ text: 'A resumed job runs after those that waited', source: 'author' }],
    },
  ]);
});

test('a block below the rule of a squash merge is about the whole', () => {
  const message = `Pause tenants (#41)\n\n* One\n\n* Two\n\n---------\n\n${BLOCK}\n`;
  expect(regionsOf(message)).toMatchObject([{ ...READ, intent: 'Pause tenants (#41)' }]);
});

test('a list further down does not make a squash merge', () => {
  const message = `Subject\n\nWhat it does:\n\n* one thing\n\n* and another\n\n${BLOCK}\n`;
  expect(regionsOf(message)).toMatchObject([READ]);
});

test.each([
  ['at the end', 'Limit: one\nRecord-Id: r-first1\n\nLimit: two\nRecord-Id: r-second'],
  [
    'before its provenance',
    'Limit: one\nRecord-Id: r-first1\nBlast: local\n\nLimit: two\nRecord-Id: r-second\nUndo: easy',
  ],
  ['at the start', 'Record-Id: r-first1\nLimit: one\n\nRecord-Id: r-second\nLimit: two'],
  ['in a paragraph of its own', 'Limit: one\n\nRecord-Id: r-first1\n\nLimit: two\n\nRecord-Id: r-second'],
  ['without a blank line between', 'Limit: one\nRecord-Id: r-first1\nLimit: two\nRecord-Id: r-second'],
  [
    'at the start, without a blank line between',
    'Record-Id: r-first1\nLimit: one\nRecord-Id: r-second\nLimit: two',
  ],
])('several records are told by their ids: %s', (_where, blocks) => {
  const found = readDecisions(`Subject\n\nWhy.\n\n${blocks}\n`).map(({ annotation, regions }) => [
    annotation.record_id,
    (regions[0] as Region).constraints?.map(({ text }) => text),
    (regions[0] as Region).reasoning,
  ]);
  expect(found).toEqual([
    ['r-first1', ['one'], 'Why.'],
    ['r-second', ['two'], undefined],
  ]);
});

test('a record that decides nothing is left out, and takes nothing from its neighbour', () => {
  const message =
    'S\n\nVerified: the build\nRecord-Id: r-build1\n\nLimit: two\nCertainty: guess\nRecord-Id: r-second\n';
  expect(readDecisions(message)).toMatchObject([
    { annotation: { record_id: 'r-second', context_level: 'inferred' }, regions: [{ intent: 'S' }] },
  ]);
});

test.each([
  ['Constraint: The clock of the device is never right'],
  ['Directive: Read the clock once\nDirective: Write it once'],
  ['Not-tested: a device without a clock'],
  ['Rejected: A clock of our own | it drifts'],
  ['Ruled-out: A clock of our own | it drifts'],
  ['intent(clock): people see the right time'],
])('one key is a record where it ends the message: %s', trailers => {
  const tail = '🤖 Generated with a tool\n\nCo-authored-by: A <a@example.com>';
  expect(readDecisions(`Subject\n\nWhy.\n\n${trailers}\n\n${tail}\n`)).toHaveLength(1);
});
