// Every commit and session of the fixture; what they give is in test-repos/entire/expect.
import { expect, test } from 'vitest';
import {
  checkpointIds,
  checkpointPlaces,
  readCheckpoint,
  SESSION_METADATA,
} from '../../../src/annotation/dialects/entire.ts';
import { regionSchema } from '../../../src/annotation/schema.ts';
import { tolerant } from '../../../src/annotation/tolerant.ts';
import { type Repository, sharedRepository } from '../../support/repository.ts';

test('every commit of the fixture gives what the summaries of its sessions say', async () => {
  const repo = sharedRepository('entire');
  const commits = repo.git('log', '--reverse', '--format=%H').split('\n');
  const found = commits.map(commit => {
    const message = repo.git('log', '-1', '--format=%B', commit);
    const checkpoints = checkpointIds(message).map(id => [id, sessions(repo, id).map(readCheckpoint)]);
    return [message.split('\n')[0], Object.fromEntries(checkpoints)];
  });
  const text = JSON.stringify(Object.fromEntries(found), undefined, 2);
  expect(text).not.toMatch(/Never read|output_tokens/);
  await expect(`${text}\n`).toMatchFileSnapshot('../../../test-repos/entire/expect/checkpoints.json');
});

test('every region of a checkpoint is canonical as it is', async () => {
  const repo = sharedRepository('entire');
  const ids = checkpointIds(repo.git('log', '--format=%B'));
  const candidates = ids
    .flatMap(id => sessions(repo, id).map(readCheckpoint))
    .filter(found => found !== undefined);
  expect(candidates).toHaveLength(4);
  for (const region of candidates.flatMap(({ regions }) => regions)) {
    expect(tolerant(regionSchema, region)).toEqual({ value: region, dropped: [] });
  }
});

function sessions(repo: Repository, id: string): unknown[] {
  return checkpointPlaces(id).flatMap(({ ref, directory }) => {
    if (repo.git('for-each-ref', ref) === '') return [];
    const files = repo.git('ls-tree', '-r', '--name-only', `${ref}:`).split('\n');
    const inside = directory === '' ? '' : `${directory}/`;
    return files
      .filter(file => file.startsWith(inside) && SESSION_METADATA.test(file.slice(inside.length)))
      .map(file => JSON.parse(repo.git('cat-file', 'blob', `${ref}:${file}`)));
  });
}

test('a squash names each checkpoint once, also where git has indented its messages', () => {
  const message = [
    'Squashed commit of the following:',
    '    Entire-Checkpoint: 3f9a1c0b7d24\r',
    'Entire-Checkpoint: 01KH7X9P2QZ4T8W6R5N3M1C0JV  ',
    '\tEntire-Checkpoint:7be04d1193aa',
    'Entire-Checkpoint: 3f9a1c0b7d24',
  ];
  expect(checkpointIds(message.join('\n'))).toEqual([
    '3f9a1c0b7d24',
    '01KH7X9P2QZ4T8W6R5N3M1C0JV',
    '7be04d1193aa',
  ]);
});

test.each([
  'see Entire-Checkpoint: 3f9a1c0b7d24',
  'Entire-Checkpoint: 3f9a1c0b7d2',
  'Entire-Checkpoint: 3f9a1c0b7d245',
  'Entire-Checkpoint: 3f9a1c0b7d24 and more',
  'Entire-Checkpoint: 01KH7X9P2QZ4T8W6R5N3M1C0IL',
  'Entire-Session: 3f9a1c0b7d24',
  '> Entire-Checkpoint: 3f9a1c0b7d24',
  '',
])('%j names no checkpoint', message => {
  expect(checkpointIds(message)).toEqual([]);
});

test.each([
  undefined,
  null,
  [],
  'text',
  {},
  { summary: null },
  { summary: 'text' },
  { summary: {} },
  { summary: { intent: 1, outcome: '', learnings: [], friction: 'x', open_items: [1, null, ''] } },
  {
    summary: {
      learnings: {
        code: [
          { path: '/etc/passwd', line: 1, finding: 'x' },
          { path: 'a', line: 1 },
        ],
      },
    },
  },
])('metadata without anything said gives nothing: %j', metadata => {
  expect(readCheckpoint(metadata)).toBeUndefined();
});
