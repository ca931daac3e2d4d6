import { useState } from 'preact/hooks';
import { keepToken, knownToken } from '../ask/token.ts';
import { Title } from './title.tsx';

/** The server wants a token, and has none or a wrong one. */
export function TokenForm({ onToken }: { onToken: () => void }) {
  const [token, setToken] = useState('');
  const wasWrong = knownToken() !== undefined;
  return (
    <main class="token">
      <Title text="Token" heading="This server wants a token" />
      <p>It is the one that the server was started with. It is kept in this tab until you close it.</p>
      <form
        onSubmit={event => {
          event.preventDefault();
          keepToken(token.trim());
          onToken();
        }}
      >
        <label for="token">Token</label>
        <input
          id="token"
          type="password"
          class="field"
          autocomplete="off"
          required
          value={token}
          onInput={event => setToken(event.currentTarget.value)}
        />
        <button type="submit" class="primary">
          Open
        </button>
      </form>
      <p role="alert">{wasWrong ? 'The token that was tried is not the right one.' : ''}</p>
    </main>
  );
}
