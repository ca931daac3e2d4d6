// What a remote removed is kept until that is accepted.
import { beforeEach, describe, expect, test } from 'vitest';
import { json, ultragit } from '../support/cli.ts';
import type { Repository } from '../support/repository.ts';
import { noteOf, REF, sharing, syncWith, tipOf } from '../support/sharing.ts';

const region = (unit: string, intent: string) => ({
  file: 'a.ts',
  ast_anchor: { unit_type: 'function', name: unit },
  intent,
});
const note = (...regions: object[]) => ({ schema: 'ultragit/v1', regions });

let remote: Repository;
let her: Repository;
let his: Repository;

beforeEach(async () => {
  const made = await sharing(2);
  remote = made.remote;
  [her, his] = made.clones as [Repository, Repository];
  his.annotate('HEAD', note(region('f', 'his'), region('g', 'his, too')));
  his.annotate('HEAD~1', note(region('f', 'older')));
  await syncWith(his);
  await syncWith(her);
});

const sync = (repo: Repository, ...args: string[]) =>
  ultragit(repo, ['sync', ...args], { env: identity(repo) });

function identity({ env }: Repository): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => /^GIT_(AUTHOR|COMMITTER)_/.test(name)));
}

const intents = (repo: Repository, rev = 'HEAD') =>
  (JSON.parse(noteOf(repo, rev) ?? '{"regions":[]}').regions as { intent: string }[]).map(
    ({ intent }) => intent,
  );

test('a note that the remote removed is kept, named, not sent back, and taken off when that is accepted', async () => {
  her.git('notes', `--ref=${REF}`, 'remove', 'HEAD');
  await syncWith(her);
  const head = his.git('rev-parse', 'HEAD');
  const told = `Received 0 notes from origin, sent 0.\norigin removed annotations of 1 commit, kept here:\n  ${head.slice(0, 12)} the whole note\nTo remove them here, too: ultragit sync --accept-removals\n`;
  expect(sync(his, '--dry-run').stdout).toContain('would be kept here');
  for (const args of [['--fetch-only'], [], []]) {
    expect(sync(his, ...args).stdout).toBe(told);
    expect(intents(his)).toEqual(['his', 'his, too']);
    expect(noteOf(remote, head)).toBeUndefined();
    // That is nobody's fault.
    expect(ultragit(his, ['check']).status).toBe(0);
    expect(ultragit(his, ['doctor']).stdout).toContain(
      'fine    As of the last fetch, origin removed notes on 1 commit',
    );
  }
  // What is written meanwhile goes there, and what others write comes.
  his.annotate('HEAD~1', note(region('f', 'older'), region('h', 'new')));
  her.annotate('HEAD~2', note(region('f', 'hers')));
  await syncWith(her);
  const both = json<{ received: number; sent: number; kept: object[] }>(sync(his, '--json'));
  expect(both).toMatchObject({ received: 1, sent: 1, kept: [{ commit: head, whole_note: true }] });
  expect(noteOf(remote, his.git('rev-parse', 'HEAD~1'))).toContain('new');
  expect(noteOf(remote, head)).toBeUndefined();
  expect([intents(his), intents(his, 'HEAD~2')]).toEqual([['his', 'his, too'], ['hers']]);
  await syncWith(her);
  expect(noteOf(her, 'HEAD')).toBeUndefined();
  expect(sync(his, '--accept-removals').stdout).toMatch(
    /^Received 0 notes .*\norigin removed .*, removed here:\n/,
  );
  expect(noteOf(his, 'HEAD')).toBeUndefined();
  expect(sync(his).stdout).toContain('Nothing to do');
  expect(tipOf(his)).toBe(tipOf(remote));
});

test('so is a part of a note; what was changed there is changed here', async () => {
  her.annotate('HEAD', note(region('f', 'his, said better')));
  await syncWith(her);
  const { stdout } = sync(his);
  expect(stdout).toContain(' a.ts g\n');
  expect(intents(his).sort()).toEqual(['his, said better', 'his, too']);
  expect(noteOf(remote, his.git('rev-parse', 'HEAD'))).not.toContain('his, too');
  expect(sync(his, '--accept-removals').status).toBe(0);
  expect(intents(his)).toEqual(['his, said better']);
});

