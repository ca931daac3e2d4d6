// What a process keeps of the files that it summarised: used where nothing changed, and never beyond that.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Workspace } from '../../src/query/workspace.ts';
import { ALL_HAPPENINGS } from '../kept/all-happenings.ts';
import { openWorkspace } from '../support/ask.ts';
import { FILES, happen, makeRoom } from '../support/happenings.ts';
import { manyNotes } from '../support/many-notes.ts';
import { summary } from '../support/queries.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';
import '../support/properties.ts';

const summarised = async (workspace: Workspace) =>
  summary(workspace, { path: '.' }).catch((error: Error) => error.message);

const afresh = async (repo: Repository) => {
  const workspace = await openWorkspace(repo);
  const answer = await summarised(workspace);
  workspace.close();
  return answer;
};

test('a repeated summary reads no note; after a commit and a note only those of the file that they name', async () => {
  const repo = await manyNotes({ notes: 90, files: 6 });
  const workspace = await openWorkspace(repo);
  const first = await summarised(workspace);
  const read = vi.spyOn(workspace.repository, 'read');
  expect(await summarised(workspace)).toEqual(first);
  expect(read).not.toHaveBeenCalled();
  repo.commit('Elsewhere', { 'src/f3.ts': 'export function f3() {\n  return 0;\n}\n' });
  repo.annotate('HEAD', note('src/f3.ts', 'f3'));
  // The index has read the notes by then.
  await workspace.snapshot();
  read.mockClear();
  expect(await summarised(workspace)).toEqual(await afresh(repo));
  const ofOneFile = 90 / 6 + 1;
  expect(new Set(read.mock.calls.map(([id]) => id)).size).toBeLessThanOrEqual(ofOneFile);
});

test('a decision of one file is no longer in force after a commit of another superseded it', async () => {
  const repo = await buildRepository('unborn');
  repo.commit('Begin', { 'a.ts': 'function a() {\n  return 1;\n}\n', 'b.ts': 'b\n' });
  repo.commit('Decide\n\nConstraint: Never 2.', { 'a.ts': 'function a() {\n  return 3;\n}\n' });
  const decided = repo.git('rev-parse', 'HEAD');
  const workspace = await openWorkspace(repo);
  expect(JSON.stringify(await summarised(workspace))).toContain('Never 2.');
  repo.commit(`Decide again\n\nConstraint: Never 4.\nSupersedes: ${decided}`, { 'b.ts': 'c\n' });
  const answer = await summarised(workspace);
  expect(answer).toEqual(await afresh(repo));
  expect(JSON.stringify(answer)).toContain('superseded by');
});

test('a note that this clone lacked is in the next summary when it has come', async () => {
  const repo = await buildRepository('unborn');
  for (const name of ['a', 'b']) {
    const commit = repo.commit(name, { [`${name}.ts`]: `function ${name}() {\n  return 1;\n}\n` });
    repo.annotate(commit, note(`${name}.ts`, name));
  }
  const blob = repo.git('rev-parse', `refs/notes/ultragit:${repo.git('rev-parse', 'HEAD')}`);
  const object = join(repo.path, '.git/objects', blob.slice(0, 2), blob.slice(2));
  const away = join(temporaryDirectory(), 'note');
  renameSync(object, away);
  const workspace = await openWorkspace(repo);
  expect(await summarised(workspace)).toMatchObject({ stats: { annotated_files: 1 } });
  renameSync(away, object);
  repo.git('repack', '-adq');
  const answer = await summarised(workspace);
  expect(answer).toMatchObject({ stats: { annotated_files: 2 } });
  expect(answer).toEqual(await afresh(repo));
});

const step = fc.record({
  what: fc.constantFrom(...Object.keys(ALL_HAPPENINGS)),
  file: fc.constantFrom(...FILES),
});

test('a process that lives on answers as one that begins', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 25 }), async steps => {
      const room = await makeRoom();
      const workspace = await openWorkspace(room.repo);
      const trail: string[] = [];
      for (const file of FILES) {
        happen(room, ALL_HAPPENINGS, 'region', file);
        happen(room, ALL_HAPPENINGS, 'commit', file);
      }
      for (const { what, file } of steps) {
        await summarised(workspace);
        happen(room, ALL_HAPPENINGS, what, file);
        trail.push(`${what} ${file}`);
        expect(await summarised(workspace), trail.join(', ')).toEqual(await afresh(room.repo));
      }
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 2), endOnFailure: true },
  );
});

function note(file: string, name: string) {
  const region = {
    file,
    ast_anchor: { unit_type: 'function', name },
    lines: { start: 1, end: 3 },
    intent: 'i',
  };
  return { $schema: 'ultragit/v1', context_level: 'enhanced', regions: [region] };
}
