// The page's questions run in the worker thread, too: one that does not end is stopped, and the next one is answered.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { pages } from '../../src/mcp/http/pages.ts';
import { StoppableCalls } from '../../src/mcp/worker/stoppable-calls.ts';
import { temporaryDirectory } from '../support/repository.ts';

/** Answers a page's question with itself, but for those that never end or are a bug. */
const WORKER = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ kind, call, question }) => {
  if (kind === 'close') process.exit(0);
  if (kind !== 'page') return;
  parentPort.postMessage({ kind: 'began', call });
  if (question.path === 'spin') for (;;);
  if (question.path === 'bug') parentPort.postMessage({ kind: 'failure', call, failure: { bug: 'Error: a bug' } });
  else parentPort.postMessage({ kind: 'answer', call, answer: { json: JSON.stringify(question), isError: false } });
});`;

function handler() {
  const script = join(temporaryDirectory(), 'worker.mjs');
  writeFileSync(script, WORKER);
  const bugs: unknown[] = [];
  const onBug = (error: unknown) => bugs.push(error);
  const answering = new StoppableCalls({ script: pathToFileURL(script), data: {}, timeLimit: 700, onBug });
  onTestFinished(async () => void (await answering.close()));
  const served = pages({ answering, page: () => undefined, onBug });
  const ask = async (path: string, signal = new AbortController().signal) => {
    const query = new URLSearchParams({ path });
    const reply = await served.answer({ path: '/data/file', query, signal, gzip: false });
    return [reply?.status, JSON.parse(String(reply?.body))];
  };
  return { ask, bugs, served };
}

test('a question that takes too long is a failure that says so, and the next one is answered', async () => {
  const { ask, bugs } = handler();
  const [status, { error }] = await ask('spin');
  expect([status, error.code]).toEqual([503, 'not_finished']);
  expect(error.message).toMatch(/took longer than 0\.7 s/);
  expect(await ask('a')).toEqual([200, { path: 'a', about: 'file' }]);
  expect(bugs).toEqual([]);
});

test('a question that nobody waits for any more is stopped', async () => {
  const { ask, bugs } = handler();
  const leaving = new AbortController();
  const asked = ask('spin', leaving.signal);
  leaving.abort();
  await asked;
  expect(await ask('a')).toEqual([200, { path: 'a', about: 'file' }]);
  expect(bugs).toEqual([]);
});

test('a bug is reported, and the page is told no more than that', async () => {
  const { ask, bugs } = handler();
  const [status, { error }] = await ask('bug');
  expect([status, error.code]).toEqual([500, 'internal']);
  expect(bugs).toEqual([expect.objectContaining({ message: 'Error: a bug' })]);
});

test('a build without a page says so', async () => {
  const { served } = handler();
  const query = new URLSearchParams();
  const reply = await served.answer({ path: '/', query, signal: new AbortController().signal, gzip: true });
  expect([reply?.status, reply?.body]).toEqual([500, expect.stringMatching(/page\.html is missing/)]);
});
