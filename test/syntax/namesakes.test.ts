// Which names may mean the same unit: the tree must say what the comparison of two names says.
import { expect, test } from 'vitest';
import { isSameName } from '../../src/syntax/anchor.ts';
import { namesakesOf } from '../../src/syntax/namesakes.ts';

const NAMES = [
  ...['connect', 'Client::connect', 'mqtt::Client::connect', 'Server::connect', 'Client', 'mqtt::Client'],
  ...['Client.connect()', '(*Client).connect', 'connect(a, b)', 'x::connect', 'a.b.c', 'b.c', 'c', ''],
  ...['impl Display for Client', 'impl fmt::Display for Client', 'impl Debug for Client', 'impl Client'],
  ...['impl Display for mqtt::Client', 'extension Client: Equatable', 'operator==', 'Client::operator=='],
];

test('a name has those namesakes that two names compared one by one have', () => {
  const namesakes = namesakesOf(NAMES, name => name);
  for (const name of NAMES) {
    const found = [...new Set(namesakes(name).flat())].sort();
    expect(found, name).toEqual(NAMES.filter(other => isSameName(name, other)).sort());
  }
});

test('each namesake of a plain name is in one group only', () => {
  const groups = namesakesOf(NAMES, name => name)('Client::connect').flat();
  expect(groups).toHaveLength(new Set(groups).size);
});
