import { oneLine } from '../annotation/sanitise.ts';
import { isAboutQuestion, type NoticeText } from '../notices.ts';
import type { Block } from './blocks.ts';

/** Notices about the question are shown before the answer, the others after it. */

export function leadingNotices(notices: readonly NoticeText[] = []): Block[] {
  return notices.filter(({ code }) => isAboutQuestion(code)).map(describeNotice);
}

export function trailingNotices(notices: readonly NoticeText[] = []): Block[] {
  return notices.filter(({ code }) => !isAboutQuestion(code)).map(describeNotice);
}

function describeNotice({ message, fix }: NoticeText): Block {
  return { kind: 'notice', text: oneLine(message), ...(fix === undefined ? {} : { fix: oneLine(fix) }) };
}
