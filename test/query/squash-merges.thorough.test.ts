// Branches that a host squashed or rebased: in every fixture, each annotation of what is still there is in the answers,
// and says how it was found. What to expect is what the history answers before it is rewritten.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Answers,
  allAnswers,
  everythingSaid,
  missingIn,
  survivorsIn,
} from '../support/everything-said.ts';
import { buildRepository, type Repository, scenarios } from '../support/repository.ts';
import { deleteBranches, freshClone, type Merge, mergeToTrunk } from '../support/rewrite.ts';

/** Those with notes: what commit messages say goes with the messages. */
const annotated = scenarios().filter(
  name => !['unborn', 'empty-notes', 'plain-history', 'entire'].includes(name),
);

/** By hand: it depends on the ledger under a name that one commit does not tell. */
const FORGOTTEN = /^deps: .*Its total is posted as it is; the ledger refuses fractions/;

const counted = { expected: 0, found: 0 };

type Place = {
  /** How annotations may be found there. */
  ways: string[];
  open: (repo: Repository) => Repository;
  /** Without the commit, nobody knows what is meant by all that it changed. */
  lacksCommits?: boolean;
};

/**
 * Each place where the merged branch may be read: the trunk's clone, or the author's, with or without the branch. In
 * this order one repository serves for all three.
 */
const PLACES: Record<string, Place> = {
  'a fresh clone': { ways: ['name', 'derived_from'], open: freshClone, lacksCommits: true },
  'the author’s clone with the branch left': {
    ways: ['content', 'patch_id', 'derived_from', 'name'],
    open: repo => deleteBranches(repo, 'main'),
  },
  'the author’s clone without the branch': {
    ways: ['content', 'patch_id', 'derived_from', 'name'],
    open: repo => deleteBranches(repo),
  },
};

const places = Object.entries(PLACES).map(([name, place]) => ({ name, ...place }));
const merges = ['squash', 'rebase'] as const satisfies Merge[];

describe.each(annotated)('%s', scenario => {
  let before: Answers;

  beforeAll(async () => {
    before = await allAnswers(await buildRepository(scenario), { withBasis: true });
  });

  describe.each(merges)('%s', how => {
    let merged: Repository;

    beforeAll(async () => {
      merged = await buildRepository(scenario);
      mergeToTrunk(merged, how);
    });

    test.each(places)('$name', async ({ ways, open, lacksCommits = false }) => {
      // One commit does not tell what its files were called before.
      const formerNames = how === 'rebase';
      const expected = everythingSaid(
        before,
        survivorsIn(before, { formerNames, wholeCommits: !lacksCommits }),
      );
      const repo = open(merged);
      // What is agreed for a part of the tree hangs on no commit: it has the one that wrote it down.
      const history = new Set(repo.git('rev-list', 'HEAD', '--glob=refs/notes').split('\n'));
      const found = everythingSaid(await allAnswers(repo), undefined, ({ commit, recovered }) => {
        if (recovered) expect(ways).toContain(recovered.by);
        else expect(history).toContain(commit);
      });
      const isForgotten = (item: string) => how === 'squash' && FORGOTTEN.test(item);
      const { missing, ...counts } = missingIn(found, expected, isForgotten);
      counted.expected += counts.expected;
      counted.found += counts.found;
      expect(missing, `${counts.found} of ${counts.expected} found`).toEqual([]);
    });
  });
});

test('all of that was thousands of things said', () => {
  expect(counted.found, `${counted.found} of ${counted.expected} found in all`).toBe(counted.expected);
  expect(counted.expected).toBeGreaterThan(3_000);
});
