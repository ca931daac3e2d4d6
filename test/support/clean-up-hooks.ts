// A setup file: vitest runs it again for each test file.
import { afterAll, afterEach } from 'vitest';
import { cleanUpAfterFile, cleanUpAfterTest } from './clean-up.ts';

/** In bytes. To start a process, the system copies the page table of this one, so every git would take longer. */
const MOST_MEMORY = 250_000_000;

afterEach(cleanUpAfterTest);
afterAll(async () => {
  await cleanUpAfterFile();
  if (process.memoryUsage.rss() > MOST_MEMORY) globalThis.gc?.();
});
