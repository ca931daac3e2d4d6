// docs/answers.md is written by hand: this keeps it from missing a field or a notice.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { NOTICE_CODES } from '../src/notices.ts';
import { QUERIES } from '../src/query/registry.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/answers.md'), 'utf8');
const notes = readFileSync(join(root, 'docs/sources.md'), 'utf8');

function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, ...rest } = schema as { properties?: Record<string, unknown> };
  return [
    ...Object.keys(properties),
    ...[...Object.values(properties), ...Object.values(rest)].flatMap(fieldsOf),
  ];
}

test('every field of an answer is explained, there or in the note format', async () => {
  const schemas = await Promise.all(QUERIES.map(query => query.output()));
  const fields = schemas.flatMap(schema => {
    const { query: _query, ...said } = (schema as z.ZodMiniObject).shape;
    return fieldsOf(z.toJSONSchema(z.object(said), { io: 'input' }));
  });
  expect(fields.length).toBeGreaterThan(100);
  const explained = new Set(page.match(/[\w$]+(?=`)/g));
  const isExplained = (name: string) => explained.has(name) || notes.includes(`"${name}"`);
  expect([...new Set(fields)].filter(name => !isExplained(name))).toEqual([]);
});

test('every notice is in the list', () => {
  expect(NOTICE_CODES.length).toBeGreaterThan(30);
  expect(NOTICE_CODES.filter(code => !page.includes(`\`${code}\``))).toEqual([]);
});