test('what I removed is gone there, too, and nothing of mine is brought back', async () => {
  his.git('notes', `--ref=${REF}`, 'remove', 'HEAD');
  his.annotate('HEAD~1', note(region('h', 'instead')));
  expect(sync(his).stdout).not.toContain('kept');
  expect(noteOf(remote, his.git('rev-parse', 'HEAD'))).toBeUndefined();
  expect(sync(his).stdout).toContain('Nothing to do');
  expect(intents(his, 'HEAD~1')).toEqual(['instead']);
});

describe('inside an annotation', () => {
  const full = {
    ...region('f', 'his'),
    constraints: [
      { text: 'one', source: 'author' },
      { text: 'two', source: 'author' },
    ],
    rejected_alternatives: [{ approach: 'a cache', reason: 'stale' }],
    risk_notes: 'slow',
  };
  const { intent: _, ...silent } = full;
  const onF = (repo: Repository) => JSON.parse(noteOf(repo, 'HEAD~2') ?? '{}').regions as object[];

  beforeEach(async () => {
    his.annotate('HEAD~2', note(full));
    await syncWith(his);
    await syncWith(her);
  });

  test.each([
    ['constraints', { ...full, constraints: [] }],
    ['constraints', { ...full, constraints: full.constraints.slice(1) }],
    ['intent', { ...full, intent: '' }],
    ['intent', silent],
    ['rejected_alternatives, risk_notes', { ...region('f', 'his'), constraints: full.constraints }],
  ])('what the remote removed of %s is kept, named, not sent back', async (fields, left) => {
    her.annotate('HEAD~2', note(left));
    await syncWith(her);
    const there = noteOf(remote, his.git('rev-parse', 'HEAD~2'));
    for (const args of [['--fetch-only'], [], []]) {
      expect(sync(his, '--dry-run').stdout).toContain('Would receive 0 notes from origin, send 0.');
      const { stdout } = sync(his, ...args);
      expect(stdout).toContain(`Received 0 notes from origin, sent 0.\n`);
      expect(stdout).toContain(` a.ts f (${fields})\nTo remove them here, too`);
      expect(onF(his)).toEqual([full]);
      expect(noteOf(remote, his.git('rev-parse', 'HEAD~2'))).toBe(there);
    }
    expect(sync(his, '--accept-removals').stdout).toContain('removed here');
    expect(onF(his)).toEqual([left]);
    expect(sync(his).stdout).toContain('Nothing to do');
  });

  test('what was changed beside it is changed here, as often as it is', async () => {
    const without = { ...full, risk_notes: undefined };
    for (const intent of ['said better', 'said best']) {
      her.annotate('HEAD~2', note({ ...without, intent }));
      await syncWith(her);
      for (const args of [[], []]) {
        const { stdout } = sync(his, ...args);
        expect(stdout).toContain(' a.ts f (risk_notes)\n');
        expect(stdout).not.toContain('conflict');
        expect(onF(his)).toEqual([{ ...full, intent }]);
        expect(sync(his, '--dry-run').stdout).toContain('Would receive 0 notes from origin, send 0.');
        expect(onF(remote)).toEqual([JSON.parse(JSON.stringify({ ...without, intent }))]);
      }
    }
  });

  test('the summary of a note is kept, too', async () => {
    his.annotate('HEAD~2', { ...note(full), summary: 'why' });
    await syncWith(his);
    await syncWith(her);
    for (const intent of ['his', 'said better', 'said best']) {
      her.annotate('HEAD~2', note({ ...full, intent }));
      await syncWith(her);
      for (const _ of [1, 2]) {
        const { stdout } = sync(his);
        expect(stdout).toContain(' a part of the note\n');
        expect(stdout).not.toContain('conflict');
        expect(JSON.parse(noteOf(his, 'HEAD~2') ?? '')).toEqual({
          ...note({ ...full, intent }),
          summary: 'why',
        });
        expect(JSON.parse(noteOf(remote, his.git('rev-parse', 'HEAD~2')) ?? '')).toEqual(
          note({ ...full, intent }),
        );
      }
    }
  });

  test('a text in the place of another is no removal', async () => {
    const other = {
      ...full,
      intent: 'hers',
      constraints: [full.constraints[0], { text: 'three', source: 'author' }],
    };
    her.annotate('HEAD~2', note(other));
    await syncWith(her);
    expect(sync(his).stdout).toBe('Received 1 note from origin, sent 0.\n');
    expect(onF(his)).toEqual([other]);
  });

  test('one of two annotations of a place is kept, too', async () => {
    his.annotate('HEAD~2', note(full, region('f', 'second')));
    await syncWith(his);
    await syncWith(her);
    her.annotate('HEAD~2', note(full));
    await syncWith(her);
    expect(sync(his).stdout).toContain('kept here');
    expect(onF(his)).toHaveLength(2);
    expect(onF(remote)).toHaveLength(1);
  });
});

