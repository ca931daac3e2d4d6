// A page with very much in it draws what can be seen. The data is made here and put into the built page, as a report does.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { FileData, GraphData, RepositoryData } from '../../src/page/data.ts';
import { temporaryDirectory } from '../support/repository.ts';
import { noBrowser, openPage, useBrowser } from './support/browser.ts';

const FILES = 100_000;
const LINES = 30_000;
const UNITS = 2_000;
const PATH = 'src/part-0/file-0.ts';

useBrowser();
let address: string;

beforeAll(() => {
  address = reportWith({
    '{"about":"repository"}': repository(),
    [`{"about":"file","path":"${PATH}"}`]: file(),
    '{"about":"graph"}': graph(),
  });
});

function reportWith(questions: Record<string, object>): string {
  const data = gzipSync(JSON.stringify({ questions })).toString('base64');
  const html = readFileSync(new URL('../../dist/page.html', import.meta.url), 'utf8');
  const path = join(temporaryDirectory(), 'large.html');
  writeFileSync(
    path,
    html.replace('id="ultragit-data">', () => `id="ultragit-data">${data}`),
  );
  return pathToFileURL(path).href;
}

function repository(): RepositoryData {
  return {
    name: 'large',
    branch: 'main',
    head: { commit: '1a2b3c4d5e6f', date: '2025-01-01', summary: 'Grow' },
    version: '0.0.0',
    sources: [{ name: 'refs/notes/ultragit', annotations: 10_000 }],
    files: Array.from({ length: FILES }, (_, at) => ({
      path: `src/part-${at % 100}/file-${at}.ts`,
      n: at % 2,
    })),
    notices: [],
  };
}

function file(): FileData {
  const regions = Array.from({ length: UNITS }, (_, at) => ({
    anchor: { type: 'function', name: `unit${at}` },
    current_lines: { start: at * 15 + 1, end: at * 15 + 12 },
    freshness: { state: 'intact' as const },
    constraints: [`Unit ${at} must hold.`],
    intent: `What unit ${at} is for.`,
  }));
  return {
    path: PATH,
    text: Array.from({ length: LINES }, (_, at) => `const line${at + 1} = ${at};`).join('\n'),
    language: 'typescript',
    units: [],
    read: {
      $schema: 'ultragit-read/v1',
      query: {} as FileData['read']['query'],
      scope: { repository: 'large', file: PATH },
      regions,
      stats: { annotations_found: UNITS, regions_returned: UNITS },
    },
  };
}

function graph(): GraphData {
  const nodes = Array.from({ length: 200 }, (_, at) => ({
    ...{ id: `a${at}.ts`, file: `a${at}.ts`, annotations: 1 },
  }));
  const edges = Array.from({ length: 2_000 }, (_, at) => ({
    ...{
      from: `a${at % 200}.ts`,
      to: `a${(at * 7 + 3 + Math.floor(at / 200)) % 200}.ts`,
      nature: `${at}`,
      commit: '1a2b3c4d5e6f',
    },
  }));
  return { nodes, edges };
}

test.skipIf(noBrowser)('100,000 files: a few rows are drawn, and the last one is there', async () => {
  const { page } = await openPage(`${address}#/`);
  await page.locator('.tree-row').first().waitFor();
  await page.getByLabel('Filter files by name').fill('file-');
  await page.getByLabel(/Annotated only/).uncheck();
  const tree = page.locator('.tree');
  await tree.focus();
  await page.keyboard.press('End');
  await page
    .locator('.tree-row', { hasText: /^file-9/ })
    .last()
    .waitFor();
  expect(await page.locator('.tree-row').count()).toBeLessThan(120);
  expect(await tree.evaluate(element => element.scrollHeight)).toBeGreaterThan(FILES * 28);
  await page.getByLabel('Filter files by name').fill('file-77777');
  await expect.poll(() => page.locator('a.tree-row').count()).toBe(1);
  await page.context().close();
});

test.skipIf(noBrowser)(
  '30,000 lines and 2,000 annotations: what is near is drawn, all can be found',
  async () => {
    const { page } = await openPage(`${address}#/${PATH}:29000`);
    await page.locator('.marked').waitFor();
    await expect.poll(() => page.locator('.row', { hasText: 'line29000 ' }).count()).toBe(1);
    expect(await page.locator('.row').count()).toBeLessThan(600);
    expect(
      await page.evaluate(() => document.querySelector('.code')?.textContent?.includes('line12345 ')),
    ).toBe(true);
    await page.keyboard.press('j');
    await page.locator('.card.chosen').waitFor();
    expect(await page.locator('.card.chosen').innerText()).toContain('Unit 0 must hold.');
    await page.context().close();
  },
);

test.skipIf(noBrowser)(
  '2,000 connections: as many are drawn as can be laid out, all are listed',
  async () => {
    const { page } = await openPage(`${address}#?graph`);
    await page.locator('svg .node').first().waitFor();
    expect(await page.locator('.edge').count()).toBeLessThanOrEqual(300);
    expect(await page.locator('.picture figcaption').innerText()).toContain('not drawn');
    expect(await page.locator('.edges > li').count()).toBe(2_000);
    await page.context().close();
  },
);
