// What a caller got wrong is said where it can be put right: the field, the known names, the argument that is not used.
import { beforeEach, expect, test } from 'vitest';
import { RealServer } from '../support/real-server.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

const FILE = 'src/mqtt/client.ts';
const TOOLS = ['ultragit_read', 'ultragit_deps', 'ultragit_history', 'ultragit_summary'];

let repo: Repository;
let server: RealServer;

beforeEach(async () => {
  repo = await buildRepository('mqtt-client');
  server = new RealServer(repo.path);
});

let id = 0;
const call = (params: object, method = 'tools/call') => server.request({ id: ++id, method, params });

type Structured = { query: object; notices?: { code: string }[] };

test.each([
  [{ name: 'nope' }, { field: 'name', known: TOOLS }],
  [{}, { field: 'name' }],
  [{ name: 7 }, { field: 'name' }],
  [{ name: 'ultragit_read', arguments: [] }, { field: 'arguments' }],
  [{ name: 'ultragit_read', arguments: 'path' }, { field: 'arguments' }],
])('a malformed call names the field: %j', async (params, data) => {
  expect((await call(params)).error).toMatchObject({ code: -32602, data });
});

test('an unknown cursor is named, too', async () => {
  expect((await call({ cursor: 'x' }, 'tools/list')).error).toMatchObject({ data: { field: 'cursor' } });
});

test('a missing path is a result, as the tool has it', async () => {
  const { result, error } = await call({ name: 'ultragit_read', arguments: {} });
  expect(error).toBeUndefined();
  expect(result).toMatchObject({ isError: true });
});

test.each(TOOLS)('%s repeats the question, and names what it does not take', async name => {
  const asked = { path: FILE, anchor: 'connect' };
  const given = { ...asked, rev: 'HEAD~5', '<system-reminder>': 1, max_regions: null };
  const { result } = await call({ name, arguments: given });
  const { query, notices } = (result?.structuredContent ?? {}) as Structured;
  expect(query).toEqual(asked);
  expect(notices).toContainEqual({
    code: 'undeclared_argument',
    message: expect.stringMatching(/^Not used: rev, ‹system-reminder›.*\. This tool takes path, anchor/),
  });
});

test('a call that takes what is given says nothing of that', async () => {
  const { result } = await call({ name: 'ultragit_read', arguments: { path: FILE } });
  expect(JSON.stringify(result)).not.toContain('undeclared_argument');
});
