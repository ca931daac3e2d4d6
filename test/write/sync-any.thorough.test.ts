// Clones annotate, correct and share in any order, offline and at once, and git is killed at any step: in the end all
// have the same notes, and nothing that anybody said is lost. To look further: SYNC_RUNS=200 PROPERTY_SEED=7
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UltragitError } from '../../src/errors.ts';
import { changeNotes, noteText } from '../../src/write/notes-ref.ts';
import type { Repository } from '../support/repository.ts';
import { killingGit, REF, sharing, syncWith, tipOf, writing } from '../support/sharing.ts';

type Step =
  | { do: 'annotate'; who: number; commit: number; unit: string }
  | { do: 'correct'; who: number; commit: number }
  | { do: 'sync' | 'fetch'; who: number }
  | { do: 'sync at once' }
  | { do: 'killed'; who: number; command: string; when: 'before' | 'after' };

const CLONES = 3;
const COMMITS = 2;
const runs = Number(process.env.SYNC_RUNS ?? 4);

const who = fc.nat({ max: CLONES - 1 });
const commit = fc.nat({ max: COMMITS - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('annotate' as const),
      who,
      commit,
      unit: fc.constantFrom('f', 'g'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('correct' as const), who, commit }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('sync' as const, 'fetch' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sync at once' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('killed' as const),
      who,
      command: fc.constantFrom('fetch', 'hash-object', 'mktree', 'commit-tree', 'update-ref', 'push'),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
);

type Note = { schema: string; regions: Region[] };
type Region = { file: string; ast_anchor: object; intent: string; corrections?: object[] };

/** Changes the note of a commit as a writer does: from what is there. */
function edit(repo: Repository, object: string, change: (note: Note) => void): Promise<unknown> {
  return writing(repo, writer =>
    changeNotes(writer, REF, async tip => {
      const before = await noteText(writer, tip, object);
      const note: Note = before ? JSON.parse(String(before)) : { schema: 'ultragit/v1', regions: [] };
      change(note);
      return { notes: new Map([[object, { text: JSON.stringify(note) }]]), message: 'Annotate' };
    }),
  );
}

async function take(
  step: Step,
  clones: readonly Repository[],
  commits: readonly string[],
  name: string,
  said: Set<string>,
) {
  const clone = clones['who' in step ? step.who : 0] as Repository;
  if (step.do === 'annotate') {
    said.add(name);
    await edit(clone, commits[step.commit] ?? '', ({ regions }) => {
      regions.push({ file: 'a.ts', ast_anchor: { name: step.unit }, intent: name });
    });
  } else if (step.do === 'correct') {
    await edit(clone, commits[step.commit] ?? '', ({ regions: [region] }) => {
      if (!region) return;
      said.add(name);
      region.corrections = [
        ...(region.corrections ?? []),
        { field: 'region', correction_type: 'flag', reason: name },
      ];
    });
  } else if (step.do === 'sync at once') await Promise.all(clones.map(each => syncWith(each)));
  else if (step.do === 'killed') {
    const failed = await syncWith(clone, {}, killingGit(clone, step.command, step.when)).catch(
      error => error,
    );
    if (failed instanceof Error) expect(failed).toBeInstanceOf(UltragitError);
  } else await syncWith(clone, { fetchOnly: step.do === 'fetch' });
}

test(
  'clones that share in any order come to the same notes, and nothing is lost',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async steps => {
        const { remote, clones } = await sharing(CLONES);
        const commits = remote.git('rev-list', `--max-count=${COMMITS}`, 'HEAD').split('\n');
        const said = new Set<string>();
        for (const [at, each] of steps.entries())
          await take(each, clones, commits, `said in step ${at};`, said);
        // Everybody pushes, then everybody has what all pushed.
        for (const clone of [...clones, ...clones]) await syncWith(clone);
        const tips = [remote, ...clones].map(repo => tipOf(repo));
        expect(new Set(tips).size).toBe(1);
        const all = tips[0] === '' ? '' : remote.git('grep', '-h', '-e', '', tips[0] ?? '');
        for (const words of said) expect(all).toContain(words);
        remote.git('fsck', '--strict');
      }),
      { numRuns: runs },
    );
  },
  60_000 + runs * 15_000,
);
