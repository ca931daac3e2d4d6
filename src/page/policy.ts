/** The hashes of the page's own script and style, as the build found them. */
export type PageHashes = { script: string; style: string };

type PolicyOptions = {
  /** What the page may ask: its own server, or nobody. */
  connect: 'self' | 'none';
  /** As a header, or in the document, where `frame-ancestors` means nothing. */
  in: 'header' | 'document';
};

/** What a browser lets the page do: run and look like itself, ask its own server, and nothing else. */
export function pagePolicy({ script, style }: PageHashes, { connect, in: place }: PolicyOptions): string {
  return [
    "default-src 'none'",
    `script-src '${script}'`,
    `style-src '${style}'`,
    'img-src data:',
    `connect-src '${connect}'`,
    "base-uri 'none'",
    "form-action 'none'",
    ...(place === 'header' ? ["frame-ancestors 'none'"] : []),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
