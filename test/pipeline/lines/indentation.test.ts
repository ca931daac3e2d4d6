// Where code begins and ends by its indentation. `/` ends a line, and `>` before a line puts it further in.
import { describe, expect, test } from 'vitest';
import {
  beginningOf,
  endOf,
  headerOf,
  nextHeader,
  shapeOf,
} from '../../../src/pipeline/lines/indentation.ts';

const lines = (text: string) =>
  text.split('/').map(line => line.replace(/^>+/, marks => '  '.repeat(marks.length)));

describe('the header of a range', () => {
  test.each([
    ['a function with its brace', 'f() {/>a/>b/}', 1],
    ['a function without one', 'def f():/>a/>b', 1],
    ['a comment and a decorator above it', '# f/@g/def f():/>a', 3],
    ['a signature over several lines', 'f(/>a,/>b/) {/>c/}', 1],
    ['a brace on a line of its own', 'f()/{/>a/}', 1],
    ['a label and a directive at the margin', 'f() {/>a/#if B/>b/#endif/else:/>c/}', 1],
    ['a declaration in one line', 'const a = 1;', 1],
    ['statements in a row have none', 'a/b/c', undefined],
    ['two functions have none', 'f() {/>a/}/g() {/>b/}', undefined],
    ['the end of one and the beginning of another have none', '>a/}/g() {/>b', undefined],
  ])('%s', (_name, text, header) => {
    const all = lines(text);
    expect(shapeOf(all, { start: 1, end: all.length }).header).toBe(header);
  });
});

test('a tab is further in than nothing', () => {
  expect(shapeOf(['f() {', '\ta', '}'], { start: 1, end: 3 }).header).toBe(1);
});

test.each([
  ['after a blank line', 'a//g() {', 3, 3],
  ['after a brace', '}/g() {', 2, 2],
  ['with the comment above it', 'a//# g/g() {', 4, 3],
  ['a line that follows another', 'a/b', 2, undefined],
  ['a line further in', 'a//>b', 3, undefined],
  ['behind a brace that opens another block', '} else {/b', 2, undefined],
])('where other code begins: %s', (_name, text, line, beginning) => {
  expect(beginningOf(lines(text), line, 0)).toBe(beginning);
});

test('code that is further out than the range begins apart from it', () => {
  expect(beginningOf(lines('>a/class B:'), 2, 2)).toBe(2);
});

test.each([
  ['the line above that is not further in', 'f() {/>a/>b', 3, 1],
  ['past a signature over several lines', 'f(/>a/) {/>b', 4, 1],
  ['past a second branch', 'if a {/>b/} else {/>c', 4, 1],
  ['not past the end of other code', 'f() {/>a/}/>b', 4, undefined],
  ['a line that is not further in is its own', 'f() {/>a', 1, 1],
])('the header of a line: %s', (_name, text, line, header) => {
  expect(headerOf(lines(text), line, 1, 0)).toBe(header);
});

test.each([
  ['its brace', 'f() {/>a//>b/}/c', 1, 5],
  ['the last line further in', 'def f():/>a//>b//def g():', 1, 4],
  ['past a second branch', 'if a {/>b/} else {/>c/}/d', 2, 5],
  ['past a label at the margin', 'f:/>a/else:/>b/c', 1, 4],
  ['a keyword that ends it', 'def f/>a/end/c', 1, 3],
  ['a brace is its own end', 'f() {/>a/}/>b', 3, 3],
  ['a comment at the margin is of what follows', 'def f():/>a/# g/def g():', 1, 2],
])('the end of what a line belongs to: %s', (_name, text, line, end) => {
  const all = lines(text);
  expect(endOf(all, line, all.length, 0)).toBe(end);
});

test('a header follows its comment without a gap', () => {
  expect(nextHeader(lines('# f/# more/def f():'), 1, 0)).toBe(3);
  expect(nextHeader(lines('# f//def f():'), 1, 0)).toBe(undefined);
});
