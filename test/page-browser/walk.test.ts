// One walk through the page, from the tree to a file, a unit and a search; the rest is in walk.thorough.test.ts.
import { expect, test } from 'vitest';
import type { ReadAnswer } from '../../src/query/read/answer.ts';
import { json, ultragit } from '../support/cli.ts';
import { sharedRepository } from '../support/repository.ts';
import { noBrowser, openPage, useBrowser } from './support/browser.ts';
import { served } from './support/shown.ts';

const FILE = 'src/mqtt/client.ts';

useBrowser();

test.skipIf(noBrowser)('from the tree to a file, a unit and a search', async () => {
  const repo = sharedRepository('mqtt-client');
  const { regions } = json<ReadAnswer>(ultragit(repo, ['read', FILE, '--json']));
  const address = await served(repo);
  const { page, requests, dialogs, errors, violations } = await openPage(address);
  await page.locator('.tree-row', { hasText: 'client.ts' }).click();
  await page.locator('.card').first().waitFor();
  expect(await page.locator('main h1').innerText()).toBe(FILE);
  for (const { anchor } of regions) await page.locator('.card', { hasText: anchor!.name }).first().waitFor();
  await page.locator('.card', { hasText: 'edited 4 of 6' }).waitFor();
  await page.goto(`${address}#/${FILE}::MqttClient::connect`);
  await page.locator('.unit .picture svg').waitFor();
  const said = regions.find(({ anchor }) => anchor?.name === 'MqttClient::connect')!;
  await expect.poll(() => page.locator('main').textContent()).toContain(said.intent);
  expect(await page.locator('.quoted').allInnerTexts()).toEqual(['Quoted from git, unverified.']);
  const told = await page.locator('main').textContent();
  const origins = await page.locator('.origin').allInnerTexts();
  expect(origins.join('\n'), 'who wrote it').toContain(`${said.author}`);
  expect(told, 'who only claims it').toContain('Tomas Okafor, 2025-04-22, as the note says');
  await page.keyboard.press('/');
  await page.keyboard.type('slots');
  await page.locator('.results .card', { hasText: 'TlsSessionCache' }).first().waitFor();
  expect(requests.filter(url => !url.startsWith(address) && !url.startsWith('data:image/svg'))).toEqual([]);
  expect({ dialogs, errors, violations }).toEqual({ dialogs: [], errors: [], violations: [] });
  await page.context().close();
});
