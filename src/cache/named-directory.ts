import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

const NAME = 'ultragit';
/** Below the home directory. */
const USUAL: Readonly<Record<string, string>> = {
  darwin: `Library/Caches/${NAME}`,
  win32: `AppData/Local/${NAME}/Cache`,
};

/** The user's cache directory, where the environment names it; else only the system knows, and `node:os` loads slowly. */
export function namedCacheDirectory(env: Environment, platform = process.platform): string | undefined {
  const { XDG_CACHE_HOME, HOME, LOCALAPPDATA } = env;
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, NAME);
  if (HOME && isAbsolute(HOME)) return join(HOME, USUAL[platform] ?? `.cache/${NAME}`);
  return platform === 'win32' && LOCALAPPDATA ? join(LOCALAPPDATA, NAME, 'Cache') : undefined;
}
