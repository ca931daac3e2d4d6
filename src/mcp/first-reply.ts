/**
 * The first message of a host, answered by one read and one write where it is a plain `initialize` or
 * `server/discover`: what node has for pipes takes longer to load than the reply to make. All else is left to the loop, byte for byte: another message, one
 * that comes in parts, and an input that can't be waited for.
 */
import { type Request, readLine, success } from './jsonrpc.ts';
import { Introductions, type LegacyVersion, negotiate, recognise } from './protocol.ts';
import { instructionsFor } from './texts.ts';

export type FirstReply = {
  /** What was read and not answered. */
  unread: Buffer;
  /** What could not be written of the reply. */
  unsent: Buffer;
  /** Whether a host was told who this is: it will ask for more. */
  isIntroduced: boolean;
  /** Set where that was a handshake. */
  negotiated?: LegacyVersion;
};

type Options = {
  version: string;
  /** Both wait, or throw; `read` gives 0 at the end. */
  read: (into: Buffer) => number;
  write: (bytes: Buffer) => number;
  knownSources: () => Parameters<typeof instructionsFor>[0];
};

const LARGEST = 64 * 1024;
const NEWLINE = 0x0a;
const NONE = Buffer.alloc(0);

export function firstReply({ version, read, write, knownSources }: Options): FirstReply {
  const bytes = readOnce(read);
  const end = bytes.indexOf(NEWLINE);
  const message = end < 0 ? undefined : readLine(bytes.subarray(0, end));
  const isRequest = message !== undefined && 'kind' in message && message.kind === 'request';
  const introduced = isRequest ? introduce(message, version, knownSources) : undefined;
  if (!introduced) return { unread: bytes, unsent: NONE, isIntroduced: false };
  const reply = Buffer.from(`${introduced.reply}\n`);
  return {
    unread: bytes.subarray(end + 1),
    unsent: reply.subarray(writeAll(write, reply)),
    isIntroduced: true,
    negotiated: introduced.negotiated,
  };
}

/** Undefined for what asks for something else, or is not well-formed. */
function introduce(
  { id, method: name, params }: Request,
  version: string,
  knownSources: Options['knownSources'],
): { reply: string; negotiated?: LegacyVersion } | undefined {
  try {
    const { era, method } = recognise(name, params);
    const introductions = new Introductions(version);
    if (method === 'initialize') {
      const negotiated = negotiate(params.protocolVersion);
      const result = introductions.initialize(negotiated, instructions(knownSources));
      return { reply: success(id, JSON.stringify(result)), negotiated };
    }
    if (method !== 'server/discover') return undefined;
    const result = JSON.stringify(introductions.discover(instructions(knownSources)));
    return { reply: success(id, introductions.frame(era, method, result)) };
  } catch {
    return undefined;
  }
}

function instructions(knownSources: Options['knownSources']): string {
  try {
    return instructionsFor(knownSources());
  } catch {
    return instructionsFor();
  }
}

function readOnce(read: Options['read']): Buffer {
  const buffer = Buffer.allocUnsafe(LARGEST);
  try {
    return buffer.subarray(0, read(buffer));
  } catch {
    return NONE;
  }
}

/** How much of it could be written. */
function writeAll(write: Options['write'], bytes: Buffer): number {
  let written = 0;
  try {
    while (written < bytes.length) written += write(bytes.subarray(written));
  } catch {
    // The loop finds out why.
  }
  return written;
}
