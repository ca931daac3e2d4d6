/** What one person writes down, another one reads; nobody's words are lost. */
import { expect, test } from 'vitest';
import { ultragit } from '../support/cli.ts';
import { openClone } from '../support/repository.ts';
import { annotate, contentsOf, correct, IDENTITY, REF, readJson, smallRepository } from '../write/support.ts';

const FILE = 'src/client.ts';

test('annotate, correct, sync to another clone', async () => {
  const ada = await smallRepository();
  const [remote, before] = [openClone(ada, { notes: false }, '--bare'), contentsOf(ada.path)];
  ada.git('remote', 'add', 'origin', `file://${remote.path}`);
  const bob = openClone(remote, { notes: false });
  const constraints = ['At most 5 s.', 'Never twice at once.'];
  const region = { file: FILE, ast_anchor: { name: 'connect' }, intent: 'Opens the session.', constraints };
  expect(annotate(ada, [], region)).toMatchObject({ status: 0, stderr: '' });
  expect(annotate(ada, [], { ...region, intent: 'Says otherwise.' })).toMatchObject({ status: 1 });
  const removal = [FILE, 'connect', '--remove-constraint', '5 s', '--reason', 'It was measured.'];
  expect(correct(ada, removal)).toMatchObject({ status: 0, stderr: '' });

  const isOurs = (name: string) =>
    name === '.git/config' || /^\.git\/(objects|logs\/)?(refs\/notes)?/.test(name);
  const changed = [...contentsOf(ada.path)].filter(([name, hash]) => before.get(name) !== hash);
  expect(changed.map(([name]) => name).filter(name => !isOurs(name))).toEqual([]);

  const hers = readJson(ada, FILE, 'connect').regions;
  expect(hers).toMatchObject([
    {
      intent: 'Opens the session.',
      constraints: ['Never twice at once.'],
      taken_back: [{ text: 'At most 5 s.', reason: 'It was measured.' }],
    },
  ]);

  const helper = { file: FILE, ast_anchor: { name: 'helper' }, intent: 'Counts to one.' };
  expect(annotate(bob, ['--about'], helper)).toMatchObject({ status: 0 });
  for (const repo of [ada, bob, ada]) {
    expect(ultragit(repo, ['sync'], { env: IDENTITY })).toMatchObject({ status: 0, stderr: '' });
  }
  expect(ada.git('rev-parse', REF)).toBe(bob.git('rev-parse', REF));
  for (const repo of [ada, bob]) {
    const { regions } = readJson(repo, FILE);
    expect(regions.map(({ intent }) => intent).sort()).toEqual(['Counts to one.', 'Opens the session.']);
  }
});
