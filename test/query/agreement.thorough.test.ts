// The four queries look at the same annotations: in all fixtures of v1, what one knows the others do not deny.
import { expect, test } from 'vitest';
import { openWorkspace } from '../support/ask.ts';
import { askDeps, askHistory, askSummary } from '../support/ask-queries.ts';
import { read } from '../support/queries.ts';
import {
  OTHER_DIALECTS,
  type Repository,
  scenarios,
  shallowClone,
  sharedRepository,
} from '../support/repository.ts';

async function agree(repo: Repository, isLineByLine = true): Promise<void> {
  const [noteref] = repo.git('for-each-ref', '--format=%(refname)', 'refs/notes').split('\n');
  const workspace = await openWorkspace(repo, noteref ? { noteref } : {});
  const root = await askSummary(workspace, '.');
  const listed = repo.gitBytes(['ls-tree', '-r', '-z', 'HEAD']).toString().split('\0').filter(Boolean);
  const files = listed
    .filter(entry => entry.startsWith('100') && !entry.includes('\ufffd'))
    .map(entry => entry.slice(entry.indexOf('\t') + 1));
  for (const file of files) {
    const reading = await read(workspace, { verbose: true, paths: [file], max_regions: 1000 });
    const history = await askHistory(workspace, file, { limit: 1000, follow_related: false });
    const said = reading.regions.map(({ commit, intent }) => `${commit} ${intent}`);
    expect(history.timeline.map(({ commit, intent }) => `${commit} ${intent}`).sort(), file).toEqual(
      said.sort(),
    );

    const alone = await askSummary(workspace, file);
    expect(said, file).toEqual(
      expect.arrayContaining(alone.units.map(({ commit, intent }) => `${commit} ${intent}`)),
    );
    const name = file.replace(/[\t\n]/g, ' ');
    const inRoot = root.units.filter(unit => unit.file === name).map(({ file: _, ...unit }) => unit);
    if (isLineByLine) expect(inRoot, file).toEqual(alone.units);
    // A directory is not blamed: what is said of a whole commit is said of the file there, the newest of it.
    else
      expect(said, file).toEqual(
        expect.arrayContaining(inRoot.map(({ commit, intent }) => `${commit} ${intent}`)),
      );

    const deps = await askDeps(workspace, file);
    const relying = reading.dependencies_on_this ?? [];
    expect(
      deps.dependents.map(({ nature, commit }) => [nature, commit]),
      file,
    ).toEqual(relying.map(({ nature, commit }) => [nature, commit]));
    expect(deps.cross_cutting).toEqual(reading.cross_cutting);
    for (const { stats } of [history, alone, deps]) {
      expect(stats.notes_malformed).toBe(reading.stats.notes_malformed);
    }
  }
}

test.each(scenarios().filter(name => name !== 'unborn'))('%s', async scenario => {
  await agree(sharedRepository(scenario), !OTHER_DIALECTS.has(scenario));
});

test('a shallow clone', async () => {
  await agree(shallowClone(sharedRepository('shallow'), 2));
});
