/** What `mcp status --url` does: asks one MCP server what it is, and prints it. Loaded when it runs. */

import { oneLine, withCleanTexts } from '../annotation/sanitise.ts';
import { cacheDirectory } from '../cache/directory.ts';
import { UltragitError } from '../errors.ts';
import { checkedUrl, TOKEN_VARIABLE } from '../install/address.ts';
import { isRecord } from '../install/config/format.ts';
import { authorization } from '../install/endpoint.ts';
import { type Inspected, inspect, type Tool } from '../install/status/inspect.ts';
import { runningStatus } from '../install/status/running.ts';
import { type Remedy, SessionError } from '../install/status/session.ts';
import { anyWorkplace } from '../install/workplace.ts';
import type { Block } from '../render/blocks.ts';
import { version } from '../version.ts';
import type { Io } from './io.ts';
import { note } from './mcp-outcome.ts';
import type { StatusFlags } from './mcp-status.ts';
import { interruption, print } from './mcp-status-run.ts';
import { said } from './mcp-status-text.ts';
import { progressOn } from './progress.ts';

const SCHEMA = 'ultragit-mcp-server/v1';
/** A text above this is cut on a terminal; JSON has all of it. */
const LONGEST_TEXT = 600;

type Found = { inspected: Inspected } | { reason: string; remedy: string };

/** Where a server of the specification listens unless it is told otherwise. */
const USUAL_ADDRESS = 'http://127.0.0.1:8080/';

/** 1 when it is no MCP server, or can't be reached. `url` is true where no address was given. */
export async function runInspect(
  url: string | true,
  flags: StatusFlags,
  io: Io,
  signal = interruption(),
): Promise<number> {
  const token = flags.token ?? io.env[TOKEN_VARIABLE];
  const asking = { version, timeoutMs: Number(flags.timeout) * 1000, signal };
  const address = checkedUrl(url === true ? await addressHere(flags, token, asking, io) : url);
  const found = await ask(address, token, asking, io);
  const json = 'inspected' in found ? { state: 'ok', ...found.inspected } : { state: 'failed', ...found };
  const frame = { $schema: SCHEMA, url: address.href, ...json };
  await print(frame, () => inspectedBlocks(address.href, found), flags, io);
  return 'inspected' in found ? 0 : 1;
}

type Asking = Parameters<typeof inspect>[1];

/** The youngest server that runs for this worktree, else the usual address. */
async function addressHere(
  { repo }: StatusFlags,
  token: string | undefined,
  asking: Asking,
  io: Io,
): Promise<string> {
  const { root } = await anyWorkplace(io, repo);
  const directory = cacheDirectory(io.env);
  const running = await runningStatus({ ...asking, directory, token }, ({ worktree }) => worktree === root);
  const found = running.at(-1)?.server.url;
  if (found === undefined) note(io, `No server runs for this worktree, so ${USUAL_ADDRESS} is asked.`);
  return found ?? USUAL_ADDRESS;
}

async function ask(url: URL, token: string | undefined, asking: Asking, io: Io): Promise<Found> {
  const progress = progressOn(io, 'Asking the server …');
  try {
    const endpoint = { url, headers: token ? authorization(checkedToken(token)) : {} };
    return { inspected: await inspect(endpoint, asking) };
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    return { reason: error.message, remedy: REMEDIES[error.remedy](url, token !== undefined) };
  } finally {
    progress.clear();
  }
}

function checkedToken(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UltragitError('usage', 'A token has printable ASCII characters, and no spaces.');
}

const lookAtAddress = ({ pathname }: URL): string =>
  pathname === '/mcp' ? 'Look at the address.' : 'Look at the address: many servers answer at /mcp.';

const REMEDIES: Record<Remedy, (url: URL, hasToken: boolean) => string> = {
  look: lookAtAddress,
  rewrite: lookAtAddress,
  elsewhere: lookAtAddress,
  address: lookAtAddress,
  serve: () => 'Is it running? `ultragit mcp serve` starts ours.',
  token: (_, hasToken) =>
    hasToken
      ? 'Give the right token with --token, or in MCP_TOKEN.'
      : 'Give its token with --token, or in MCP_TOKEN.',
};

function inspectedBlocks(url: string, found: Found): Block[] {
  if ('reason' in found) {
    return [
      heading(url, 'failed', 'bad'),
      ...said('reason', found.reason, 'bad'),
      ...said('remedy', found.remedy),
    ];
  }
  const { name, title, version: release, protocol, transport, capabilities, tools } = found.inspected;
  const able = Object.entries(withCleanTexts(capabilities)).map(([key, value]) => capability(key, value));
  return [
    heading(url, 'ok', 'good'),
    ...said('name', title === undefined || title === name ? name : `${name ?? ''} (${title})`),
    ...said('version', release),
    ...said('protocol', protocol),
    ...said('transport', transport),
    ...said('capabilities', able.length === 0 ? 'none' : short(able.join(', '))),
    ...said('tools', String(tools.length)),
    ...tools.flatMap(toolBlocks),
  ];
}

const heading = (url: string, text: string, tone: 'good' | 'bad'): Block => ({
  kind: 'item',
  text: url,
  badges: [{ text, tone }],
});

/** With its values, where it has any: `tools (listChanged: true)`. */
function capability(key: string, value: unknown): string {
  const values = isRecord(value)
    ? Object.entries(value).map(([name, inner]) => `${name}: ${JSON.stringify(inner)}`)
    : [JSON.stringify(value)];
  return values.length === 0 ? key : `${key} (${values.join(', ')})`;
}

function toolBlocks({ name, title, description }: Tool): Block[] {
  const badges = title === undefined ? [] : [{ text: oneLine(title), tone: 'quiet' } as const];
  const text = description === undefined ? '' : oneLine(description);
  return [
    { kind: 'item', text: oneLine(name), badges },
    ...(text === '' ? [] : [{ kind: 'text', text: short(text) } as const]),
  ];
}

const short = (text: string): string =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} …` : text;
