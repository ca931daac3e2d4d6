import { gzipSync } from 'node:zlib';
import { type PageHashes, pagePolicy } from '../policy.ts';

/** The page as the build made it. */
export type Page = { html: string; hashes: PageHashes };

/** How a report of ours is recognised. */
export const REPORT_MARK = '<meta name="generator" content="ultragit report">';

const POLICY_PLACE = '<!--ultragit:csp-->';
const DATA_PLACE = '<script type="application/json" id="ultragit-data"></script>';
/** Where a gzip header says on what system it was made. */
const SYSTEM_AT = 9;
const UNKNOWN_SYSTEM = 255;

/** The page with its data inside and a policy that lets it load nothing: the same bytes for the same data. */
export function reportDocument({ html, hashes }: Page, questions: ReadonlyMap<string, string>): string {
  const policy = pagePolicy(hashes, { connect: 'none', in: 'document' });
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}">${REPORT_MARK}`;
  const data = packed(questions).toString('base64');
  return replaced(
    replaced(html, POLICY_PLACE, head),
    DATA_PLACE,
    DATA_PLACE.replace('><', () => `>${data}<`),
  );
}

function packed(questions: ReadonlyMap<string, string>): Buffer {
  const entries = [...questions].map(([question, answer]) => `${JSON.stringify(question)}:${answer}`);
  const bytes = gzipSync(`{"questions":{${entries.join(',')}}}`, { level: 9 });
  bytes[SYSTEM_AT] = UNKNOWN_SYSTEM;
  return bytes;
}

/** Not `replace`: in a replacement, `$` would mean something. */
function replaced(text: string, part: string, by: string): string {
  const at = text.indexOf(part);
  if (at < 0 || text.indexOf(part, at + 1) >= 0) throw new Error(`The page has not exactly one ${part}`);
  return `${text.slice(0, at)}${by}${text.slice(at + part.length)}`;
}
