// The notes of a scenario, read as the program reads them, by the subject of their commit or by their id.
import { type NamedInNote, noteKeys } from '../../../src/annotation/note-keys.ts';
import type { NoteReading } from '../../../src/annotation/note-reading.ts';
import { readNote } from '../../../src/annotation/read-note.ts';
import { buildRepository } from '../../support/repository.ts';

export type FixtureNote = { reading: NoteReading; keys: NamedInNote };

export async function fixtureNotes(scenario: string, ref: string): Promise<Map<string, FixtureNote>> {
  const repo = await buildRepository(scenario);
  const subjects = new Map(
    repo
      .git('log', '--format=%H %s', 'main')
      .split('\n')
      .map(line => [line.slice(0, 40), line.slice(41)] as const),
  );
  const entries = repo.git('ls-tree', '-r', '--format=%(objectname) %(path)', ref).split('\n');
  return new Map(
    entries.map(entry => {
      const [blob = '', path = ''] = entry.split(' ');
      const id = path.replaceAll('/', '');
      const data = repo.gitBytes(['cat-file', 'blob', blob]);
      return [subjects.get(id) ?? id, { reading: readNote(data, ref), keys: noteKeys(data, ref) }];
    }),
  );
}
