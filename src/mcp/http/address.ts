/** Where a server listens. */

export type Address = { host: string; port: number };

/** Undefined for what is not `HOST:PORT`. `localhost` is the one address that it means everywhere. */
export function parseAddress(text: string): Address | undefined {
  const { host, v6, port } =
    /^(\[(?<v6>[\da-fA-F:.]+)\]|(?<host>[\w.-]+)):(?<port>\d{1,5})$/.exec(text)?.groups ?? {};
  const name = v6 ?? host;
  if (name === undefined || Number(port) > 65_535) return undefined;
  return { host: name.toLowerCase() === 'localhost' ? '127.0.0.1' : name, port: Number(port) };
}

/** Of a host to listen on, or, with brackets, of a URL. */
export function isLoopbackName(name: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(name);
}

/** As it can be reached from this machine. */
export function urlOf({ host, port }: Address): string {
  const near = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${near.includes(':') ? `[${near}]` : near}:${port}/mcp`;
}
