/** Clients that are slow, hasty, gone, or too many: none of them keeps the server from the others. */
import { describe, expect, test } from 'vitest';
import type { Answering } from '../../../src/mcp/answering.ts';
import {
  AS_JSON,
  expectToWork,
  JSON_HEADERS,
  PING,
  POST,
  post,
  postJson,
  RawConnection,
  request,
  startHttp,
} from '../../support/http-server.ts';
import { call } from '../../support/mcp-server.ts';

const ECHO = JSON.stringify(call(1, 'echo', { path: 'a' }));
const initialize = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });

/** Calls wait until they are let go, and tell how many began and how many were stopped. */
function heldCalls() {
  let begun = 0;
  let stopped = 0;
  const free: (() => void)[] = [];
  const answering: Answering = {
    prepare: () => {},
    list: async () => ({ json: '{"tools":[]}', isError: false }),
    call: (_, { signal }) =>
      new Promise((resolve, reject) => {
        begun++;
        free.push(() => resolve({ json: '{"content":[]}', isError: false }));
        signal.addEventListener('abort', () => {
          stopped++;
          reject(signal.reason);
        });
      }),
  };
  const letGo = () => {
    for (const go of free.splice(0)) go();
  };
  return { answering, letGo, begun: () => begun, stopped: () => stopped };
}

describe('a client that is slow', () => {
  test('is told so, and its connection is closed, wherever it stops', async () => {
    const { url, port } = await startHttp({
      limits: { headersTime: 1_000, requestTime: 1_000, checkEvery: 20 },
    });
    const chunked = { ...AS_JSON, 'Transfer-Encoding': 'chunked' };
    const stopped = [
      '',
      'POST /m',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-',
      request(POST, { ...AS_JSON, 'Content-Length': '40' }),
      request(POST, { ...AS_JSON, 'Content-Length': '40' }, '{"json'),
      request(POST, chunked, '28\r\n{"json'),
      request(POST, chunked, '2\r\n{"\r\n'),
    ].map(bytes => new RawConnection(port).send(bytes));
    for (const connection of stopped) {
      expect(await connection.until(1)).toEqual([408]);
      await connection.closed;
    }
    await expectToWork(url);
  });

  test('and does not read its answer loses its connection', async () => {
    const { url, port } = await startHttp({ limits: { stallTime: 50 } });
    const connection = new RawConnection(port);
    connection.socket.pause();
    const large = JSON.stringify(call(1, 'large', { size: 4_000_000 }));
    for (let n = 0; n < 4; n++) connection.send(request(POST, AS_JSON, large));
    const gone = new Promise(resolve => connection.socket.once('close', resolve));
    // It sees the end only when it reads.
    const clients = async () => {
      const response = await fetch(new URL('/status', url));
      return ((await response.json()) as { clients: number }).clients;
    };
    await expect.poll(clients).toBe(0);
    connection.socket.resume();
    await gone;
    expect(connection.received.length).toBeLessThan(4 * 8_000_000);
    await expectToWork(url);
  });

  test('and idle between two requests loses its connection', async () => {
    const { port } = await startHttp({ limits: { idleTime: 20 } });
    const connection = new RawConnection(port).send(request(POST, AS_JSON, PING));
    expect(await connection.until(1)).toEqual([200]);
    await connection.closed;
  });

  test('but reads in the end gets every byte, though it takes longer than a pause may be', async () => {
    const { port } = await startHttp({ limits: { stallTime: 2_000 } });
    const connection = new RawConnection(port);
    const large = JSON.stringify(call(1, 'large', { size: 4_000_000 }));
    connection.send(request(POST, { ...AS_JSON, Connection: 'close' }, large));
    const received = await connection.closed;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
    expect(received.length - received.indexOf('\r\n\r\n') - 4).toBe(length);
  });
});

