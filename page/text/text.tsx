import { useState } from 'preact/hooks';
import { aroundHidden } from '../../src/hidden-characters.ts';

/** Text from a repository: nothing of it is markup, and what is hidden in it is shown as a mark. */
export function Text({ of: text }: { of: string }) {
  const pieces = aroundHidden(text);
  if (pieces.length === 1) return <>{text}</>;
  return <>{pieces.map((piece, at) => (at % 2 === 0 ? piece : <Mark character={piece} />))}</>;
}

function Mark({ character }: { character: string }) {
  return (
    <span class="hidden-character" title="A hidden character of the text">
      {codePoint(character)}
    </span>
  );
}

/** The same without elements. */
export function asPlain(text: string): string {
  const pieces = aroundHidden(text);
  return pieces.map((piece, at) => (at % 2 === 0 ? piece : codePoint(piece))).join('');
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const LONG = 1200;

/** Paragraphs as they were written; of very long ones the beginning, until more is wanted. */
export function Prose({ of: text, class: name = '' }: { of: string; class?: string }) {
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && text.length > LONG * 1.25;
  return (
    <span class={`prose ${name}`} dir="auto">
      <Text of={isCut ? cut(text) : text} />
      {isCut && (
        <>
          {'… '}
          <button type="button" class="more" onClick={() => setWhole(true)}>
            show all {text.length.toLocaleString('en')} characters
          </button>
        </>
      )}
    </span>
  );
}

/** Not between the halves of a character. */
function cut(text: string): string {
  return text.slice(0, LONG).replace(/[\ud800-\udbff]$/, '');
}

/** A path whose directories matter less than its name. */
export function Path({ of: path }: { of: string }) {
  const at = path.lastIndexOf('/') + 1;
  return (
    <bdi class="path">
      {at > 0 && (
        <span class="directory">
          <Text of={path.slice(0, at)} />
        </span>
      )}
      <Text of={path.slice(at)} />
    </bdi>
  );
}

export function Name({ of: name }: { of: string }) {
  return (
    <bdi class="name">
      <Text of={name} />
    </bdi>
  );
}

export function CommitId({ of: id }: { of: string | undefined }) {
  return id ? <code class="commit">{asPlain(id).slice(0, 12)}</code> : null;
}
