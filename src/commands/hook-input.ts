/** The event that a host writes to a hook: read without node's streams where it is there already, as it nearly always is. */
import { fstatSync, readSync } from 'node:fs';

const LARGEST_INPUT = 64 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
const WOULD_WAIT = 'EAGAIN';

type Chunks = { read: Buffer[]; size: number };

/** Until the JSON is whole, or for so long: a host may leave the pipe open, and one that writes nothing is not waited for. */
export async function hookInput(patience: number): Promise<string> {
  const chunks: Chunks = { read: [], size: 0 };
  const input = fstatSync(0, { bigint: true });
  // A person who tries it out is not waited for.
  if (input.isCharacterDevice()) return '';
  const isDone = (input.isFile() || neverWaits(0)) && readReady(chunks);
  if (!isDone) await readRest(chunks, patience);
  return Buffer.concat(chunks.read).toString();
}

/** What is there; false where more may come. */
function readReady(chunks: Chunks): boolean {
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      const count = readSync(0, buffer);
      if (count === 0 || isEnough(chunks, buffer.subarray(0, count))) return true;
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== WOULD_WAIT;
  }
}

/**
 * Makes reading fail where it would wait, as node's streams do; false where that can't be told. Only node's own binding has
 * that alone: `process.stdin` takes 6 ms to load.
 */
function neverWaits(file: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    const { Pipe, constants } = (process as unknown as Bindings).binding('pipe_wrap');
    return new Pipe(constants.SOCKET).open(file) === 0;
  } catch {
    return false;
  }
}

type Bindings = {
  binding(name: 'pipe_wrap'): {
    Pipe: new (kind: number) => { open(file: number): number };
    constants: { SOCKET: number };
  };
};

function readRest(chunks: Chunks, patience: number): Promise<void> {
  const { stdin } = process;
  return new Promise<void>(resolve => {
    const timer = setTimeout(resolve, patience);
    stdin.on('data', (chunk: Buffer) => {
      if (isEnough(chunks, chunk)) resolve();
    });
    for (const event of ['end', 'close', 'error']) stdin.on(event, () => resolve());
    timer.unref();
  }).finally(() => stdin.destroy());
}

function isEnough(chunks: Chunks, chunk: Buffer): boolean {
  chunks.read.push(chunk);
  chunks.size += chunk.length;
  return chunks.size > LARGEST_INPUT || (chunk.length < CHUNK_BYTES && isWhole(chunks));
}

function isWhole({ read }: Chunks): boolean {
  if (!read.at(-1)?.toString('latin1').trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(Buffer.concat(read).toString());
    return true;
  } catch {
    return false;
  }
}
