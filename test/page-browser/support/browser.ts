// A real browser. Where there is none, its tests skip and say so.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

const executablePath = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  path => path !== '' && existsSync(path),
);

/** Why there is no browser, for `skipIf`. */
export const noBrowser = executablePath === undefined;
if (noBrowser) process.stderr.write('No chromium is installed: the tests of the page are skipped.\n');

const args = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

let browser: Browser | undefined;

/** To be called in a test file: one browser for all its tests. */
export function useBrowser(): void {
  beforeAll(async () => {
    if (!noBrowser) browser = await chromium.launch({ executablePath, args });
  });
  afterAll(() => browser?.close());
}

/** What a page did beside what it shows. */
export type Watched = {
  page: Page;
  requests: string[];
  dialogs: string[];
  errors: string[];
  violations: string[];
};

export async function openPage(address: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser!.newContext({ viewport: { width: 1600, height: 1000 }, ...options });
  const page = await context.newPage();
  const watched: Watched = { page, requests: [], dialogs: [], errors: [], violations: [] };
  page.on('request', request => watched.requests.push(request.url()));
  page.on('pageerror', error => watched.errors.push(error.message));
  page.on('dialog', async dialog => {
    watched.dialogs.push(dialog.message());
    await dialog.dismiss();
  });
  await page.exposeFunction('tellViolation', (what: string) => watched.violations.push(what));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', event => {
      const tell = Reflect.get(globalThis, 'tellViolation') as (what: string) => void;
      tell(Reflect.get(event, 'effectiveDirective'));
    });
  });
  await page.goto(address);
  return watched;
}

export const WIDTHS = { wide: { width: 1600, height: 1000 }, narrow: { width: 400, height: 800 } } as const;
