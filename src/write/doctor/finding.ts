/** One thing that doctor looked at. `mend`: something to do; `unseen`: something that it could not look at. */
export type Finding = {
  code: string;
  state: 'fine' | 'mend' | 'unseen';
  message: string;
  /** What to do, as a command or a sentence. */
  fix?: string;
  /** `doctor --fix` does it. */
  isFixable?: boolean;
};

/** 0: fine, 1: something to mend, 3: nothing to mend among what could be seen, but not everything could. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 3 {
  if (findings.some(({ state }) => state === 'mend')) return 1;
  return findings.some(({ state }) => state === 'unseen') ? 3 : 0;
}
