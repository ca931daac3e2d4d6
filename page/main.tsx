import { render } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { App } from './app.tsx';
import type { Asking } from './ask/asking.ts';
import { live } from './ask/live.ts';
import { reportIn } from './ask/report.ts';
import { takeTokenFromAddress } from './ask/token.ts';
import { Source } from './ask/use-answer.ts';
import { applyTheme } from './shell/theme.tsx';

function Page({ asking }: { asking: Asking }) {
  const [turn, setTurn] = useState(0);
  const again = useCallback(() => setTurn(count => count + 1), []);
  useEffect(() => {
    if (asking.isReport) return undefined;
    const look = () => document.visibilityState === 'visible' && again();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [asking]);
  return (
    <Source.Provider value={{ asking, turn, again }}>
      <App isReport={asking.isReport} onToken={again} />
    </Source.Provider>
  );
}

takeTokenFromAddress();
applyTheme();
const room = document.getElementById('page');
if (room) {
  room.textContent = '';
  render(<Page asking={reportIn(document) ?? live} />, room);
}
