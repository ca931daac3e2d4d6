/** What is served beside `/mcp`: the page and its data. */

export type PageRequest = {
  /** As it stands in the address, without the query. */
  path: string;
  query: URLSearchParams;
  /** Aborts when nobody waits for the reply any more. */
  signal: AbortSignal;
  /** The browser takes a compressed body. */
  gzip: boolean;
};

export type PageReply = {
  status: number;
  type: string;
  body: string | Uint8Array;
  headers?: Record<string, string>;
};

export type PageHandler = {
  /** Needs no token: the page itself, which holds no data. */
  isPublic(path: string): boolean;
  /** Undefined where there is no such page. GET and HEAD get here, and nothing else. */
  answer(request: PageRequest): Promise<PageReply | undefined>;
};
