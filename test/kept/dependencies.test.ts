// What an answer looked at, and whether it is as it was: more of a file that it read than of one that only had to be there.
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { Witness } from '../../src/git/witness.ts';
import { dependenciesOf, hold } from '../../src/kept/dependencies.ts';
import { temporaryDirectory } from '../support/repository.ts';

const LATER = Date.now() + 60_000;

function look(tell: (witness: Witness) => void, files = ['read.ts', 'there.ts']) {
  const root = temporaryDirectory();
  const place = { root, gitDir: join(root, '.git'), commonDir: join(root, '.git') };
  for (const name of files) {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), 'one\n');
  }
  const witness = new Witness();
  const { seen } = witness.watch();
  tell(witness);
  return { root, place, kept: dependenciesOf(seen, place, LATER) };
}

function looked() {
  const { root, place, kept } = look(witness => {
    witness.path('read.ts');
    witness.presence('read.ts', true);
    witness.presence('there.ts', true);
    witness.presence('absent.ts', false);
  });
  if (!kept) throw new Error('nothing is kept');
  return { root, isHeld: () => hold(kept, place) };
}

test('an edit of a file that only has to be there does not matter, its end does', () => {
  const { root, isHeld } = looked();
  writeFileSync(join(root, 'there.ts'), 'two\n');
  utimesSync(join(root, 'there.ts'), 1_700_000_000, 1_700_000_000);
  expect(isHeld()).toBe(true);
  rmSync(join(root, 'there.ts'));
  expect(isHeld()).toBe(false);
  symlinkSync('nowhere', join(root, 'there.ts'));
  expect(isHeld()).toBe(true);
});

test('an edit of a file that was read does', () => {
  const { root, isHeld } = looked();
  utimesSync(join(root, 'read.ts'), 1_700_000_000, 1_700_000_000);
  expect(isHeld()).toBe(false);
});

test('the same file by another way does, too', () => {
  const { root, place, kept } = look(witness => witness.path('src/a.ts'), ['src/a.ts']);
  if (!kept) throw new Error('nothing is kept');
  expect(hold(kept, place)).toBe(true);
  renameSync(join(root, 'src'), join(root, 'elsewhere'));
  symlinkSync('elsewhere', join(root, 'src'));
  expect(hold(kept, place)).toBe(false);
});

test('whatever comes where nothing was, matters', () => {
  const { root, isHeld } = looked();
  expect(isHeld()).toBe(true);
  mkdirSync(join(root, 'absent.ts'));
  expect(isHeld()).toBe(false);
});

test('what came or went while the answer was made is not kept', () => {
  expect(look(witness => witness.presence('there.ts', false)).kept).toBeUndefined();
  expect(look(witness => witness.presence('absent.ts', true)).kept).toBeUndefined();
  const twice = look(witness => {
    witness.presence('there.ts', false);
    witness.presence('there.ts', true);
  });
  expect(twice.kept).toBeUndefined();
});
