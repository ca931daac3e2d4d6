// Values on disk: given back as they were put, to their whole key, within a limit, and to nobody else.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Kind, Store } from '../../src/cache/store.ts';
import { temporaryDirectory } from '../support/repository.ts';

const KIND: Kind = { name: 'things', limit: 16 * 64 * 1024, largest: 32 * 1024 };
const OTHER: Kind = { ...KIND, name: 'others' };
const user = { uid: process.getuid?.(), now: Date.now() };

function fresh(random = () => 0) {
  const directory = join(temporaryDirectory(), 'cache');
  return { directory, store: new Store(directory, user, random) };
}

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map(name => join(directory, name))
    .filter(path => lstatSync(path).isFile());
}

const text = (value: Uint8Array | undefined) => value && Buffer.from(value).toString();

test('a value comes back by its kind and key, in another process, too', () => {
  const { directory, store } = fresh();
  store.put(KIND, 'key', Buffer.from('välue'));
  store.put(OTHER, 'key', Buffer.from('another'));
  store.put(KIND, '', Buffer.alloc(0));
  const later = new Store(directory, user);
  expect(text(later.get(KIND, 'key'))).toBe('välue');
  expect(text(later.get(OTHER, 'key'))).toBe('another');
  expect(text(later.get(KIND, ''))).toBe('');
  expect(later.get(KIND, 'kez')).toBeUndefined();
  later.remove(KIND, 'key');
  expect(store.get(KIND, 'key')).toBeUndefined();
});

test('two keys whose files have one name do not share a value', () => {
  const { directory, store } = fresh();
  store.put(KIND, 'key', Buffer.from('value'));
  const [file = ''] = filesIn(directory);
  store.put(KIND, 'kex', Buffer.from('other'));
  const other = filesIn(directory).find(path => path !== file) ?? '';
  writeFileSync(file, readFileSync(other));
  expect(store.get(KIND, 'key')).toBeUndefined();
});

test('a value that a disk has damaged is none, whichever byte it is', () => {
  const { directory, store } = fresh();
  store.put(KIND, 'key', Buffer.from('some value'));
  const [file = ''] = filesIn(directory);
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length; at++) {
    for (const flip of [1, 0x80]) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ flip;
      writeFileSync(file, damaged);
      // What is only filling may differ.
      expect(text(store.get(KIND, 'key')) ?? 'none', `byte ${at}`).toBe('none');
    }
  }
  writeFileSync(file, whole.subarray(0, -4));
  expect(store.get(KIND, 'key')).toBeUndefined();
});

test('the same holds for a large value, which takes its room on disk once', () => {
  const { directory, store } = fresh();
  const kind = { ...KIND, limit: 16 * 1024 * 1024, largest: 512 * 1024 };
  const value = Buffer.alloc(300 * 1024, 'text ');
  store.put(kind, 'key', value);
  expect(store.get(kind, 'key')).toEqual(value);
  const [file = ''] = filesIn(directory);
  const whole = readFileSync(file);
  expect(whole.length).toBeLessThan(301 * 1024);
  const places = [...Array(32).keys(), 100, 70_000, 150 * 1024, whole.length - 5, whole.length - 1];
  for (const at of places) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    writeFileSync(file, damaged);
    expect(store.get(kind, 'key'), `byte ${at}`).toBeUndefined();
  }
  for (const length of [0, 4, 20, whole.length >> 1, whole.length - 4]) {
    writeFileSync(file, whole.subarray(0, length));
    expect(store.get(kind, 'key'), `${length} bytes`).toBeUndefined();
  }
});

test('what others may read, write or have put there is not used', () => {
  const { directory, store } = fresh();
  store.put(KIND, 'key', Buffer.from('value'));
  const [file = ''] = filesIn(directory);
  expect(lstatSync(file).mode & 0o777).toBe(0o600);
  const places = [file, join(file, '..'), directory];
  expect(places.slice(1).map(place => lstatSync(place).mode & 0o777)).toEqual([0o700, 0o700]);
  for (const place of places) {
    const mode = lstatSync(place).mode & 0o777;
    chmodSync(place, mode | 0o022);
    expect(store.get(KIND, 'key'), place).toBeUndefined();
    chmodSync(place, mode);
    expect(text(store.get(KIND, 'key'))).toBe('value');
  }
  const elsewhere = join(temporaryDirectory(), 'link');
  symlinkSync(directory, elsewhere);
  const linked = new Store(elsewhere, user);
  expect(linked.get(KIND, 'key')).toBeUndefined();
  linked.put(KIND, 'new', Buffer.from('value'));
  expect(store.get(KIND, 'new')).toBeUndefined();
});

test('a kind stays within its limit, and what was used last is kept', () => {
  const { directory, store } = fresh();
  const size = 10_000;
  for (let at = 0; at < 500; at++) store.put(KIND, `key ${at}`, Buffer.alloc(size, at));
  const total = filesIn(directory).reduce((sum, path) => sum + lstatSync(path).size, 0);
  expect(total).toBeLessThanOrEqual(KIND.limit);
  expect(total).toBeGreaterThan(KIND.limit / 4);
  expect(store.get(KIND, 'key 499')).toBeDefined();
  expect(store.get(KIND, 'key 0')).toBeUndefined();
});

test('it is tidied up by chance, more often for larger values', () => {
  const { directory, store } = fresh(() => 0.2);
  for (let at = 0; at < 2_000; at++) store.put(KIND, `small ${at}`, Buffer.alloc(8));
  expect(filesIn(directory).length).toBe(2_000);
  for (let at = 0; at < 200; at++) store.put(KIND, `large ${at}`, Buffer.alloc(20_000));
  expect(filesIn(directory).length).toBeLessThan(300);
});

test('what is too large, or without a directory, is not kept', () => {
  const { directory, store } = fresh();
  mkdirSync(directory, { mode: 0o700 });
  store.put(KIND, 'key', Buffer.alloc(KIND.largest + 1));
  expect(filesIn(directory)).toEqual([]);
  const none = new Store(undefined);
  none.put(KIND, 'key', Buffer.from('value'));
  expect(none.get(KIND, 'key')).toBeUndefined();
});
