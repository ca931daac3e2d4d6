import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { asPlain } from '../text/text.tsx';

/** The heading of a view; `text` names it in the window's title. */
export function Title({
  text,
  heading,
  before,
  children,
}: {
  text: string;
  heading: ComponentChildren;
  before?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const ref = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${asPlain(text)} – Ultragit`;
    arrive(ref.current);
  }, [text]);
  return (
    <header class="title">
      {before}
      <h1 tabIndex={-1} ref={ref}>
        {heading}
      </h1>
      {children}
    </header>
  );
}

let isFirst = true;

/** A new view begins at its heading, one that is gone back to where it was left. Who writes is left alone. */
function arrive(heading: HTMLElement | null): void {
  scrollTo({ top: history.state?.y ?? 0, behavior: 'instant' });
  const isWriting = document.activeElement?.matches('input, select, [role="tree"]');
  if (!isFirst && !isWriting) heading?.focus({ preventScroll: true });
  isFirst = false;
}
