// docs/answers.md is written by hand: this keeps it from missing a field or a notice, and from telling of one that is gone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isVerboseOnly } from '../src/answers.ts';
import { NOTICE_CODES } from '../src/notices.ts';
import { COMMAND_QUERIES, QUERIES } from '../src/query/registry.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/answers.md'), 'utf8');
const notes = readFileSync(join(root, 'docs/sources.md'), 'utf8');

type Node = {
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
  enum?: string[];
  const?: unknown;
  verboseOnly?: true;
};

/** By name, without what repeats the question: that is what the parameters are. */
const schemas = new Map(
  await Promise.all(
    // The answer of `why` is that of a read.
    COMMAND_QUERIES.filter(({ name }) => name !== 'why').map(async query => {
      const { query: _query, ...said } = ((await query.output()) as z.ZodMiniObject).shape;
      const schema = z.toJSONSchema(z.object(said), {
        io: 'input',
        override: ({ zodSchema, jsonSchema }) => {
          if (isVerboseOnly(zodSchema)) Object.assign(jsonSchema, { verboseOnly: true });
        },
      });
      return [query.name, schema as Node] as const;
    }),
  ),
);

function inside(node: Node): Node[] {
  const parts = [
    ...Object.values(node.properties ?? {}),
    ...(node.anyOf ?? []),
    ...(node.items ? [node.items] : []),
  ];
  return [node, ...parts.flatMap(inside)];
}

const nodes = [...schemas.values()].flatMap(inside);
const fields = new Set(nodes.flatMap(({ properties = {} }) => Object.keys(properties)));

test('every field of an answer is explained, there or in the note format', () => {
  expect(fields.size).toBeGreaterThan(100);
  const explained = new Set(page.match(/[\w$]+(?=`)/g));
  const isExplained = (name: string) => explained.has(name) || notes.includes(`"${name}"`);
  expect([...fields].filter(name => !isExplained(name))).toEqual([]);
});

/** The first column of a table: `a[].b`, `c` are b and c of the entries of a. */
function rowsOf(name: string): { field: string; isVerbose: boolean }[] {
  const [, section = ''] = page.split(`## ultragit-${name}/v1\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| (`.*?`) \| (.*)/gm)].flatMap(([, cell = '', says = '']) => {
    const words = cell.match(/[^`, ]+/g) ?? [];
    const list = words[0]?.match(/^\w+\[\]\./)?.[0] ?? '';
    const isVerbose = says.startsWith('*verbose*');
    return words.map((word, at) => ({ field: at === 0 ? word : `${list}${word}`, isVerbose }));
  });
}

test.each([...schemas])(
  'the table of %s has every field of its main lists, no other, and marks those of verbose answers',
  (name, schema) => {
    const rows = new Map(rowsOf(name).map(({ field, isVerbose }) => [field, isVerbose]));
    expect(rows.size).toBeGreaterThan(10);
    const known = new Map(
      Object.entries(schema.properties ?? {}).flatMap(([key, list]) => [
        [key, list] as const,
        ...Object.entries(list.items?.properties ?? {}).map(
          ([inner, node]) => [`${key}[].${inner}`, node] as const,
        ),
      ]),
    );
    expect([...rows.keys()].filter(row => !known.has(row))).toEqual([]);
    const lists = [...rows.keys()].flatMap(row => row.match(/^\w+\[\]\./) ?? []);
    const fieldsOfLists = [...known.keys()].filter(key => lists.some(list => key.startsWith(list)));
    expect(fieldsOfLists.filter(key => !rows.has(key))).toEqual([]);
    const marked = (isMarked: (key: string) => boolean | undefined) => fieldsOfLists.filter(isMarked);
    expect(marked(key => rows.get(key))).toEqual(marked(key => known.get(key)?.verboseOnly));
  },
);

test('a name with an underscore is one that there is', () => {
  const values = nodes.flatMap(({ enum: choices = [], const: only }) => [...choices, only]);
  const parameters = COMMAND_QUERIES.flatMap(query => [query.name, ...Object.keys(query.parameters)]);
  const tools = QUERIES.map(({ name }) => `ultragit_${name}`);
  const known = new Set<unknown>([...fields, ...values, ...NOTICE_CODES, ...parameters, ...tools]);
  const named = [...page.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(match => match[1]);
  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter(name => !known.has(name))).toEqual([]);
});

test('every notice is in the list', () => {
  expect(NOTICE_CODES.length).toBeGreaterThan(30);
  expect(NOTICE_CODES.filter(code => !page.includes(`\`${code}\``))).toEqual([]);
});
