/** An answer is one document, or a stream of events where there is something to tell before it. */
import { describe, expect, test } from 'vitest';
import {
  expectToWork,
  JSON_HEADERS,
  messagesIn,
  modernHeaders,
  post,
  startHttp,
} from '../../support/http-server.ts';
import { call, modernMeta } from '../../support/mcp-server.ts';

const BOTH = { ...JSON_HEADERS, accept: 'application/json, text/event-stream' };
const token = { progressToken: 'p' };

describe.each([
  ['legacy', BOTH, {}],
  ['modern', modernHeaders('tools/call', 'progress'), modernMeta],
] as const)('a call with progress in the %s era', (_, headers, meta) => {
  test('is a stream: progress, then the answer, then the end', async () => {
    const { url } = await startHttp();
    const response = await post(url, call(1, 'progress', {}, { ...meta, ...token }), headers);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(messagesIn(await response.text())).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1, total: 3 } },
      { id: 1, result: { structuredContent: { done: true } } },
    ]);
  });

  test('is a document for who takes no stream', async () => {
    const { url } = await startHttp();
    const plain = { ...headers, accept: 'application/json' };
    const response = await post(url, call(1, 'progress', {}, { ...meta, ...token }), plain);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ id: 1, result: { structuredContent: { done: true } } });
  });
});

test('a call without a progress token is a document, though a stream would be taken', async () => {
  const { url } = await startHttp();
  const response = await post(url, call(1, 'progress'), BOTH);
  expect(response.headers.get('content-type')).toBe('application/json');
});

test('who takes nothing but a stream gets one', async () => {
  const { url } = await startHttp();
  const response = await post(url, call(1, 'echo', { path: 'a' }), { ...BOTH, accept: 'text/event-stream' });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(messagesIn(await response.text())).toMatchObject([{ id: 1, result: {} }]);
});

test('an answer that takes long becomes a stream that says that it lives', async () => {
  const { url } = await startHttp({ limits: { streamAfter: 20, heartbeat: 20 } });
  const stop = new AbortController();
  const response = await post(url, call(1, 'deaf'), BOTH, stop.signal);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = response.body!.getReader();
  let said = '';
  while (said.split(': working\n\n').length < 4)
    said += new TextDecoder().decode((await reader.read()).value);
  stop.abort();
  await expectToWork(url);
});

test.each([
  ['legacy', BOTH, {}],
  ['modern', modernHeaders('tools/call', 'wait'), modernMeta],
] as const)('closing the stream stops the call in the %s era', async (_, headers, meta) => {
  const stopped: AbortSignal[] = [];
  const { url } = await startHttp({
    answering: {
      prepare: () => {},
      list: () => Promise.reject(new Error('not asked for')),
      call: (_params, { signal, progress }) =>
        new Promise((_resolve, reject) => {
          progress(1);
          signal.addEventListener('abort', () => {
            stopped.push(signal);
            reject(signal.reason);
          });
        }),
    },
  });
  const stop = new AbortController();
  const response = await post(url, call(1, 'wait', {}, { ...meta, ...token }), headers, stop.signal);
  await response.body!.getReader().read();
  expect(stopped).toEqual([]);
  stop.abort();
  await expect.poll(() => stopped.length).toBe(1);
  await expectToWork(url);
});

test('two calls of one client with the same id have a stream each', async () => {
  const { url } = await startHttp();
  const ask = (name: string) =>
    post(url, call(1, name, {}, { progressToken: name }), BOTH).then(response => response.text());
  const [first, second] = await Promise.all([ask('progress'), ask('progress')]);
  for (const text of [first, second]) expect(messagesIn(text)).toHaveLength(2);
});
