/** What `setup` changes in the local config of a clone so that it keeps its notes, and how that is taken back. */
import type { Writer } from '../git.ts';
import { addSetting, listSettings, removeSetting, replaceSetting } from './calls.ts';
import { type CloneSetting, cloneSettings, forcedFetches } from './clone-settings.ts';
import { type GitSetting, remotesIn } from './git-settings.ts';
import { trackingRefspec } from './refspec.ts';

export type SetupStep = {
  /** `named`: something is in the way that only `--fix` changes, or only the user can. */
  state: 'there' | 'added' | 'replaced' | 'removed' | 'named';
  key: string;
  value: string;
  /** What the value replaces, or what is in its place. */
  before?: string;
  purpose: string;
};

export type SetupOptions = { fix?: boolean; undo?: boolean; dryRun?: boolean };

export async function setup(
  writer: Writer,
  ref: string,
  remote: string | undefined,
  options: SetupOptions = {},
): Promise<SetupStep[]> {
  const settings = await writer.run(listSettings());
  const steps = options.undo
    ? stepsBack(settings, ref)
    : stepsForth(settings, ref, remote, options.fix ?? false);
  if (!options.dryRun) for (const step of steps) await take(writer, step, settings);
  return steps;
}

async function take(
  writer: Writer,
  { state, key, value, before }: SetupStep,
  settings: readonly GitSetting[],
): Promise<void> {
  if (state === 'added') await writer.run(addSetting(key, value));
  if (state === 'removed') await writer.run(removeSetting(key, value));
  if (state !== 'replaced' || before === undefined) return;
  const isLocal = localValues(settings, key).includes(before);
  // A value of the user's own config stays there; the repository's wins over it.
  await writer.run(isLocal ? replaceSetting(key, value, before) : addSetting(key, value));
}

function stepsForth(
  settings: readonly GitSetting[],
  ref: string,
  remote: string | undefined,
  fix: boolean,
): SetupStep[] {
  const needed = cloneSettings(settings, ref, remote).map(setting => stepFor(setting, fix));
  const forced = forcedFetches(settings, ref).map(
    ({ remote: from, value, scope, replacement }): SetupStep => {
      const key = `remote.${from}.fetch`;
      const purpose = `every git fetch from ${from} would replace your notes by those of ${from}`;
      return fix && replacement !== undefined && scope === 'local'
        ? { state: 'replaced', key, value: replacement, before: value, purpose }
        : { state: 'named', key, value: replacement ?? '', before: value, purpose };
    },
  );
  return [...needed, ...forced];
}

function stepFor({ key, value, purpose, state, instead }: CloneSetting, fix: boolean): SetupStep {
  if (state === 'there') return { state: 'there', key, value, purpose };
  if (state === 'missing') return { state: 'added', key, value, purpose };
  return { state: fix ? 'replaced' : 'named', key, value, before: instead?.value, purpose };
}

/** Only what setup writes, and only from the local config. */
function stepsBack(settings: readonly GitSetting[], ref: string): SetupStep[] {
  const own = cloneSettings([], ref, undefined).map(({ key, value }) => ({ key, value }));
  const fetches = remotesIn(settings).map(remote => ({
    key: `remote.${remote}.fetch`,
    value: trackingRefspec(remote, ref),
  }));
  return [...own, ...fetches]
    .filter(({ key, value }) => localValues(settings, key).includes(value))
    .map(step => ({ ...step, state: 'removed', purpose: '' }));
}

/** Git lists the first and the last word of a key in lower case. */
function localValues(settings: readonly GitSetting[], key: string): string[] {
  const listed = /^remote\./.test(key) ? key : key.toLowerCase();
  return settings
    .filter(setting => setting.scope === 'local' && setting.key === listed)
    .map(({ value }) => value);
}
