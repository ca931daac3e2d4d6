// Names are looked up once for each region of a file: that must not take a look at every unit.
import { expect, test } from 'vitest';
import { resolveAnchor, unitsMeant, unitsNamed } from '../../src/syntax/anchor.ts';

/** Units that count how often their names are read. */
function counted(count: number) {
  let reads = 0;
  const units = Array.from({ length: count }, (_, at) => ({
    signature: `unit${at}()`,
    get name() {
      reads++;
      return `Class${at % 7}::unit${at}`;
    },
  }));
  return { units, reads: () => reads };
}

test.each([
  ['resolveAnchor', resolveAnchor],
  ['unitsNamed', unitsNamed],
  ['unitsMeant', (units: ReturnType<typeof counted>['units'], name: string) => unitsMeant(units, { name })],
])('%s reads a name a few times, however many are looked up', (_name, lookUp) => {
  const size = 500;
  const { units, reads } = counted(size);
  for (let at = 0; at < size; at++) lookUp(units, `unit${at}`);
  expect(reads()).toBeLessThan(size * 5);
});

test('a name that no unit has costs no look at the others, unless typos are asked for', () => {
  const size = 500;
  const { units, reads } = counted(size);
  for (let at = 0; at < size; at++) unitsNamed(units, `other${at}`);
  expect(reads()).toBeLessThan(size * 5);
});
