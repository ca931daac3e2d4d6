import { useEffect, useRef, useState } from 'preact/hooks';
import { shortcutsOn } from './shortcuts.ts';

const KEYS: readonly [string, string][] = [
  ['/', 'Search'],
  ['j', 'Next annotation'],
  ['k', 'Previous annotation'],
  ['o', 'Open the chosen one'],
  ['l', 'Go to a line'],
  ['t', 'To the files'],
  ['g', 'Picture of the dependencies'],
  ['c', 'Copy the link to what is shown'],
  ['Esc', 'Close, or let go'],
  ['?', 'This help'],
];

const STATES = [
  ['intact', 'The code is as it was when the annotation was written.'],
  ['edited', 'Some of its lines changed since.'],
  ['moved', 'It lives in another place now.'],
  ['gone', 'It is not there any more.'],
  ['unknown', 'That is not known.'],
] as const;

export function Help({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const [isOn, setOn] = useState(shortcutsOn.get() === 'on');
  useEffect(() => {
    if (isOpen) ref.current?.showModal();
    else ref.current?.close();
  }, [isOpen]);
  return (
    <dialog class="help" ref={ref} onClose={onClose} aria-labelledby="help-title">
      <header>
        <h2 id="help-title">Keys and marks</h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      <table>
        <caption class="unseen">Keys</caption>
        <tbody>
          {KEYS.map(([key, what]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>In the tree, arrow keys move, open and close; Enter shows a file.</p>
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={event => {
            const chosen = event.currentTarget.checked;
            setOn(chosen);
            shortcutsOn.set(chosen ? 'on' : 'off');
          }}
        />
        Single keys do something
      </label>
      <h3>Bars beside the code</h3>
      <ul class="legend">
        {STATES.map(([state, meaning]) => (
          <li key={state}>
            <i class={`swatch bar ${state}`} aria-hidden="true" />
            <strong>{state}</strong> {meaning}
          </li>
        ))}
      </ul>
    </dialog>
  );
}
