import type { LinkTo } from '../../render/links.ts';
import type { Look } from '../../render/pretty.ts';
import type { Io } from '../io.ts';
import { type LookFlags, lookOf } from './look.ts';
import { choosePager, type Pager, pagerEnvironment } from './pager.ts';

const INTERRUPTED = 130;
/** From this version on, less hands hyperlinks on to the terminal. */
const LESS_WITH_LINKS = 566;
/** `-R` alone or among others, as in `FRX`. */
const RAW = /^(-?[a-z]*r[a-z]*|--raw-control-chars)$/i;

/**
 * Prints a text for a person, by the pager where it is longer than the terminal; gives the exit code. `render` may be
 * called twice: an old pager would show the addresses of links.
 */
export async function present(
  io: Io,
  flags: LookFlags,
  render: (look: Look) => Promise<string>,
  linkTo?: LinkTo,
): Promise<number> {
  const look = lookOf(io, flags);
  const text = await render({ ...look, linkTo });
  const pager = io.runPager && !fits(text, io) ? choosePager(io, flags) : undefined;
  if (!pager || !io.runPager) {
    io.stdout.write(text);
    return 0;
  }
  const withLinks = linkTo === undefined || (await takesLinks(pager, io));
  const paged = await io.runPager(pager, withLinks ? text : await render(look), io.env);
  if (paged === 'not shown') io.stdout.write(text);
  return paged === 'interrupted' ? INTERRUPTED : 0;
}

/** Whether all of it is on the screen together with the next prompt. */
function fits(text: string, { stdout: { rows = 0, columns = 80 } }: Io): boolean {
  const plain = text.replace(/\x1b\][^\x1b]*\x1b\\|\x1b\[[\d;]*m/g, '');
  const lines = plain.trimEnd().split('\n');
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0) < rows;
}

/** Known only of a new less that shows control sequences; FORCE_HYPERLINK stands for all others. */
async function takesLinks({ file, args }: Pager, { env, versionOf }: Io): Promise<boolean> {
  if (env.FORCE_HYPERLINK) return true;
  const options = [...(pagerEnvironment(env).LESS ?? '').split(/\s+/), ...args];
  if (!/(^|[/\\])less(\.exe)?$/.test(file) || !options.some(option => RAW.test(option))) return false;
  const [, version] = /^less (\d+)/.exec((await versionOf?.(file)) ?? '') ?? [];
  return Number(version) >= LESS_WITH_LINKS;
}
