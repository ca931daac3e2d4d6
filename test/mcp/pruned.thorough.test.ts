/** Random work in a repository, pruned at random: a server that lives on says of the history what a new program says. */
import { expect, test } from 'vitest';
import { json, ultragit } from '../support/cli.ts';
import { Random } from '../support/random-code.ts';
import { RealServer } from '../support/real-server.ts';
import { buildRepository, type Repository } from '../support/repository.ts';
import { some } from '../support/runs.ts';

const FILES = ['src/mqtt/client.ts', 'src/tls/session-cache.ts'];
const QUERIES = ['read', 'deps', 'history', 'summary'];
const STEPS = some(120, 1 / 4);

function act(repo: Repository, random: Random, step: number): string {
  const file = random.pick(FILES);
  const lines = repo.git('show', `HEAD:${file}`).split('\n');
  lines.splice(random.number(lines.length), random.number(2), `// step ${step}`);
  const text = `${lines.join('\n')}\n`;
  const depth = Number(repo.git('rev-list', '--count', '--first-parent', 'HEAD'));
  const acts: Record<string, () => unknown> = {
    commit: () => repo.commit(`Step ${step}`, { [file]: text }),
    amend: () => {
      repo.write(file, text);
      repo.git('commit', '-q', '-a', '--amend', '-m', `Amended ${step}`);
    },
    drop: () => depth > 4 && repo.git('reset', '-q', '--hard', 'HEAD~1'),
    squash: () => {
      if (depth <= 4) return;
      repo.git('reset', '-q', '--soft', 'HEAD~2');
      repo.commit(`Squashed ${step}`);
    },
    annotate: () => {
      const region = { file, lines: { start: 3, end: 9 }, intent: `Said in step ${step}.` };
      repo.annotate('HEAD', { schema: 'ultragit/v1', regions: [region] });
    },
    edit: () => repo.write(file, text),
  };
  const [name, run] = random.pick(Object.entries(acts));
  run();
  if (random.number(2) === 1) return name;
  repo.git('reflog', 'expire', '--expire=now', '--all');
  repo.git('gc', '-q', '--prune=now');
  return `${name}, prune`;
}

type Entry = { commit?: string; recovered?: object };

/** Without what is said on commits that are not in it: a server may remember what they changed. */
function ofThisHistory(answer: Record<string, unknown>): Record<string, Entry[]> {
  const lists = ['regions', 'dependents', 'timeline', 'units'].map(name => {
    const entries = (answer[name] ?? []) as (Entry & Record<string, unknown>)[];
    return [name, entries.filter(({ recovered }) => !recovered)] as const;
  });
  return Object.fromEntries(lists);
}

test.each([1, 2])('a server answers for what is there (seed %i)', async seed => {
  const repo = await buildRepository('mqtt-client');
  const [random, server] = [new Random(seed * 4099), new RealServer(repo.path)];
  const acts: string[] = [];
  for (let step = 0; step < STEPS; step++) {
    acts.push(act(repo, random, step));
    const [query, path] = [random.pick(QUERIES), random.pick(FILES)];
    const expected = ofThisHistory(json(ultragit(repo, [query, path, '--json', '--no-cache'])));
    expect(
      ofThisHistory(await server.answer(query, { path })),
      `${query} ${path} after ${acts.join('; ')}`,
    ).toEqual(expected);
  }
  expect(acts.join()).toContain('prune');
  await server.end();
});
