// Which commit messages explain something, and what is left of them without what tools and habits put there.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMessage } from '../../../src/annotation/messages/read-message.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const id = '42d1ed6682f5992e7c96f4daa26732b3afeb4d48';
const WHY = 'The proxy drops connections that were idle for 30 seconds, and nobody tells the client.';

describe('what explains something', () => {
  test.each([
    ['a reason', `Ping every 20 seconds\n\n${WHY}`],
    ['a reason without a blank line before it', `Ping every 20 seconds\n- ${WHY}`],
    ['a short reason for a short subject', 'Ping less often\n\nThe proxy counts pings as requests.'],
    [
      'a good reason for a chore',
      `Reformat with prettier\n\n${WHY} So each handler has a line of its own now.`,
    ],
    ['a revert with its reason', `Revert "Ping"\n\nThis reverts commit ${id}.\n\nIt kept phones awake.`],
    [
      'a reason in another script',
      '二十秒ごとに接続を確認する\n\nプロキシは三十秒で切断し、誰にも知らせないため。',
    ],
    ['newlines that a program could not write', `Ping every 20 seconds\\n\\n${WHY}`],
  ])('%s', (_name, message) => {
    expect(readMessage(message)).toMatchObject({ explains: 'body', body: expect.stringMatching(/./) });
  });

  test.each([
    ['a subject of five words', 'Ping the broker every 20 seconds'],
    [
      'a subject above trailers',
      'Ping the broker every 20 seconds\n\nFixes #12\nSigned-off-by: A <a@example.com>',
    ],
    ['a revert without a reason', `Revert "Ping"\n\nThis reverts commit ${id}.`],
    ['a branch of small steps', 'Ping the broker every 20 seconds\n\n* wip\n\n* add the timer\n\n* fix lint'],
  ])('at least its subject does: %s', (_name, message) => {
    expect(readMessage(message)).toMatchObject({ explains: 'subject', body: '' });
  });

  test.each([
    ['nothing', ''],
    ['a word', 'wip'],
    ['a typo', 'Fix typo in the comment above connect'],
    ['a formatter', 'style: run prettier on all files of the client'],
    ['a move', 'Move the client into a directory of its own'],
    ['a review', 'Address review comments of the second round'],
    ['an import', 'Initial import of the client and its tests'],
    ['a file of the web page', 'Update client.ts'],
    ['a version', 'v1.2.3'],
    ['a release with its notes', `Release 2.0.0\n\n${WHY} ${WHY}`],
    ['a release of a tool', '[maven-release-plugin] prepare release client-2.0.0'],
    ['a bot', `Bump ws from 8.1.0 to 8.2.0\n\nBumps [ws](https://example.com/ws). ${WHY} ${WHY}`],
    ['a bot with a prefix', `build(deps-dev): bump ws from 8.1.0 to 8.2.0\n\n${WHY} ${WHY}`],
    ['a bot of another kind', 'chore(deps): update all minor dependencies of the client'],
    ['a lock file', 'Update package-lock.json after the merge of the branch'],
    ['a merge', "Merge branch 'main' into feature/ping"],
    ['a merge with its conflicts', "Merge branch 'main' into ping\n\n# Conflicts:\n#\tsrc/client.ts"],
    ['a merge without a title', 'Merge pull request #12 from kim/ping'],
    ['an automatic fix', '[pre-commit.ci] auto fixes from pre-commit.com hooks'],
  ])('neither does: %s', (_name, message) => {
    expect(readMessage(message).explains).toBe('nothing');
  });
});

describe('the subject', () => {
  test.each([
    [
      'of a pull request is its title',
      `Merge pull request #12 from kim/ping\n\nPing the broker\n\n${WHY}`,
      'Ping the broker',
    ],
    [
      'of a merge request is its title',
      `Merge branch 'ping' into 'main'\n\nPing the broker\n\n${WHY}`,
      'Ping the broker',
    ],
    [
      'of a squashed log is its first',
      `Squashed commit of the following:\n\ncommit ${id}\nAuthor: A <a@b>\nDate:   Mon\n\n    Ping the broker\n\n    ${WHY}`,
      'Ping the broker',
    ],
    [
      'that was wrapped is one line',
      'Ping the broker every 20 seconds, because the proxy\nin front of it drops idle ones',
      'Ping the broker every 20 seconds, because the proxy in front of it drops idle ones',
    ],
    [
      'of a paragraph is its first sentence',
      `Ping the broker. ${WHY} Phones that sleep are asked when they wake up.`,
      'Ping the broker',
    ],
  ])('%s', (_name, message, summary) => {
    expect(readMessage(message).summary).toBe(summary);
  });

  test('is cut after 200 characters', () => {
    const { summary } = readMessage('ping '.repeat(100));
    expect(summary).toMatch(/^(ping ){10}.*ping…$/);
    expect(summary.length).toBeLessThanOrEqual(200);
  });
});

