// Which browser `view` starts; test/page/served.thorough.test.ts has the rest.
import { expect, test } from 'vitest';
import { browserCommand } from '../../src/commands/open-browser.ts';

const ADDRESS = 'http://127.0.0.1:3000/#/a.ts';

test.each<[NodeJS.Platform, Record<string, string>, string[]]>([
  ['linux', { DISPLAY: ':0' }, ['xdg-open', ADDRESS]],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open', ADDRESS]],
  ['linux', {}, []],
  ['darwin', {}, ['open', ADDRESS]],
  ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler', ADDRESS]],
  ['linux', { BROWSER: 'firefox:chromium', DISPLAY: ':0' }, ['firefox', ADDRESS]],
  [
    'linux',
    { BROWSER: 'firefox --new-tab %s; rm -rf /' },
    ['firefox', '--new-tab', `${ADDRESS};`, 'rm', '-rf', '/'],
  ],
  ['linux', { BROWSER: `'/opt/my browser' -P "at work"` }, ['/opt/my browser', '-P', 'at work', ADDRESS]],
  ['win32', { BROWSER: '"C:\\Program Files\\b.exe" -x' }, ['C:\\Program Files\\b.exe', '-x', ADDRESS]],
  ['win32', { BROWSER: 'C:\\firefox.exe;other' }, ['C:\\firefox.exe', ADDRESS]],
  ['darwin', { BROWSER: ' ' }, ['open', ADDRESS]],
])('on %s with %o it is %o', (platform, env, command) => {
  expect(browserCommand({ platform, env }, ADDRESS)).toEqual(command);
});
