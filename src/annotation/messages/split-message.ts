/** A message as its subject and the paragraphs below it, each a list of lines. */
export type SplitMessage = { subject: string; paragraphs: string[][] };

const MERGE =
  /^(?:Squashed commit of the following|Merged? (?:pull request|branch|branches|remote-tracking branch|tag|commit)\b|Merged in \S+ \(pull request #\d+\))/;

/** Takes a clean message; the subject of a merge gives way to the title of what was merged, where there is one. */
export function splitMessage(text: string): SplitMessage {
  const [head = [], ...below] = paragraphsOf(withoutHeaders(withoutComments(withRealNewlines(text))));
  const { subject, rest } = splitHead(head);
  const paragraphs = rest.length > 0 ? [rest, ...below] : below;
  if (!MERGE.test(subject)) return { subject, paragraphs };
  const [[title = '', ...more] = [], ...others] = paragraphs;
  const isTitle = title !== '' && !/^(?:#|\* |- |conflicts)/i.test(title);
  if (!isTitle) return { subject, paragraphs };
  return { subject: title, paragraphs: more.length > 0 ? [more, ...others] : others };
}

/** A message that was given in one piece by a program that knows no newline but `\n`. */
function withRealNewlines(text: string): string {
  return !text.trim().includes('\n') && text.includes('\\n\\n') ? text.replaceAll('\\n', '\n') : text;
}

/** Comments of a template that nobody took out. */
function withoutComments(text: string): string {
  if (!text.includes('<!--')) return text;
  const [start = '', ...parts] = text.split('<!--');
  const after = (part: string) => {
    const end = part.indexOf('-->');
    return end < 0 ? '' : part.slice(end + 3);
  };
  return start + parts.map(after).join('');
}

/** What `git merge --squash` writes: the log of a branch, its messages indented. */
function withoutHeaders(text: string): string {
  if (!/^Squashed commit of the following/m.test(text)) return text;
  return text
    .replace(/^(?:commit [0-9a-f]{40,64}\b|(?:Author|Date|Merge): ).*$/gm, '')
    .replace(/^ {4}/gm, '');
}

/** Code between fences is indented instead, as code without fences is. */
function paragraphsOf(text: string): string[][] {
  const paragraphs: string[][] = [[]];
  let isFenced = false;
  for (const line of text.split('\n').map(line => line.trimEnd())) {
    const isFence = /^\s{0,3}(?:`{3}|~{3})/.test(line);
    if (isFence) isFenced = !isFenced;
    else if (line !== '') paragraphs.at(-1)?.push(isFenced ? `    ${line}` : line);
    else if (paragraphs.at(-1)?.length !== 0) paragraphs.push([]);
  }
  return paragraphs.filter(lines => lines.length > 0);
}

const WRAPPED_FROM = 50;
const LONG_SUBJECT = 120;

/** Where no blank line ends the subject, its first line does; of a paragraph of prose, its first sentence. */
function splitHead([first = '', ...rest]: readonly string[]): { subject: string; rest: string[] } {
  const [second = ''] = rest;
  const isWrapped = first.length >= WRAPPED_FROM && /^\p{Ll}/u.test(second.trim());
  const head = isWrapped ? [first, ...rest].map(line => line.trim()).join(' ') : first.trim();
  const below = isWrapped ? [] : rest;
  const end = head.length > LONG_SUBJECT ? head.search(/[.!?;:](?= )/) : -1;
  if (end < 0) return { subject: head, rest: below };
  return { subject: head.slice(0, end), rest: [head.slice(end + 1).trim(), ...below] };
}
