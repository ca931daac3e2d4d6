// The repository `lore`, whose messages have one quirk each: what is read from which commit, and nothing else.
import { expect, test } from 'vitest';
import { readCommitMessage, readNote } from '../../../src/annotation/read-note.ts';
import type { Annotation } from '../../../src/annotation/schema.ts';
import { buildRepository, type Repository, sharedRepository } from '../../support/repository.ts';

function messagesOf(repo: Repository): string[] {
  const log = repo.gitBytes(['log', '--reverse', '--format=%B%x00']).toString();
  return log
    .split('\0')
    .map(message => message.replace(/^\n/, ''))
    .filter(Boolean);
}

/** As short as can be told apart: what it is about, and how much of each kind is in it. */
function outline({ record_id, regions: [region] }: Annotation): string {
  const constraints = (region?.constraints ?? []).map(
    ({ text, until }) => `+${text}${until ? ` [${until}]` : ''}`,
  );
  const rejected = (region?.rejected_alternatives ?? []).map(
    ({ approach, reason }) => `-${approach}${reason ? ` (${reason})` : ''}`,
  );
  const reasoning = region?.reasoning?.split('\n').map(line => `?${line}`) ?? [];
  const risks = region?.risk_notes?.split('\n').map(line => `!${line}`) ?? [];
  const head = [region?.intent ?? '', record_id ? `#${record_id}` : ''].filter(Boolean).join(' ');
  return [head, ...constraints, ...rejected, ...reasoning, ...risks].join('\n  ');
}

test('each commit of the repository gives its decisions, and its prose gives none', async () => {
  const repo = sharedRepository('lore');
  const readings = messagesOf(repo).map(readCommitMessage);
  expect(readings.flatMap(({ mistakes }) => mistakes.list)).toEqual([]);
  const annotations = readings.flatMap(reading => reading.annotations);
  await expect(`${annotations.map(outline).join('\n')}\n`).toMatchFileSnapshot(
    '../../../test-repos/lore/expect/decisions.txt',
  );
  const silent = messagesOf(repo).filter((_message, at) => readings[at]?.annotations.length === 0);
  expect(silent.map(message => message.split('\n', 1)[0])).toEqual([
    'Start the job queue',
    'Count jobs, not tenants',
    'Sort tenants by name',
    'Give up after five attempts',
    'Never wait longer than was asked for',
    'Name the columns of the file',
    'Fix the time zone',
    'Print a hundred rows on a page',
    'Read a comma as a decimal point',
  ]);
});

test('its records supersede and expire', async () => {
  const repo = sharedRepository('lore');
  const annotations = messagesOf(repo).flatMap(message => readCommitMessage(message).annotations);
  const ended = annotations.flatMap(({ record_id, supersedes, expires }) =>
    supersedes || expires ? [[record_id, supersedes ?? expires]] : [],
  );
  expect(ended).toEqual([
    ['1a2b3c02', ['1a2b3c01']],
    ['r-prices2', ['r-prices1']],
    ['r-marks1', '2020-01-01'],
    ['r-tax001', '2099-01-01'],
  ]);
});

test('of a commit whose lines were all rewritten, none is left', async () => {
  const repo = sharedRepository('lore');
  const owned = (file: string) => repo.git('blame', '-s', '--abbrev=40', file);
  const id = (subject: string) => repo.git('log', '--format=%H', `--grep=^${subject}$`);
  expect(owned('src/queue.ts')).not.toContain(id('Count the jobs that can run'));
  expect(owned('src/retry.ts')).not.toContain(id('Spread the retries'));
  expect(owned('src/queue.ts')).toContain(id('Drain the queue of a tenant that leaves'));
});

test('its notes are read with their records', async () => {
  const repo = await buildRepository('lore');
  const notes = repo.git('notes', '--ref=commitlore', 'list').split('\n');
  const read = notes.map(line => {
    const [blob = '', object = ''] = line.split(' ');
    const { annotations, problem } = readNote(
      repo.gitBytes(['cat-file', 'blob', blob]),
      'refs/notes/commitlore',
    );
    expect(problem).toBeUndefined();
    const subject = repo.git('log', '-1', '--format=%s', object);
    return [subject, annotations.map(({ record_id, context_level }) => `${record_id} ${context_level}`)];
  });
  expect(Object.fromEntries(read)).toEqual({
    'Start the job queue': ['r-owner1 inferred'],
    'Wait longer after each failure': ['r-watch2 enhanced'],
    'Pause and resume tenants (#41)': ['r-pause1 inferred', 'r-pause2 inferred'],
  });
});
