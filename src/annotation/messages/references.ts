/** What a message refers to, in the words of the trackers: `#12`, `owner/name#12`, `GH-12`, `ABC-12`, `!12`. */

const MOST_REFERENCES = 8;

const REFERENCE =
  /https?:\/\/[\w.-]+\/(?<url>[\w.-]{1,60}\/[\w.-]{1,100})\/(?:-\/)?(?<kind>issues|pull|merge_requests)\/(?<number>[1-9]\d{0,6})\b|(?<![\w/&#!?=.-])(?<plain>(?:[\w.-]{1,60}\/[\w.-]{1,100})?[#!][1-9]\d{0,6}|[Gg][Hh]-[1-9]\d{0,6}|[A-Z][A-Z0-9]{1,9}-[1-9]\d{0,6}|CVE-\d{4}-\d{4,7})(?![\w-]|\.\d)/g;

/** What looks like the key of a tracker and is a standard, a licence, an encoding or an algorithm. */
const NO_TRACKER = new Set(
  'AES AGPL ARM ASCII AVX BASE BLAKE BSD COVID CP CRC DES EC ECMA ED ES FIPS FLOAT GB GMT GPL HTTP IEC IEEE INT IPV ISO JDK JIS JSR KOI LATIN LGPL MD MIT MP MPEG PCI PEP PKCS RC RFC RSA SHA SSE SSL TLS UAX UCS UINT USB UTC UTF UTS WIN WINDOWS X'.split(
    ' ',
  ),
);

/** Each once, in the order of the message; addresses of issues become `owner/name#12`. */
export function referencesIn(text: string): string[] {
  const found = new Set<string>();
  for (const { groups } of text.matchAll(REFERENCE)) {
    const reference = groups?.plain ?? fromAddress(groups);
    const [, key] = /^([A-Z][A-Z0-9]*)-\d+$/.exec(reference) ?? [];
    if (key === undefined || !NO_TRACKER.has(key)) found.add(reference);
    if (found.size === MOST_REFERENCES) break;
  }
  return [...found];
}

function fromAddress({ url = '', kind, number = '' }: Record<string, string | undefined> = {}): string {
  return `${url}${kind === 'merge_requests' ? '!' : '#'}${number}`;
}

const REVERTS =
  /\brevert(?:s|ed|ing)?\s{1,3}(?:(?:the|merge|commits?|changes?|from|in)\s{1,3}){0,3}(?<ids>[0-9a-f]{7,64}\b(?:(?:,|\s{1,3}and|\s)\s{0,3}[0-9a-f]{7,64}\b){0,20})/gi;
const REVERTS_REQUEST =
  /\breverts\s{1,3}(?:(?:pr|pull request)\s{1,3})?((?:[\w.-]{1,60}\/[\w.-]{1,100})?#[1-9]\d{0,6})\b/gi;

/** The ids, perhaps shortened, of commits that the message says it reverts. */
export function revertedCommits(text: string): string[] {
  const ids = [...text.matchAll(REVERTS)].flatMap(
    ({ groups }) => groups?.ids?.match(/[0-9a-f]{7,64}/gi) ?? [],
  );
  return [...new Set(ids.filter(id => /\d/.test(id)).map(id => id.toLowerCase()))];
}

/** The pull requests that the message says it reverts. */
export function revertedRequests(text: string): string[] {
  return [...new Set([...text.matchAll(REVERTS_REQUEST)].map(match => match[1] ?? ''))];
}
