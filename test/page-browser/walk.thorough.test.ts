// The page of a real repository, as a person goes through it: from a server and from a report on disk.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RegionAnswer } from '../../src/answers.ts';
import type { ReadAnswer } from '../../src/query/read/answer.ts';
import { json, ultragit } from '../support/cli.ts';
import { type Repository, sharedRepository } from '../support/repository.ts';
import { noBrowser, openPage, useBrowser, type Watched, WIDTHS } from './support/browser.ts';
import { reported, served } from './support/shown.ts';

const FILE = 'src/mqtt/client.ts';
const UNIT = 'MqttClient::connect';

useBrowser();
let repo: Repository;
const addresses: Record<string, string> = {};

beforeAll(async () => {
  if (noBrowser) return;
  repo = sharedRepository('mqtt-client');
  addresses.server = await served(repo);
  addresses.report = await reported(repo);
});

const open = (from: string, hash: string, width: keyof typeof WIDTHS = 'wide') =>
  openPage(`${addresses[from]}${hash}`, { viewport: WIDTHS[width] });

const title = (page: Page) => page.locator('main h1').innerText();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? '');

/** Everything that an annotation says. */
function textsOf(region: RegionAnswer): string[] {
  return [
    ...(region.constraints ?? []).map(item => (typeof item === 'string' ? item : item.text)),
    ...(region.rejected_alternatives ?? []).flatMap(({ alternative, reason }) => [alternative, reason]),
    ...[region.intent, region.reasoning, region.risk_notes, region.author, region.date, region.commit],
    ...[region.commit_summary, region.task, region.freshness.changed],
    ...(region.semantic_dependencies ?? []).flatMap(({ anchor, nature }) => [anchor, nature]),
    ...(region.taken_back ?? []).flatMap(({ text, reason }) => [text, reason]),
    ...(region.open_threads ?? []),
    ...(region.tags ?? []),
  ].filter(text => text !== undefined);
}

function expectNothingElse({ requests, dialogs, errors, violations }: Watched, from: string): void {
  const own = addresses[from]!;
  const isOwn = (url: string) => url.startsWith(own) || url.startsWith('data:image/svg');
  expect(requests.filter(url => !isOwn(url))).toEqual([]);
  expect({ dialogs, errors, violations }).toEqual({ dialogs: [], errors: [], violations: [] });
}

