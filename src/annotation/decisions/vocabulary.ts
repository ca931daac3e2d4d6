/** The closed vocabulary of decisions in commit messages: what each key means. */

export type DecisionFormat = 'lore' | 'commitlore/2.0' | 'contextual-commits';

export type Role =
  | 'constraint'
  | 'rejected'
  | 'untested'
  | 'reasoning'
  | 'intent'
  | 'related'
  | 'id'
  | 'supersedes'
  | 'expires'
  | 'provenance'
  /** One word of a short list; only some of them say anything that a reader must know. */
  | 'grade'
  /** Part of a record, and nothing that a reader of the code needs. */
  | 'aside';

export type Term = {
  key: string;
  role: Role;
  /** Absent where two vocabularies share the key. */
  format?: DecisionFormat;
  /** Values that are a risk, in plain words. */
  risks?: Readonly<Record<string, string>>;
  /** Values that say that the record is less than certain. */
  doubts?: readonly string[];
  /** How a record that is named here relates to this one. */
  relationship?: string;
  /** Enough for a record, at the end of a message, without another key; other words are too common for that. */
  alone?: boolean;
};

const LORE = 'lore';
const COMMITLORE = 'commitlore/2.0';
const CONTEXTUAL = 'contextual-commits';

const WIDE = 'Affects far more than this code.';
const FOR_EVER = 'Cannot be undone.';

const TRAILERS: readonly Term[] = [
  { key: 'Constraint', role: 'constraint', format: LORE, alone: true },
  { key: 'Directive', role: 'constraint', format: LORE, alone: true },
  { key: 'Rejected', role: 'rejected', format: LORE, alone: true },
  { key: 'Not-tested', role: 'untested', format: LORE, alone: true },
  { key: 'Tested', role: 'aside', format: LORE },
  { key: 'Confidence', role: 'grade', format: LORE, doubts: ['low'] },
  { key: 'Scope-risk', role: 'grade', format: LORE, risks: { broad: WIDE, wide: WIDE } },
  {
    key: 'Reversibility',
    role: 'grade',
    format: LORE,
    risks: { irreversible: FOR_EVER, 'migration-needed': 'Undoing it needs a migration.' },
  },
  { key: 'Lore-id', role: 'id', format: LORE },
  { key: 'Related', role: 'related', format: LORE, relationship: 'related' },
  { key: 'Depends-on', role: 'related', format: LORE, relationship: 'depends on' },

  { key: 'Limit', role: 'constraint', format: COMMITLORE },
  { key: 'Warn', role: 'constraint', format: COMMITLORE },
  { key: 'Ruled-out', role: 'rejected', format: COMMITLORE, alone: true },
  { key: 'Unverified', role: 'untested', format: COMMITLORE },
  { key: 'Verified', role: 'aside', format: COMMITLORE },
  { key: 'Evidence', role: 'aside', format: COMMITLORE },
  { key: 'CommitLore-Version', role: 'aside', format: COMMITLORE },
  { key: 'Certainty', role: 'grade', format: COMMITLORE, doubts: ['tentative', 'guess'] },
  { key: 'Blast', role: 'grade', format: COMMITLORE, risks: { system: WIDE } },
  { key: 'Undo', role: 'grade', format: COMMITLORE, risks: { permanent: FOR_EVER } },
  { key: 'Record-Id', role: 'id', format: COMMITLORE },
  { key: 'Follows', role: 'related', format: COMMITLORE, relationship: 'follows' },
  { key: 'Expires', role: 'expires', format: COMMITLORE },
  { key: 'Provenance', role: 'provenance', format: COMMITLORE, doubts: ['reconstructed', 'inherited'] },

  { key: 'Supersedes', role: 'supersedes' },
];

const ACTIONS: readonly Term[] = [
  { key: 'intent', role: 'intent', format: CONTEXTUAL },
  { key: 'decision', role: 'reasoning', format: CONTEXTUAL },
  { key: 'learned', role: 'reasoning', format: CONTEXTUAL },
  { key: 'rejected', role: 'rejected', format: CONTEXTUAL },
  { key: 'constraint', role: 'constraint', format: CONTEXTUAL },
];

/**
 * What makes a record. The other keys (Tested, Related, Confidence, Supersedes …) are also ordinary trailers of
 * projects that keep no decisions, and alone they tell nobody what to keep to.
 */
const DECIDING: ReadonlySet<Role> = new Set([
  'constraint',
  'rejected',
  'untested',
  'reasoning',
  'intent',
] satisfies Role[]);

export function decides({ role }: Term): boolean {
  return DECIDING.has(role);
}

const TRAILER_BY_KEY = byKey(TRAILERS);
const ACTION_BY_KEY = byKey(ACTIONS);

/** `Key: value`. Nobody writes these keys in another case; in lower case or in capitals they are prose and logs. */
export function trailerTerm(key: string): Term | undefined {
  return TRAILER_BY_KEY.get(key.toLowerCase());
}

/** `key(scope): value`. */
export function actionTerm(key: string): Term | undefined {
  return ACTION_BY_KEY.get(key);
}

function byKey(terms: readonly Term[]): ReadonlyMap<string, Term> {
  return new Map(terms.map(term => [term.key.toLowerCase(), term]));
}

const TERMS = [...TRAILERS, ...ACTIONS];

/** A newline that was written as two characters, before a key. */
export const WRITTEN_NEWLINE = new RegExp(`\\\\n(?:${keysOf(TERMS)})[:(]`, 'i');

/** After any newline, in any case and however far indented: more than is ever a decision, and found fast. */
export const DECIDING_KEY = new RegExp(`[\\n\\r\\\\]n?[ \\t]*(?:${keysOf(TERMS.filter(decides))})[:(]`, 'i');

/** The same for git's own search, which knows no line breaks: more than that, and what is more is read and left alone. */
export const DECISION_PATTERN = `(${keysOf(TERMS.filter(decides))})[:(]`;

function keysOf(terms: readonly Term[]): string {
  return terms.map(({ key }) => key).join('|');
}
