// Which unit of the annotated version a region is about, and which of its lines.
import { describe, expect, test } from 'vitest';
import type { LineRange } from '../../../src/annotation/schema.ts';
import { subjectIn } from '../../../src/pipeline/units/subject.ts';
import { linesOfText, parse } from '../../support/parsed.ts';

const CLIENT = linesOfText(`
  const PORT = 1883;

  /** Opens a socket. */
  export function connect(options) {
    const socket = new Socket(options.host);
    socket.timeout = 30;
    socket.open(options.port ?? PORT);
    return socket;
  }

  export function close(socket) {
    socket.end();
  }

  class Server {
    close() {
      this.port.end();
    }
  }
`);

type Row = { noted?: [number, number]; name?: string; type?: string; signature?: string };
type Expected = { lines: [number, number]; unit?: string; whole?: true; corrected?: true } | undefined;

async function subjectOf(lines: readonly string[], path: string, row: Row): Promise<Expected> {
  const noted: LineRange | undefined = row.noted && { start: row.noted[0], end: row.noted[1] };
  const { type = 'function', signature } = row;
  const anchor = row.name === undefined ? undefined : { unit_type: type, name: row.name, signature };
  const found = subjectIn(await parse(path, lines), noted, anchor);
  if (!found) return undefined;
  return {
    lines: [found.lines.start, found.lines.end],
    ...(found.unit ? { unit: found.unit.name } : {}),
    ...(found.isWhole ? { whole: true } : {}),
    ...(found.corrected ? { corrected: true } : {}),
  };
}

describe('lines with the name of their unit', () => {
  test.each<[string, Row, Expected]>([
    ['all of it', { noted: [4, 9], name: 'connect' }, { lines: [4, 9], unit: 'connect', whole: true }],
    ['with its comment', { noted: [3, 9], name: 'connect' }, { lines: [3, 9], unit: 'connect', whole: true }],
    [
      'without its bracket',
      { noted: [4, 8], name: 'connect' },
      { lines: [4, 9], unit: 'connect', whole: true },
    ],
    [
      'with the blank line below',
      { noted: [4, 10], name: 'connect' },
      { lines: [4, 9], unit: 'connect', whole: true },
    ],
    ['some lines inside of it', { noted: [5, 6], name: 'connect' }, { lines: [5, 6], unit: 'connect' }],
    ['its first lines', { noted: [4, 6], name: 'connect' }, { lines: [4, 6], unit: 'connect' }],
    [
      'three lines too high',
      { noted: [1, 6], name: 'connect' },
      { lines: [4, 9], unit: 'connect', whole: true, corrected: true },
    ],
    [
      'three lines too low',
      { noted: [7, 12], name: 'connect' },
      { lines: [4, 9], unit: 'connect', whole: true, corrected: true },
    ],
    [
      'in another unit',
      { noted: [11, 13], name: 'connect' },
      { lines: [4, 9], unit: 'connect', whole: true, corrected: true },
    ],
    [
      'beyond the end of the file',
      { noted: [90, 95], name: 'connect' },
      { lines: [4, 9], unit: 'connect', whole: true },
    ],
    ['two units, named after the first', { noted: [4, 13], name: 'connect' }, { lines: [4, 13] }],
    [
      'the last lines, and one below',
      { noted: [12, 14], name: 'close' },
      { lines: [11, 13], unit: 'close', whole: true, corrected: true },
    ],
  ])('%s', async (_name, row, expected) => {
    expect(await subjectOf(CLIENT, 'a.js', row)).toEqual(expected);
  });
});

describe('a name that several units have', () => {
  test.each<[string, Row, Expected]>([
    [
      'the lines decide',
      { noted: [16, 18], name: 'close' },
      { lines: [16, 18], unit: 'Server::close', whole: true },
    ],
    [
      'the whole name decides',
      { noted: [11, 13], name: 'Server::close', type: 'method' },
      { lines: [16, 18], unit: 'Server::close', whole: true, corrected: true },
    ],
    [
      'the signature decides',
      { name: 'close', signature: 'close()' },
      { lines: [11, 13], unit: 'close', whole: true },
    ],
  ])('%s', async (_name, row, expected) => {
    expect(await subjectOf(CLIENT, 'a.js', row)).toEqual(expected);
  });

  const OVERLOADS = linesOfText(`
    class Store {
      void put(int key) {
        write(key);
      }
      void put(String key) {
        write(hash(key));
      }
    }
  `);

  test('nothing decides: nothing is said', async () => {
    expect(await subjectOf(OVERLOADS, 'Store.java', { name: 'put', type: 'method' })).toBeUndefined();
  });

  test('a miscount that is nearer to one, and as near to the other: nothing is said', async () => {
    expect(
      await subjectOf(OVERLOADS, 'Store.java', { name: 'put', type: 'method', noted: [4, 5] }),
    ).toBeUndefined();
  });

  test('a method is not the type of the same last name', async () => {
    const text = linesOfText(`
      interface Render {
        run(): void;
      }
      function other() {
        return 1;
      }
    `);
    const row: Row = { noted: [4, 6], name: 'plainRender::Render', type: 'method' };
    expect(await subjectOf(text, 'a.ts', row)).toEqual({ lines: [4, 6], unit: 'other', whole: true });
  });
});

describe('lines without a name', () => {
  test.each<[string, Row, Expected]>([
    ['all of a unit', { noted: [4, 9] }, { lines: [4, 9], unit: 'connect', whole: true }],
    [
      'all of a unit and the blank line above',
      { noted: [2, 9] },
      { lines: [3, 9], unit: 'connect', whole: true },
    ],
    ['some lines of a unit', { noted: [6, 7] }, { lines: [6, 7], unit: 'connect' }],
    ['a method, not its class', { noted: [16, 18] }, { lines: [16, 18], unit: 'Server::close', whole: true }],
    ['a class', { noted: [15, 19] }, { lines: [15, 19], unit: 'Server', whole: true }],
    ['in no unit', { noted: [2, 2] }, { lines: [2, 2] }],
  ])('%s', async (_name, row, expected) => {
    expect(await subjectOf(CLIENT, 'a.js', row)).toEqual(expected);
  });

  test('a decorator above the annotated lines is no part of them', async () => {
    const text = linesOfText(`
      @app.command()
      @app.option("--name")
      def greet(name):
          """Says hello."""
          print("hello", name)
    `);
    expect(await subjectOf(text, 'a.py', { noted: [3, 5], name: 'greet' })).toEqual({
      lines: [3, 5],
      unit: 'greet',
      whole: true,
    });
    expect(await subjectOf(text, 'a.py', { name: 'greet' })).toEqual({
      lines: [1, 5],
      unit: 'greet',
      whole: true,
    });
    expect(await subjectOf(text, 'a.py', { noted: [2, 4], name: 'greet' })).toEqual({
      lines: [3, 5],
      unit: 'greet',
      whole: true,
      corrected: true,
    });
  });
});
