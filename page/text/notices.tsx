import { Prose } from './text.tsx';

type Notice = { code: string; message: string; fix?: string };

export function Notices({ of: notices }: { of: readonly Notice[] | undefined }) {
  if (!notices?.length) return null;
  return (
    <ul class="notices" aria-label="Notices">
      {notices.map(({ code, message, fix }) => (
        <li key={`${code} ${message}`}>
          <Prose of={message} />
          {fix && (
            <p class="fix">
              <Prose of={fix} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