describe('the body', () => {
  const bodyOf = (...paragraphs: string[]) =>
    readMessage(['Ping the broker', ...paragraphs].join('\n\n')).body;

  test.each([
    ['trailers', 'Reviewed-by: A <a@example.com>\nChange-Id: I123\nCo-authored-by: B <b@example.com>'],
    ['trailers of a house', 'Backend-Ticket: 12\nRisk-Level: low'],
    ['trailers in the middle', 'Signed-off-by: A <a@example.com>\n\nCc: everyone@example.com'],
    [
      'issues',
      'Closes #12, #13 and team/app#14.\nFixes #3, PR #4\nFixes: https://example.com/team/app/issues/3',
    ],
    ['addresses', 'Discussion: https://example.com/list/42'],
    ['footnotes', '[1]: https://example.com/spec'],
    ['a cherry-pick', `(cherry picked from commit ${id})`],
    [
      'a template',
      '<!-- Say what\nand why. -->\n\n## Checklist\n\n- [x] I have read the rules\n- [ ] I have added tests',
    ],
    ['a tool that signs', '🤖 Generated with [A Tool](https://example.com)'],
    ['a screenshot', '![before](https://example.com/a.png)'],
    ['a diff', 'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-one\n+two words more'],
    ['a list of files', ' src/a.ts | 12 ++++++------\n 1 file changed, 6 insertions(+), 6 deletions(-)'],
    ['data', 'TG9yZW0gaXBzdW0gZG9sb3Igc2l0IGFtZXQsIGNvbnNlY3RldHVyIGFkaXBpc2NpbmcgZWxpdCwgc2VkIGRvIGVpdXNt'],
    ['small steps', '* wip\n\n* Fix lint\n\n* Add more tests\n\n---------'],
    ['its subject again', '* Ping the broker'],
    ['thanks', 'Thanks Ada and Grace for the report and the reviews.'],
  ])('is without %s', (_name, noise) => {
    expect(bodyOf(WHY, noise)).toBe(WHY);
  });

  test('is what comes after noise, too', () => {
    expect(bodyOf('<!-- Why? -->', 'Closes #12', '## Description', 'Cc: A <a@example.com>', WHY)).toBe(WHY);
  });

  test('keeps what only looks like noise', () => {
    const prose = [
      'Note: the old way stays for a year.',
      'Non-goals: phones that sleep, which are asked when they wake up.',
      'See the comment in #12 for why a timer of our own would not help here.',
      '- Rename the timer, because it does not time out anything any more',
    ];
    expect(bodyOf(...prose)).toBe(prose.join('\n'));
  });

  test('has one line for a paragraph that was wrapped by hand, and those of lists and code', () => {
    const text = [
      'The proxy drops connections\nthat were idle for\n30 seconds.',
      '- one that\n  goes on\n- two',
      '```\nping();\nwait(20);\n```',
      'name      old     new\nping     120ms    2ms',
      'Constraint: at most one a second\nRejected: a longer timeout | the proxy\nhas its own',
    ];
    expect(bodyOf(...text).split('\n')).toEqual([
      'The proxy drops connections that were idle for 30 seconds.',
      '- one that goes on',
      '- two',
      '    ping();',
      '    wait(20);',
      'name      old     new',
      'ping     120ms    2ms',
      'Constraint: at most one a second',
      'Rejected: a longer timeout | the proxy has its own',
    ]);
  });

  test('of a squashed branch has the steps that explain something', () => {
    const steps = [
      '* Ping the broker',
      WHY,
      '* Fix lint',
      '* Ask phones when they wake up',
      'They may not keep a timer.',
    ];
    expect(bodyOf(...steps)).toBe([WHY, steps[3], steps[4]].join('\n'));
  });

  test('of a squashed bot is dropped with the bot', () => {
    expect(bodyOf(WHY, '* chore(deps): bump ws from 1 to 2', `Bumps ws. ${WHY} ${WHY}`)).toBe(WHY);
  });
});