describe('a client that is hasty', () => {
  test('gets the answers to what it sent in one go, in order', async () => {
    const { port } = await startHttp();
    const bodies = Array.from({ length: 20 }, (_, n) => JSON.stringify(call(n, 'echo', { path: `p${n}` })));
    const connection = new RawConnection(port).send(
      bodies.map(body => request(POST, AS_JSON, body)).join(''),
    );
    await connection.until(20);
    connection.socket.end();
    const ids = [...(await connection.closed).matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id));
    expect(ids).toEqual(bodies.map((_, n) => n));
  });

  test('has what it asked before answered first, when it goes on with nonsense', async () => {
    const { url, port } = await startHttp();
    const connection = new RawConnection(port).send(`${request(POST, AS_JSON, ECHO)}nonsense\r\n\r\n`);
    expect(await connection.until(2)).toEqual([200, 400]);
    await connection.closed;
    await expectToWork(url);
  });

  test('that sends more than its body says has the first request answered, and the rest refused', async () => {
    const { url, port } = await startHttp();
    const lying = request(
      POST,
      { ...AS_JSON, 'Content-Length': `${ECHO.length}` },
      `${ECHO}{"more":1}\r\n\r\n`,
    );
    const connection = new RawConnection(port).send(lying);
    expect(await connection.until(2)).toEqual([200, 400]);
    await connection.closed;
    await expectToWork(url);
  });

  test('that asks whether its body is welcome is told before it sends one', async () => {
    const { port } = await startHttp({ token: 'secret' });
    const asking = { ...AS_JSON, 'Content-Length': `${PING.length}`, Expect: '100-continue' };
    const refused = new RawConnection(port).send(request(POST, asking));
    expect(await refused.until(1)).toEqual([401]);
    const welcome = new RawConnection(port).send(
      request(POST, { ...asking, Authorization: 'Bearer secret' }),
    );
    expect(await welcome.until(1)).toEqual([100]);
    expect(await welcome.send(PING).until(2)).toEqual([100, 200]);
  });

  test('that would rather speak HTTP/2 is answered in HTTP/1.1', async () => {
    const { port } = await startHttp();
    const upgrade = {
      ...AS_JSON,
      Connection: 'Upgrade, HTTP2-Settings',
      Upgrade: 'h2c',
      'HTTP2-Settings': 'AAMAAABk',
    };
    expect(await new RawConnection(port).send(request(POST, upgrade, PING)).until(1)).toEqual([200]);
  });

  test('is answered on the same connection after a refusal that left its body unread', async () => {
    const { port } = await startHttp({ limits: { body: 1000 } });
    const large = request(POST, AS_JSON, `{"a":"${'x'.repeat(100_000)}"}`);
    const chunked = request(
      POST,
      { ...AS_JSON, 'Transfer-Encoding': 'chunked' },
      `fff\r\n${'x'.repeat(0xfff)}\r\n0\r\n\r\n`,
    );
    const connection = new RawConnection(port).send(large);
    expect(await connection.until(1)).toEqual([413]);
    expect(await connection.send(chunked).until(2)).toEqual([413, 413]);
    expect(await connection.send(request(POST, AS_JSON, PING)).until(3)).toEqual([413, 413, 200]);
  });
});

test('a body that was refused and does not end is read for a while, and then the connection is closed', async () => {
  const { url, port } = await startHttp({ token: 'secret' });
  const connection = new RawConnection(port).send(
    request(POST, { ...AS_JSON, 'Transfer-Encoding': 'chunked' }),
  );
  expect(await connection.until(1)).toEqual([401]);
  const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
  let sent = 0;
  for (; sent < 200 && !connection.socket.destroyed; sent++) {
    await new Promise(resolve => connection.socket.write(chunk, resolve));
  }
  await connection.closed;
  expect(sent).toBeLessThan(200);
  await expectToWork(url, { authorization: 'Bearer secret' });
});

