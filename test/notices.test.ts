// Every notice, as a person and as an agent read it.
import { expect, test } from 'vitest';
import { NOTICE_CODES, type Notice, type NoticeCode, sayNotice, sayNotices } from '../src/notices.ts';
import { flagOrCommand } from './support/flags-and-commands.ts';

const path = 'src/a.ts';
const commit = 'c'.repeat(40);
const noteref = 'refs/notes/ultragit';
const objects = ['1', '2', '3', '4', '5'].map(digit => digit.repeat(40));
const notes = objects.map(object => ({ object, source: noteref, problem: 'no JSON' }));
const sources = [
  { name: noteref, size: 3 },
  { name: 'commit messages', size: 1 },
];

const SAMPLES: { [Code in NoticeCode]: Extract<Notice, { code: Code }> } = {
  directory_rules: { code: 'directory_rules', directories: ['src/', 'test/', 'docs/', 'bench/'] },
  hidden_by_change: {
    code: 'hidden_by_change',
    ...{ how: 'excludes', files: ['src/a.ts'], by: '.ultragit-config.toml' },
  },
  read_by_change: {
    code: 'read_by_change',
    ...{ setting: 'sources', was: 'all', is: 'ref', by: '.ultragit-config.toml' },
  },
  ignored_by_change: { code: 'ignored_by_change', commits: [commit], file: '.git-blame-ignore-revs' },
  notes_not_merged: { code: 'notes_not_merged', remote: 'origin', noteref },
  nothing_annotated: { code: 'nothing_annotated', remote: 'origin' },
  ignored_revisions: { code: 'ignored_revisions', commits: 2 },
  anchor_not_found: { code: 'anchor_not_found', anchor: 'conect', path, nearest: ['connect'] },
  anchor_assumed: { code: 'anchor_assumed', anchor: 'conect', assumed: ['connect'] },
  anchor_gone: { code: 'anchor_gone', anchor: 'connect', path },
  anchor_moved: {
    code: 'anchor_moved',
    anchor: 'connect',
    path,
    to: [{ file: 'src/b.ts', anchor: 'connect' }],
  },
  outline_language: { code: 'outline_language', path },
  outline_too_large: { code: 'outline_too_large', path },
  outline_binary: { code: 'outline_binary', path },
  outline_timeout: { code: 'outline_timeout', path },
  outline_truncated: { code: 'outline_truncated', path },
  undeclared_argument: { code: 'undeclared_argument', names: ['rev'], declared: ['path', 'anchor'] },
  excluded: { code: 'excluded', path, exclude: 'src/**' },
  link_followed: { code: 'link_followed', path: 'link.ts', target: path },
  not_committed: { code: 'not_committed', path, commit },
  not_on_disk: { code: 'not_on_disk', path, commit },
  renamed: { code: 'renamed', from: 'old.ts', to: path, commit },
  deleted: { code: 'deleted', path, commit, byMerge: false },
  notes_unread: { code: 'notes_unread', notes, here: new Set(objects.slice(4)), path },
  notes_ref_unread: { code: 'notes_ref_unread', ref: noteref, problem: 'it is broken', isMissing: true },
  notes_repaired: { code: 'notes_repaired', objects },
  notes_unreachable: {
    code: 'notes_unreachable',
    notes: objects.map((object, at) => ({ object, why: at < 3 ? 'unmerged' : 'not_searched' })),
    path,
  },
  recovered_by_name: { code: 'recovered_by_name', count: 2 },
  notes_captured: { code: 'notes_captured', count: 2 },
  notes_misplaced: { code: 'notes_misplaced', count: 1 },
  shallow: { code: 'shallow', path },
  commits_unread: { code: 'commits_unread', path, problem: 'git did not answer in time.' },
  notes_over_limit: { code: 'notes_over_limit', shortened: 1, leftOut: 39_000 },
  characters_removed: { code: 'characters_removed', count: 2 },
  no_notes_ref: { code: 'no_notes_ref', noteref, others: ['refs/notes/commits'], looked: 'all' },
  not_annotated: { code: 'not_annotated', path, regions: 2 },
  none_for_file: { code: 'none_for_file', sources, path },
  no_dependents: { code: 'no_dependents', notes: 3, path, anchor: 'connect', others: 2 },
  nothing_found: {
    code: 'nothing_found',
    ...{ words: ['retry', 'backof'], kind: 'rejected', sources, narrowed: true, others: 0 },
    absent: [{ word: 'backof', nearest: ['backoff'] }],
  },
  more_results: { code: 'more_results', total: 30, shown: 20 },
  no_files: { code: 'no_files', path: '', commit },
  filtered_out: { code: 'filtered_out', regions: 3, by: [['context_level', 'enhanced']] },
  below_confidence: { code: 'below_confidence', regions: 2, highest: 0.4 },
  more_regions: { code: 'more_regions', total: 30, shown: 20 },
  more_dependents: { code: 'more_dependents', total: 30, shown: 1 },
  older_entries: { code: 'older_entries', direct: 12, shown: 10, related: 3, total: 15 },
  regions_not_followed: { code: 'regions_not_followed', count: 3, path },
  units_gone: { code: 'units_gone', count: 1, path },
  files_unread: { code: 'files_unread', files: ['a', 'b', 'c', 'd'] },
  answer_trimmed: { code: 'answer_trimmed', tokens: 93_000, budget: 8_000, fix: 'Ask about one file.' },
  answer_too_large: {
    code: 'answer_too_large',
    bytes: 4e6,
    limit: 3e6,
    fix: 'Name a function.',
  },
  ignore_revs_unused: { code: 'ignore_revs_unused', file: '/etc/passwd', why: 'outside' },
  unknown_setting: { code: 'unknown_setting', warning: '.git/config: unknown setting ultragit.colour' },
  bad_config: { code: 'bad_config', problem: 'It is wrong.', hint: 'Correct the file.' },
};

