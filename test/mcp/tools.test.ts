import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { CallContext } from '../../src/mcp/answering.ts';
import { callTool, listTools } from '../../src/mcp/call.ts';
import { instructionsFor } from '../../src/mcp/texts.ts';
import { createTools } from '../../src/mcp/tools.ts';

type Listed = {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: string; properties: Record<string, object>; required: string[] };
  outputSchema: { type: string };
  annotations: object;
};

const answer = z.looseObject({});
const echo = async (args: object) => ({ args });
const silent = { ask: async () => Promise.reject(new Error('no repository')) };
const tools = (await createTools(silent)).map(tool => ({ ...tool, output: answer, run: echo }));
const listed = (listTools(tools) as { tools: Listed[] }).tools;
const context: CallContext = { signal: new AbortController().signal, progress: () => {} };

describe('the list', () => {
  test('has exactly the four tools', () => {
    const names = ['ultragit_read', 'ultragit_deps', 'ultragit_history', 'ultragit_summary'];
    expect(listed.map(tool => tool.name)).toEqual(names);
    for (const name of names) expect(instructionsFor()).toContain(name);
  });

  const text = { type: 'string', description: expect.any(String) };
  const count = { type: 'integer', minimum: 1, description: expect.any(String) };
  test.each([
    ['ultragit_read', { path: text, anchor: text, lines: text, max_tokens: count }],
    ['ultragit_deps', { path: text, anchor: text }],
    ['ultragit_history', { path: text, anchor: text, limit: count }],
    ['ultragit_summary', { path: text, anchor: text }],
  ])('describes what %s takes', (name, properties) => {
    const { inputSchema } = listed.find(tool => tool.name === name)!;
    expect(inputSchema).toEqual({ type: 'object', properties, required: ['path'] });
  });

  test.each(listed)('says about $name that it only reads, and when to use it', tool => {
    expect(tool.annotations).toEqual({
      title: tool.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(tool.description).toMatch(/\b(?:Use before|Use when|Use for|Critical before) \w/);
    expect(tool.outputSchema.type).toBe('object');
  });
});

describe('arguments', () => {
  const call = (args: unknown, name = 'ultragit_read') => callTool(tools, { name, arguments: args }, context);

  test.each([
    [
      { path: 'a', anchor: 'f', lines: '1:2', max_tokens: 5, other: 1 },
      { path: 'a', anchor: 'f', lines: '1:2', max_tokens: 5 },
    ],
    [{ path: 'a', anchor: '', lines: ' ', max_tokens: null }, { path: 'a' }],
    [{ path: ' a b ' }, { path: ' a b ' }],
    [
      { path: 'a', max_tokens: '500' },
      { path: 'a', max_tokens: 500 },
    ],
    [
      { path: 'a', max_tokens: ' 500.0 ' },
      { path: 'a', max_tokens: 500 },
    ],
    [{ path: 'a', max_tokens: '' }, { path: 'a' }],
    [
      { path: 'a', lines: 42 },
      { path: 'a', lines: '42' },
    ],
    [
      { path: 'a', lines: [42, 67] },
      { path: 'a', lines: '42:67' },
    ],
    [
      { path: 'a', lines: ['42', '67'] },
      { path: 'a', lines: '42:67' },
    ],
    [
      { path: 'a', lines: [42] },
      { path: 'a', lines: '42' },
    ],
    [
      { path: 'a', lines: { start: 42, end: '67' } },
      { path: 'a', lines: '42:67' },
    ],
  ])('%j are taken as %j', async (given, taken) => {
    const result = await call(given);
    expect(JSON.parse(result.content[0].text)).toEqual({ args: taken });
  });

  test.each<readonly [object, string]>([
    [{}, 'Missing required argument: path'],
    [{ path: '' }, 'path must not be empty'],
    [{ path: '  ' }, 'path must not be empty'],
    [{ path: ['a'] }, 'path must be a string'],
    [{ path: 'a\0b' }, 'path must be valid text'],
    [{ path: 'a\ud800b' }, 'path must be valid text'],
    [{ path: 'a'.repeat(5000) }, 'path must not be longer than 4096 characters'],
    [{ path: 'a', anchor: 5 }, 'anchor must be a string'],
    ...[4.5, [], [1, 2, 3], ['1:2', '3'], [[1], 2], { start: 4 }, { start: 1, end: 2, step: 2 }, true].map(
      lines => [{ path: 'a', lines }, 'lines must be START:END, for example "42:67"'] as const,
    ),
    [{ path: 'a', lines: `1:${'2'.repeat(5000)}` }, 'lines must not be longer than 4096 characters'],
    [{ path: 'a', max_tokens: 0 }, 'max_tokens must be a positive whole number'],
    [{ path: 'a', max_tokens: -5 }, 'max_tokens must be a positive whole number'],
    [{ path: 'a', max_tokens: 1.5 }, 'max_tokens must be a positive whole number'],
    ...['0', '-5', '1.5', '2k', '2,000', '0x10', '1e3', 'Infinity', [500], true].map(
      max_tokens => [{ path: 'a', max_tokens }, 'max_tokens must be a positive whole number'] as const,
    ),
    [{ path: 'a', max_tokens: 1e300 }, 'max_tokens must be a positive whole number'],
    [{ max_tokens: 0 }, 'Missing required argument: path\nmax_tokens must be a positive whole number'],
  ])('%j are refused', async (given, text) => {
    expect(await call(given)).toEqual({ content: [{ type: 'text', text }], isError: true });
  });

  test('a limit is checked like a token budget', async () => {
    const { content } = await call({ path: 'a', limit: 0 }, 'ultragit_history');
    expect(content[0].text).toBe('limit must be a positive whole number');
    const taken = await call({ path: 'a', limit: '5' }, 'ultragit_history');
    expect(JSON.parse(taken.content[0].text)).toEqual({ args: { path: 'a', limit: 5 } });
  });
});
