// A repository that was made to take over the page: its notes, names, commits and code are shown, and nothing else happens.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRepository, type Repository } from '../support/repository.ts';
import { noBrowser, openPage, useBrowser, type Watched } from './support/browser.ts';
import { reported, served } from './support/shown.ts';

const EVIL = '<img src=x onerror="hacked=1;alert(1)"><script>hacked=1;alert(2)</script>';
const ENDS = '</script><!--<script></style>]]>&lt;svg onload=alert(3)&gt;{{alert(4)}}';
const LINK = '[click](javascript:alert(6)) javascript:alert(7) https://evil.example/pixel.png';
const TROJAN = 'if (isAdmin) { \u202e } \u2066 begin\u2069 // \u200bhidden';
const HOSTILE_NAMES = [
  'src/<img src=x onerror=alert(8)>.ts',
  'src/a::b:12.ts',
  'src/100%25#?&.ts',
  `src/${'long'.repeat(50)}.ts`,
  'src/it\'s "quoted".ts',
];

useBrowser();
const addresses: Record<string, string> = {};

beforeAll(async () => {
  if (noBrowser) return;
  const repo = await hostileRepository();
  addresses.server = await served(repo);
  addresses.report = await reported(repo);
});

async function hostileRepository(): Promise<Repository> {
  const repo = await buildRepository('unborn');
  const code = `function a() {\n  ${TROJAN}\n  return '${EVIL}${ENDS}';\n}\n`;
  const names = Object.fromEntries(HOSTILE_NAMES.map(name => [name, code]));
  const files = { 'src/a.js': code, 'src/long.js': `const x = "${'y'.repeat(200_000)}";\n`, ...names };
  repo.commit(`${EVIL} ${ENDS}`, files);
  const text = `${EVIL} ${ENDS} ${LINK} \u202eevil\u202c`;
  const region = (file: string) => ({
    file,
    ast_anchor: { unit_type: 'function', name: 'a' },
    lines: { start: 1, end: 4 },
    intent: text,
    reasoning: `${text} ${'word '.repeat(20_000)}`,
    risk_notes: 'x'.repeat(30_000),
    constraints: [{ text, source: 'author' }],
    rejected_alternatives: [{ approach: text, reason: text }],
    semantic_dependencies: [{ file: HOSTILE_NAMES[0], anchor: `a${EVIL}`, nature: text }],
    tags: [EVIL, 'style="color:red"'],
  });
  repo.annotate('HEAD', {
    $schema: 'ultragit/v1',
    context_level: 'enhanced',
    summary: text,
    task: EVIL,
    regions: ['src/a.js', ...HOSTILE_NAMES].map(region),
  });
  return repo;
}

