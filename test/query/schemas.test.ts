// What follows from a table of parameters: a tool's input, kind by kind.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Parameters } from '../../src/query/parameters.ts';
import { echo } from '../../src/query/parameters.ts';
import { echoSchema, inputSchema } from '../../src/query/schemas.ts';

const table = {
  path: { kind: 'text', required: true, tool: 'A path.' },
  tags: { kind: 'texts', tool: 'Tags.' },
  depth: { kind: 'count', least: 0, tool: 'A depth.' },
  limit: { kind: 'count', tool: 'A limit.' },
  share: { kind: 'number', least: 0, most: 1, tool: 'A share.' },
  level: { kind: 'choice', choices: ['high', 'low'], tool: 'A level.' },
  follow: { kind: 'switch', tool: 'Whether to follow.' },
  lines: { kind: 'range', tool: 'Lines.' },
  hidden: { kind: 'text' },
} as const satisfies Parameters;

const input = inputSchema(table);

test('a tool has the parameters that it has a text for', () => {
  expect(Object.keys(input.shape)).toEqual(Object.keys(table).filter(name => name !== 'hidden'));
  const { properties, required } = z.toJSONSchema(input, { io: 'input' });
  expect(required).toEqual(['path']);
  expect(properties?.level).toMatchObject({ enum: ['high', 'low'], description: 'A level.' });
  expect(properties?.depth).toMatchObject({ type: 'integer', minimum: 0 });
  expect(properties?.share).toMatchObject({ type: 'number', minimum: 0, maximum: 1 });
  expect(properties?.follow).toMatchObject({ type: 'boolean' });
  expect(properties?.lines).toMatchObject({ type: 'string' });
});

test('values of each kind are taken', () => {
  const given = { path: 'a', tags: ['x'], depth: 0, limit: 1, share: 0.5, level: 'low', follow: false };
  expect(z.parse(input, given)).toEqual(given);
});

test.each([
  [{ depth: '0' }, { depth: 0 }],
  [{ share: '0.5' }, { share: 0.5 }],
  [{ share: '.5' }, { share: 0.5 }],
  [{ share: '' }, {}],
  [{ follow: 'true' }, { follow: true }],
  [{ follow: 'False' }, { follow: false }],
  [{ follow: ' ' }, {}],
  [{ lines: 7 }, { lines: '7' }],
  [{ lines: '' }, {}],
])('%j, which is plain enough, is taken as %j', (given, taken) => {
  expect(z.parse(input, { path: 'a', ...given })).toEqual({ path: 'a', ...taken });
});

test.each([
  [{ tags: 'x' }, 'tags must be a list of texts'],
  [{ depth: -1 }, 'depth must be a whole number, 0 or more'],
  [{ limit: 0 }, 'limit must be a positive whole number'],
  [{ share: 2 }, 'share must be a number from 0 to 1'],
  [{ level: 'middle' }, 'level must be one of high, low'],
  [{ follow: 'yes' }, 'follow must be true or false'],
  [{ follow: 1 }, 'follow must be true or false'],
  [{ share: 'half' }, 'share must be a number from 0 to 1'],
  [{ lines: { from: 1, to: 2 } }, 'lines must be START:END, for example "42:67"'],
])('%j is refused: %s', (given, message) => {
  const parsed = z.safeParse(input, { path: 'a', ...given });
  expect(parsed.error?.issues.map(issue => issue.message)).toEqual([message]);
});

test('the echo has what was given, in the order of the table', () => {
  const repeated = echo(table, { level: 'low', path: 'a' });
  expect(Object.entries(repeated).filter(([, value]) => value !== undefined)).toEqual([
    ['path', 'a'],
    ['level', 'low'],
  ]);
  expect(z.safeParse(echoSchema(table), repeated).success).toBe(true);
});
