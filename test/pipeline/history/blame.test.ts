// Who owns a line is what git says, whether all lines were blamed, some of them when they were asked for, or the blame of an
// older commit was continued.
import { expect, test } from 'vitest';
import { blame } from '../../../src/pipeline/history/blame.ts';
import { scopeToday } from '../../../src/pipeline/scope/scope-in-history.ts';
import { openWorkspace } from '../../support/ask.ts';
import { buildRepository } from '../../support/repository.ts';

const FILE = 'f.txt';

function random(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test('the owners of all lines, of those asked for later, and after more commits', async () => {
  const repo = await buildRepository('empty-notes');
  const below = random(7);
  let [lines, made] = [['first'], 0];
  const edit = () => {
    const at = below(lines.length + 1);
    const added = Array.from({ length: 1 + below(5) }, () => `line ${made++}`);
    lines = [...lines.slice(0, at), ...added, ...lines.slice(at + below(3))];
    return repo.commit(`Edit ${made}`, { [FILE]: `${lines.join('\n')}\n` });
  };
  // No line is older than the oldest annotation.
  repo.annotate(edit(), { $schema: 'ultragit/v1', regions: [{ file: FILE, intent: 'All of it.' }] });
  for (let count = 0; count < 25; count++) edit();
  const workspace = await openWorkspace(repo);
  for (let round = 0; round < 4; round++) {
    const said = repo.git('blame', '-w', '-s', '-l', '--root', FILE).split('\n');
    const owners = said.map(line => line.slice(0, 40));
    const snapshot = await workspace.snapshot();
    const scope = await scopeToday(snapshot, { path: FILE });
    const all = owners.map((_, at) => at + 1);
    // The second time, it is known.
    for (let time = 0; time < 2; time++) {
      const whole = await blame(snapshot, scope);
      const ownerOf = await whole.ownersOf(all);
      expect(all.map(ownerOf)).toEqual(owners);
      expect([ownerOf(0), ownerOf(all.length + 1)]).toEqual([undefined, undefined]);
    }
    const lazy = await blame(snapshot, scope, { lazy: true });
    for (const some of [[5, 3], [9], [4, 8, 12], all]) {
      const ownerOf = await lazy.ownersOf(some);
      expect(some.map(ownerOf)).toEqual(some.map(line => owners[line - 1]));
    }
    for (let count = 0; count < 3; count++) edit();
  }
});
