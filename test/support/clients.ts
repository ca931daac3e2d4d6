/** The official MCP clients, over stdio and over HTTP, behind one face. */
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpTransportV2,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioTransportV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport as StdioTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEachTest } from './clean-up.ts';

export type Progress = { progress: number; total?: number };
type Result = { content: { type: string; text?: string }[]; structuredContent?: unknown; isError?: boolean };
type CallOptions = { signal?: AbortSignal; onprogress?: (progress: Progress) => void };

export type Caller = {
  /** Of the protocol. The v1 client does not tell it over stdio. */
  version: () => string | undefined;
  /** The id of a session over HTTP, and its end. */
  session: () => string | undefined;
  end: () => Promise<void>;
  instructions: () => string | undefined;
  list: () => Promise<{ name: string; _meta?: Record<string, unknown> }[]>;
  call: (name: string, args?: Record<string, unknown>, options?: CallOptions) => Promise<Result>;
  onerror: (report: (error: Error) => void) => void;
  send: (message: object) => Promise<void>;
};

type Closing = { close: () => Promise<void> };

/** A program to start, or an address. */
export type Server =
  | { command: string; args: string[]; cwd?: string; env: Record<string, string> }
  | { url: string; token?: string };

const INFO = { name: 'test', version: '1' };
const open = new Set<{ close(): Promise<void> }>();
afterEachTest(async () => {
  await Promise.all([...open].map(client => client.close()));
  open.clear();
});

/** In the era of one protocol version, or else whatever the client chooses; `auto` probes for the modern era. */
export async function connectV2(server: Server, era?: 'auto' | '2026-07-28'): Promise<Caller> {
  const mode = era === undefined || era === 'auto' ? era : { pin: era };
  const client = new ClientV2(INFO, mode && { versionNegotiation: { mode } });
  const transport =
    'url' in server
      ? new HttpTransportV2(new URL(server.url), { requestInit: authorization(server.token) })
      : new StdioTransportV2({ ...server, stderr: 'ignore' });
  open.add(client);
  await client.connect(transport);
  return {
    ...common(client, transport),
    version: () => client.getNegotiatedProtocolVersion(),
    call: async (name, args = {}, options = {}) =>
      (await client.callTool({ name, arguments: args }, options)) as Result,
  };
}

export async function connectV1(server: Server): Promise<Caller> {
  const client = new ClientV1(INFO);
  const transport =
    'url' in server
      ? new HttpTransportV1(new URL(server.url), { requestInit: authorization(server.token) })
      : new StdioTransportV1({ ...server, stderr: 'ignore' });
  open.add(client);
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    ...common(client, transport),
    version: () => ('protocolVersion' in transport ? transport.protocolVersion : undefined),
    call: async (name, args = {}, options = {}) =>
      (await client.callTool({ name, arguments: args }, undefined, options)) as Result,
  };
}

/** Over HTTP+SSE, the transport of 2024-11-05. */
export async function connectSse({ url, token }: { url: string; token?: string }): Promise<Caller & Closing> {
  const client = new ClientV1(INFO);
  const transport = new SSEClientTransport(new URL(url), { requestInit: authorization(token) });
  open.add(client);
  await client.connect(transport);
  return {
    ...common(client, transport),
    version: () => undefined,
    call: async (name, args = {}, options = {}) =>
      (await client.callTool({ name, arguments: args }, undefined, options)) as Result,
    close: () => client.close(),
  };
}

/** Each kind of client, and the version that it agrees on over stdio and over HTTP. */
export const CLIENTS = [
  ['the v2 client, legacy era', (server: Server) => connectV2(server), '2025-11-25', '2025-11-25'],
  [
    'the v2 client, modern era',
    (server: Server) => connectV2(server, '2026-07-28'),
    '2026-07-28',
    '2026-07-28',
  ],
  ['the v1 client', connectV1, undefined, '2025-11-25'],
] as const;

function common(
  client: ClientV1 | ClientV2,
  transport: HttpTransportV1 | HttpTransportV2 | SSEClientTransport | StdioTransportV1 | StdioTransportV2,
): Omit<Caller, 'version' | 'call'> {
  const isHttp = 'terminateSession' in transport;
  return {
    session: () => (isHttp ? transport.sessionId : undefined),
    end: async () => (isHttp ? transport.terminateSession() : undefined),
    instructions: () => client.getInstructions(),
    list: async () => (await client.listTools()).tools,
    onerror: report => {
      client.onerror = report;
    },
    send: message => (transport as { send(message: object): Promise<void> }).send(message),
  };
}

function authorization(token: string | undefined): RequestInit {
  return token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } };
}
