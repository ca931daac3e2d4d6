import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

const told = new WeakMap<Element, (isNear: boolean) => void>();

/** One for all: a long file has hundreds of blocks. */
const watching = new IntersectionObserver(
  entries => {
    for (const { target, isIntersecting } of entries) told.get(target)?.(isIntersecting);
  },
  { rootMargin: '900px 0px' },
);

/** Whether an element is on the screen, or about to be. */
export function useNear(ref: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    told.set(element, setNear);
    watching.observe(element);
    return () => watching.unobserve(element);
  }, []);
  return isNear;
}
