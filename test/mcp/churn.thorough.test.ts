/** Hundreds of calls while another process works in the repository: each answer is of one moment. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive } from '../support/process.ts';
import { RealServer } from '../support/real-server.ts';
import { buildRepository, type Repository } from '../support/repository.ts';
import { some } from '../support/runs.ts';

const CALLS = some(1_000, 1 / 3);
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
  };
  return { ready, stop, journal };
}

type Seen = Partial<Journal['states'][number]>;

/** The numbers that an answer shows of the file, the commit and the note that it is about. */
// biome-ignore lint/suspicious/noExplicitAny: answers of four shapes
function seenIn(answer: any, { commits }: Journal): Seen {
  const number = (text: string | undefined) => (text ? Number(/\d+/.exec(text)?.[0]) : undefined);
  const { scope, regions, dependents, timeline, units } = answer;
  const unit = number(scope.anchor.name);
  const stray = answer.notices?.find(({ code }: { code: string }) => code === 'notes_unreachable');
  const strayNote = [...commits].find(([id]) => stray?.message.includes(id.slice(0, 12)))?.[1];
  const note = number((regions ?? timeline ?? units)?.[0]?.intent ?? dependents?.[0]?.nature) ?? strayNote;
  return { file: unit, commit: scope.uncommitted_lines ? undefined : unit, note };
}

/** Where the answer is about edits on disk, the commit is another one than theirs. */
function isOf(state: Journal['states'][number], { file, commit, note }: Seen): boolean {
  const isCommit = commit === undefined ? state.commit !== file : state.commit === commit;
  return isCommit && [undefined, state.file].includes(file) && [undefined, state.note].includes(note);
}

/** Whether there were enough states of each kind: committed and not, with a note and without. */
function isVaried(seen: readonly { parts: Seen }[]): boolean {
  const distinct = (kind: (parts: Seen) => boolean) =>
    new Set(seen.filter(({ parts }) => kind(parts)).map(({ parts }) => JSON.stringify(parts))).size;
  return (
    distinct(({ file }) => file !== undefined) > 20 &&
    distinct(({ note }) => note !== undefined) > 20 &&
    distinct(({ commit }) => commit === undefined) > 5 &&
    distinct(parts => Object.values(parts).every(part => part !== undefined)) > 5
  );
}

test('no answer mixes two states, and nothing is left at the end', async () => {
  const repo = await buildRepository('unborn');
  const { ready, stop, journal } = startWriter(repo);
  await ready;
  const servers = [new RealServer(repo.path), new RealServer(repo.path)];
  const tools = ['read', 'summary', 'history', 'deps'];
  const answers: object[] = [];
  let asked = 0;
  const seenSoFar = () => answers.map(answer => ({ answer, parts: seenIn(answer, journal) }));
  const caller = async () => {
    // How much is written between two calls depends on the machine.
    while (asked < CALLS || !isVaried(seenSoFar())) {
      const server = servers[Math.floor(asked / 4) % 2]!;
      answers.push(await server.answer(tools[asked++ % 4]!, { path: 'a.js', anchor: 'here' }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  await stop();

  const seen = seenSoFar();
  for (const { answer, parts } of seen) {
    const matches = journal.states.some(state => isOf(state, parts));
    expect(matches, `never so: ${JSON.stringify(parts)} in ${JSON.stringify(answer)}`).toBe(true);
  }
  expect(isVaried(seen)).toBe(true);

  for (const server of servers) {
    const children = server.gitChildren();
    expect(children.length).toBeLessThanOrEqual(1);
    expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
    await expect.poll(() => children.filter(isAlive)).toEqual([]);
    expect(server.leftBehind()).toEqual([]);
  }
  repo.git('fsck', '--strict', '--no-dangling');
});
