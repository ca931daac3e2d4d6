import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Line, LineSplitter } from '../../src/mcp/framing.ts';
import { deeperThan, writtenId } from '../../src/mcp/json-scan.ts';
import { createProgress } from '../../src/mcp/progress.ts';

function split(pieces: readonly Buffer[], limit?: number): string[] {
  const splitter = new LineSplitter(limit);
  const lines: Line[] = [...pieces.flatMap(piece => splitter.push(piece)), ...splitter.end()];
  return lines.map(line => (line.kind === 'line' ? line.bytes.toString() : line.kind));
}

describe('lines', () => {
  test('do not depend on how the bytes were cut', () => {
    const text = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }).map(parts => parts.join('\n'));
    fc.assert(
      fc.property(text, fc.array(fc.nat(50)), fc.integer({ min: 1, max: 40 }), (whole, cuts, limit) => {
        const bytes = Buffer.from(whole);
        const pieces: Buffer[] = [];
        let start = 0;
        for (const cut of cuts) {
          pieces.push(bytes.subarray(start, start + cut));
          start += cut;
        }
        pieces.push(bytes.subarray(start));
        const expected = whole.split('\n').map(line => (Buffer.byteLength(line) > limit ? 'too_long' : line));
        if (expected.at(-1) === '') expected.pop();
        expect(split(pieces, limit)).toEqual(expected);
      }),
    );
  });

  test('that are too long are reported before they end', () => {
    expect(new LineSplitter(3).push(Buffer.from('abcd'))).toEqual([{ kind: 'too_long' }]);
  });

  test('keep their bytes when the chunk they came in is used again', () => {
    const splitter = new LineSplitter();
    const chunk = Buffer.from('abc');
    splitter.push(chunk);
    chunk.fill('x');
    expect(splitter.push(Buffer.from('d\n'))).toEqual([{ kind: 'line', bytes: Buffer.from('abcd') }]);
  });
});

describe('depth', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

  test('is what the parsed value has', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(6), (value, limit) => {
        expect(deeperThan(Buffer.from(JSON.stringify(value)), limit)).toBe(depthOf(value) > limit);
      }),
    );
  });
});

describe('the id as it was written', () => {
  test('is found among any other members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.bigInt(), (members, id) => {
        const { id: _, ...others } = members;
        const text = JSON.stringify(others);
        const rest = text === '{}' ? '' : `,${text.slice(1, -1)}`;
        expect(writtenId(`{"id":${id}${rest}}`)).toBe(String(id));
        expect(writtenId(`{"\\u0069d" :\t${id}${rest}}`)).toBe(String(id));
      }),
    );
  });

  test('is the last one, as for JSON.parse', () => {
    expect(writtenId('{"id":1,"x":"id","id":2,"y":{"id":3}}')).toBe('2');
  });
});

describe('progress', () => {
  test('is sent at most ten times a second, and not while the reader is slow', () => {
    let now = 0;
    let ready = true;
    const sent: unknown[] = [];
    const send = (message: string) => ready && sent.push(JSON.parse(message).params.progress) > 0;
    const progress = createProgress('t', send, () => now);
    for (let done = 1; done <= 5; done++) progress.report(done);
    expect(sent).toEqual([1]);
    now = 100;
    progress.report(1);
    progress.report(6);
    expect(sent).toEqual([1, 6]);
    now = 200;
    ready = false;
    progress.report(7);
    ready = true;
    progress.report(8);
    now = 300;
    progress.stop();
    progress.report(9);
    expect(sent).toEqual([1, 6, 8]);
  });
});
