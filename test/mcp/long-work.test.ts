/** Many notes: progress while they are read, cancelling in the midst of it, answers that would be too large. */
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, test } from 'vitest';
import { manyNotes } from '../support/many-notes.ts';
import { call, type Reply } from '../support/mcp-server.ts';
import { RealServer } from '../support/real-server.ts';
import type { Repository } from '../support/repository.ts';

const cancel = (requestId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

let repo: Repository;
beforeAll(async () => {
  repo = await manyNotes({ notes: 3_000, files: 150, text: 'Because. '.repeat(120) });
});

type Report = { progressToken: string; progress: number; total: number; message: string };

function reports(server: RealServer, token: string): Report[] {
  return (server.messages as Reply[])
    .filter(({ method, params }) => method === 'notifications/progress' && params?.progressToken === token)
    .map(({ params }) => params as Report);
}

function firstReport(server: RealServer, token: string): Promise<Report> {
  return server.until(() => reports(server, token)[0], `progress of ${token}`);
}

describe('progress', () => {
  test('grows over all kinds of work, and ends with the result', async () => {
    const server = new RealServer(repo.path);
    server.send(call(1, 'ultragit_summary', { path: '.' }, { progressToken: 'p' }));
    await server.reply(1);
    const seen = reports(server, 'p');
    const steps = seen.map(({ progress }) => progress);
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
    expect(new Set(seen.map(({ message }) => message))).toEqual(
      new Set(['Reading the notes', 'Summarising files']),
    );
    for (const { progress, total } of seen) expect(progress).toBeLessThanOrEqual(total);
    const { messages } = await server.end();
    expect(messages.at(-1)).toMatchObject({ id: 1, result: {} });
  });
});

describe('cancelling while the notes are read', () => {
  test('gives no answer, and the next call gets one', async () => {
    const server = new RealServer(repo.path);
    server.send(call('a', 'ultragit_read', { path: 'hub.ts' }, { progressToken: 'a' }));
    await firstReport(server, 'a');
    server.send(cancel('a'));
    const before = reports(server, 'a').length;
    expect((await server.answer('read', { path: 'src/f1.ts' })).regions).toHaveLength(20);
    expect(reports(server, 'a').length - before).toBeLessThanOrEqual(1);
    const { messages } = await server.end();
    expect((messages as Reply[]).map(({ id }) => id)).not.toContain('a');
  });

  test('does not hurt another call that waits for the same notes', async () => {
    const server = new RealServer(repo.path);
    server.send(
      call('a', 'ultragit_read', { path: 'src/f1.ts' }, { progressToken: 'a' }),
      call('b', 'ultragit_history', { path: 'src/f2.ts' }, { progressToken: 'b' }),
    );
    await Promise.all([firstReport(server, 'a'), firstReport(server, 'b')]);
    server.send(cancel('a'));
    expect((await server.reply('b')).result?.structuredContent).toHaveProperty('timeline.length', 10);
    // It went on where it was: one that began anew would count from the start again.
    const steps = reports(server, 'b').map(({ progress }) => progress);
    expect(steps).toEqual([...new Set(steps)].sort((x, y) => x - y));
    const { messages, stderr } = await server.end();
    expect((messages as Reply[]).map(({ id }) => id)).not.toContain('a');
    expect(stderr).toBe('');
  });
});

describe('an answer that would be too large', () => {
  test.each([
    ['read', 'hub.ts', 'dependencies_on_this', 'more_dependents'],
    ['deps', 'hub.ts', 'dependents', 'answer_trimmed'],
  ])('(%s) is cut, says so, and fits into what hosts take', async (tool, path, list, code) => {
    const server = new RealServer(repo.path);
    const { result } = await server.ask(tool, { path });
    const { notices, ...answer } = result!.structuredContent as Record<string, unknown[]>;
    const text = result?.content[0]?.text ?? '';
    expect(answer[list]!.length).toBeGreaterThan(10);
    expect(o200k(text)).toBeLessThanOrEqual(20_000);
    expect(notices).toContainEqual({ code, message: expect.any(String), fix: expect.any(String) });
  });
});