test.each(NOTICE_CODES)('%s is one clear text for each reader', code => {
  for (const audience of ['terminal', 'agent'] as const) {
    const { message, fix = '' } = sayNotice(SAMPLES[code], audience);
    expect(message).toMatch(/^\S.*\S$/);
    expect(`${message} ${fix}`).not.toMatch(/undefined|\[object|\n/);
  }
});

test.each(NOTICE_CODES)('%s names no flag and no command of ours to an agent', code => {
  const { message, fix = '' } = sayNotice(SAMPLES[code], 'agent');
  expect([flagOrCommand(message), flagOrCommand(fix)]).toEqual([undefined, undefined]);
});

test('a person is told the flag or the command', () => {
  const { fix } = sayNotice(SAMPLES.more_regions, 'terminal');
  expect(fix).toContain('--max-regions 30');
  expect(sayNotice(SAMPLES.no_dependents, 'terminal').fix).toContain(`ultragit deps ${path}`);
  expect(sayNotice(SAMPLES.no_dependents, 'agent').fix).toContain('ultragit_deps');
});

test('what is said once an answer is said by the notice that also explains the emptiness', () => {
  const said = sayNotices([{ code: 'shallow' }, SAMPLES.notes_misplaced, SAMPLES.shallow], 'agent');
  expect(said.map(({ code }) => code)).toEqual(['notes_misplaced', 'shallow']);
  expect(said[1]?.message).toContain(path);
});

test('unread notes on commits that own lines here are named first', () => {
  const { message, fix } = sayNotice(SAMPLES.notes_unread, 'agent');
  expect(message).toMatch(/^5 notes could not be read: 5{12} \(no JSON\), .* and 2 more\. 1 of them/);
  expect(fix).toBe('Look at it: git notes --ref=refs/notes/ultragit show 555555555555');
});
