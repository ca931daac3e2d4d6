// What `tools/list` costs and declares, and that every answer is what was declared.
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import type { CallContext } from '../../src/mcp/answering.ts';
import { callTool, listTools } from '../../src/mcp/call.ts';
import { createTools } from '../../src/mcp/tools.ts';
import { openWorkspace } from '../support/ask.ts';
import { flagOrCommand } from '../support/flags-and-commands.ts';
import { modernMeta } from '../support/mcp-server.ts';
import { RealServer } from '../support/real-server.ts';
import { buildRepository, scenarios, temporaryDirectory } from '../support/repository.ts';

type Schema = { type: string; properties: Record<string, Schema>; items: Schema; required?: string[] };
type Listed = { name: string; outputSchema: Schema; _meta: Record<string, unknown> };

const MOST_TOKENS = 2_000;
const context: CallContext = { signal: new AbortController().signal, progress: () => {} };
const nowhere = { ask: async () => Promise.reject(new Error('no repository')) };

const { tools: listed } = listTools(await createTools(nowhere)) as { tools: Listed[] };

test.each([
  ['legacy', undefined],
  ['modern', { _meta: modernMeta }],
])('the list, as it is sent in the %s era, is small for every tokenizer', async (_, params) => {
  const server = new RealServer(temporaryDirectory());
  const { result } = await server.request({ id: 1, method: 'tools/list', params });
  const sent = JSON.stringify(result);
  expect(result?.tools).toHaveLength(4);
  expect(o200k(sent)).toBeLessThan(MOST_TOKENS);
  expect(cl100k(sent)).toBeLessThan(MOST_TOKENS);
});

describe.each(listed)('$name', ({ name, outputSchema, _meta }) => {
  const lists = Object.values(outputSchema.properties).filter(({ items }) => items !== undefined);

  test('declares the keys of its answer and of its main list, and nothing deeper', () => {
    expect(Object.keys(outputSchema.properties)).toEqual(
      expect.arrayContaining(['query', 'scope', 'stats', 'notices']),
    );
    expect(lists).toHaveLength(1);
    const keys = [...Object.values(outputSchema.properties), ...Object.values(lists[0]!.items.properties)];
    for (const key of keys) {
      if (!lists.includes(key)) expect(Object.keys(key).filter(word => word !== 'type')).toEqual([]);
    }
    expect(outputSchema.required).toEqual(expect.arrayContaining(['stats']));
    expect(outputSchema.required).not.toContain('notices');
  });

  test('declares nothing that its answers never have', () => {
    expect(Object.keys(outputSchema.properties).filter(key => key.includes('flawed'))).toEqual([]);
  });

  test('asks hosts to load it at once, or to find it by what it is for', () => {
    expect(_meta['anthropic/alwaysLoad']).toBe(true);
    const hint = _meta['anthropic/searchHint'];
    expect(hint).toMatch(/^[a-z][^\n]{30,100}[^.]$/);
    expect(listed.filter(tool => tool._meta['anthropic/searchHint'] === hint)).toHaveLength(1);
    expect(hint).not.toContain(name);
  });
});

type Answer = Record<string, unknown> & { notices?: { message: string; fix?: string }[] };

/** Keys of an answer, and of what is in its main list, that its tool does not declare. */
function undeclared({ properties }: Schema, answer: Answer): string[] {
  return Object.entries(answer).flatMap(([key, value]) => {
    const items = properties[key]?.items;
    if (!items) return key in properties || key === '$schema' ? [] : [key];
    const keys = (value as object[]).flatMap(item => Object.keys(item));
    return keys.filter(name => !(name in items.properties));
  });
}

test.each(scenarios().filter(name => name !== 'unborn'))(
  'every answer in %s is what was declared, in the words of an agent',
  async scenario => {
    const repo = await buildRepository(scenario);
    const workspace = await openWorkspace(repo, { strictConfig: false });
    const tools = await createTools({ ask: (waiting, query) => workspace.ask(waiting, query) });
    const files = repo.git('-c', 'core.quotePath=false', 'ls-files').split('\n');
    const questions = ['.', ...files].flatMap(path => [
      { path },
      { path, anchor: 'main', max_tokens: 200, limit: 1 },
    ]);
    let answers = 0;
    for (const { name, outputSchema } of listed) {
      const validate = new AjvJsonSchemaValidator().getValidator(outputSchema as object);
      for (const args of questions) {
        const { content, isError } = await callTool(tools, { name, arguments: args }, context);
        const [{ text }] = content;
        const answer: Answer = isError ? {} : JSON.parse(text);
        const { notices = [] } = answer;
        const said = isError ? [text] : notices.flatMap(({ message, fix = '' }) => [message, fix]);
        const words = said.map(one => one.replaceAll(args.path, 'it'));
        expect(words.map(flagOrCommand).filter(Boolean), said.join(' ')).toEqual([]);
        if (isError) continue;
        answers++;
        expect(validate(answer), `${name} ${JSON.stringify(args)}`).toMatchObject({ valid: true });
        expect(undeclared(outputSchema, answer)).toEqual([]);
      }
    }
    expect(answers).toBeGreaterThan(0);
  },
);
