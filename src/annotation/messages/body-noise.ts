/** The lines of a message body that tools, templates and habits put there. All patterns are bounded. */

const TRAILER_NAMES =
  'signed-off-by|co-authored-by|co-developed-by|authored-by|reviewed-by|reviewed by|reviewed-on|reviewers?|acked-by|approved-by|tested-by|reported-by|suggested-by|helped-by|assisted-by|generated-by|committed-by|requested-by|thanks-to|cc|change-id|commit-queue|auto-submit|piperorigin-revid|fbshipit-source-id|ghstack-source-id|differential revision|subscribers|git-svn-id|git-subtree-\\w+|original-commit|backport-of|backpatch-through|merge-?date|reported by|upstream-commit|cherry-picked-from|entire-checkpoint|claude-session|session-id';
const PERSON_OR_TOOL = new RegExp(`^(?:${TRAILER_NAMES})\\s{0,2}[:=]`, 'i');
const ANY_TRAILER = /^[A-Za-z][A-Za-z0-9]{0,20}(?:-[A-Za-z0-9]{1,20}){1,4}: \S/;

const REFERENCE =
  '(?:https?://[^\\s,;]{1,300}|(?:[\\w.-]{1,60}/[\\w.-]{1,100})?[#!]\\d{1,7}|[A-Z][A-Z0-9]{1,9}-\\d{1,7})';
const VERB =
  '(?:this )?(?:partially |also )?(?:close|fix|resolve|implement|address|ref|reference|refer|see|relate|issue|bug|pr|part|supersede|replace|revert|from|for|cf)(?:e?[sd])?(?: (?:of|to|also|issue|pr|the))?';
const ONLY_REFERENCES = new RegExp(
  `^(?:[-*•] )?(?:${VERB})?[:\\s-]{0,3}\\(?${REFERENCE}(?:(?: ?[,&;] ?| and | )(?:${VERB} )?${REFERENCE}){0,10}\\)?[.,;\\s]{0,3}$`,
  'i',
);

const BOILERPLATE = [
  /^(?:bugs?|issues?|tasks?|tickets?|jira|prs?|links?|refs?|references|fixes|closes|resolves|related|see|changelog|release notes?)\s?[:=]\s?[\w#:/.,@-]{1,300}$/i,
  /^fixes: [0-9a-f]{7,64} /i,
  /^(?:-{3,}|={3,}|_{3,}|\*{3,}|~{3,}|`{3,}\w{0,20})$/,
  /^\W{0,4}(?:Generated (?:with|by|using)|Created (?:with|by) (?:Claude|Codex|Copilot|Cursor))\b/,
  /^\(?(?:cherry[- ]picked|backported) from\b/i,
  /^\[(?:ci skip|skip ci|skip-ci|no ci)\]$/i,
  /^(?:# )?conflicts:?$/i,
  /^# (?:On branch|Please enter|Changes to be|Your branch|\t)/,
  /^Squashed commit of the following:?$/i,
  /^commit [0-9a-f]{40,64}\b/,
  /^(?:Author|AuthorDate|Commit|CommitDate|Date|Merge): /,
  /^See merge request\b/,
  /^\(?[A-Z][\w-]{0,30}(?: [\w-]{1,30}){0,2}:? {1,3}<?https?:\/\/\S{1,500}$/,
  /^(?:This|Reverts?) (?:reverts )?(?:commit )?[0-9a-f]{7,64}[.,]?$/i,
  /^This reverts (?:merge )?commits? [0-9a-f]{7,64}\b[^.]{0,80}\.?$/i,
  /^Reverts? (?:pr |pull request )?\S{0,160}#\d{1,7}\.?$/i,
  /^[-*] \[[ xX]\] /,
  /^!\[[^\]]{0,200}\]\(/,
  /^<\/?(?:details|summary|br|p|img|a|table|tr|td|div|b|i|em|strong|ul|li|h\d|blockquote)\b/i,
  /^(?:new file|modified|deleted|renamed):\s/,
  /^(?:summary|description|overview|motivation|context|background|details|changes|notes?|problem|solution|why|what|commits):?$/i,
  /^#{1,6}\s+\S+(?:\s+\S+){0,3}$/,
  /\|\s{1,20}(?:\d{1,6} [+-]{1,100}|Bin \d)/,
  /^\d{1,6} files? changed\b/,
  /^\[\^?[\w-]{1,20}\]:?\s+https?:/,
  /^(?!\S*:\/\/)\S{81,}$/,
];

export function isNoiseLine(line: string): boolean {
  const text = line.trim();
  if (text.length > 2000) return false;
  return (
    PERSON_OR_TOOL.test(text) || ONLY_REFERENCES.test(text) || BOILERPLATE.some(pattern => pattern.test(text))
  );
}

/** A line of the kind that git calls a trailer; in prose it counts only among its own. */
export function isTrailer(line: string): boolean {
  return ANY_TRAILER.test(line) || PERSON_OR_TOOL.test(line);
}

/** From here on a message is data: a diff, what git or a bot put below the text. */
export function isEndOfProse(line: string): boolean {
  return /^(?:diff --git |Index: \S+$|@@ -\d|updated-dependencies:$|# -{5,} >8|-----BEGIN )/.test(
    line.trim(),
  );
}

/** Somebody is thanked; the next reader need not know. */
export function isThanks(text: string): boolean {
  return text.length < 400 && /^(?:Many |Special )?(?:Thanks|Thank you|Credits?)\b/.test(text);
}