describe('references', () => {
  test.each([
    ['Ping (#12)', ['#12']],
    [
      'Ping\n\nFixes #1, GH-2 and team/app#3, see OPS-44 and !5',
      ['#1', 'GH-2', 'team/app#3', 'OPS-44', '!5'],
    ],
    [
      'Ping\n\nhttps://example.com/team/app/pull/7 https://example.com/a/b/-/merge_requests/8',
      ['team/app#7', 'a/b!8'],
    ],
    ['Ping\n\nSee merge request team/app!77', ['team/app!77']],
    ['Ping\n\nCVE-2024-12345 and CVE-2024-12345', ['CVE-2024-12345']],
    ['Use UTF-8, SHA-256, ISO-8859-1, RFC-3986 and C#7 for #fff, a#1, &#39; and page.html#12', []],
    ['Ping\n\n* Merge a fork (#3)\n\nFixes #12', ['#12']],
  ])('of %j', (message, expected) => {
    expect(readMessage(message).refersTo).toEqual(expected);
  });

  test.each([
    [`This reverts commit ${id}.`, [id]],
    ['This reverts commits 0a1b2c3, 1b2c3d4 and\n2c3d4e5.', ['0a1b2c3', '1b2c3d4', '2c3d4e5']],
    ['This reverts merge commit 0A1B2C3, reversing it.', ['0a1b2c3']],
    ['Reverts team/app#12', ['team/app#12']],
    ['It reverts to the default, and the effaced one is reverted too.', []],
  ])('what is reverted by %j', (body, reverts) => {
    const message = readMessage(`Take it back\n\n${body}`);
    expect(message.reverts).toEqual(reverts);
    for (const name of reverts) expect(message.refersTo).not.toContain(name);
  });

  test('are eight at most', () => {
    const many = Array.from({ length: 30 }, (_, at) => `#${at + 1}`);
    expect(readMessage(`Ping\n\n${many.join(' ')} and more`).refersTo).toEqual(many.slice(0, 8));
  });
});

describe('whatever is in it', () => {
  test('controls, bidi and zero-width characters are gone', () => {
    const message = readMessage(
      `Pi\u202eng\u0000 the broker\u001b[31m\n\nThe pro\u200bxy\u0007 drops\u2066 idle connections.\r\n`,
    );
    expect(message).toMatchObject({
      summary: 'Ping the broker[31m',
      body: 'The proxy drops idle connections.',
    });
  });

  const piece = fc.constantFrom(
    ...[
      'a',
      '.',
      ' ',
      '\n',
      '\n\n',
      '* ',
      '- ',
      '#1',
      '!2',
      'AB-3',
      'https://',
      '/',
      ',',
      ' and ',
      '```',
      '<!--',
      '-->',
    ],
    ...[
      'reverts ',
      'abc1234',
      'Signed-off-by: ',
      'diff --git ',
      '…',
      '|',
      '    ',
      '\t',
      '\u0000',
      '\ud800',
      '中',
      '😀',
    ],
  );
  test('it is read, and its parts are clean text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece, { maxLength: 60 }).map(parts => parts.join('')),
        ),
        text => {
          const message = readMessage(text);
          const all = JSON.stringify(message);
          expect(all).not.toMatch(
            /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/,
          );
          expect(message.summary).not.toContain('\n');
          expect(message.body).not.toMatch(/\p{Surrogate}/u);
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each([
    'a',
    '.',
    '\n',
    '\n* ',
    '#1111111',
    'https://a,',
    'reverts abc1234 ',
    'A-',
    '…',
    '   a',
    '<!--',
    '```\n',
    'the ',
  ])('a megabyte of %j takes no time to speak of', part => {
    const started = cpuTime();
    readMessage(`x\n\n${part.repeat(1_000_000 / part.length)}!`);
    expect(cpuTime() - started).toBeLessThan(2_000);
  });
});
