import { type CheckedPages, packPages } from '../cache/checked-pages.ts';
import { IdList } from './id-list.ts';

/** Costly results about a history. They are keyed by object ids, so they can't become stale. */
export type Findings = {
  ancestry?: Ancestry;
  missing?: MissingNames;
};

/** Which annotated objects are in the history of `head`, as far as this clone has it. */
export type Ancestry = { head: string; shallow: string; within: IdList; beyond: IdList };

/** Annotated names of packed notes that a tree does not have. */
type MissingNames = { index: string; tree: string; names: string[] };

export const FINDINGS_FORMAT = 'ultragit findings 4';

type About = {
  ancestry?: { head: string; shallow: string };
  missing?: MissingNames;
};

export function packFindings({ ancestry, missing }: Findings): Buffer {
  const about: About = {
    ancestry: ancestry && { head: ancestry.head, shallow: ancestry.shallow },
    missing,
  };
  return packPages(FINDINGS_FORMAT, about, {
    within: ancestry?.within.ids.bytes() ?? Buffer.alloc(0),
    beyond: ancestry?.beyond.ids.bytes() ?? Buffer.alloc(0),
  });
}

export function unpackFindings(pages: CheckedPages): Findings {
  const { ancestry, missing } = pages.about as About;
  if (!ancestry) return { missing };
  const list = (section: string) => new IdList(pages.section(section), ancestry.head.length / 2);
  return { ancestry: { ...ancestry, within: list('within'), beyond: list('beyond') }, missing };
}