describe('a client that goes away', () => {
  const whole = request(POST, AS_JSON, ECHO);
  const steps = [0, 4, 30, whole.indexOf('\r\n\r\n') + 4, whole.length - 10, whole.length];
  test.each(steps)('after %i bytes harms nobody', async step => {
    const { url, port, bugs } = await startHttp();
    const connection = new RawConnection(port);
    await new Promise(resolve => connection.socket.once('connect', resolve));
    if (step > 0) await new Promise(resolve => connection.socket.write(whole.slice(0, step), resolve));
    connection.socket.resetAndDestroy();
    await connection.closed;
    await expectToWork(url);
    expect(bugs).toEqual([]);
  });

  test('while its call runs has it stopped', async () => {
    const calls = heldCalls();
    const { port, url } = await startHttp({ answering: calls.answering });
    const connection = new RawConnection(port).send(request(POST, AS_JSON, ECHO));
    await expect.poll(calls.begun).toBe(1);
    connection.socket.destroy();
    await expect.poll(calls.stopped).toBe(1);
    await expectToWork(url);
  });

  test('in the middle of its answer harms nobody', async () => {
    const { port, url, bugs } = await startHttp();
    const large = JSON.stringify(call(1, 'large', { size: 4_000_000 }));
    const connection = new RawConnection(port).send(request(POST, AS_JSON, large));
    await connection.until(1);
    connection.socket.resetAndDestroy();
    await expectToWork(url);
    expect(bugs).toEqual([]);
  });
});

describe('too many', () => {
  test('requests of one client: 429, and the others are answered', async () => {
    const calls = heldCalls();
    const { url } = await startHttp({ answering: calls.answering, limits: { requestsOfClient: 2 } });
    const open = async () => {
      const session = (await post(url, initialize)).headers.get('mcp-session-id') ?? '';
      return { ...JSON_HEADERS, 'mcp-session-id': session };
    };
    const [busy, other] = [await open(), await open()];
    const running = [1, 2].map(id => postJson(url, call(id, 'x'), busy));
    await expect.poll(calls.begun).toBe(2);
    const refused = await post(url, PING, busy);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    await expectToWork(url, other);
    calls.letGo();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    await expectToWork(url, busy);
  });

  test('requests in all: 503, until one is done', async () => {
    const calls = heldCalls();
    const { url } = await startHttp({ answering: calls.answering, limits: { requests: 2 } });
    const running = [1, 2].map(id => postJson(url, call(id, 'x')));
    await expect.poll(calls.begun).toBe(2);
    const refused = await post(url, PING);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    calls.letGo();
    await Promise.all(running);
    await expectToWork(url);
  });

  test('bytes in all: 503, until they are answered', async () => {
    const calls = heldCalls();
    const { url } = await startHttp({ answering: calls.answering, limits: { bodies: 10_000 } });
    const running = postJson(url, call(1, 'x', { text: 'x'.repeat(9_000) }));
    await expect.poll(calls.begun).toBe(1);
    const refused = await post(url, call(2, 'x', { text: 'x'.repeat(9_000) }));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    calls.letGo();
    expect((await running).status).toBe(200);
    const again = postJson(url, call(3, 'x', { text: 'x'.repeat(9_000) }));
    await expect.poll(calls.begun).toBe(2);
    calls.letGo();
    expect((await again).status).toBe(200);
  });

  test('connections: 503, until one is closed', async () => {
    const { url, port } = await startHttp({ limits: { connections: 2 } });
    const held = [new RawConnection(port), new RawConnection(port)];
    for (const connection of held)
      expect(await connection.send(request(POST, AS_JSON, PING)).until(1)).toEqual([200]);
    const refused = new RawConnection(port);
    expect(await refused.until(1)).toEqual([503]);
    expect(await refused.closed).toMatch(/retry-after: 1/i);
    for (const { socket } of held) socket.destroy();
    await Promise.all(held.map(({ closed }) => closed));
    await expect.poll(async () => (await post(url, PING).catch(() => undefined))?.status).toBe(200);
  });

  test('sessions: the one that was unused longest goes, if it was unused long enough', async () => {
    let now = 0;
    const limits = { sessions: 2, sessionSafe: 1_000, sessionIdle: 10_000 };
    const { url } = await startHttp({ clock: () => now, limits });
    const open = async () => {
      const response = await post(url, initialize);
      return {
        status: response.status,
        headers: { ...JSON_HEADERS, 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' },
      };
    };
    const [first, second] = [await open(), await open()];
    expect((await open()).status).toBe(503);
    now = 2_000;
    await expectToWork(url, first.headers);
    const third = await open();
    expect(third.status).toBe(200);
    expect((await post(url, PING, second.headers)).status).toBe(404);
    await expectToWork(url, first.headers);
    now = 20_000;
    expect((await post(url, PING, first.headers)).status).toBe(404);
    expect((await post(url, PING, third.headers)).status).toBe(404);
  });
});
