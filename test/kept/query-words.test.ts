import { expect, test } from 'vitest';
import { QUERY_WORDS } from '../../src/kept/query-words.ts';
import { COMMAND_QUERIES } from '../../src/query/registry.ts';

test('what runs before the registry knows every query by its name', () => {
  expect([...QUERY_WORDS].sort()).toEqual(COMMAND_QUERIES.map(({ name }) => name).sort());
});
