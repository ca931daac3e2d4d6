/** A thousand calls while another process works in the repository: each answer is of one moment. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive, RealServer } from '../support/real-server.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

const CALLS = 1_000;
const AT_ONCE = 4;
const writer = fileURLToPath(new URL('../support/busy-writer.mjs', import.meta.url));

type Journal = { states: { file: number; commit: number; note: number }[]; commits: Map<string, number> };

function startWriter(repo: Repository) {
  const child = spawn(process.execPath, [writer], { cwd: repo.path, env: repo.env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const journal: Journal = { states: [], commits: new Map() };
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text;
  });
  const ready = new Promise<void>(resolve => {
    createInterface(child.stdout).on('line', line => {
      const [kind, first = '', second = '', third = ''] = line.split(' ');
      if (kind === 'state') {
        journal.states.push({ file: Number(first), commit: Number(second), note: Number(third) });
      } else if (kind === 'commit') journal.commits.set(second, Number(first));
      else if (kind === 'ready') resolve();
    });
  });
  const stop = async () => {
    child.stdin.end();
    const code = await new Promise(resolve => child.once('close', resolve));
    expect([code, stderr]).toEqual([0, '']);
    return journal;
  };
  return { ready, stop };
}

/** The numbers that an answer shows of the file, the commit and the note that it is about. */
// biome-ignore lint/suspicious/noExplicitAny: answers of four shapes
function seenIn(answer: any, { commits }: Journal): Partial<Journal['states'][number]> {
  const commit = commits.get(answer.scope.revision);
  const number = (text: string | undefined) => (text ? Number(/\d+/.exec(text)?.[0]) : undefined);
  const stray = answer.notices?.find(({ code }: { code: string }) => code === 'notes_unreachable');
  const strayNote = [...commits].find(([id]) => stray?.message.includes(id.slice(0, 12)))?.[1];
  switch (answer.$schema) {
    case 'ultragit-read/v1': {
      const file = answer.stats.uncommitted_lines ? undefined : commit;
      return { file, commit, note: number(answer.regions[0]?.intent) ?? strayNote };
    }
    case 'ultragit-deps/v1':
      return { commit, note: number(answer.dependents[0]?.nature) };
    case 'ultragit-history/v1':
      return { commit, note: number(answer.timeline[0]?.intent) ?? strayNote };
    default: {
      const file = number(answer.units[0]?.anchor.name ?? answer.unannotated?.[0]);
      return { file, commit, note: number(answer.units[0]?.intent) };
    }
  }
}

test('no answer mixes two states, and nothing is left at the end', async () => {
  const repo = await buildRepository('unborn');
  const { ready, stop } = startWriter(repo);
  await ready;
  const server = new RealServer(repo.path);
  const tools = ['read', 'summary', 'history', 'deps'];
  const answers: object[] = [];
  let asked = 0;
  const caller = async () => {
    while (asked < CALLS) answers.push(await server.answer(tools[asked++ % 4]!, { path: 'a.js' }));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  const journal = await stop();

  const distinct = new Set<string>();
  const complete = new Set<string>();
  for (const answer of answers) {
    const seen = seenIn(answer, journal);
    const known = Object.entries(seen).filter(([, value]) => value !== undefined);
    const matches = journal.states.some(state =>
      known.every(([part, value]) => state[part as keyof typeof state] === value),
    );
    expect(matches, `never so: ${JSON.stringify(seen)} in ${JSON.stringify(answer)}`).toBe(true);
    expect(seen.commit).toBeDefined();
    distinct.add(JSON.stringify(seen));
    if (known.length === 3) complete.add(JSON.stringify(seen));
  }
  expect(answers).toHaveLength(CALLS);
  expect(distinct.size).toBeGreaterThan(20);
  expect(complete.size).toBeGreaterThan(5);

  const children = server.gitChildren();
  expect(children.length).toBeLessThanOrEqual(1);
  expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
  expect(children.filter(isAlive)).toEqual([]);
  expect(server.leftBehind()).toEqual([]);
  repo.git('fsck', '--strict', '--no-dangling');
});
