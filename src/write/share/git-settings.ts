/** One value of git's config, and which of its files it is from. */
export type GitSetting = { scope: string; key: string; value: string };

/** Reads `scope NUL key LF value NUL …`, which `git config --show-scope -z --list` prints. */
export function parseSettings(output: string): GitSetting[] {
  const fields = output.split('\0');
  const settings: GitSetting[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = '', entry = ''] = [fields[at], fields[at + 1]];
    const end = entry.indexOf('\n');
    settings.push(
      end < 0
        ? { scope, key: entry, value: 'true' }
        : { scope, key: entry.slice(0, end), value: entry.slice(end + 1) },
    );
  }
  return settings;
}

export function valuesOf(settings: readonly GitSetting[], key: string): string[] {
  return settings.filter(setting => setting.key === key).map(({ value }) => value);
}

/** The names of the remotes that have an address. */
export function remotesIn(settings: readonly GitSetting[]): string[] {
  const names = settings.flatMap(({ key }) => /^remote\.(.+)\.url$/s.exec(key)?.[1] ?? []);
  return [...new Set(names)];
}
