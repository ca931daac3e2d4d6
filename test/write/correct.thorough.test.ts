// What does not hold any more is corrected in its own note, and read shows it as a correction.
import { expect, test } from 'vitest';
import { annotate, contentsOf, correct, noteOn, REF, readJson, smallRepository } from './support.ts';

const file = 'src/client.ts';
const REASON = ['--reason', 'It was measured.'];

async function annotated() {
  const repo = await smallRepository();
  const constraints = ['At most 5 s.', 'Never twice at once.', 'Never from a timer.'];
  annotate(repo, [], {
    file,
    ast_anchor: { name: 'connect' },
    intent: 'Opens.',
    reasoning: 'W',
    constraints,
  });
  return repo;
}

const correctionsIn = (note: ReturnType<typeof noteOn>) => note.regions[0]?.corrections;
const error = ({ stderr }: { stderr: string }) => stderr.replace(/[0-9a-f]{12}/g, '<id>');

test('a constraint is taken back by a part of its text', async () => {
  const repo = await annotated();
  const run = correct(repo, [file, 'connect', '--remove-constraint', '5 s', ...REASON]);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(correctionsIn(noteOn(repo))).toEqual([
    {
      ...{ field: 'constraints', correction_type: 'remove', target_value: 'At most 5 s.' },
      ...{ reason: 'It was measured.', author: 'Ada', timestamp: expect.stringMatching(/Z$/) },
    },
  ]);
  expect(readJson(repo, file, 'connect').regions).toMatchObject([
    {
      constraints: ['Never twice at once.', 'Never from a timer.'],
      taken_back: [{ text: 'At most 5 s.', reason: 'It was measured.' }],
    },
  ]);
  expect(run.stdout).toMatch(
    /\*\*Taken back\*\*\n\n- At most 5 s\. — by Ada, \d{4}-\d\d-\d\d: It was measured\./,
  );
});

test('a text is amended, and read shows how it reads now', async () => {
  const repo = await annotated();
  const amended = correct(repo, [file, 'connect', '--amend', 'intent', '--to', 'Opens once.', ...REASON]);
  expect(amended.stdout).toContain('now “Opens once.”, It was measured.');
  correct(repo, [
    file,
    'connect',
    '--amend',
    'constraint',
    '--constraint',
    '5 s',
    '--to',
    'At most 9 s.',
    ...REASON,
  ]);
  expect(readJson(repo, file, 'connect').regions[0]?.constraints).toContainEqual({
    text: 'At most 9 s.',
    corrected: 'amend',
  });
  expect(correctionsIn(noteOn(repo))).toHaveLength(2);
});

test('a whole annotation is doubted, beside corrections that are there', async () => {
  const repo = await annotated();
  correct(repo, [file, 'connect', '--remove-constraint', '5 s', ...REASON]);
  const run = correct(repo, [file, 'connect', '--flag', ...REASON]);
  expect(run.stdout).toContain('flagged');
  expect(correctionsIn(noteOn(repo))).toMatchObject([
    { correction_type: 'remove' },
    { field: 'region', correction_type: 'flag' },
  ]);
});

test('a correction under another name than its own goes on holding', async () => {
  const repo = await smallRepository();
  const correction = { field: 'constraints', correction_type: 'remove', target_value: 'At most 5 s.' };
  const region = { file, ast_anchor: { name: 'Client::connect' }, intent: 'Opens.', correction };
  const constraints = ['At most 5 s.', 'Never twice at once.'];
  repo.annotate('HEAD', { schema: 'ultragit/v1', regions: [{ ...region, constraints }] });
  const run = correct(repo, [file, 'connect', '--remove-constraint', 'twice', ...REASON]);
  expect(run).toMatchObject({ status: 0 });
  expect(readJson(repo, file, 'connect').regions[0]?.taken_back).toMatchObject([
    { text: 'At most 5 s.' },
    { text: 'Never twice at once.' },
  ]);
});