describe.skipIf(noBrowser).each(['server', 'report'])('from a %s', from => {
  test('the tree shows what is annotated, and opens a file by keyboard', async () => {
    const watched = await open(from, '');
    const { page } = watched;
    await page.locator('.tree-row').first().waitFor();
    const rows = page.locator('[role="treeitem"]');
    const shown = async () => (await rows.allInnerTexts()).join();
    await expect.poll(shown).toContain('client.ts');
    expect(await shown()).not.toContain('README.md');
    await page.getByLabel(/Annotated only/).uncheck();
    await expect.poll(shown).toContain('README.md');
    await page.keyboard.press('t');
    await expect.poll(() => focused(page)).toContain('role="tree"');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => rows.first().getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => rows.first().getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash.endsWith('client.ts'));
    await expect.poll(() => title(page)).toBe(FILE);
    expectNothingElse(watched, from);
    await page.context().close();
  });

  test.each(['wide', 'narrow'] as const)('a file shows all that read says of it, %s', async width => {
    const answer = json<ReadAnswer>(ultragit(repo, ['read', FILE, '--json']));
    const watched = await open(from, `#/${FILE}`, width);
    const { page } = watched;
    await page.locator('.card').first().waitFor();
    const cards = page.locator('.card');
    expect(await cards.count()).toBe(new Set(answer.regions.map(region => region.anchor?.name)).size);
    for (const region of answer.regions) {
      const card = cards.filter({ has: page.getByRole('link', { name: region.anchor!.name, exact: true }) });
      const button = card.locator('button.fold');
      if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
      await card.locator('button.fold[aria-expanded="true"]').waitFor();
      const shown = await card.evaluate(element => element.textContent ?? '');
      for (const text of textsOf(region)) expect(shown).toContain(text);
      expect(shown).toContain(region.freshness.state);
    }
    const rest = await page.locator('main').innerText();
    for (const { nature } of answer.dependencies_on_this ?? [])
      expect(await textOf(page, nature!)).toBe(true);
    for (const { description } of answer.cross_cutting ?? []) expect(rest).toContain(description);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expectNothingElse(watched, from);
    await page.context().close();
  });

  test('cards stand at their lines and cover none of each other', async () => {
    const { page } = await open(from, `#/${FILE}`);
    await page.locator('.beside .card').first().waitFor();
    const boxes = await page.locator('.beside .card').evaluateAll(cards =>
      cards.map(card => {
        const { top, bottom } = card.getBoundingClientRect();
        return { top, bottom };
      }),
    );
    expect(boxes.length).toBe(4);
    for (const [at, { top }] of boxes.entries())
      if (at > 0) expect(top).toBeGreaterThanOrEqual(boxes[at - 1]!.bottom);
    const first = await page.locator('.block .bar').first().boundingBox();
    expect(Math.abs(boxes[0]!.top - first!.y)).toBeLessThan(4);
    await page.context().close();
  });

  test('a bar has the shape and the colour of the state, and the card says it in words', async () => {
    const { page } = await open(from, `#/${FILE}`);
    const styleOf = (state: string) =>
      page
        .locator(`.block .bar.${state}`)
        .first()
        .evaluate(bar => getComputedStyle(bar).backgroundImage + getComputedStyle(bar).backgroundColor);
    expect(await styleOf('edited')).toContain('repeating-linear-gradient');
    expect(await styleOf('intact')).not.toContain('gradient');
    expect(await page.locator('.card', { hasText: 'MqttClient::publish' }).innerText()).toContain(
      'edited 4 of 6',
    );
    await page.context().close();
  });

  test('keys go through the annotations, to the search and to the help', async () => {
    const watched = await open(from, `#/${FILE}`);
    const { page } = watched;
    await page.locator('.card').first().waitFor();
    await page.keyboard.press('j');
    await page.locator('.card.chosen', { hasText: UNIT }).waitFor();
    await page.keyboard.press('j');
    await page.locator('.card.chosen', { hasText: 'MqttClient::disconnect' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('.card.chosen'));
    expect(await page.locator('.lit').count()).toBe(1);
    await page.keyboard.press('k');
    await page.locator('.card.chosen', { hasText: UNIT }).waitFor();
    await page.keyboard.press('o');
    await page.locator('.unit h1', { hasText: UNIT }).waitFor();
    await page.goBack();
    await page.locator('.card').first().waitFor();
    await page.keyboard.press('j');
    await page.locator('.card.chosen').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.card.chosen').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('slots');
    await page.locator('.results .card').first().waitFor();
    expect(page.url()).toContain('#?search=slots');
    expect(await page.locator('.results').innerText()).toContain('TlsSessionCache');
    await page.goBack();
    await page.locator('.file').waitFor();
    await expect.poll(() => title(page)).toBe(FILE);
    expectNothingElse(watched, from);
    await page.context().close();
  });

  test('a unit shows its promises, who relies on it, its code, its picture and its history', async () => {
    const args = [FILE, UNIT, '--json'];
    const read = json<ReadAnswer>(ultragit(repo, ['read', ...args]));
    const history = json<{ timeline: { intent?: string }[] }>(ultragit(repo, ['history', ...args]));
    const deps = json<{ dependents: { nature: string }[] }>(ultragit(repo, ['deps', ...args]));
    const watched = await open(from, `#/${FILE}::${UNIT}`);
    const { page } = watched;
    await page.locator('.unit .picture svg').waitFor();
    await page.locator('.unit .excerpt .row').first().waitFor();
    const shown = (await page.locator('main').textContent()) ?? '';
    for (const text of read.regions.flatMap(textsOf)) expect(shown).toContain(text);
    for (const { nature } of deps.dependents) expect(shown).toContain(nature);
    const moments = await page.locator('.timeline li h3').allInnerTexts();
    expect(moments).toEqual(history.timeline.map(({ intent }) => intent).reverse());
    expect(await page.locator('.excerpt .row').count()).toBe(9);
    expect(await page.locator('.panel.whole .said').first().innerText()).toMatch(/^Must hold/);
    await page.locator('a.node', { hasText: 'Heartbeat::beat' }).click();
    await page.waitForFunction(() => location.hash.includes('Heartbeat::beat'));
    await page.locator('h1', { hasText: 'Heartbeat::beat' }).waitFor();
    expectNothingElse(watched, from);
    await page.context().close();
  });

  test('a link names a line, marks it and brings it into sight', async () => {
    const { page } = await openPage(`${addresses[from]}#/${FILE}:70-72`, {
      viewport: { width: 1600, height: 500 },
    });
    await page.locator('.marked').waitFor();
    const box = await page.locator('.marked').boundingBox();
    expect(box!.height).toBe(60);
    expect(box!.y).toBeGreaterThan(56);
    expect(box!.y).toBeLessThan(500);
    await page.getByRole('link', { name: '68', exact: true }).click();
    await page.waitForFunction(() => location.hash.endsWith(':68'));
    await expect.poll(async () => (await page.locator('.marked').boundingBox())?.height).toBe(20);
    await page.keyboard.press('l');
    await page.keyboard.type('7-9');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash.endsWith(':7-9'));
    await expect.poll(async () => (await page.locator('.marked').boundingBox())?.height).toBe(60);
    await page.context().close();
  });

  test('the picture of everything is a list, too', async () => {
    const { page } = await open(from, '#?graph');
    await page.locator('svg .node').first().waitFor();
    const list = await page.locator('.edges').innerText();
    expect(list).toContain('Assumes that take() also removes the session');
    expect(await page.locator('svg .node').count()).toBe(7);
    await page.locator('svg .node').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.unit').waitFor();
    await page.context().close();
  });

  test('what is not there says so, and what to do', async () => {
    const { page } = await open(from, '#/src/nowhere.ts');
    await page.locator('.failure').waitFor();
    expect(await page.locator('.failure').innerText()).toMatch(/nowhere\.ts/);
    await page.getByRole('link', { name: 'All files' }).click();
    await page.locator('.home').waitFor();
    await page.context().close();
  });

  test('on a narrow screen the tree comes when it is wanted', async () => {
    const { page } = await open(from, '#/', 'narrow');
    await page.locator('.home').waitFor();
    expect(await page.locator('.tree').count()).toBe(0);
    await page.getByRole('button', { name: 'Files' }).click();
    await page.locator('.tree-row', { hasText: 'client.ts' }).click();
    await page.locator('.file').waitFor();
    await expect.poll(() => page.locator('.tree').count()).toBe(0);
    await page.context().close();
  });
});

