import { useState } from 'preact/hooks';
import { useShortcuts } from './shortcuts.ts';

/** Copies the address of what is shown. */
export function CopyLink() {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setSaid('Copied');
    } catch {
      setSaid('The address bar has the link');
    }
    setTimeout(() => setSaid(''), 2500);
  };
  useShortcuts({ c: copy });
  return (
    <>
      <button type="button" onClick={copy}>
        Copy link
      </button>
      <span role="status">{said}</span>
    </>
  );
}
