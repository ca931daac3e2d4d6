import { readSettings } from '../config.ts';
import { configEntries } from '../git/config-entries.ts';
import type { Writer } from './git.ts';

/** The notes ref that is meant: the one that was given, else the one of the settings. */
export async function chosenRef(
  { repository }: Writer,
  env: Readonly<Record<string, string | undefined>>,
  given?: string,
): Promise<string> {
  const { entries, problem } = await configEntries(repository, env);
  const { root } = repository.location;
  const { settings, problems } = await readSettings({ root }, entries, { noteref: given });
  const [first] = problem ? [problem] : problems;
  if (first) throw first;
  return settings.noteref;
}