/** Whether the text is anywhere in the document, cards that are folded apart. */
async function textOf(page: Page, text: string): Promise<boolean> {
  for (const button of await page.locator('.jump button').all()) {
    await button.click();
    if (((await page.locator('main').textContent()) ?? '').includes(text)) return true;
  }
  return false;
}

test.skipIf(noBrowser)(
  'a token is asked for, or taken from the address, and is never left in it',
  async () => {
    const address = await served(repo, '--token', 'open-sesame');
    const { page } = await openPage(address);
    await page.getByLabel('Token').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('is not the right one').waitFor();
    await page.getByLabel('Token').fill('open-sesame');
    await page.keyboard.press('Enter');
    await page.locator('.home').waitFor();
    await page.context().close();
    const linked = await openPage(`${address}#token=open-sesame`);
    await linked.page.locator('.home').waitFor();
    expect(linked.page.url()).not.toContain('sesame');
    await linked.page.context().close();
  },
);

test.skipIf(noBrowser)('a server that went away is named, and asked again', async () => {
  const { page } = await open('server', '#/');
  await page.locator('.home').waitFor();
  await page.context().setOffline(true);
  await page.evaluate(() => {
    location.hash = '#/src/mqtt/reconnect.ts';
  });
  await page.getByText('The server does not answer.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.file').waitFor();
  await page.context().close();
});
