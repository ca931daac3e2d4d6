/** The git commands of sharing notes: a clone's settings, and what goes to a remote. */

import { UltragitError } from '../../errors.ts';
import { unparsable } from '../../git/run/failures.ts';
import type { GitOutput, WritingCall } from '../../git/run/runner.ts';
import { reached, written } from '../../git/run/stderr.ts';
import { type GitSetting, parseSettings } from './git-settings.ts';

export function listSettings(): WritingCall<GitSetting[]> {
  return {
    args: ['config', '--show-scope', '-z', '--list'],
    parse: output => parseSettings(written(output, 'reading the settings')),
  };
}

/** One more value; those that are there stay. */
export function addSetting(key: string, value: string): WritingCall<void> {
  return { args: ['config', '--local', '--add', key, value], parse: done('writing a setting') };
}

export function removeSetting(key: string, value: string): WritingCall<void> {
  return {
    args: ['config', '--local', '--fixed-value', '--unset-all', key, value],
    parse: done('taking back a setting'),
  };
}

export function replaceSetting(key: string, value: string, before: string): WritingCall<void> {
  return {
    args: ['config', '--local', '--fixed-value', '--replace-all', key, value, before],
    parse: done('changing a setting'),
  };
}

function done(doing: string): (output: GitOutput) => void {
  return output => {
    written(output, doing);
  };
}

/** At the other end of a path, the program runs here: git's own, whatever the repository names. */
const UPLOAD = '--upload-pack=git-upload-pack';
const RECEIVE = '--receive-pack=git-receive-pack';

/** Only this ref, to its copy, whatever the config says of other fetches. */
const FETCH = [
  UPLOAD,
  '--refmap=',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
  '--no-filter',
  '--progress',
];

/** Brings a remote's notes to their copy; false where it has none. */
export function fetchNotes(remote: string, ref: string, copy: string): WritingCall<boolean> {
  return {
    args: ['fetch', ...FETCH, '--', remote, `+${ref}:${copy}`],
    parse(output) {
      if (output.exitCode !== 0 && /couldn't find remote ref/.test(output.stderr)) return false;
      reached(output, remote, `fetching notes from ${remote}`);
      return true;
    },
  };
}

/** `overtaken`: somebody pushed meanwhile, so that ours has to be merged with theirs first. */
export type Pushed = 'done' | 'overtaken';

const PUSH = [
  RECEIVE,
  '--porcelain',
  '--progress',
  '--no-verify',
  '--no-follow-tags',
  '--no-signed',
  '--no-recurse-submodules',
];

export function pushNotes(remote: string, commit: string, ref: string): WritingCall<Pushed> {
  return {
    args: ['push', ...PUSH, '--', remote, `${commit}:${ref}`],
    parse(output) {
      const [, reason] = /^!\t\S+\t\[(?:remote )?rejected\] \((.*)\)$/m.exec(output.stdout) ?? [];
      if (reason === undefined) {
        reached(output, remote, `pushing notes to ${remote}`);
        return 'done';
      }
      if (OVERTAKEN.test(reason)) return 'overtaken';
      throw new UltragitError('remote_failed', `The remote ${remote} does not take the notes.`, [
        `Yours are kept here, in ${ref}. \`git push ${remote} ${ref}\` shows what the remote says.`,
      ]);
    },
  };
}

const OVERTAKEN =
  /^(fetch first|non-fast-forward|stale info|needs force|failed to update ref|cannot lock ref.*|incorrect old value.*|reference already exists.*|already exists)$/;

export type RemoteRef = { ref: string; id: string };

/** The notes refs that a remote has. */
export function listRemoteNotes(remote: string): WritingCall<RemoteRef[]> {
  return {
    args: ['ls-remote', UPLOAD, '--refs', '--', remote, 'refs/notes/*'],
    parse(output) {
      const lines = reached(output, remote, `asking ${remote} for its notes`).split('\n').filter(Boolean);
      return lines.map(line => {
        const [, id, ref] = /^([0-9a-f]{40,64})\t(\S+)$/.exec(line) ?? [];
        if (id === undefined || ref === undefined) throw unparsable('ls-remote');
        return { ref, id };
      });
    },
  };
}
