// Every annotation of a surviving file is found by a whole-file query, in all fixtures of v1. What to expect is
// worked out here with plain git and JSON.parse, and by hand where notes are broken or history was rewritten.
import { expect, test } from 'vitest';
import { openWorkspace, sound } from '../support/ask.ts';
import { read } from '../support/queries.ts';
import { OTHER_DIALECTS, type Repository, scenarios, sharedRepository } from '../support/repository.ts';

type Source = { schema?: string; regions: { file?: string; path?: string; intent: string }[] };

/** By hand: what can be read of the broken notes, by case. All others of this scenario give nothing. */
const readable: Record<string, string[]> = {
  control: ['Found: control.'],
  'raw-newlines': ['Found: raw-newlines.'],
  'two-documents': ['Found: two-documents, first.', 'Found: two-documents, second.'],
  'bad-region': ['Found: bad-region, first.', 'Found: bad-region, last.'],
  'commit-head': ['Found: commit-head.'],
  'commit-short': ['Found: commit-short.'],
  'commit-wrong': ['Found: commit-wrong.'],
  'byte-order-mark': ['Found: byte-order-mark.'],
  crlf: ['Found: crlf.'],
  'trailing-comma': ['Found: trailing-comma.'],
  'unknown-enums': ['Found: unknown-enums.'],
  dialect: ['Found: dialect.'],
  'string-constraints': ['Found: string-constraints.'],
  'no-anchor': ['Found: no-anchor.'],
  'zero-lines': ['Found: zero-lines.'],
  'beyond-end': ['Found: beyond-end.'],
  'proto-keys': ['Found: proto-keys.'],
  'wrong-types': ['Found: wrong-types.'],
  escapes: ['Found: escapes. [31mred[0m, right to left, zerowidth, bell.'],
  'trailing-nul': ['Found: trailing-nul.'],
};

/** By hand: on commits outside of HEAD's history, but their replacement can be told, or their unit is there. */
const recovered: Record<string, string[]> = {
  'rewritten src/reserve.ts': ['Take stock for one order, or refuse.'],
  'rewritten src/restock.ts': ['Say whether a bin is running low.'],
  'rewritten src/stock.ts': ['Add the bins up.'],
};

const seen = { annotations: 0, files: 0 };

const ofV1 = scenarios().filter(name => name !== 'unborn' && !OTHER_DIALECTS.has(name));

test.each(ofV1)('%s', async scenario => {
  const repo = sharedRepository(scenario);
  const [noteref] = repo.git('for-each-ref', '--format=%(refname)', 'refs/notes').split('\n');
  const workspace = await openWorkspace(repo, noteref ? { noteref } : {});
  const notes = scenario === 'malformed' ? [] : reachableNotes(repo, noteref ?? '');
  for (const file of filesAtHead(repo)) {
    const names = namesOf(repo, file);
    const regions = notes
      .flatMap(note => note.regions)
      .filter(region => names.has(region.file ?? region.path ?? ''));
    const byHand =
      scenario === 'malformed'
        ? (readable[file.replace(/^src\/|\.js$/g, '')] ?? [])
        : (recovered[`${scenario} ${file}`] ?? []);
    const expected = [...regions.map(region => region.intent), ...byHand].sort();
    const answer = sound(await read(workspace, { paths: [file], max_regions: 1000 }));
    expect(answer.regions.map(region => region.intent).sort(), file).toEqual(expected);
    if (expected.length === 0) expect(answer.notices, file).not.toBeUndefined();
    seen.annotations += expected.length;
    seen.files++;
  }
});

test('all of that was 101 annotations in 101 files', () => {
  expect(seen).toEqual({ annotations: 101, files: 101 });
});

/** Regular files whose names a caller can spell. */
function filesAtHead(repo: Repository): string[] {
  const listed = repo.gitBytes(['ls-tree', '-r', '-z', 'HEAD']).toString().split('\0').filter(Boolean);
  return listed
    .filter(entry => entry.startsWith('100') && !entry.includes('\ufffd'))
    .map(entry => entry.slice(entry.indexOf('\t') + 1));
}

function namesOf(repo: Repository, file: string): Set<string> {
  const log = ['log', '--follow', '-M', '--format=', '--name-only', '-z', 'HEAD', '--', file];
  const names = repo
    .gitBytes(['--literal-pathspecs', ...log])
    .toString()
    .split('\0');
  return new Set([file, ...names.map(name => name.replace(/^\n/, '')).filter(Boolean)]);
}

function reachableNotes(repo: Repository, ref: string): Source[] {
  if (ref === '') return [];
  const history = new Set(repo.git('rev-list', 'HEAD').split('\n'));
  return repo
    .git('ls-tree', '-r', ref)
    .split('\n')
    .map(line => /^100644 blob (\S+)\t(.*)$/.exec(line))
    .filter(match => history.has((match?.[2] ?? '').replaceAll('/', '')))
    .map(match => JSON.parse(repo.git('cat-file', 'blob', match?.[1] ?? '')) as Source);
}
