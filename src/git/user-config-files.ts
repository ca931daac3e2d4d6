import { join } from 'node:path';

/** The files of the user's own config, the weaker first. */
export function userConfigFiles({
  HOME,
  XDG_CONFIG_HOME,
  GIT_CONFIG_GLOBAL,
}: Readonly<Record<string, string | undefined>>): string[] {
  if (GIT_CONFIG_GLOBAL !== undefined) return [GIT_CONFIG_GLOBAL];
  const config = XDG_CONFIG_HOME || (HOME && join(HOME, '.config'));
  return [...(config ? [join(config, 'git', 'config')] : []), ...(HOME ? [join(HOME, '.gitconfig')] : [])];
}
