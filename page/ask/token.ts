const KEY = 'ultragit-token';
let held: string | undefined;

export function knownToken(): string | undefined {
  held ??= stored();
  return held;
}

/** Kept for this tab; where the browser keeps nothing, for as long as the page is open. */
export function keepToken(token: string): void {
  held = token;
  try {
    sessionStorage.setItem(KEY, token);
  } catch {}
}

/** "#token=…", perhaps with an address behind it ("#token=…&/src/a.ts"): nobody should see or copy it. */
export function takeTokenFromAddress(): void {
  const [, token, rest = ''] = /^#token=([^&]*)&?(.*)$/s.exec(location.hash) ?? [];
  if (token === undefined) return;
  keepToken(decodeURIComponent(token));
  history.replaceState(null, '', `${location.pathname}${location.search}#${rest}`);
}

function stored(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
