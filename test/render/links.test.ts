import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Block, code } from '../../src/render/blocks.ts';
import { commitPages, linksIn } from '../../src/render/links.ts';
import { renderPretty } from '../../src/render/pretty.ts';
import { temporaryDirectory } from '../support/repository.ts';

test.each([
  ['https://github.com/acme/mqtt.git', 'https://github.com/acme/mqtt/commit/'],
  ['https://user:secret@github.com/acme/mqtt', 'https://github.com/acme/mqtt/commit/'],
  ['git@github.com:acme/mqtt.git', 'https://github.com/acme/mqtt/commit/'],
  ['ssh://git@github.com:22/acme/mqtt.git/', 'https://github.com/acme/mqtt/commit/'],
  ['git://github.com/acme/mqtt', 'https://github.com/acme/mqtt/commit/'],
  ['github.com:acme/mqtt', 'https://github.com/acme/mqtt/commit/'],
  ['https://GitHub.com/acme/mqtt', 'https://github.com/acme/mqtt/commit/'],
  ['git@gitlab.com:acme/team/mqtt.git', 'https://gitlab.com/acme/team/mqtt/-/commit/'],
  ['https://gitlab.acme.org:8443/team/mqtt', 'https://gitlab.acme.org:8443/team/mqtt/-/commit/'],
  ['git@bitbucket.org:acme/mqtt.git', 'https://bitbucket.org/acme/mqtt/commits/'],
  ['https://codeberg.org/acme/mqtt.git', 'https://codeberg.org/acme/mqtt/commit/'],
  ['ssh://git@gitea.acme.org:2222/acme/mqtt.git', 'https://gitea.acme.org/acme/mqtt/commit/'],
  ['https://git.sr.ht/~acme/mqtt', 'https://git.sr.ht/~acme/mqtt/commit/'],
  ['https://github.com/acme/a b\u001b]8;;x', 'https://github.com/acme/a%20b%1B%5D8%3B%3Bx/commit/'],
  ['https://github.com/acme/a%20b', 'https://github.com/acme/a%20b/commit/'],
])('%s is shown at %s', (remote, pages) => {
  expect(commitPages(remote)).toBe(pages);
});

test.each([
  'https://example.org/acme/mqtt',
  'https://evil-github.com/acme/mqtt',
  'https://github.com/mqtt',
  'https://github.com/../../mqtt',
  'javascript://github.com/acme/mqtt',
  'file:///srv/git/mqtt.git',
  '/srv/git/github.com/acme/mqtt.git',
  '../mqtt',
  'C:\\git\\mqtt',
  '',
])('%s has no page that is known', remote => {
  expect(commitPages(remote)).toBeUndefined();
});

test('a file that is there has an address; one that is not, or is outside, has none', () => {
  const root = join(temporaryDirectory(), 'a repo');
  mkdirSync(join(root, 'src'), { recursive: true });
  const name = 'src/ünï \u001b]8;;#?.ts';
  writeFileSync(join(root, name), '');
  symlinkSync('/etc/passwd', join(root, 'out'));
  const linkTo = linksIn({ root, hostname: 'my host', withLine: false });
  const address = linkTo({ file: name, line: 3 });
  expect(address).toMatch(/^file:\/\/my%20host\/[\x21-\x7e]+$/);
  expect(decodeURIComponent(address ?? '')).toBe(`file://my host${root}/${name}`);
  for (const file of ['none.ts', '../x', '/etc/passwd', 'out', '../a repo/none']) {
    expect(linkTo({ file }), file).toBeUndefined();
  }
  expect(linkTo({ commit: '1a2b3c4d5e6f' })).toBeUndefined();
  expect(linksIn({ root, hostname: '', withLine: true })({ file: name, line: 3 })).toMatch(
    /^file:\/\/\/.*#3$/,
  );
});

test('a commit has an address only where it is an id', () => {
  const linkTo = linksIn({ remote: 'git@github.com:acme/mqtt', hostname: '', withLine: false });
  expect(linkTo({ commit: '1a2b3c4d5e6f' })).toBe('https://github.com/acme/mqtt/commit/1a2b3c4d5e6f');
  for (const commit of ['HEAD', '1a2b3c4d5e6f/../..', '\u001b]8;;', ''])
    expect(linkTo({ commit })).toBeUndefined();
});

const OPEN = '\x1b]8;;https://x/1a2b3c4d5e6f\x1b\\';
const CLOSE = '\x1b]8;;\x1b\\';
const ID = code('1a2b3c4d5e6f', { commit: '1a2b3c4d5e6f' });

test('what has an address is a link, on each of its lines, and takes no room', async () => {
  const blocks: Block[] = [
    { kind: 'footer', text: ['by ', ID, ' · Ana'] },
    {
      kind: 'field',
      label: 'Still true?',
      entries: [
        {
          mark: 'edited',
          text: '',
          parts: ['3 of 4 lines', [ID, ' Fix the retry, which waits too long'], [ID, ' Again']],
        },
      ],
    },
    { kind: 'text', text: [code('a'.repeat(100), { commit: '1a2b3c4d5e6f' }), ' and more'] },
  ];
  const linkTo = () => 'https://x/1a2b3c4d5e6f';
  const text = await renderPretty(blocks, { colour: false, width: 90, linkTo });
  expect(text).toContain(`  by ${OPEN}1a2b3c4d5e6f${CLOSE} · Ana\n`);
  expect(text.split(`${OPEN}1a2b3c4d5e6f${CLOSE}`)).toHaveLength(4);
  expect(text.replace(/\x1b\]8;;.*?\x1b\\/g, '')).toBe(
    await renderPretty(blocks, { colour: false, width: 90 }),
  );
  for (const line of text.split('\n')) {
    expect(line.split(OPEN).length).toBe(line.split(CLOSE).length);
  }
});