test('lines that the remote took out of a text are kept; a text in its place is taken', async () => {
  const [long, short] = ['one\n\ntwo\nthree\n', 'one\nthree\n'];
  his.annotate('HEAD~2', long);
  await syncWith(his);
  await syncWith(her);
  her.annotate('HEAD~2', short);
  await syncWith(her);
  for (const _ of [1, 2]) {
    expect(sync(his).stdout).toContain(' a part of the note\n');
    expect(noteOf(his, 'HEAD~2')).toBe(long);
    expect(noteOf(remote, his.git('rev-parse', 'HEAD~2'))).toBe(short);
  }
  expect(sync(his, '--accept-removals').status).toBe(0);
  expect(noteOf(his, 'HEAD~2')).toBe(short);
  her.annotate('HEAD~2', 'one and three\n');
  await syncWith(her);
  expect(sync(his).stdout).toContain('Received 1 note');
  expect(noteOf(his, 'HEAD~2')).toBe('one and three\n');
});

test('what is written there in the place of a note that was removed and kept here does not replace it', async () => {
  her.git('notes', `--ref=${REF}`, 'remove', 'HEAD');
  await syncWith(her);
  expect(sync(his).stdout).toContain('the whole note');
  her.annotate('HEAD', note(region('f', 'hers')));
  await syncWith(her);
  for (const _ of [1, 2]) {
    expect(sync(his).stdout).toContain(' a.ts f, a.ts g\n');
    expect(intents(his).sort()).toEqual(['hers', 'his', 'his, too']);
    expect(intents(remote)).toEqual(['hers']);
  }
  her.annotate('HEAD', note(region('f', 'hers, later')));
  await syncWith(her);
  expect(sync(his).stdout).not.toContain('conflict');
  expect(intents(his).sort()).toEqual(['hers, later', 'his', 'his, too']);
  sync(his, '--accept-removals');
  expect(intents(his)).toEqual(['hers, later']);
});

test('so it is with texts', async () => {
  his.annotate('HEAD~2', 'his\n');
  await syncWith(his);
  await syncWith(her);
  her.git('notes', `--ref=${REF}`, 'remove', 'HEAD~2');
  await syncWith(her);
  expect(sync(his).stdout).toContain('the whole note');
  for (const text of ['hers\n', 'hers, later\n']) {
    her.annotate('HEAD~2', text);
    await syncWith(her);
    for (const _ of [1, 2]) {
      expect(sync(his).stdout).toContain(' a part of the note\n');
      expect(noteOf(his, 'HEAD~2')).toBe(`${text}\nhis\n`);
      expect(noteOf(remote, his.git('rev-parse', 'HEAD~2'))).toBe(text);
    }
  }
  expect(sync(his, '--accept-removals').status).toBe(0);
  expect(noteOf(his, 'HEAD~2')).toBe('hers, later\n');
});

test('a text that takes the place of annotations stands beside them', async () => {
  const text = 'gone\n';
  her.annotate('HEAD', text);
  await syncWith(her);
  for (const _ of [1, 2]) {
    expect(sync(his).stdout).toContain(' a part of the note\n');
    expect(noteOf(his, 'HEAD')).toContain('his, too');
    expect(noteOf(his, 'HEAD')).toContain('gone');
    expect(noteOf(remote, his.git('rev-parse', 'HEAD'))).toBe(text);
  }
  expect(sync(his, '--accept-removals').status).toBe(0);
  expect(noteOf(his, 'HEAD')).toBe(text);
});
