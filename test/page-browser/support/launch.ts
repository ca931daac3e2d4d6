// Once per run: the browser that all tests of the page share.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser listens; undefined where none is installed. */
    browser: string | undefined;
  }
}

const args = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const executablePath = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
    path => path !== '' && existsSync(path),
  );
  if (executablePath === undefined) {
    process.stderr.write('No chromium is installed: the tests of the page are skipped.\n');
    return undefined;
  }
  const server = await chromium.launchServer({ executablePath, args });
  project.provide('browser', server.wsEndpoint());
  return () => server.close();
}