/** A server that would be glad of a visit. */
async function elsewhere(): Promise<{ evil: string; visits: string[] }> {
  const visits: string[] = [];
  const server = createServer((request, reply) => {
    visits.push(request.url ?? '');
    reply.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  others.add(server);
  const { port } = server.address() as AddressInfo;
  return { evil: `http://127.0.0.1:${port}/`, visits };
}

const others = new Set<Server>();

afterAll(() => {
  for (const server of others) server.close();
});

function expectHarmless({ requests, dialogs, errors, violations }: Watched, own: string): void {
  expect(requests.filter(url => !url.startsWith(own) && !url.startsWith('data:image/svg'))).toEqual([]);
  expect({ dialogs, errors, violations }).toEqual({ dialogs: [], errors: [], violations: [] });
}

describe.skipIf(noBrowser).each(['server', 'report'])('from a %s', from => {
  test('every view shows the text as text, and nothing of it runs, loads or leaves', async () => {
    const own = addresses[from]!;
    const watched = await openPage(`${own}#/`);
    const { page } = watched;
    await page.locator('.home').waitFor();
    const links = await page
      .locator('.annotated-files a')
      .evaluateAll(all => all.map(link => link.getAttribute('href')!));
    expect(links.length).toBe(1 + HOSTILE_NAMES.length);
    const units = links.map(link => `${link}::a`);
    for (const hash of [...links, ...units, '#?graph', '#?search=evil', '#?search=%3Cscript%3E']) {
      await page.evaluate(next => {
        location.hash = next;
      }, hash);
      await page.locator('.file .card, .unit .panel, .graph svg, .search .lead').first().waitFor();
      const strange = await page.evaluate(
        () =>
          document.querySelectorAll('#page :is(img, script, iframe, object, embed, base, link, meta, style)')
            .length,
      );
      expect(strange, hash).toBe(0);
    }
    await page.goto(`${own}#/src/a.js`);
    await page.locator('.card').first().waitFor();
    expect(await page.locator('.card').first().innerText()).toContain(EVIL);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'hacked'))).toBeUndefined();
    expect(await page.evaluate(() => document.querySelectorAll('a[href^="javascript" i]').length)).toBe(0);
    expectHarmless(watched, own);
    await page.context().close();
  });

  test('hidden characters of the code are seen, and a long line is cut', async () => {
    const { page } = await openPage(`${addresses[from]}#/src/a.js`);
    await page.locator('.row').first().waitFor();
    const line = await page.locator('.row').nth(1).innerText();
    expect(line).toContain('U+202E');
    expect(line).toContain('U+2066');
    expect(line).toContain('U+200B');
    expect(
      await page.evaluate(() => /[\u202e\u2066]/.test(document.querySelector('.code')?.textContent ?? '')),
    ).toBe(false);
    expect(await page.locator('button.more').count()).toBe(0);
    await page.locator('button.fold').first().click();
    expect(await page.locator('button.more').count()).toBeGreaterThan(0);
    await page.context().close();
  });

  test('the policy holds: what is injected does not run, load, ask or look like anything', async () => {
    const { page, violations } = await openPage(`${addresses[from]}#/`);
    await page.locator('.home').waitFor();
    const { evil, visits } = await elsewhere();
    const thrown = await page.evaluate(
      async ({ markup, evil }) => {
        const tries: Record<string, () => unknown> = {
          innerHTML: () => {
            document.body.insertAdjacentHTML('beforeend', markup);
          },
          script: () => {
            const script = document.createElement('script');
            script.textContent = 'hacked = 1';
            document.body.append(script);
          },
          address: () => {
            const script = document.createElement('script');
            script.src = `${evil}a.js`;
          },
          fetch: () => fetch(evil, { mode: 'no-cors' }),
          handler: () => {
            const button = document.createElement('button');
            button.setAttribute('onclick', 'hacked = 1');
            document.body.append(button);
            button.click();
            if (!Reflect.get(globalThis, 'hacked')) throw new Error('not run');
          },
          timer: () => setTimeout('hacked = 1'),
        };
        const outcomes: Record<string, string> = {};
        for (const [name, attempt] of Object.entries(tries)) {
          try {
            await attempt();
            outcomes[name] = 'happened';
          } catch {
            outcomes[name] = 'refused';
          }
        }
        const image = document.createElement('img');
        image.src = `${evil}pixel.png`;
        const frame = document.createElement('iframe');
        frame.src = evil;
        const styled = document.createElement('p');
        styled.setAttribute('style', 'position: fixed');
        document.body.append(image, frame, styled);
        outcomes.style = getComputedStyle(styled).position === 'fixed' ? 'happened' : 'refused';
        return outcomes;
      },
      { markup: EVIL, evil },
    );
    expect(new Set(Object.values(thrown)), JSON.stringify(thrown)).toEqual(new Set(['refused']));
    await expect
      .poll(() => violations)
      .toEqual(expect.arrayContaining(['img-src', 'frame-src', 'connect-src']));
    expect(await page.evaluate(() => Reflect.get(globalThis, 'hacked'))).toBeUndefined();
    expect(visits).toEqual([]);
    await page.context().close();
  });
});
