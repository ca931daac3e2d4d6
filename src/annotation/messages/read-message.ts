import { oneLine, sanitise } from '../sanitise.ts';
import { type CleanBody, cleanBody, type Explains } from './clean-body.ts';
import { cutText } from './cut-text.ts';
import { referencesIn, revertedCommits, revertedRequests } from './references.ts';
import { splitMessage } from './split-message.ts';

/** What a commit message says to somebody who asks why its lines are there. */
export type Message = {
  /** The subject on one line; of a merge, the title of what was merged. */
  summary: string;
  /** What the author wrote below it, without trailers and boilerplate. */
  body: string;
  /** Issues and pull requests. */
  refersTo: string[];
  /** Ids of commits, perhaps shortened, and pull requests. */
  reverts: string[];
  explains: Explains;
};

/** Nobody writes more by hand; what comes after is data. */
const LONGEST_READ = 32_768;
const LONGEST_SUMMARY = 200;

export function readMessage(raw: string): Message {
  const text = sanitise(raw.slice(0, LONGEST_READ));
  const { subject, paragraphs } = splitMessage(text);
  const summary = cutText(oneLine(subject), LONGEST_SUMMARY);
  const body = cleanBody(paragraphs, summary);
  const requests = revertedRequests(text);
  // Squashed subjects have the numbers of another repository as often as not.
  const own = text.replace(/^[ \t]*\* .*$/gm, '');
  return {
    summary,
    body: body.text,
    refersTo: referencesIn(own).filter(reference => !requests.includes(reference)),
    reverts: [...revertedCommits(text), ...requests],
    explains: /^revert\b/i.test(summary) ? explainsRevert(body) : body.explains,
  };
}

/** That something was taken back is worth knowing, also where nobody said why. */
function explainsRevert({ text }: CleanBody): Explains {
  return text === '' ? 'subject' : 'body';
}
