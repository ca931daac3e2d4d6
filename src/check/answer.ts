import * as z from 'zod/mini';
import { anchorSchema, count, labelShape, lineRange, noticeSchema, promisesShape, text } from '../answers.ts';

const maybeText = z.optional(text);

/** What counts most comes first; the name of the weightiest thing that a finding is about. */
export const KINDS = ['dependent', 'constraint', 'rejected', 'risk', 'annotation'] as const;

const findingSchema = z.object({
  kind: z.enum(KINDS),
  /** After the change; before it where the code is gone. */
  file: text,
  /** Absent for a whole file, and for lines that are no unit. */
  unit: z.optional(anchorSchema),
  change: z.enum(['edited', 'signature', 'deleted']),
  /** After the change; absent for what is gone, and for a whole file. */
  lines: z.optional(lineRange),
  /** Where code was that is gone, or lines of it that nothing replaced: the line that stands there now. */
  near_line: z.optional(count),
  /** "3 of 17" lines. */
  changed: maybeText,
  /** The new and changed lines of it: "12:14". */
  changed_lines: z.optional(z.array(text)),
  /** Before the change. */
  was: z.object({ file: maybeText, name: maybeText, signature: maybeText, lines: z.optional(lineRange) }),
  ...promisesShape,
  risk_notes: z.optional(z.array(text)),
  intent: maybeText,
  /** Code that declared to rely on a unit that is gone or has another signature. */
  relied_on_by: z.optional(z.array(z.object({ file: text, anchor: maybeText, nature: maybeText }))),
  /** The commits whose annotations these are. */
  annotated_in: z.array(text),
});

const acknowledgedSchema = z.extend(findingSchema, {
  acknowledged: z.object({ reason: text, commit: maybeText }),
});

export const checkSchema = z.object({
  ...labelShape('ultragit-check/v1'),
  /** The commit before the change; absent before the first one. */
  base: maybeText,
  /** The commit after it, or "index" or "worktree". */
  target: text,
  /** Whether everything could be seen. */
  complete: z.boolean(),
  findings: z.array(findingSchema),
  /** Findings that a commit message of the change answers. */
  acknowledged: z.optional(z.array(acknowledgedSchema)),
  stats: z.object({
    changed_files: count,
    findings: count,
    /** How many there are of each kind. */
    by_kind: z.partialRecord(z.enum(KINDS), count),
    /** Not shown, because of a limit. */
    left_out: z.optional(count),
    ignored_files: z.optional(count),
  }),
  notices: z.optional(z.array(noticeSchema)),
});

export type Finding = z.infer<typeof findingSchema>;
export type Acknowledged = z.infer<typeof acknowledgedSchema>;
export type CheckAnswer = z.infer<typeof checkSchema>;
export type Kind = (typeof KINDS)[number];

/** Whether nothing at all is annotated, as far as that can be known. */
export function isBare({ notices = [] }: CheckAnswer): boolean {
  return notices.some(({ code }) => code === 'nothing_annotated');
}
