import { cloneSettings, forcedFetches } from '../share/clone-settings.ts';
import { type GitSetting, valuesOf } from '../share/git-settings.ts';
import type { Finding } from './finding.ts';

/** What the clone's config does to notes, and what it keeps this clone from seeing. */
export function checkSettings(
  settings: readonly GitSetting[],
  ref: string,
  remote: string | undefined,
): Finding[] {
  return [
    ...needed(settings, ref, remote),
    ...forced(settings, ref),
    ...(isPartial(settings) ? [PARTIAL_CLONE] : []),
  ];
}

function needed(settings: readonly GitSetting[], ref: string, remote: string | undefined): Finding[] {
  return cloneSettings(settings, ref, remote).map(({ key, value, state, purpose, instead }): Finding => {
    const code = CODES[key] ?? 'fetch_notes';
    if (state === 'there') return { code, state: 'fine', message: `${key} is set: ${purpose}.` };
    if (state === 'missing' && code === 'rewrite_mode') return { code, state: 'fine', message: USUAL_MODE };
    if (state === 'missing') {
      const message = `${key} is not set: without it, ${LOSSES[code] ?? purpose}.`;
      return { code, state: 'mend', message, fix: 'ultragit setup', isFixable: true };
    }
    const message = `${key} is ${instead?.value ?? 'another'}, not ${value}: ${LOSSES[code] ?? purpose}.`;
    return { code, state: 'mend', message, fix: 'ultragit setup --fix', isFixable: true };
  });
}

/** Git's own default is the one that keeps them; setup writes it down. */
const USUAL_MODE =
  'notes.rewriteMode is not set: by default git keeps annotations of commits that a rebase joins.';

const CODES: Record<string, string> = {
  'notes.rewriteRef': 'rewrite_ref',
  'notes.rewriteMode': 'rewrite_mode',
};

const LOSSES: Record<string, string> = {
  rewrite_ref: 'git commit --amend and git rebase leave annotations behind',
  rewrite_mode: 'a rebase that joins commits may lose or tear annotations',
  fetch_notes: 'git fetch brings no annotations',
};

function forced(settings: readonly GitSetting[], ref: string): Finding[] {
  return forcedFetches(settings, ref).map(({ remote, value, scope, replacement }) => {
    const isFixable = replacement !== undefined && scope === 'local';
    return {
      code: 'forced_fetch',
      state: 'mend',
      message: `remote.${remote}.fetch has ${value}: the next git fetch replaces your notes by those of ${remote}.`,
      fix: isFixable
        ? 'ultragit setup --fix'
        : `Take it out of the ${scope} git config, or let it leave out ${ref}.`,
      isFixable,
    };
  });
}

function isPartial(settings: readonly GitSetting[]): boolean {
  return (
    valuesOf(settings, 'extensions.partialclone').length > 0 ||
    settings.some(({ key, value }) => /^remote\..+\.promisor$/s.test(key) && value !== 'false')
  );
}

const PARTIAL_CLONE: Finding = {
  code: 'partial_clone',
  state: 'unseen',
  message: 'This is a partial clone: versions of files that were not fetched are not looked at.',
  fix: 'git fetch --refetch --no-filter',
};
