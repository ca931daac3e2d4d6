/** The headers that repeat what a request of the modern era says in its body, for whoever stands in between. */
import type { IncomingHttpHeaders } from 'node:http';
import { quoted, type Request, RpcError } from '../jsonrpc.ts';
import { namedVersion } from '../protocol.ts';

const HEADER_MISMATCH = -32020;

const BASE64 = /^=\?base64\?(?<text>[A-Za-z\d+/]*={0,2})\?=$/;

/** Throws where a header is missing or says something else. */
export function checkModernHeaders({ method, params }: Request, headers: IncomingHttpHeaders): void {
  const version = namedVersion(params);
  // What is no string has no header that could say it, and is refused for that.
  if (typeof version === 'string') check('MCP-Protocol-Version', headers['mcp-protocol-version'], version);
  check('Mcp-Method', headers['mcp-method'], method);
  if (method === 'tools/call' && typeof params.name === 'string') {
    check('Mcp-Name', decoded(headers['mcp-name']), params.name);
  }
}

function check(name: string, given: string | string[] | undefined, body: string): void {
  if (given === body) return;
  const header = given === undefined ? 'missing' : `"${quoted(String(given))}"`;
  throw new RpcError(
    HEADER_MISMATCH,
    `The header ${name} is ${header}, and the body says "${quoted(body)}".`,
  );
}

/** A name that a header can't have is written in Base64. */
function decoded(given: string | string[] | undefined): string | undefined {
  if (typeof given !== 'string' || !given.startsWith('=?base64?')) return given?.toString();
  const text = BASE64.exec(given)?.groups?.text;
  if (text === undefined) throw new RpcError(HEADER_MISMATCH, 'The header Mcp-Name is not valid Base64.');
  return Buffer.from(text, 'base64').toString();
}