test('a dry run shows it, and changes no file', async () => {
  const repo = await annotated();
  const before = contentsOf(repo.path);
  const run = correct(repo, [file, 'connect', '--flag', ...REASON, '--dry-run']);
  expect(run.stdout).toContain('flagged');
  expect(run.stdout).toContain('Dry run: nothing was written.');
  expect(contentsOf(repo.path)).toEqual(before);
});

test('annotations of several units are listed with their units', async () => {
  const repo = await annotated();
  annotate(repo, ['--about'], { file, intent: 'The client.' });
  expect(error(correct(repo, [file, '--flag', ...REASON]))).toBe(
    `ultragit: 2 texts may be meant.\n  <id> Client::connect in ${file}: Opens.\n  <id> ${file}: The client.\n  Name the unit\n`,
  );
});

test('a name that the file does not have is refused, however near another one is', async () => {
  const repo = await annotated();
  for (const near of ['conect', 'Other::unit']) {
    const run = correct(repo, [file, near, '--flag', ...REASON]);
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toMatch(
      new RegExp(`^ultragit: There is no ${near} in ${file}.*\n {2}Nearest names: .*connect`),
    );
  }
  expect(correctionsIn(noteOn(repo))).toBeUndefined();
});

test('what may mean several is listed; the commit tells them apart', async () => {
  const repo = await annotated();
  expect(error(correct(repo, [file, 'connect', '--remove-constraint', 'never', ...REASON]))).toBe(
    'ultragit: 2 texts may be meant.\n  <id>: Never twice at once.\n  <id>: Never from a timer.\n' +
      '  Quote more of it\n',
  );
  annotate(repo, ['HEAD~'], { file, ast_anchor: { name: 'connect' }, intent: 'Opened.' });
  expect(error(correct(repo, [file, 'connect', '--flag', ...REASON]))).toMatch(
    /^ultragit: 2 texts may be meant\.\n {2}<id>: Opens\.\n {2}<id>: Opened\.\n {2}Name the commit .*--commit\n$/,
  );
  expect(correct(repo, [file, 'connect', '--flag', '--commit', 'HEAD~', ...REASON])).toMatchObject({
    status: 0,
  });
  expect(correctionsIn(noteOn(repo, 'HEAD~'))).toMatchObject([{ correction_type: 'flag' }]);
  expect(correctionsIn(noteOn(repo))).toBeUndefined();
});

test.each<[string, string[], RegExp]>([
  [
    'a constraint that nobody stated',
    ['connect', '--remove-constraint', 'always'],
    /No constraint in force here says "always"\.\n {2}In force: At most 5 s\./,
  ],
  [
    'a unit that nobody annotated',
    ['helper', '--flag'],
    /There is no annotation of helper in src\/client\.ts\./,
  ],
  [
    'a field that is not there',
    ['connect', '--amend', 'risk_notes', '--to', 'x'],
    /No annotation here has risk_notes to amend\./,
  ],
  ['an amendment to nothing', ['connect', '--amend', 'intent'], /--amend needs --to/],
  ['two things at once', ['connect', '--flag', '--remove-constraint', 'x'], /Say one thing/],
  [
    'a secret',
    ['connect', '--amend', 'intent', '--to', `glpat-${'a1'.repeat(12)}`],
    /looks like a GitLab token/,
  ],
])('refused: %s', async (_what, words, message) => {
  const repo = await annotated();
  const before = repo.git('rev-parse', REF);
  const run = correct(repo, [file, ...words, ...REASON]);
  expect(error(run)).toMatch(message);
  expect(run.status).toBeGreaterThan(0);
  expect(repo.git('rev-parse', REF)).toBe(before);
});

test('what another tool wrote is not ours to correct', async () => {
  const repo = await smallRepository();
  const note = {
    schema: 'chronicle/v1',
    regions: [{ file, ast_anchor: { name: 'Client::connect' }, intent: 'I' }],
  };
  repo.annotate('HEAD', note, 'refs/notes/chronicle');
  expect(error(correct(repo, [file, 'connect', '--flag', ...REASON]))).toMatch(
    /^ultragit: That is said in refs\/notes\/chronicle, not in refs\/notes\/ultragit: it is not ours to correct\./,
  );
});
