/** Addresses of what an answer names: made of what git and the disk know, percent-encoded, never of a note's text. */
import { pathToFileURL } from 'node:url';
import { insideRoot } from '../inside.ts';

/** What a name in an answer stands for. */
export type Target = { commit: string } | { file: string; line?: number };

/** The address of a target; undefined where there is none. */
export type LinkTo = (target: Target) => string | undefined;

type Surroundings = {
  /** Of the work tree; a bare repository has none. */
  root?: string;
  /** Of the remote that commits are shown by. */
  remote?: string;
  /** Terminals compare it with their own, and know a file of another machine. */
  hostname: string;
  /** Where the terminal takes it, the line goes into the address: kitty hands it to the editor. */
  withLine: boolean;
};

export function linksIn({ root, remote, hostname, withLine }: Surroundings): LinkTo {
  const commits = remote === undefined ? undefined : commitPages(remote);
  return target => {
    if ('commit' in target) {
      return commits && /^[0-9a-f]{7,64}$/.test(target.commit) ? `${commits}${target.commit}` : undefined;
    }
    if (root === undefined || insideRoot(root, target.file) === undefined) return undefined;
    const { pathname } = pathToFileURL(`${root}/${target.file}`);
    const line = withLine && target.line !== undefined ? `#${target.line}` : '';
    return `file://${encodeURIComponent(hostname)}${pathname}${line}`;
  };
}

/** A forge by its host's name, and the way from a repository's page to a commit's. */
const FORGES: readonly (readonly [host: RegExp, way: string])[] = [
  [/^(github\.com|github\..+)$/, '/commit/'],
  [/^(gitlab\.com|gitlab\..+)$/, '/-/commit/'],
  [/^bitbucket\.org$/, '/commits/'],
  [/^(codeberg\.org|gitea\.com|gitea\..+|forgejo\..+)$/, '/commit/'],
  [/^git\.sr\.ht$/, '/commit/'],
];

/** `https://github.com/owner/name/commit/` of any address of that repository; a password in it is left out. */
export function commitPages(remote: string): string | undefined {
  const { host, path } = partsOf(remote) ?? {};
  const [, way] = FORGES.find(([name]) => host !== undefined && name.test(host.replace(/:\d+$/, ''))) ?? [];
  const steps =
    path
      ?.replace(/\.git\/?$/, '')
      .split('/')
      .filter(Boolean) ?? [];
  if (way === undefined || steps.length < 2 || steps.some(step => step === '.' || step === '..'))
    return undefined;
  return `https://${host}/${steps.map(encodeStep).join('/')}${way}`;
}

/** `git@host:path`, `ssh://git@host:22/path`, `https://user:password@host:8443/path`. */
function partsOf(remote: string): { host: string; path: string } | undefined {
  const [, scheme, host, port, path] =
    /^(\w+(?:\+\w+)?):\/\/(?:[^@/]*@)?([\w.-]+)(?::(\d+))?\/(.+)$/.exec(remote) ?? [];
  if (scheme && host && path) {
    if (!/^(https?|ssh|git|git\+ssh)$/.test(scheme)) return undefined;
    return { host: port && scheme === 'https' ? `${host}:${port}` : host.toLowerCase(), path: decoded(path) };
  }
  const [, named, way] = /^(?:[^@/\s]+@)?([\w.-]{2,}):(?!\/\/)\/?(.+)$/.exec(remote) ?? [];
  return named && way ? { host: named.toLowerCase(), path: way } : undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function encodeStep(step: string): string {
  return encodeURIComponent(step).replaceAll('%7E', '~');
}
