import { readFileSync } from 'node:fs';
import type { Page } from './report/document.ts';

/** The page as the build left it in a directory; undefined where it did not. */
export function builtPage(directory: URL): Page | undefined {
  try {
    const html = readFileSync(new URL('page.html', directory), 'utf8');
    const { script, style } = JSON.parse(readFileSync(new URL('page.json', directory), 'utf8'));
    return { html, hashes: { script, style } };
  } catch {
    return undefined;
  }
}
