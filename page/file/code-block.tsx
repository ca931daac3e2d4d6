import { useMemo, useRef } from 'preact/hooks';
import { linkTo } from '../route.ts';
import { memo } from '../shell/memo.ts';
import { asPlain, Text } from '../text/text.tsx';
import type { Bar } from './bars.ts';
import type { Block } from './blocks.ts';
import { LONGEST_SHOWN, tokensOf } from './code-lines.ts';
import type { Token } from './highlight.ts';
import { useNear } from './use-near.ts';

/** In the style sheet, too. */
export const LINE_HEIGHT = 20;

type Props = {
  path: string;
  block: Block;
  lines: readonly string[];
  highlighted: readonly Token[][] | undefined;
  /** Those that have lines of this block. */
  bars: readonly Bar[];
  /** Lines that are set off: of the card that is chosen, and of the address. */
  lit: readonly [number, number][];
  marked: readonly [number, number][];
  onChoose?: (unit: string) => void;
};

/** Some lines of code. Away from the screen it is one text, which the browser can still find words in. */
export const CodeBlock = memo(DrawnBlock);

function DrawnBlock({ block, bars, lit, marked, onChoose, ...rest }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const isNear = useNear(ref);
  const height = (block.last - block.first + 1) * LINE_HEIGHT;
  return (
    <div
      class="block"
      ref={ref}
      data-first={block.first}
      data-last={block.last}
      style={{ height: `${height}px` }}
    >
      {within(block, lit).map(piece => (
        <i class="lit" style={piece} aria-hidden="true" />
      ))}
      {within(block, marked).map(piece => (
        <i class="marked" style={piece} aria-hidden="true" />
      ))}
      {/* A short cut for the mouse: the card has a button. */}
      {bars.map(({ unit, state, first, last, lane }) =>
        within(block, [[first, last]]).map(piece => (
          <i
            class={`bar ${state}`}
            style={{ ...piece, left: `${lane * 8 + 4}px` }}
            aria-hidden="true"
            onClick={onChoose && (() => onChoose(unit))}
          />
        )),
      )}
      {isNear ? <Rows block={block} {...rest} /> : <Plain block={block} lines={rest.lines} />}
    </div>
  );
}

function within(block: Block, ranges: readonly [number, number][]): { top: string; height: string }[] {
  return ranges.flatMap(([first, last]) => {
    const [from, to] = [Math.max(first, block.first), Math.min(last, block.last)];
    if (from > to) return [];
    return [{ top: `${(from - block.first) * LINE_HEIGHT}px`, height: `${(to - from + 1) * LINE_HEIGHT}px` }];
  });
}

function Plain({ block, lines }: Pick<Props, 'block' | 'lines'>) {
  const shown = lines.slice(block.first - 1, block.last).map(line => asPlain(line.slice(0, LONGEST_SHOWN)));
  return <pre class="plain">{shown.join('\n')}</pre>;
}

function Rows({ path, block, lines, highlighted }: Pick<Props, 'path' | 'block' | 'lines' | 'highlighted'>) {
  return useMemo(() => {
    const numbers = Array.from({ length: block.last - block.first + 1 }, (_, at) => block.first + at);
    return (
      <>
        {numbers.map(number => (
          <Row
            key={number}
            link={linkTo({ view: 'file', path, lines: [number, number] })}
            number={number}
            text={lines[number - 1] ?? ''}
            tokens={highlighted?.[number - 1]}
          />
        ))}
      </>
    );
  }, [path, block.first, block.last, lines, highlighted]);
}

type RowProps = { link: string; number: number; text: string; tokens: readonly Token[] | undefined };

function Row({ link, number, text, tokens }: RowProps) {
  const rest = text.length - LONGEST_SHOWN;
  return (
    <div class="row">
      <a class="number" href={link} tabIndex={-1}>
        {number}
      </a>
      <code>
        {tokensOf(text, tokens).map(token =>
          token.kind ? (
            <span class={`t-${token.kind}`}>
              <Text of={token.text} />
            </span>
          ) : (
            <Text of={token.text} />
          ),
        )}
        {!tokens && rest > 0 && <span class="aside"> … {rest.toLocaleString('en')} more characters</span>}
      </code>
    </div>
  );
}
