import { useEffect, useState } from 'preact/hooks';
import { type Route, routeOf } from '../route.ts';

/** What the address names; and with it, where on the page the reader was. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const change = () => setHash(location.hash);
    addEventListener('hashchange', change);
    return () => removeEventListener('hashchange', change);
  }, []);
  useEffect(rememberPlace, []);
  return routeOf(hash);
}

const PAUSE_MS = 200;

/** With each entry of the history goes how far the page was scrolled. */
function rememberPlace(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scroll = () => {
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState({ y: scrollY }, ''), PAUSE_MS);
  };
  const leave = () => clearTimeout(timer);
  addEventListener('scroll', scroll, { passive: true });
  addEventListener('hashchange', leave);
  return () => {
    leave();
    removeEventListener('scroll', scroll);
    removeEventListener('hashchange', leave);
  };
}
