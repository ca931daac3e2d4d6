/** What a message explains above its trailers, as much of it as a reader of the code wants. */

import { cutText } from '../messages/cut-text.ts';
import { isFooter } from './blocks.ts';
import { CODE } from './lines.ts';

const MOST_CHARACTERS = 600;

/** A list, a table or code keeps its lines; only sentences are set as one. */
const KEEPS_LINES = /^(?:\s|[-*+#>|]|\d+[.)]\s)/;

/** A heading, or a sentence that promises a list. */
const INTRODUCES = /^#|:$/;

export function explained(paragraphs: readonly string[][]): string | undefined {
  const texts: string[] = [];
  let length = 0;
  for (const paragraph of paragraphs) {
    if (length > MOST_CHARACTERS) break;
    const text = isFooter(paragraph[0] ?? '') ? '' : unwrapped(paragraph.filter(line => line !== CODE));
    if (text === '') continue;
    texts.push(text);
    length += text.length + 2;
  }
  return shortened(texts) || undefined;
}

function unwrapped(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    if (text.length > MOST_CHARACTERS) break;
    text += `${text === '' ? '' : KEEPS_LINES.test(line) ? '\n' : ' '}${line.trimEnd()}`;
  }
  return text.trim();
}

/** Whole paragraphs while they fit; of a first one that does not, what fits of it. */
function shortened([first = '', ...others]: readonly string[]): string {
  if (first.length > MOST_CHARACTERS) return cutText(first, MOST_CHARACTERS);
  const kept = [first];
  let length = first.length;
  for (const text of others) {
    length += text.length + 2;
    if (length <= MOST_CHARACTERS) kept.push(text);
    else if (kept.length > 1 && INTRODUCES.test(kept.at(-1) ?? '')) kept.pop();
    if (length > MOST_CHARACTERS) break;
  }
  return kept.join('\n\n');
}
