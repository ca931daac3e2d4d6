/**
 * The first message of a host, answered by one read and one write where it is a plain `initialize`: what node has for
 * pipes takes longer to load than the reply to make. All else is left to the loop, byte for byte: another message, one
 * that comes in parts, and an input that can't be waited for.
 */
import { readLine, success } from './jsonrpc.ts';
import { Introductions, isModern, type LegacyVersion, negotiate } from './protocol.ts';
import { instructionsFor } from './texts.ts';

export type FirstReply = {
  /** What was read and not answered. */
  unread: Buffer;
  /** What could not be written of the reply. */
  unsent: Buffer;
  /** Set where the handshake is done. */
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
  const isPlain =
    message !== undefined &&
    'kind' in message &&
    message.kind === 'request' &&
    message.method === 'initialize' &&
    !isModern(message.params);
  if (!isPlain) return { unread: bytes, unsent: NONE };
  const negotiated = negotiate(message.params.protocolVersion);
  const result = new Introductions(version).initialize(negotiated, instructions(knownSources));
  const reply = Buffer.from(`${success(message.id, JSON.stringify(result))}\n`);
  return { unread: bytes.subarray(end + 1), unsent: reply.subarray(writeAll(write, reply)), negotiated };
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
