import { useState } from 'preact/hooks';
import { kept } from './kept.ts';

const THEMES = ['auto', 'light', 'dark'] as const;
const theme = kept('ultragit-theme', THEMES);

/** Before anything is drawn. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = theme.get();
}

export function ThemeSwitch() {
  const [now, setNow] = useState(theme.get());
  return (
    <label class="theme">
      <span class="unseen">Colours</span>
      <select
        class="field"
        value={now}
        onChange={event => {
          const chosen = THEMES.find(one => one === event.currentTarget.value) ?? 'auto';
          theme.set(chosen);
          setNow(chosen);
          applyTheme();
        }}
      >
        <option value="auto">Auto</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}
