// Every note of the fixture goes the one way in; what each gives is in test-repos/prose/expect.
import { expect, test } from 'vitest';
import { CHANGED_FILES } from '../../../src/annotation/changed-files.ts';
import { noteKeys } from '../../../src/annotation/note-keys.ts';
import { readNote } from '../../../src/annotation/read-note.ts';
import { type Repository, sharedRepository } from '../../support/repository.ts';

test('every prose note of the fixture gives its canonical annotations', async () => {
  const repo = sharedRepository('prose');
  const found = notes(repo).map(({ name, ref, data }) => [name, readNote(data, ref)]);
  await expect(`${JSON.stringify(Object.fromEntries(found), null, 2)}\n`).toMatchFileSnapshot(
    '../../../test-repos/prose/expect/readings.json',
  );
});

test('the index learns every file that a prose note is about', async () => {
  const repo = sharedRepository('prose');
  for (const { name, ref, data } of notes(repo)) {
    const { annotations, captured, problem } = readNote(data, ref);
    const files = new Set(annotations.flatMap(({ regions }) => regions.map(({ file }) => file)));
    // What is left out is counted with the files of the commit.
    if (captured) files.add(CHANGED_FILES);
    const keys = noteKeys(data, ref);
    expect({ files: new Set(keys.files), problem: keys.problem }, name).toEqual({ files, problem });
  }
});

function notes(repo: Repository): { name: string; ref: string; data: Buffer }[] {
  const lines = (...args: string[]) => repo.git(...args).split('\n');
  const subjects = new Map(lines('log', '--format=%H %s').map(line => [line.slice(0, 40), line.slice(41)]));
  return lines('for-each-ref', '--format=%(refname)', 'refs/notes').flatMap(ref =>
    lines('ls-tree', '-r', '--format=%(objectname) %(path)', ref)
      .map(line => line.split(' ') as [string, string])
      .map(([blob, id]) => ({
        name: `${ref}: ${subjects.get(id) ?? 'no object'}`,
        ref,
        data: repo.gitBytes(['cat-file', 'blob', blob]),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
}
