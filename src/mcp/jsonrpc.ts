/** A line becomes a request, a notification, or the reason why it is neither; an answer becomes a line. */
import { isUtf8 } from 'node:buffer';
import { oneLine } from '../annotation/sanitise.ts';
import { deeperThan, writtenId } from './json-scan.ts';

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

const MAX_DEPTH = 64;
const MAX_ID_BYTES = 1024;
const MAX_QUOTED = 200;

/** `value` tells requests apart; `text` is what goes back, exactly as it came. */
export type Id = { readonly value: string | number; readonly text: string };
export type Params = Readonly<Record<string, unknown>>;
export type Request = { kind: 'request'; id: Id; method: string; params: Params };
type Invalid = { kind: 'invalid'; id: Id | null; code: number; message: string };
export type Message =
  | Request
  | Invalid
  | { kind: 'notification'; method: string; params: Params }
  | { kind: 'response' };

/** An answer that is a JSON-RPC error: the caller asked for something that the protocol can't give. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

/** By its name, because the entry and the program that it loads each have a copy of the class. */
export function isRpcError(error: unknown): error is RpcError {
  return error instanceof Error && error.name === 'RpcError';
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A caller's own word in one of our sentences, at a length that fits there. */
export function quoted(word: string): string {
  const said = oneLine(word.slice(0, MAX_QUOTED));
  return word.length <= MAX_QUOTED ? said : `${said}…`;
}

/** Undefined for a blank line; an array for a batch, whose parts are for the caller to judge. */
export function readLine(bytes: Buffer): Message | unknown[] | undefined {
  if (deeperThan(bytes, MAX_DEPTH)) {
    return invalid(null, `Invalid request: nested deeper than ${MAX_DEPTH} levels`);
  }
  // trim() takes a byte order mark and a carriage return off, too.
  const text = bytes.toString('utf8').trim();
  if (text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'invalid', id: null, code: PARSE_ERROR, message: 'Parse error: not JSON' };
  }
  if (!isUtf8(bytes)) {
    const id = isRecord(value) ? readId(value.id, text) : null;
    return { kind: 'invalid', id, code: PARSE_ERROR, message: 'Parse error: not UTF-8' };
  }
  return Array.isArray(value) ? value : readMessage(value, text);
}

export function readMessage(value: unknown, text?: string): Message {
  if (!isRecord(value)) return invalid(null, 'Invalid request: a message is an object');
  const { jsonrpc, method, params } = value;
  const id = readId(value.id, text);
  if (method === undefined && ('result' in value || 'error' in value)) return { kind: 'response' };
  if (jsonrpc !== '2.0') return invalid(id, 'Invalid request: jsonrpc must be "2.0"');
  if (typeof method !== 'string') return invalid(id, 'Invalid request: method must be a string');
  if (id === null && 'id' in value) {
    return invalid(
      null,
      `Invalid request: id must be a string or a whole number, up to ${MAX_ID_BYTES} bytes`,
    );
  }
  if (params !== undefined && (typeof params !== 'object' || Array.isArray(params))) {
    return invalid(id, 'Invalid request: params must be an object');
  }
  const given = isRecord(params) ? params : {};
  return id === null
    ? { kind: 'notification', method, params: given }
    : { kind: 'request', id, method, params: given };
}

/** `result` is JSON. */
export function success(id: Id, result: string): string {
  return `{"jsonrpc":"2.0","id":${id.text},"result":${result}}`;
}

export function failure(id: Id | null, code: number, message: string, data?: unknown): string {
  return `{"jsonrpc":"2.0","id":${id?.text ?? 'null'},"error":${JSON.stringify({ code, message, data })}}`;
}

export function notification(method: string, params: Params): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

function invalid(id: Id | null, message: string): Invalid {
  return { kind: 'invalid', id, code: INVALID_REQUEST, message };
}

function readId(value: unknown, text: string | undefined): Id | null {
  if (typeof value !== 'string' && !Number.isInteger(value)) return null;
  const id = value as string | number;
  const rounded = typeof id === 'number' && !Number.isSafeInteger(id);
  const written = (rounded && text ? writtenId(text) : undefined) ?? JSON.stringify(id);
  return Buffer.byteLength(written) <= MAX_ID_BYTES ? { value: id, text: written } : null;
}
