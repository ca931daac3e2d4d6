import { hostname } from 'node:os';
import { remoteAddress } from '../../git/remote-address.ts';
import type { Repository } from '../../git/repository.ts';
import { type LinkTo, linksIn } from '../../render/links.ts';
import type { Io } from '../io.ts';
import { supportsLinks } from './supports-links.ts';

/** The addresses of a repository's files and commits, where the terminal takes them. */
export async function repositoryLinks(repository: Repository, io: Io): Promise<LinkTo | undefined> {
  if (!supportsLinks(io)) return undefined;
  return linksIn({
    root: repository.location.root,
    remote: await remoteAddress(repository),
    hostname: io.platform === 'win32' ? '' : hostname(),
    withLine: io.env.KITTY_WINDOW_ID !== undefined,
  });
}
