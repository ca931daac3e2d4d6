/** An alternative and why it was not taken: "X | reason", as most write it, or "X — reason". */

export type Rejected = { approach: string; reason?: string };

const SPACED_BAR = /\s\|\s/;
const SPACED_DASH = /\s(?:—|–|--|-)\s/;

export function rejectedIn(value: string): Rejected {
  const at = SPACED_BAR.exec(value) ?? soleBar(value) ?? SPACED_DASH.exec(value);
  const approach = value.slice(0, at?.index).trim();
  const reason = at ? value.slice(at.index + at[0].length).trim() : '';
  if (approach === '' || reason === '') return { approach: (approach + reason).trim() || value };
  return { approach, reason };
}

/** Whether a reason is set apart by a bar; a dash is in any sentence. */
export function saysWhy(value: string): boolean {
  return (SPACED_BAR.test(value) || soleBar(value) !== null) && rejectedIn(value).reason !== undefined;
}

/** Without spaces around it a bar may be code, as `a||b`. */
function soleBar(value: string): RegExpExecArray | null {
  return value.split('|', 3).length === 2 ? /\|/.exec(value) : null;
}
