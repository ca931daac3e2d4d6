import { join } from 'node:path';
import { LARGEST, readGitFile } from './git-file.ts';
import type { Repository } from './repository.ts';
import { LIST_CONFIG } from './run/read-only.ts';
import type { GitCall } from './run/runner.ts';

/** The address of `origin`, or of the only remote, as the repository's config has it. Nothing is asked of it. */
export async function remoteAddress(repository: Repository): Promise<string | undefined> {
  const text = readGitFile(join(repository.location.commonDir, 'config'), LARGEST.config) ?? '';
  if (!/\[\s*remote/i.test(text)) return undefined;
  return repository.run(remoteOf(text));
}

export function remoteOf(text: string): GitCall<string | undefined> {
  return {
    args: LIST_CONFIG,
    input: text,
    parse: ({ exitCode, stdout }) => (exitCode === 0 ? chooseRemote(stdout) : undefined),
  };
}

/** Reads `remote.<name>.url LF address NUL …`; of several addresses of a remote git fetches from the first. */
function chooseRemote(output: string): string | undefined {
  const addresses = new Map<string, string>();
  for (const entry of output.split('\0')) {
    const [, name, address] = /^remote\.(.+)\.url\n(.+)$/s.exec(entry) ?? [];
    if (name && address && !addresses.has(name)) addresses.set(name, address);
  }
  const [only] = addresses.size === 1 ? addresses.values() : [];
  return addresses.get('origin') ?? only;
}
