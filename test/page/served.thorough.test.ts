// The page and its data through real HTTP, from `ultragit view`.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { routeOf } from '../../page/route.ts';
import type { PageFailure } from '../../src/page/data.ts';
import { link } from '../../src/page/link.ts';
import { program, ultragit } from '../support/cli.ts';
import { askPage } from '../support/page-data.ts';
import {
  buildRepository,
  type Repository,
  sharedRepository,
  temporaryDirectory,
} from '../support/repository.ts';
import { get, view } from '../support/view.ts';

const client = 'src/mqtt/client.ts';

/** Something that another process does. */
async function eventually<T>(look: () => T | undefined): Promise<T> {
  return vi.waitFor(
    () => {
      const found = look();
      if (found === undefined) throw new Error('not yet');
      return found;
    },
    { timeout: 600_000, interval: 20 },
  );
}

test('view serves the page with its policy, and answers what the page asks', async () => {
  const repo = sharedRepository('mqtt-client');
  const { address, child, ended } = await view(repo, ['--no-open']);
  const page = await get(address);
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.body).toEqual(readFileSync(join(dirname(program), 'page.html')));
  const { script, style } = JSON.parse(readFileSync(join(dirname(program), 'page.json'), 'utf8'));
  expect(page.headers['content-security-policy']).toBe(
    `default-src 'none'; script-src '${script}'; style-src '${style}'; img-src data:; connect-src 'self'; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
  expect(page.headers).toMatchObject({
    ...{ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' },
  });
  const small = await get(address, { 'Accept-Encoding': 'gzip' });
  expect(small.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(small.body)).toEqual(page.body);
  expect(small.body.length).toBeLessThan(300 * 1024);

  const data = (what: string, headers = {}) => get(`${address}data/${what}`, headers);
  const told = async (what: string) => JSON.parse((await data(what)).body.toString());
  const path = encodeURIComponent(client);
  const pairs = [
    ['repository', { about: 'repository' }],
    [`file?path=${path}`, { about: 'file', path: client }],
    [`unit?path=${path}&anchor=connect`, { about: 'unit', path: client, anchor: 'connect' }],
    ['graph', { about: 'graph' }],
    [`graph?path=${path}`, { about: 'graph', path: client }],
    ['search?words=free+slot', { about: 'search', words: 'free slot' }],
  ] as const;
  for (const [what, question] of pairs) {
    expect(await told(what), what).toEqual(await askPage(repo, question));
  }
  const packed = await data(`file?path=${path}`, { 'Accept-Encoding': 'gzip' });
  expect(JSON.parse(gunzipSync(packed.body).toString()).path).toBe(client);
  const bad = [
    ['file?path=nowhere.ts', 404, 'file_not_found'],
    ['file?path=..%2Fx', 400, 'outside_repository'],
    ['file?path=.git%2Fconfig', 400, 'outside_repository'],
    ['file', 400, 'bad_argument'],
    ['file?path=', 400, 'bad_argument'],
    ['file?path=a%00b', 400, 'bad_argument'],
    ['unit?path=a', 400, 'bad_argument'],
    ['search?words=x&kind=y', 400, 'bad_argument'],
    [`search?words=${'x'.repeat(5000)}`, 400, 'bad_argument'],
    ['nothing', 400, 'bad_argument'],
    ['constructor', 400, 'bad_argument'],
  ] as const;
  for (const [what, status, code] of bad) {
    const reply = await data(what);
    const { error }: PageFailure = JSON.parse(reply.body.toString());
    expect([reply.status, error.code], what).toEqual([status, code]);
  }
  for (const other of ['index.html', 'page.json', 'dist/', '..%2f..%2fetc/passwd', 'data']) {
    expect((await get(`${address}${other}`)).status, other).toBe(404);
  }
  expect((await get(`${address}data/repository`, { Origin: 'http://evil.example' })).status).toBe(403);

  const second = await view(repo, ['--no-open', `${client}:42`]);
  expect(second.address).toBe(`${address}#/src/mqtt/client.ts:42`);
  expect(await second.ended).toBe(0);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

test('with a token, the page comes without one and its data does not', async () => {
  const repo = sharedRepository('mqtt-client');
  const { address, said } = await view(repo, ['--no-open'], { MCP_TOKEN: 'very-secret' });
  expect((await get(address)).status).toBe(200);
  expect((await get(`${address}data/repository`)).status).toBe(401);
  const known = await get(`${address}data/repository`, { Authorization: 'Bearer very-secret' });
  expect(known.status).toBe(200);
  expect(said()).not.toContain('very-secret');
});

test('a browser gets the address of the place as an argument, and no shell sees it', async () => {
  const repo = await buildRepository('mqtt-client');
  const room = temporaryDirectory();
  const [browser, seen] = [join(room, 'browser.mjs'), join(room, 'seen')];
  writeFileSync(
    browser,
    `import { renameSync, writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(`${seen}.new`)}, JSON.stringify(process.argv.slice(2)));
    renameSync(${JSON.stringify(`${seen}.new`)}, ${JSON.stringify(seen)});`,
  );
  const odd = 'src/a b;$(touch evil).ts';
  repo.commit('Odd', { [odd]: 'export function a() {\n  return 1;\n}\n' });
  const { address } = await view(repo, [`${odd}::a`], { BROWSER: `${process.execPath} ${browser} --url=%s` });
  const given = await eventually(() => readFileSync(seen, 'utf8'));
  expect(JSON.parse(given)).toEqual([`--url=${address}`]);
  expect(routeOf(new URL(address).hash)).toEqual({ view: 'unit', path: odd, anchor: 'a' });
});

test('where no browser can be started, the address is there all the same', async () => {
  const repo = sharedRepository('mqtt-client');
  const { address, said } = await view(repo, [], { BROWSER: '/nowhere/browser' });
  expect((await get(address)).status).toBe(200);
  await eventually(() => said().includes('No browser could be started') || undefined);
});

test('no program of the repository is taken for a browser', async () => {
  const repo = await buildRepository('mqtt-client');
  const seen = join(temporaryDirectory(), 'seen');
  repo.write('browser', `#!/bin/sh\ntouch ${seen}\n`);
  chmodSync(join(repo.path, 'browser'), 0o755);
  for (const BROWSER of ['browser', './browser']) {
    const { said } = await view(repo, [], { BROWSER, PATH: `.:${process.env.PATH}` });
    await eventually(() => said().includes('No browser could be started') || undefined);
  }
  expect(existsSync(seen)).toBe(false);
});

test('what can not be shown is an error, and no server starts', async () => {
  const repo = sharedRepository('mqtt-client');
  const refused = (where: Pick<Repository, 'path'>, ...args: string[]) => {
    const { status, stdout, stderr } = ultragit(where, ['view', '--no-open', ...args]);
    expect(stdout, stderr).toBe('');
    return [status, stderr.split('\n')[0]];
  };
  expect(refused(repo, 'nowhere.ts')).toEqual([1, 'ultragit: File not found: nowhere.ts']);
  expect(refused(repo, `${client}:9999`)[0]).toBe(1);
  expect(refused(repo, '--addr', '0.0.0.0:0')[0]).toBe(2);
  expect(refused({ path: temporaryDirectory() })[0]).toBe(1);
  expect(refused(await buildRepository('unborn'))[0]).toBe(1);
});

test('a link names what the page finds in it', () => {
  const path = 'src/a b/100%:5#?.ts';
  expect(routeOf(`#${link({ path })}`)).toEqual({ view: 'file', path });
  expect(routeOf(`#${link({ path, lines: '4:9' })}`)).toEqual({ view: 'file', path, lines: [4, 9] });
  expect(routeOf(`#${link({ path, lines: '4' })}`)).toEqual({ view: 'file', path, lines: [4, 4] });
  const anchor = 'impl Display for A<B>::fmt';
  expect(routeOf(`#${link({ path, anchor })}`)).toEqual({ view: 'unit', path, anchor });
});
