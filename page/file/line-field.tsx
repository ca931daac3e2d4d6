import { useRef } from 'preact/hooks';
import { linkTo } from '../route.ts';
import { useShortcuts } from '../shell/shortcuts.ts';

/** The way to a line, and to a link that names it, without a mouse. */
export function LineField({ path }: { path: string }) {
  const ref = useRef<HTMLInputElement>(null);
  useShortcuts({ l: () => ref.current?.select() });
  return (
    <form
      class="line-field"
      onSubmit={event => {
        event.preventDefault();
        const [first, last = first] = (ref.current?.value ?? '').split(/[-:–]/).map(Number);
        if (!first || !last) return;
        ref.current?.blur();
        location.hash = linkTo({ view: 'file', path, lines: [first, last] });
      }}
    >
      <label>
        <span class="unseen">Go to line</span>
        <input class="field" ref={ref} inputMode="numeric" placeholder="Line" size={6} autocomplete="off" />
      </label>
    </form>
  );
}
