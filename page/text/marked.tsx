import { Text } from './text.tsx';

/** Text with the words that were looked for set off. */
export function Marked({ of: text, words }: { of: string; words: readonly string[] }) {
  if (words.length === 0) return <Text of={text} />;
  const pattern = new RegExp(`(${words.map(escaped).join('|')})`, 'giu');
  return (
    <>
      {text.split(pattern).map((piece, at) =>
        at % 2 === 0 ? (
          <Text of={piece} />
        ) : (
          <mark>
            <Text of={piece} />
          </mark>
        ),
      )}
    </>
  );
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+');
}

/** As the search takes them: words, and phrases in quotes. */
export function wordsIn(text: string): string[] {
  return [...text.matchAll(/"([^"]+)"|([^\s"]+)/g)].map(([, phrase, word]) => phrase ?? word ?? '');
}
