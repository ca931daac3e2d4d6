/** A session with a server process. No process that it started outlives `close`. */

import type { ChildProcess } from 'node:child_process';
import type { Launch } from '../launch.ts';
import { closeChild, killChild, startChild } from './child.ts';
import { errorText, MAX_MESSAGE, parseMessage, type Session, SessionError, tooLate } from './session.ts';

type Waiting = { resolve(result: unknown): void; reject(error: Error): void };

export function openStdioSession(launch: Launch, signal: AbortSignal): Session {
  const child = start(launch);
  const waiting = new Map<number, Waiting>();
  let failure: SessionError | undefined;
  let stderrTail = '';
  let lastId = 0;

  const fail = (error: SessionError) => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
  const broken = (reason: string) => fail(new SessionError(reason, 'look'));
  const receive = (line: string) => {
    if (line.trim() === '') return;
    const message = parseMessage(line);
    if (!message) return broken(`it writes to stdout what is no message: ${line.slice(0, 80)}`);
    const { id, method, result, error } = message;
    const request = typeof id === 'number' && method === undefined ? waiting.get(id) : undefined;
    if (!request || typeof id !== 'number') return;
    waiting.delete(id);
    if (error === undefined) request.resolve(result);
    else request.reject(new SessionError(`it answered: ${errorText(error)}`, 'look'));
  };

  const abort = () => killChild(child, 'SIGKILL');
  signal.addEventListener('abort', abort);
  readLines(child, receive, () => broken('it sent a line of more than 10 MiB'));
  child.stderr?.on('data', (chunk: Buffer) => {
    stderrTail = (stderrTail + chunk.toString()).slice(-2000);
  });
  child.stdin?.on('error', () => {});
  child.on('error', error => fail(notStarted(error, launch)));
  // "close" comes after the last byte of stderr, which says why it ended.
  child.on('close', (code, signal) => {
    const last = stderrTail.trim().split('\n').at(-1) ?? '';
    const how = signal ? `by ${signal}` : `with code ${code}`;
    broken(`it ended ${how}${last && `: ${last}`}`);
  });

  return {
    notify: async method => void child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', method })}\n`),
    request: (method, params, deadlineMs) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        const mine = ++lastId;
        const timer = setTimeout(() => {
          waiting.delete(mine);
          reject(tooLate(method, deadlineMs, 'look'));
        }, deadlineMs);
        const settle =
          <T>(act: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer);
            act(value);
          };
        waiting.set(mine, { resolve: settle(resolve), reject: settle(reject) });
        child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: mine, method, params })}\n`);
      }),
    close: () => closeChild(child).finally(() => signal.removeEventListener('abort', abort)),
  };
}

function start(launch: Launch): ChildProcess {
  try {
    return startChild(launch);
  } catch (error) {
    // Node refuses some words outright, such as one with a NUL in it.
    throw error instanceof Error ? notStarted(error, launch) : error;
  }
}

function readLines(child: ChildProcess, receive: (line: string) => void, tooLong: () => void): void {
  let parts: Buffer[] = [];
  let size = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    let rest = chunk;
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      receive(Buffer.concat([...parts, rest.subarray(0, at)]).toString());
      rest = rest.subarray(at + 1);
      parts = [];
      size = 0;
    }
    size += rest.length;
    if (size > MAX_MESSAGE) {
      parts = [];
      tooLong();
    } else parts.push(rest);
  });
}

function notStarted(error: Error, { command, cwd }: Launch): SessionError {
  const code = 'code' in error ? error.code : error.message;
  const reason =
    code === 'ENOENT'
      ? `'${command}' or its directory ${cwd} was not found`
      : `'${command}' can't be started (${code})`;
  return new SessionError(reason, 'rewrite');
}
