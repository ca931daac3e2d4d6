// Which annotated commit is the oldest is a matter of history, not of clocks: a rebase gives many commits one second.
import { expect, test } from 'vitest';
import { ask, note } from '../support/ask.ts';
import { buildRepository } from '../support/repository.ts';

const START = Date.UTC(2026, 0, 5) / 1000;

test.each([
  ['in one second', [0, 0, 0]],
  ['by clocks that went backwards', [300_000, 200_000, 0]],
])('a decision in a message stays intact beside a note on a later commit, %s', async (_, times) => {
  const repo = await buildRepository('empty-notes');
  const versions = [
    'def a():\n    return 1\n',
    'def a():\n    return 2\n',
    'def a():\n    return 2\n\ndef b():\n    return 3\n',
  ];
  const messages = ['Add a', 'Two\n\nConstraint: a returns an even number\n', 'Add b'];
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const commits = versions.map(
    (version, nth) =>
      `commit refs/heads/clocks\ncommitter A <a@example.com> ${START + (times[nth] ?? 0)} +0000\n` +
      `${data(messages[nth] ?? '')}M 100644 inline c.py\n${data(version)}`,
  );
  repo.gitBytes(['fast-import', '--quiet'], commits.join(''));
  repo.git('checkout', '-q', 'clocks');
  const state = async () => (await ask(repo, 'c.py')).regions.map(({ freshness }) => freshness?.state);
  expect(await state()).toEqual(['intact']);
  repo.annotate('HEAD', note({ file: 'c.py', ast_anchor: { name: 'b' }, intent: 'B.' }));
  expect(await state()).toEqual(['intact', 'intact']);
});
