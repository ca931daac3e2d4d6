import { type CheckedPages, packPages } from '../cache/checked-pages.ts';

/** Costly results about a history. They are keyed by object ids, so they can't become stale. */
export type Findings = { missing?: MissingNames };

/** Annotated names of packed notes that a tree does not have. */
type MissingNames = { index: string; tree: string; names: string[] };

export const FINDINGS_FORMAT = 'ultragit findings 5';

export function packFindings(findings: Findings): Buffer {
  return packPages(FINDINGS_FORMAT, findings, {});
}

export function unpackFindings(pages: CheckedPages): Findings {
  return pages.about as Findings;
}
