/** A server that lives on while the commits that it read are pruned. */
import { expect, test } from 'vitest';
import { ultragit } from '../support/cli.ts';
import { RealServer, TOOLS } from '../support/real-server.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

const FILE = 'src/mqtt/client.ts';

function prune(repo: Repository): void {
  repo.git('reflog', 'expire', '--expire=now', '--all');
  repo.git('gc', '-q', '--prune=now');
}

/** Each leaves a commit behind that nothing refers to. */
const REWRITES: [string, (repo: Repository) => void][] = [
  ['amended', repo => repo.git('commit', '-q', '--amend', '-m', 'Said better')],
  [
    'squashed',
    repo => {
      repo.git('reset', '-q', '--soft', 'HEAD~2');
      repo.commit('Both at once');
    },
  ],
  ['dropped', repo => repo.git('reset', '-q', '--hard', 'HEAD~1')],
];

test.each(REWRITES)('a commit that was %s and pruned is forgotten', async (_how, rewrite) => {
  const repo = await buildRepository('mqtt-client');
  const change = (text: string) =>
    repo.commit(text, { [FILE]: `// ${text}\n${repo.git('show', `HEAD:${FILE}`)}\n` });
  change('First');
  change('Second');
  const server = new RealServer(repo.path);
  for (const tool of TOOLS) await server.answer(tool.replace('ultragit_', ''), { path: FILE });
  rewrite(repo);
  prune(repo);
  for (const tool of TOOLS) {
    const query = tool.replace('ultragit_', '');
    const answer = await server.answer(query, { path: FILE });
    expect(answer).toEqual(JSON.parse(ultragit(repo, [query, FILE, '--json', '--no-cache']).stdout));
  }
  change('Third');
  expect((await server.answer('read', { path: FILE })).regions.length).toBeGreaterThan(0);
});
