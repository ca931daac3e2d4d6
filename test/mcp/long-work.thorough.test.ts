/** Many notes: progress while they are read, cancelling in the midst of it, answers that would be too large. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Trimmed } from '../../src/answers.ts';
import { estimateTokens } from '../../src/pipeline/trim/estimate-tokens.ts';
import { manyNotes } from '../support/many-notes.ts';
import { call, type Reply } from '../support/mcp-server.ts';
import { RealServer } from '../support/real-server.ts';
import type { Repository } from '../support/repository.ts';

const cancel = (requestId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

/** On a busy machine everything takes several times as long. */
const PATIENCE = ['config', 'ultragit.callTimeout', '600'];

let repo: Repository;
beforeAll(async () => {
  repo = await manyNotes({ notes: 3_000, files: 150, text: 'Because. '.repeat(120) });
  repo.git(...PATIENCE);
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
  const NO_LIMIT = `${1e9}`;
  /** Each of its 20 annotations is larger than what a read may have. */
  let large: Repository;
  type Question = { of: () => Repository; tool: string; path: string; list: string; setting?: string };

  const LIMITED = [
    { tool: 'read', path: 'src/f1.ts', list: 'regions', most: 20_000, of: () => large },
    { tool: 'deps', path: 'hub.ts', list: 'dependents', most: 8_000, of: () => repo },
    { tool: 'history', path: 'src/f1.ts', list: 'timeline', most: 8_000, of: () => large },
    { tool: 'summary', path: '.', list: 'units', most: 8_000, of: () => repo },
  ];
  const UNLIMITED = [
    {
      ...{ tool: 'read', path: 'src/f1.ts', list: 'regions', of: () => large },
      ...{ least: 10, setting: 'ultragit.readMaxTokens' },
    },
    {
      ...{ tool: 'deps', path: 'hub.ts', list: 'dependents', of: () => repo },
      ...{ least: 1_000, setting: 'ultragit.maxTokens' },
    },
  ];

  const replies = new Map<Question, Reply>();

  // One server for each repository: what takes long is to read all notes for the first time.
  beforeAll(async () => {
    large = await manyNotes({ notes: 40, files: 2, text: 'Because "of \\ it". '.repeat(6_000) });
    large.git(...PATIENCE);
    for (const where of [repo, large]) {
      const server = new RealServer(where.path);
      const questions: Question[] = [...LIMITED, ...UNLIMITED].filter(({ of }) => of() === where);
      for (const question of questions) {
        const { tool, path, setting } = question;
        if (setting) where.git('config', setting, NO_LIMIT);
        replies.set(question, await server.ask(tool, { path }));
        if (setting) where.git('config', '--unset', setting);
      }
      expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
    }
  });

  function cut(question: Question) {
    const { result } = replies.get(question)!;
    const answer = result!.structuredContent as Record<string, unknown[]> & { trimmed: Trimmed };
    const { notices, trimmed } = answer;
    return { notices, trimmed, entries: answer[question.list]!.length, text: result!.content[0]!.text };
  }

  test.each(LIMITED)('($tool) is cut to what a host takes, and says so', question => {
    const { most } = question;
    const { text, notices, trimmed, entries } = cut(question);
    expect(entries).toBeGreaterThan(0);
    expect(trimmed).toMatchObject({ max_tokens: most, estimated_tokens: estimateTokens(text) });
    expect(trimmed.estimated_tokens).toBeLessThanOrEqual(most);
    expect(notices).toContainEqual({
      code: 'answer_trimmed',
      message: expect.stringMatching(
        new RegExp(`^The whole answer has about \\d+ tokens; this is what fits into ${most}\\.$`),
      ),
      fix: expect.any(String),
    });
  });

  test.each(UNLIMITED)('($tool) fits into what clients take, whatever its limit is', question => {
    const { text, notices, trimmed, entries } = cut(question);
    expect(entries).toBeGreaterThan(question.least);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_000_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(2_000_000);
    expect(trimmed).not.toHaveProperty('max_tokens');
    expect(notices).toContainEqual({
      code: 'answer_too_large',
      message: expect.stringMatching(/^The whole answer has \d+\.\d MB; this is what fits into 3 MB\.$/),
      fix: expect.any(String),
    });
  });
});
