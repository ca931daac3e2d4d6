// What a model reads of the tools begins with the words that the product was asked for in.
import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { listTools } from '../../src/mcp/call.ts';
import { createTools } from '../../src/mcp/tools.ts';

type Listed = {
  name: string;
  description: string;
  inputSchema: { properties: Record<string, { description: string; type: string }>; required: string[] };
};

const nowhere = { ask: async () => Promise.reject(new Error('no repository')) };
const list = listTools(await createTools(nowhere)) as { tools: Listed[] };

/** What the newest protocol adds, and more. */
const frame = {
  resultType: 'complete',
  ttlMs: 3_600_000,
  cacheScope: 'public',
  _meta: { serverInfo: list.tools[0]?.name },
};

const FILE = 'File path relative to repository root';

const SEED: Record<
  string,
  { description: string; properties: Record<string, [type: string, text: string]> }
> = {
  ultragit_read: {
    description:
      'Retrieve Ultragit annotations for a file or code region. Returns intent, reasoning, constraints, semantic dependencies, and risk notes captured at commit time. Use before modifying existing code.',
    properties: {
      path: ['string', FILE],
      anchor: ['string', "Function or type name to scope the query (e.g., 'MqttClient::connect')"],
      lines: ['string', "Line range in START:END format (e.g., '42:67')"],
      max_tokens: ['integer', 'Maximum token budget for the response. Output is trimmed to fit.'],
    },
  },
  ultragit_deps: {
    description:
      "Find code that depends on behavioral assumptions about the specified function or region. Critical before modifying any function's behavior or signature.",
    properties: {
      path: ['string', FILE],
      anchor: ['string', 'Function or type name to check dependencies for'],
    },
  },
  ultragit_history: {
    description:
      'Show the reasoning timeline for a code region: what changed and why at each step. Use when debugging surprising behavior.',
    properties: {
      path: ['string', FILE],
      anchor: ['string', 'Function or type name'],
      limit: ['integer', 'Maximum number of history entries to return. Default: 10.'],
    },
  },
  ultragit_summary: {
    description:
      'Get a condensed view of intent and constraints for all annotated regions in a file or directory. Use for broad orientation on an unfamiliar module.',
    properties: {
      path: ['string', 'File or directory path relative to repository root'],
      anchor: ['string', 'Optional function or type name to scope the summary'],
    },
  },
};

test.each(list.tools)('$name and its arguments begin with the words of the seed', tool => {
  const { description, properties } = SEED[tool.name]!;
  expect(tool.description.slice(0, description.length)).toBe(description);
  expect(Object.keys(tool.inputSchema.properties)).toEqual(Object.keys(properties));
  expect(tool.inputSchema.required).toEqual(['path']);
  for (const [name, [type, text]] of Object.entries(properties)) {
    const listed = tool.inputSchema.properties[name]!;
    expect([listed.type, listed.description.slice(0, text.length)]).toEqual([type, text]);
  }
});

test('there are the four tools of the seed, in less than 2,000 tokens', () => {
  expect(list.tools.map(({ name }) => name).sort()).toEqual(Object.keys(SEED).sort());
  const sent = JSON.stringify({ ...list, ...frame });
  expect(o200k(sent)).toBeLessThan(2_000);
  expect(cl100k(sent)).toBeLessThan(2_000);
});
