// Who and what is shown beside the regions: dependents and concerns that mean the code in scope, and no others.
import { expect, test } from 'vitest';
import { ask, openWorkspace } from '../support/ask.ts';
import { deps } from '../support/queries.ts';
import { buildRepository } from '../support/repository.ts';

const LEDGER = `class Ledger:
    def post(self, amount):
        self.total += amount
        self.count += 1
        return self.total

    def balance(self):
        return self.total
`;

async function ledger() {
  const repo = await buildRepository('empty-notes');
  const first = repo.commit('Add the ledger', {
    'book.py': LEDGER,
    'worker.py': 'def run(ledger):\n    ledger.post(0)\n',
  });
  repo.annotate(first, {
    schema: 'ultragit/v1',
    regions: [
      {
        file: 'book.py',
        ast_anchor: { name: 'Ledger::post' },
        lines: { start: 2, end: 5 },
        intent: 'Book it',
        tags: ['money'],
      },
      {
        file: 'worker.py',
        ast_anchor: { name: 'run' },
        lines: { start: 1, end: 2 },
        intent: 'Work',
        semantic_dependencies: [
          { file: 'book.py', anchor: 'Ledger::post', nature: 'Posting zero is harmless' },
        ],
      },
    ],
  });
  return repo;
}

test('dependents of a method are found under the name that it had before', async () => {
  const repo = await ledger();
  repo.commit('Rename post', { 'book.py': LEDGER.replace('def post', 'def record') });
  const answer = await ask(repo, 'book.py', { anchor: 'record' });
  expect(answer.regions.map(region => region.intent)).toEqual(['Book it']);
  expect(answer.dependencies_on_this?.map(({ nature }) => nature)).toEqual(['Posting zero is harmless']);
  const { dependents } = await deps(await openWorkspace(repo), { path: 'book.py', anchor: 'record' });
  expect(dependents.map(({ file }) => file)).toEqual(['worker.py']);
});

test('a query by lines shows the dependents of the unit that the lines are in, and of no other', async () => {
  const repo = await ledger();
  const inPost = await ask(repo, 'book.py', { lines: '3:4' });
  expect(inPost.dependencies_on_this).toHaveLength(1);
  const inBalance = await ask(repo, 'book.py', { lines: '7:8' });
  expect(inBalance.dependencies_on_this).toEqual([]);
});

test('what a filter left out is not called unannotated', async () => {
  const repo = await ledger();
  const answer = await ask(repo, 'book.py', { tags: ['nothing'] });
  expect(answer.notices?.map(({ code }) => code)).toEqual(['filtered_out']);
  expect(answer.notices?.[0]?.message).toContain('left out by tags nothing');
});

test('a file that was renamed or deleted is not just missing: the error says where it went', async () => {
  const repo = await ledger();
  repo.git('mv', 'book.py', 'ledger.py');
  repo.commit('Rename the file');
  await expect(ask(repo, 'book.py')).rejects.toMatchObject({
    message: 'File not found: book.py',
    hints: [expect.stringContaining('was renamed to ledger.py in')],
  });
  repo.commit('Drop the worker', { 'worker.py': null });
  await expect(ask(repo, 'worker.py')).rejects.toMatchObject({
    hints: [
      {
        terminal: expect.stringContaining('ultragit history worker.py'),
        agent: expect.stringContaining('ultragit_history'),
      },
    ],
  });
});

test('a concern leaves out only what the scope says, and never all of its code', async () => {
  const repo = await ledger();
  const concern = (description: string, ...files: string[]) => ({
    description,
    regions: files.map(file => ({ file })),
  });
  const id = repo.commit('Agree', { 'more.py': 'pass\n' });
  repo.annotate(id, {
    schema: 'ultragit/v1',
    regions: [],
    cross_cutting: [concern('It alone.', 'book.py'), concern('It and another.', 'book.py', 'worker.py')],
  });
  const named = async (path: string | string[]) =>
    (await ask(repo, path, { verbose: false })).cross_cutting?.map(({ description, regions }) => [
      description,
      ...regions.map(({ file }) => file),
    ]);
  expect(await named('book.py')).toEqual([
    ['It alone.', 'book.py'],
    ['It and another.', 'worker.py'],
  ]);
  expect(await named(['book.py', 'worker.py'])).toEqual([
    ['It alone.', 'book.py'],
    ['It and another.', 'book.py', 'worker.py'],
  ]);
});
