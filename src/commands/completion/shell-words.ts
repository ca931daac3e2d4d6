/** A command line as a shell would split it, up to the cursor; the last word is the one that is being typed. */
export function shellWords(line: string): string[] {
  const words: string[] = [''];
  const pieces = line
    .trimStart()
    .matchAll(/(\s+)|\\([\s\S]?)|'([^']*)'?|"((?:[^"\\]|\\[\s\S])*)"?|([^\s\\'"]+)/g);
  for (const [, space, escaped, single, double, plain] of pieces) {
    const text = escaped ?? single ?? double?.replace(/\\([\s\S])/g, '$1') ?? plain ?? '';
    if (space !== undefined) words.push('');
    else words[words.length - 1] += text;
  }
  return words;
}

/** What a shell would take for more than letters is escaped: a name in a file must not become a command. */
export function shellQuoted(word: string): string {
  return word.replace(/[^\p{L}\p{N}_@%+=:,./-]/gu, '\\$&');
}

/** Bash replaces what comes after the last of its break characters, so the rest is not repeated. */
export function afterBreak(word: string, current: string, breaks: string): string {
  const at = Math.max(
    ...[...':='].filter(sign => breaks.includes(sign)).map(sign => current.lastIndexOf(sign)),
    -1,
  );
  return word.slice(at + 1);
}
