// A real browser. Where there is none, its tests skip.
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';

const endpoint = inject('browser');

/** For `skipIf`. */
export const noBrowser = endpoint === undefined;

/** In milliseconds: for what hangs, not for what is slow. */
const PATIENCE = 600_000;

let browser: Browser | undefined;

/** To be called in a test file. */
export function useBrowser(): void {
  beforeAll(async () => {
    if (endpoint !== undefined) browser = await chromium.connect(endpoint);
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
  context.setDefaultTimeout(PATIENCE);
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
