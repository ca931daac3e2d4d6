/**
 * A long session: 20,000 calls of all kinds while somebody commits, annotates, switches branches, deletes, packs and prunes. Nothing grows.
 * FAULTS_CALLS makes it shorter.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive } from '../support/process.ts';
import { RealServer } from '../support/real-server.ts';
import { buildRepository, type Repository } from '../support/repository.ts';
import { type Random, random } from './support/random.ts';

const CALLS = Number(process.env.FAULTS_CALLS ?? 20_000);
const AT_ONCE = 4;
/** So many calls between two changes. */
const CALLS_A_STEP = 20;
/** The session is looked at so often, at rest. */
const LOOKS = 20;
/** In MB, from the time when it has seen everything to the end; what V8 has not collected yet counts. */
const MOST_GROWTH = 60;
const MOST_MEMORY = 512;

const writer = fileURLToPath(new URL('./support/restless-writer.mjs', import.meta.url));

function startWriter(repo: Repository) {
  const child = spawn(process.execPath, [writer], {
    cwd: repo.path,
    env: repo.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text;
  });
  const waiting: (() => void)[] = [];
  createInterface(child.stdout).on('line', () => waiting.shift()?.());
  const step = () =>
    new Promise<void>((resolve, reject) => {
      waiting.push(resolve);
      child.once('close', () => reject(new Error(stderr)));
      child.stdin.write('\n');
    });
  child.setMaxListeners(0);
  return { step, stop: () => child.stdin.end() };
}

type Look = { megabytes: number; handles: number; children: number };

function look(server: RealServer): Look {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  return {
    megabytes: Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024),
    handles: readdirSync(`/proc/${server.child.pid}/fd`).length,
    children: server.gitChildren().length,
  };
}

function anyCall(draw: Random): [string, object] {
  const path = draw.pick(['src/f0.js', 'src/f1.js', 'src/f2.js', 'src/f3.js', 'src/f4.js']);
  const anchor = draw.pick(['work', 'rest', 'wrok', undefined]);
  return draw.pick<[string, object]>([
    ['read', { path, anchor }],
    ['read', { path, lines: draw.pick(['1:3', '2', '9:99', 'x']) }],
    ['read', { path, depth: 3, max_tokens: 500 }],
    ['deps', { path, anchor }],
    ['history', { path, anchor, limit: draw.pick([1, 10, 100]) }],
    ['summary', { path: draw.pick(['.', 'src', path]) }],
    ['read', { path: draw.pick(['src/none.js', '../outside', '/etc/passwd', 'src']) }],
    ['nope', {}],
  ]);
}

/** An error that a caller can do something about; none of them is ours. */
const EXPECTED =
  /File not found|outside repository|not a file|is a directory|lines|Unknown tool|repository|no commits|gone|Not a git|Anchor/i;

test('a session of 20,000 calls under churn stays as it was', async ({ task, skip }) => {
  skip(process.platform !== 'linux', 'needs /proc');
  const repo = await buildRepository('unborn');
  repo.commit(
    'Begin',
    Object.fromEntries([0, 1, 2, 3, 4].map(n => [`src/f${n}.js`, 'export function work() {}\n'])),
  );
  const { step, stop } = startWriter(repo);
  const server = new RealServer(repo.path);
  const draw = random(20);
  const looks: Look[] = [];
  const counts = { answers: 0, errors: 0, cancelled: 0 };
  const unexpected: string[] = [];

  const one = async (at: number) => {
    const [tool, args] = anyCall(draw);
    if (at % 50 === 49) {
      // Nobody waits for it; what is cancelled in time is never answered.
      server.send({
        jsonrpc: '2.0',
        id: `cancelled ${at}`,
        method: 'tools/call',
        params: { name: `ultragit_${tool}`, arguments: args },
      });
      server.send({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: `cancelled ${at}` },
      });
      counts.cancelled += 1;
      return;
    }
    const { result, error } = await server.ask(tool, args);
    const text = result?.content[0]?.text ?? JSON.stringify(error);
    if (result && !result.isError) counts.answers += 1;
    else if (EXPECTED.test(text)) counts.errors += 1;
    else unexpected.push(`${tool} ${JSON.stringify(args)}: ${text}`);
  };

  for (let round = 0; round < LOOKS; round++) {
    let [asked, end] = [(round * CALLS) / LOOKS, ((round + 1) * CALLS) / LOOKS];
    let change = Promise.resolve();
    const caller = async () => {
      while (asked < end) {
        const at = asked++;
        if (at % CALLS_A_STEP === 0) change = change.then(step);
        await one(at);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, caller));
    await change;
    await server.ask('summary', { path: '.' });
    server.messages.length = 0;
    looks.push(look(server));
    process.stderr.write(`${end} calls: ${JSON.stringify(looks.at(-1))}\n`);
  }
  const children = server.gitChildren();
  const exit = await server.end();
  stop();
  await expect.poll(() => children.filter(isAlive)).toEqual([]);

  const memory = looks.map(({ megabytes }) => megabytes);
  const [early, late] = [
    Math.max(...memory.slice(LOOKS / 4, LOOKS / 2)),
    Math.max(...memory.slice(-LOOKS / 4)),
  ];
  task.meta.cases = CALLS;
  task.meta.figures = `${JSON.stringify(counts)}; ${early} MB early, ${late} MB late; handles ${looks[5]!.handles} and ${looks.at(-1)!.handles}; ${CALLS / CALLS_A_STEP} changes; memory ${memory.join(' ')}`;
  expect(unexpected).toEqual([]);
  expect(exit).toMatchObject({ code: 0, stderr: '' });
  expect(server.leftBehind()).toEqual([]);
  expect(counts.answers).toBeGreaterThan(CALLS / 2);
  expect(late - early, memory.join(' ')).toBeLessThan(MOST_GROWTH);
  expect(Math.max(...memory)).toBeLessThan(MOST_MEMORY);
  expect(Math.max(...looks.map(({ children }) => children))).toBeLessThanOrEqual(2);
  expect(looks.at(-1)!.handles - looks[5]!.handles).toBeLessThanOrEqual(4);
});
