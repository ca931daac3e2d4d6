import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Knowledge, keyOf, OBJECT, READING } from '../../src/cache/knowledge.ts';
import { temporaryDirectory } from '../support/repository.ts';

const ABOUT = ['/a/repository', 'sha1', 'src/a.ts'];
const MEBIBYTE = 1024 * 1024;

function fileIn(directory: string): string {
  const [file, ...others] = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map(name => join(directory, name))
    .filter(path => statSync(path).isFile());
  expect(others).toEqual([]);
  return file ?? '';
}

describe('what a process learned', () => {
  test('is known to the next that asks about the same, byte for byte, and to no other', () => {
    const directory = temporaryDirectory();
    const first = new Knowledge(directory, ABOUT);
    const bytes = Buffer.from([0, 10, 255, 32]);
    first.put('a', bytes);
    first.put('empty', Buffer.alloc(0));
    first.save('head');

    const next = new Knowledge(directory, ABOUT);
    expect(next.get('a')).toEqual(bytes);
    expect(next.get('empty')).toEqual(Buffer.alloc(0));
    expect(next.get('b')).toBeUndefined();
    expect(next.head).toBe('head');
    expect(new Knowledge(directory, ['/another', 'sha1', 'src/a.ts']).get('a')).toBeUndefined();
  });

  test('is for this user alone', () => {
    const directory = temporaryDirectory();
    const first = new Knowledge(directory, ABOUT);
    first.put('a', Buffer.from('text'));
    first.save();
    expect(statSync(fileIn(directory)).mode & 0o777).toBe(0o600);
  });

  test('is kept before what notes say, and objects, where there is no room for all', () => {
    const directory = temporaryDirectory();
    const first = new Knowledge(directory, ABOUT);
    const large = Buffer.alloc(200 * 1024, 'x');
    first.put(keyOf('c', 'blame'), large);
    for (let at = 0; at < 40; at++) first.put(keyOf(READING, String(at)), large.subarray(0, 100 * 1024));
    first.save();
    expect(new Knowledge(directory, ABOUT).get(keyOf('c', 'blame'))).toEqual(large);
  });

  test('is not known where any byte of it is damaged', () => {
    const directory = temporaryDirectory();
    const first = new Knowledge(directory, ABOUT);
    first.put('a', Buffer.from('text'));
    first.save();
    const path = fileIn(directory);
    const good = readFileSync(path);
    for (let at = 0; at < good.length; at += 3) {
      const bad = Buffer.from(good);
      bad[at] = (bad[at] ?? 0) ^ 0x20;
      writeFileSync(path, bad);
      const known = new Knowledge(directory, ABOUT).get('a');
      expect([undefined, 'text']).toContain(known?.toString());
    }
    writeFileSync(path, good.subarray(0, -4));
    expect(new Knowledge(directory, ABOUT).get('a')).toBeUndefined();
  });

  test('is kept within its limit: findings before objects, and what was used before what was not', () => {
    const directory = temporaryDirectory();
    const first = new Knowledge(directory, ABOUT);
    const large = Buffer.alloc(MEBIBYTE / 4, 'x');
    for (let at = 0; at < 20; at++) first.put(`${OBJECT}${at}`, large);
    first.put('blame', large);
    first.put('unused', Buffer.from('small'));
    first.save();
    expect(statSync(fileIn(directory)).size).toBeLessThan(3 * MEBIBYTE);

    const second = new Knowledge(directory, ABOUT);
    expect(second.get('blame')).toEqual(large);
    for (let at = 0; at < 7; at++) second.put(`later${at}`, large);
    second.save();
    const third = new Knowledge(directory, ABOUT);
    expect(third.get('blame')).toEqual(large);
    expect(third.get('later6')).toEqual(large);
    expect(third.get(`${OBJECT}1`)).toBeUndefined();
  });

  test('is not kept where one value is too large, and removed where nobody wants it', () => {
    const directory = temporaryDirectory();
    const first = new Knowledge(directory, ABOUT);
    first.put('large', Buffer.alloc(MEBIBYTE));
    first.put('small', Buffer.from('text'));
    first.save();
    expect(new Knowledge(directory, ABOUT).get('large')).toBeUndefined();
    new Knowledge(directory, ABOUT).remove();
    expect(new Knowledge(directory, ABOUT).get('small')).toBeUndefined();
  });
});

test('a key tells its parts apart', () => {
  expect(keyOf('c', 'ab', 'c')).not.toBe(keyOf('c', 'a', 'bc'));
  expect(keyOf('c', 'ab')).not.toBe(keyOf('d', 'ab'));
});
