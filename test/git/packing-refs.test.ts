// Git packs refs at any time: first it writes the packed ones, then it removes the files. Who reads meanwhile misses none,
// and sees none as it was long ago.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { branchTips } from '../../src/git/branch-tips.ts';
import { notesRefs, refsUnder } from '../../src/git/notes-refs.ts';
import { findRepository, repositoryState } from '../../src/git/repository-state.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

const REFS = ['refs/heads/side', 'refs/notes/side'];
const ROUNDS = 1_500;

/** As git does it, but without the time that a process takes: ids count up. */
const PACK = `
  const { renameSync, rmSync, writeFileSync } = require('node:fs');
  const [refs, rounds] = JSON.parse(process.argv[1]);
  const put = (file, text) => {
    writeFileSync(file + '.lock', text);
    renameSync(file + '.lock', file);
  };
  for (let round = 1; round <= rounds; round++) {
    const id = round.toString(16).padStart(40, '0');
    for (const ref of refs) put(ref, id + '\\n');
    put('packed-refs', '# pack-refs with: peeled fully-peeled sorted \\n' + refs.map(ref => id + ' ' + ref + '\\n').join(''));
    for (const ref of refs) rmSync(ref);
  }`;

let repo: Repository;
beforeEach(async () => {
  repo = await buildRepository('empty-notes');
  for (const ref of REFS) repo.git('update-ref', ref, 'HEAD');
});

/** Undefined where a file went while it was looked at, which is left to git. */
function stateNow(): string | undefined {
  const place = findRepository(repo.path);
  const state = typeof place === 'object' ? repositoryState(place, { HOME: repo.path }, Date.now()) : place;
  return typeof state === 'object' ? state.text : undefined;
}

const READERS: Record<string, (commonDir: string) => string | undefined> = {
  'the branches': commonDir => branchTips(commonDir).join(),
  'the refs under one': commonDir => refsUnder(commonDir, 'refs/notes').join(),
  'the names of notes refs': commonDir => (notesRefs(commonDir).includes('refs/notes/side') ? '' : 'missing'),
  'the state of the repository': stateNow,
};

/** The newest of the ids that are counted. */
function newestIn(text: string): number {
  const ids = text.match(/\b0{30}[0-9a-f]{10}\b/g) ?? [];
  return Math.max(0, ...ids.map(id => Number.parseInt(id, 16)));
}

test.each(Object.keys(READERS))('%s', async name => {
  const commonDir = join(repo.path, '.git');
  const packing = spawn(process.execPath, ['-e', PACK, JSON.stringify([REFS, ROUNDS])], { cwd: commonDir });
  onTestFinished(() => void packing.kill('SIGKILL'));
  let isOver = false;
  packing.on('close', () => {
    isOver = true;
  });
  let newest = 0;
  let reads = 0;
  while (!isOver) {
    for (let at = 0; at < 50; at++, reads++) {
      const text = READERS[name]?.(commonDir);
      if (text === undefined) continue;
      expect(text).not.toBe('missing');
      const found = newestIn(text);
      expect(found).toBeGreaterThanOrEqual(newest);
      newest = found;
    }
    await new Promise(resolve => setImmediate(resolve));
  }
  expect(reads).toBeGreaterThan(200);
  expect(packing.exitCode).toBe(0);
});
