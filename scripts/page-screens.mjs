// The page as pictures: those of the README in docs/images, and every view, narrow and wide, light and dark, to look at.
//   npm run build && node scripts/page-screens.mjs [directory]     all views, into the directory
//   npm run build && node scripts/page-screens.mjs --readme        docs/images/page-light.png and page-dark.png
// Takes Debian's chromium, or what CHROMIUM names.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { buildRepository, gitEnvironment } from '../test-repos/build-repository.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const room = mkdtempSync(join(tmpdir(), 'ultragit-page-screens-'));
const FILE = '#/src/mqtt/client.ts';
const VIEWS = {
  home: ['#/', '.home'],
  file: [FILE, '.t-keyword'],
  line: [`${FILE}:44`, '.t-keyword'],
  unit: [`${FILE}::MqttClient::connect`, '.unit .picture svg'],
  graph: ['#?graph', '.node'],
  search: ['#?search=session', '.results'],
  bare: ['#/README.md', '.code'],
  nowhere: ['#/nowhere.ts', '.failure'],
};
const SIZES = { narrow: [400, 800], middle: [900, 900], wide: [1600, 1000] };
const THEMES = ['light', 'dark'];

const isReadme = process.argv[2] === '--readme';
const out = isReadme
  ? join(root, 'docs/images')
  : resolve(process.argv[2] ?? join(tmpdir(), 'ultragit-page'));
const repository = join(room, 'gateway');
buildRepository('mqtt-client', repository);
mkdirSync(out, { recursive: true });
const server = spawn(process.execPath, [join(root, 'dist/cli.js'), 'mcp', 'serve'], {
  cwd: repository,
  env: gitEnvironment(room),
  stdio: ['ignore', 'pipe', 'pipe'],
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});
try {
  const address = await listening(server);
  await (isReadme ? takeForReadme(address) : takeAll(address));
  console.log(out);
} finally {
  await browser.close();
  server.kill();
  await once(server, 'close');
  rmSync(room, { recursive: true, force: true });
}

/** Where the code and its annotations are side by side. */
async function takeForReadme(address) {
  for (const colorScheme of THEMES) {
    const page = await open(address, [1360, 720], colorScheme, VIEWS.file);
    await page.locator('.block[data-first="1"]').evaluate(block => {
      scrollTo(0, block.getBoundingClientRect().top + scrollY + 40 * 20 - 90);
    });
    await page.screenshot({ path: join(out, `page-${colorScheme}.png`) });
    await page.context().close();
  }
}

async function takeAll(address) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of THEMES) {
      for (const [name, view] of Object.entries(VIEWS)) {
        const page = await open(address, viewport, colorScheme, view);
        await page.screenshot({ path: join(out, `${name}-${size}-${colorScheme}.png`) });
        await page.context().close();
      }
    }
  }
}

async function open(address, [width, height], colorScheme, [hash, ready]) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${address}${hash}`);
  await page.locator(ready).first().waitFor();
  return page;
}

/** The address that the server says it has. */
function listening(server) {
  return new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', chunk => {
        said += chunk;
        const address = /http:\/\/[^\s/]+\//.exec(said)?.[0];
        if (address) resolve(address);
      });
    }
    server.on('close', () => reject(new Error(said)));
  });
}
