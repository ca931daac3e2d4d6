import { oneLine } from '../annotation/sanitise.ts';
import type { Notice } from '../answers.ts';
import type { Block } from './blocks.ts';

/** What changes how the whole answer must be read: said before it, not after. */
const ABOUT_THE_QUESTION =
  /^(anchor_|outline_|link_followed$|renamed$|deleted$|not_on_disk$|not_committed$|excluded$)/;

export function leadingNotices(notices: readonly Notice[] = []): Block[] {
  return notices.filter(({ code }) => ABOUT_THE_QUESTION.test(code)).map(describeNotice);
}

export function trailingNotices(notices: readonly Notice[] = []): Block[] {
  return notices.filter(({ code }) => !ABOUT_THE_QUESTION.test(code)).map(describeNotice);
}

function describeNotice({ message, fix }: Notice): Block {
  return { kind: 'notice', text: oneLine(message), ...(fix === undefined ? {} : { fix: oneLine(fix) }) };
}
