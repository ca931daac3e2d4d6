/** Which subjects say nothing about the code: a closed list, because a missed message is better than a noisy one. */

/** Releases, updates of dependencies and what machines write: whatever the body says, it does not explain a line. */
const ALWAYS = [
  /^v?\d+\.\d\S*$/,
  /^(?:\[?maven-release-plugin|\[?release\b|releas(?:e|ing) (?:v?\d|version)|version (?:bump|v?\d))/,
  /^(?:prepare|cut|tag|publish|start|begin|post)\b.{0,40}\b(?:release|snapshot|iteration|development|version|v?\d+\.\d+)/,
  /^(?:bump|auto-?bump|roll|pin)\b/,
  /^(?:update|upgrade)\b.{0,80}\b(?:to|from) v?\d\S*$/,
  /^(?:update|upgrade|refresh|renew)\b.{0,40}\b(?:dependenc(?:y|ies)|deps|lock ?files?|submodules?|\S+\.lock|\S+-lock\.\w+)\b/,
  /^(?:\[pre-commit|pre-commit\b.*\bauto|\[?auto(?:matic|mated|-?generated|fix)?\b.*\b(?:update|changes|fixes|merge|commit|by)\b)/,
  /^(?:added|add) files via upload$/,
  /^(?:run |apply )?(?:rustfmt|cargo fmt|gofmt|go fmt|black|prettier|clang-?format|isort)\b.{0,30}$/,
];

const FORMATTING =
  '(?:typos?|spelling|grammar|wording|white-?space|whitespaces?|indents?|indentation|lint(?:er|ing|s)?|(?:code )?style|format(?:ting|ted|s)?|reformat(?:ting|ted)?|prettier|eslint|rustfmt|cargo fmt|gofmt|go fmt|clang-?format|clippy|checkstyle|spotless|black|isort|ruff|flake8|pep-? ?8)';
const CHORES =
  '(?:tests?|build|ci|travis|appveyor|workflows?|compilation|compil(?:e|er) (?:errors?|warnings?)|warnings?|(?:merge )?conflicts?|imports?|copyrights?|licen[cs]es?|docs?|documentation|readme\\S*|changelog\\S*|comments?|javadocs?|docstrings?|authors|contributors|version|deps|dependenc(?:y|ies))';
const FILLER = '(?:the|a|all|some|more|few|minor|small|tiny|various|missing|failing|broken|flaky|unit|of)';

/** Small chores, formatting and moves: they explain a line only where the author took the trouble to say why. */
const ALONE = [
  /^(?:initial|first)\b.{0,30}\b(?:commit|import|version|check-?in|revision|release|draft)\b/,
  /^(?:initial|import|wip|tmp|temp|oops|fixup|squash|amend|misc|stuff|changes|updates?|fix(?:es)?|various|minor|small|tiny|trivial|cosmetic|nits?|tweaks?|clean-? ?ups?|tidy|polish|refactor(?:ing|ed)?)\b[^ ]*$/,
  /^(?:fixup|squash|amend)! /,
  /^(?:wip|tmp|minor|tiny|trivial|cosmetic|nits?|typos?|clean-? ?up|tidy|move|moved|rename|renamed|relocate|reorgani[sz]e|reorder|reindent|sort)\b/,
  new RegExp(
    `^(?:(?:fix(?:es|ed)?|run|apply|address|resolve|correct|satisfy|use|adopt|add|remove|update|make|auto)\\b ?)?(?:${FILLER} )*${FORMATTING}\\b`,
  ),
  new RegExp(
    `^(?:fix(?:es|ed)?|update|updated|repair|add|more|improve|edit|tweak|adjust)\\b (?:${FILLER} )*${CHORES}\\b.{0,12}$`,
  ),
  /^(?:address|apply|fix|resolve|incorporate|respond to)\b.{0,40}\b(?:review\w*|comments?|suggestions?|feedback|concerns|nits?)\b/,
  /^(?:split|break|extract)\b.{0,40}\b(?:into|out|to)\b/,
  /^(?:update|updated|create|created|delete|deleted|add|added|edit|remove|rename)\b \S+\.\w{1,8}$/,
  /^merge\b/,
];

/** Never worth showing, not worth showing alone, or undefined for a subject that may be. */
export function subjectNoise(subject: string): 'always' | 'alone' | undefined {
  if (/^(?:build|chore|ci|fix)\(deps[^)]{0,20}\)/i.test(subject)) return 'always';
  const bare = bareSubject(subject);
  if (ALWAYS.some(pattern => pattern.test(bare))) return 'always';
  return ALONE.some(pattern => pattern.test(bare)) ? 'alone' : undefined;
}

const LONGEST_SUBJECT = 300;

/** In lower case, without what comes before the words (`fix(api)!:`, `:art:`, `[mod]`) and the number after them. */
export function bareSubject(subject: string): string {
  return subject
    .slice(0, LONGEST_SUBJECT)
    .toLowerCase()
    .replace(/^(?::\w{1,30}:|[^\p{L}\p{N}[(]{1,10})\s*/u, '')
    .replace(/^(?:\w{1,20}(?:\([^)]{0,60}\))?!?: |\[(?!pre-commit|maven|auto)[^\]]{0,30}\]\s*)/, '')
    .replace(/(?<!\s)\s*\(?#\d+\)?[.\s]*$/, '')
    .replace(/(?<![.!…\s])[.!…\s]+$/, '')
    .trim();
}

const CUT_OFF = /(?:…|\.\.\.)\s*(?:\(#\d+\)\s*)?$/;
const FEW_LETTERS = 12;

/** Whether two subjects are the same, or one goes on a little, or where the other was cut off. */
export function isSameSubject(one: string, other: string): boolean {
  const [short = '', long = ''] = [bareSubject(one), bareSubject(other)].sort((a, b) => a.length - b.length);
  if (short.length < FEW_LETTERS || !long.startsWith(short)) return short === long;
  return long.length - short.length <= FEW_LETTERS || CUT_OFF.test(one) || CUT_OFF.test(other);
}
