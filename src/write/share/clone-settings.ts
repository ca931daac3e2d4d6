import { type GitSetting, valuesOf } from './git-settings.ts';
import {
  destinationOf,
  harmless,
  isExcluded,
  parseRefspec,
  trackingRef,
  trackingRefspec,
} from './refspec.ts';

/** A setting that a clone needs to keep its notes, what it is good for, and what is in its way. */
export type CloneSetting = {
  key: string;
  value: string;
  /** Why, in half a sentence. */
  purpose: string;
  state: 'there' | 'missing' | 'other';
  /** The value in its place, where there is another one. */
  instead?: GitSetting;
};

/** A configured fetch that overwrites the notes that were written here. */
export type ForcedFetch = { remote: string; value: string; scope: string; replacement?: string };

const REWRITE_REF = 'notes.rewriteref';
const REWRITE_MODE = 'notes.rewritemode';

/** Two notes on one commit stay whole, one after the other; `overwrite` loses one, `cat_sort_uniq` tears both. */
const KEEPING_MODE = 'concatenate';

/** What setup writes, as far as it is not there. */
export function cloneSettings(
  settings: readonly GitSetting[],
  noteref: string,
  remote: string | undefined,
): CloneSetting[] {
  const rewriteRefs = valuesOf(settings, REWRITE_REF);
  const rewrites = rewriteRefs.some(pattern => isMatch(pattern, noteref));
  const mode = settings.findLast(({ key }) => key === REWRITE_MODE);
  const needed: CloneSetting[] = [
    {
      key: 'notes.rewriteRef',
      value: noteref,
      purpose: 'git commit --amend and git rebase take annotations along to the new commits',
      state: rewrites ? 'there' : 'missing',
    },
    {
      key: 'notes.rewriteMode',
      value: KEEPING_MODE,
      purpose: 'annotations of commits that a rebase joins are all kept',
      state: mode === undefined ? 'missing' : mode.value === KEEPING_MODE ? 'there' : 'other',
      ...(mode !== undefined && mode.value !== KEEPING_MODE ? { instead: mode } : {}),
    },
  ];
  return remote === undefined ? needed : [...needed, fetching(settings, noteref, remote)];
}

function fetching(settings: readonly GitSetting[], noteref: string, remote: string): CloneSetting {
  const refspecs = valuesOf(settings, `remote.${remote}.fetch`);
  const target = trackingRef(remote, noteref);
  const isThere =
    !isExcluded(refspecs, noteref) &&
    refspecs.some(text => {
      const refspec = parseRefspec(text);
      return refspec !== undefined && destinationOf(refspec, noteref) === target;
    });
  return {
    key: `remote.${remote}.fetch`,
    value: trackingRefspec(remote, noteref),
    purpose: `git fetch also brings the annotations of ${remote}, to ${target}, where they overwrite nothing`,
    state: isThere ? 'there' : 'missing',
  };
}

/** Which of the fetches that are configured would replace the local notes by those of a remote. */
export function forcedFetches(settings: readonly GitSetting[], noteref: string): ForcedFetch[] {
  return settings.flatMap(({ scope, key, value }) => {
    const remote = /^remote\.(.+)\.fetch$/s.exec(key)?.[1];
    const refspec = parseRefspec(value);
    if (remote === undefined || !refspec?.isForced) return [];
    const isExempt = isExcluded(valuesOf(settings, key), noteref);
    if (isExempt || destinationOf(refspec, noteref) !== noteref) return [];
    return [{ remote, value, scope, replacement: harmless(refspec, remote) }];
  });
}

/** As git matches `notes.rewriteRef`: the whole name; a star is any part of it. */
function isMatch(pattern: string, ref: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return pattern === ref;
  if (!ref.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = ref.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return ref.length - last.length >= at && ref.endsWith(last);
}
