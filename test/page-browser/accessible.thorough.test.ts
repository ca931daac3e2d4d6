// What axe finds in every view, on light and on dark, narrow and wide; and that nothing needs a mouse.
import axe from 'axe-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedRepository } from '../support/repository.ts';
import { noBrowser, openPage, useBrowser, WIDTHS } from './support/browser.ts';
import { served } from './support/shown.ts';

const FILE = 'src/mqtt/client.ts';
const VIEWS: readonly [hash: string, ready: string][] = [
  ['#/', '.home'],
  [`#/${FILE}:44`, '.t-keyword'],
  [`#/${FILE}::MqttClient::connect`, '.unit .picture svg'],
  ['#?graph', 'svg .node'],
  ['#?search=session', '.results .card'],
  ['#/README.md', '.code'],
  ['#/nowhere.ts', '.failure'],
];

useBrowser();
let address: string;

beforeAll(async () => {
  if (!noBrowser) address = await served(sharedRepository('mqtt-client'));
});

describe.skipIf(noBrowser).each(['light', 'dark'] as const)('on %s', colorScheme => {
  test.each(['wide', 'narrow'] as const)('axe has nothing serious to say, %s', async width => {
    const options = { colorScheme, viewport: WIDTHS[width], reducedMotion: 'reduce' } as const;
    const { page } = await openPage(`${address}#/`, options);
    await page.evaluate(axe.source);
    const found: string[] = [];
    for (const [hash, ready] of VIEWS) {
      await page.evaluate(next => {
        location.hash = next;
      }, hash);
      await page.locator(ready).first().waitFor();
      if (hash.endsWith(':44')) await page.keyboard.press('j');
      if (hash === '#?graph' && width === 'narrow') await page.keyboard.press('t');
      const { violations } = await page.evaluate(() =>
        Reflect.get(globalThis, 'axe').run(document, { resultTypes: ['violations'] }),
      );
      for (const { id, impact, nodes } of violations as axe.Result[]) {
        if (impact !== 'serious' && impact !== 'critical') continue;
        found.push(`${hash} ${id}: ${nodes.map(node => node.html.slice(0, 120)).join(' | ')}`);
      }
    }
    expect(found).toEqual([]);
    await page.context().close();
  });
});

test.skipIf(noBrowser)('Tab reaches everything, begins with a way to the content, and is seen', async () => {
  const { page } = await openPage(`${address}#/${FILE}`);
  await page.locator('.card').first().waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  const reached: string[] = [];
  for (let at = 0; at < 24; at++) {
    await page.keyboard.press('Tab');
    const active = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      return { text: element.textContent?.trim() ?? '', outline: getComputedStyle(element).outlineStyle };
    });
    if (!active) break;
    reached.push(active.text);
    expect(active.outline, active.text.slice(0, 80)).not.toBe('none');
  }
  expect(reached.some(text => text === 'Copy link')).toBe(true);
  expect(reached.some(text => text === 'MqttClient::connect')).toBe(true);
  expect(reached.some(text => /rely on this/.test(text))).toBe(true);
  await page.context().close();
});

test.skipIf(noBrowser)('the switch of colours holds, and the page keeps it', async () => {
  const { page } = await openPage(`${address}#/`, { colorScheme: 'light' });
  await page.getByLabel('Colours').selectOption('dark');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.reload();
  await page.locator('.home').waitFor();
  expect(await ground()).toBe(dark);
  await page.getByLabel('Colours').selectOption('light');
  expect(await ground()).toBe('rgb(255, 255, 255)');
  await page.context().close();
});
