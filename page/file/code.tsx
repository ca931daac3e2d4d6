import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FileData } from '../../src/page/data.ts';
import type { Bar } from './bars.ts';
import { type Block, blocks } from './blocks.ts';
import { CodeBlock } from './code-block.tsx';
import { codeLines } from './code-lines.ts';
import { highlight, type Token } from './highlight.ts';

type Props = {
  file: Pick<FileData, 'path' | 'text' | 'language'>;
  bars: readonly Bar[];
  lit?: readonly [number, number][];
  marked?: readonly [number, number][];
  /** What stands before a line, where nothing can stand beside it. */
  inserted?: ReadonlyMap<number, ComponentChildren>;
  /** Only these lines. */
  only?: [number, number];
  onChoose?: (unit: string) => void;
};

const NOTHING: ReadonlyMap<number, ComponentChildren> = new Map();

export function Code({ file, bars, lit = [], marked = [], inserted = NOTHING, only, onChoose }: Props) {
  const lines = useMemo(() => codeLines(file.text ?? ''), [file.text]);
  const highlighted = useHighlighted(lines, file);
  const breaks = [...inserted.keys()].join();
  const shown = useMemo(
    () => blocksOf(lines.length, new Set(inserted.keys()), only),
    [lines, breaks, only?.join()],
  );
  const barsOf = useMemo(() => shown.map(block => bars.filter(bar => isIn(bar, block))), [shown, bars]);
  const room = useRoom(bars, lines.length);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="code" tabIndex={0} aria-label={`Code of ${file.path}`} ref={room}>
      <div class="sheet">
        {shown.map((block, at) => (
          <>
            {inserted.get(block.first)}
            <CodeBlock
              key={`${block.first}-${block.last}`}
              path={file.path}
              {...{ block, lines, highlighted, onChoose }}
              bars={barsOf[at] ?? NONE}
              lit={touching(lit, block)}
              marked={touching(marked, block)}
            />
          </>
        ))}
      </div>
    </section>
  );
}

const NONE: never[] = [];

function isIn(bar: Bar, block: Block): boolean {
  return bar.first <= block.last && bar.last >= block.first;
}

/** A block without such lines is given the same nothing each time, and need not be drawn again. */
function touching(ranges: readonly [number, number][], block: Block): readonly [number, number][] {
  return ranges.some(([first, last]) => first <= block.last && last >= block.first) ? ranges : NONE;
}

function blocksOf(lines: number, breaks: ReadonlySet<number>, only: [number, number] | undefined): Block[] {
  if (!only) return blocks(lines, breaks);
  const [first, last] = [Math.max(1, only[0]), Math.min(lines, only[1])];
  return blocks(last - first + 1, new Set()).map(block => ({
    first: block.first + first - 1,
    last: block.last + first - 1,
  }));
}

/** Colours come a moment after the text: a large file should not keep anybody waiting. */
function useHighlighted(lines: readonly string[], { path, language }: Props['file']): Token[][] | undefined {
  const [done, setDone] = useState<{ of: readonly string[]; tokens: Token[][] | undefined }>();
  useEffect(() => {
    const timer = setTimeout(() => {
      setDone({ of: lines, tokens: highlight(lines.join('\n'), path, language) });
    });
    return () => clearTimeout(timer);
  }, [lines, path, language]);
  return done?.of === lines ? done.tokens : undefined;
}

/** As much room before the code as its bars and line numbers need. */
function useRoom(bars: readonly Bar[], lines: number) {
  const ref = useRef<HTMLElement>(null);
  const lanes = Math.max(0, ...bars.map(({ lane }) => lane + 1));
  useEffect(() => {
    ref.current?.style.setProperty('--lanes', `${lanes}`);
    ref.current?.style.setProperty('--digits', `${String(lines).length}`);
  }, [lanes, lines]);
  return ref;
}
