/** Which MCP a request speaks (two eras share one pipe), and what its answers must carry. */
import { INVALID_PARAMS, isRecord, METHOD_NOT_FOUND, type Params, quoted, RpcError } from './jsonrpc.ts';
import { SERVER_TITLE } from './texts.ts';

/** With an `initialize` handshake; newest first. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
/** Without one: every request names its version. */
export const MODERN_VERSIONS: readonly string[] = ['2026-07-28'];
/** The only revision that had JSON-RPC batches. */
export const BATCH_VERSION: LegacyVersion = '2025-03-26';

export const UNSUPPORTED_VERSION = -32022;
const META = 'io.modelcontextprotocol/';
export const VERSION_KEY = `${META}protocolVersion`;
const CAPABILITIES = { tools: {} };
const CACHE = { ttlMs: 3_600_000, cacheScope: 'public' };

export type LegacyVersion = (typeof LEGACY_VERSIONS)[number];
export type Era = 'legacy' | 'modern';
export type Method = 'initialize' | 'ping' | 'server/discover' | 'tools/list' | 'tools/call';

const METHODS: Record<Era, readonly Method[]> = {
  legacy: ['initialize', 'ping', 'tools/list', 'tools/call'],
  modern: ['server/discover', 'tools/list', 'tools/call'],
};

/** A request belongs to the modern era exactly when it names its protocol version. */
export function isModern(params: Params): boolean {
  return VERSION_KEY in metaOf(params);
}

/** As a request of the modern era names it. */
export function namedVersion(params: Params): unknown {
  return metaOf(params)[VERSION_KEY];
}

/** The era and the method of a request, or the error that says why there is none. */
export function recognise(method: string, params: Params): { era: Era; method: Method } {
  const meta = metaOf(params);
  const era: Era = isModern(params) ? 'modern' : 'legacy';
  if (era === 'modern') checkVersion(meta[VERSION_KEY]);
  const known = METHODS[era].find(name => name === method);
  if (known === undefined) throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${quoted(method)}`);
  if (era === 'modern' && !isRecord(meta[`${META}clientCapabilities`])) {
    throw new RpcError(INVALID_PARAMS, `Missing in _meta: ${META}clientCapabilities`);
  }
  return { era, method: known };
}

function checkVersion(version: unknown): void {
  if (typeof version !== 'string') {
    throw new RpcError(INVALID_PARAMS, `${VERSION_KEY} must be a string`);
  }
  if (MODERN_VERSIONS.includes(version)) return;
  const data = { supported: MODERN_VERSIONS, requested: quoted(version) };
  throw new RpcError(UNSUPPORTED_VERSION, 'Unsupported protocol version', data);
}

export function negotiate(requested: unknown): LegacyVersion {
  return LEGACY_VERSIONS.find(version => version === requested) ?? LEGACY_VERSIONS[0];
}

/** The results that introduce the server, and the frame around every result of the modern era. */
export class Introductions {
  readonly #serverInfo: { name: string; title: string; version: string };

  constructor(version: string) {
    this.#serverInfo = { name: 'ultragit', title: SERVER_TITLE, version };
  }

  initialize(protocolVersion: LegacyVersion, instructions: string): object {
    return { protocolVersion, capabilities: CAPABILITIES, serverInfo: this.#serverInfo, instructions };
  }

  discover(instructions: string): object {
    return { supportedVersions: MODERN_VERSIONS, capabilities: CAPABILITIES, instructions };
  }

  /** Around a result that is JSON already, and may be large. */
  frame(era: Era, method: Method, json: string): string {
    if (era === 'legacy') return json;
    const before = { resultType: 'complete' };
    const after = {
      ...(method === 'tools/call' ? {} : CACHE),
      _meta: { [`${META}serverInfo`]: this.#serverInfo },
    };
    const inner = [JSON.stringify(before), json, JSON.stringify(after)].map(text => text.slice(1, -1));
    return `{${inner.filter(text => text !== '').join(',')}}`;
  }
}

export function progressToken(params: Params): string | number | undefined {
  const token = metaOf(params).progressToken;
  if (typeof token === 'string' && token.length <= 1024) return token;
  return typeof token === 'number' && Number.isInteger(token) ? token : undefined;
}

function metaOf(params: Params): Params {
  return isRecord(params._meta) ? params._meta : {};
}
