import { useEffect, useRef } from 'preact/hooks';
import { kept } from './kept.ts';

export const shortcutsOn = kept('ultragit-shortcuts', ['on', 'off']);

type Shortcuts = Record<string, (event: KeyboardEvent) => void>;

/** Single keys, where nobody is writing. `Escape` works always. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const now = useRef(shortcuts);
  now.current = shortcuts;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = Object.hasOwn(now.current, event.key) ? now.current[event.key] : undefined;
      if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key !== 'Escape' && (isWriting(event.target) || shortcutsOn.get() === 'off')) return;
      if (event.key !== 'Escape') event.preventDefault();
      action(event);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function isWriting(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select');
}
