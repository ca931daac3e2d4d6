// What indentation tells without a parser: a wrong "looks whole" would put an annotation at the wrong lines.
import { describe, expect, test } from 'vitest';
import { isDeclaredOnce, lookOf } from '../../../src/pipeline/units/shape.ts';
import { linesOfText } from '../../support/parsed.ts';

const CODE = linesOfText(`
  import { a } from './a';

  // Opens it.
  export function open(path) {
    if (!path) {
      return;
    }
    read(path);
  }

  class Box {
    @logged
    fill(items) {
      items.forEach(item => {
        this.put(item);
      });
    }
    put(item) {
      open(item, () => {
        this.items.push(item);
      });
    }
  }
`);

describe('a range that begins with the declaration of its name', () => {
  test.each<[string, string, [number, number], 'unit' | undefined]>([
    ['all of a function', 'open', [4, 9], undefined],
    ['all of it with its comment', 'open', [3, 9], 'unit'],
    ['shifted up', 'open', [1, 6], undefined],
    ['shifted down', 'open', [6, 11], undefined],
    ['too short', 'open', [3, 8], undefined],
    ['too long', 'open', [3, 11], undefined],
    ['a class', 'Box', [11, 23], 'unit'],
    ['a method with its decorator', 'fill', [12, 17], 'unit'],
    ['a method without its decorator', 'fill', [13, 17], undefined],
    ['a call of that name', 'open', [19, 21], undefined],
    ['one that is used in the first line', 'forEach', [14, 16], undefined],
  ])('%s', (_name, name, [start, end], kind) => {
    expect(lookOf(CODE, { start, end }, name)?.kind).toBe(kind);
  });

  test('a list of constants is a list', () => {
    const list = ['const A = 1;', 'const B = 2;', 'const C = 3;', 'run(A, B, C);'];
    expect(lookOf(list, { start: 1, end: 3 }, 'A')).toEqual({ kind: 'list', code: 1 });
    expect(lookOf(list, { start: 2, end: 4 }, 'A')).toBeUndefined();
  });

  test('a block that ends where the indentation does', () => {
    const text = ['def one(x):', '    y = x', '    return y', '', 'def two(x):', '    return x'];
    expect(lookOf(text, { start: 1, end: 3 }, 'one')?.kind).toBe('unit');
    expect(lookOf(text, { start: 1, end: 2 }, 'one')).toBeUndefined();
    expect(
      lookOf([...text.slice(0, 3), '    # more', ...text.slice(3)], { start: 1, end: 3 }, 'one'),
    ).toBeUndefined();
  });
});

test('a name is declared once, or not', () => {
  expect(isDeclaredOnce(CODE, 'Box')).toBe(true);
  expect(isDeclaredOnce(CODE, 'Box::fill')).toBe(true);
  expect(isDeclaredOnce([...CODE, 'class Bag {', '  fill(items) {}', '}'], 'Box::fill')).toBe(false);
  expect(isDeclaredOnce(CODE, 'pour')).toBe(false);
});
