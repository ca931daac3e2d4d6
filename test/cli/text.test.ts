// What a person reads, from real notes: Chinese, emoji, long addresses and names that look like markup.
import stringWidth from 'string-width';
import { beforeAll, describe, expect, test } from 'vitest';
import { note } from '../support/ask.ts';
import { runCommand } from '../support/ask-queries.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

const FILE = 'src/接続/client.py';
const UNIT = 'Client::__init__';
const CONSTRAINT =
  '再接続は三回まで。四回目の試行は攻撃と見なされ、クライアントは十分間ブロックされる。✅ 👨‍👩‍👧‍👦 🇯🇵 です';
const ADDRESS = `see https://example.org/${'wiki/reliability/reconnecting/'.repeat(5)}jitter?section=3 now`;
const REASON = 'All clients come back at once, and <b>the broker</b> *drops* them.';

let repo: Repository;
const ids: string[] = [];

beforeAll(async () => {
  repo = await buildRepository('empty-notes');
  const source = (...body: string[]) =>
    `class Client:\n    def __init__(self):\n${body.map(line => `        ${line}\n`).join('')}`;
  const region = (end: number, rest: object) => ({
    file: FILE,
    ast_anchor: { unit_type: 'method', name: UNIT },
    lines: { start: 2, end },
    constraints: [CONSTRAINT, ADDRESS].map(text => ({ text, source: 'author' })),
    reasoning: REASON,
    ...rest,
  });
  const commit = (subject: string, ...body: string[]) => {
    const id = repo.commit(subject, { [FILE]: source(...body) });
    ids.push(id);
    return id;
  };
  const body = ['a', 'b', 'c', 'd', 'e'].map(letter => `self.${letter} = '${letter}${letter}'`);
  repo.annotate(
    commit('Open', ...body.slice(0, 4)),
    note(
      region(6, {
        intent: 'Open it.',
        rejected_alternatives: [{ approach: 'A pool', reason: 'too slow' }],
        risk_notes: 'Old.',
      }),
    ),
  );
  repo.annotate(commit('Wait', ...body), note(region(7, { intent: 'Wait before it.' })));
  for (const at of [0, 1, 2, 3]) {
    body[at] = `self.other_${at} = open_and_wait(${at})`;
    commit(`${at}: change what is waited for, at length, so that it takes room`, ...body);
  }
  repo.annotate(
    repo.commit('Show', { 'src/show.py': 'def show():\n    pass\n' }),
    note({
      file: 'src/show.py',
      ast_anchor: { unit_type: 'function', name: 'show' },
      lines: { start: 1, end: 2 },
      semantic_dependencies: [{ file: FILE, anchor: UNIT, nature: `${ADDRESS} 👨‍👩‍👧‍👦` }],
    }),
  );
});

const COMMANDS = [
  ['read', FILE, UNIT],
  ['deps', FILE, UNIT],
  ['history', FILE, UNIT],
  ['summary', '.'],
];

async function shown(args: string[], options: object): Promise<string> {
  const { code, stdout } = await runCommand(repo, [...args, '--no-cache'], options);
  expect(code).toBe(0);
  return stdout;
}

describe.each([40, 60, 80, 120])('at %i columns', columns => {
  test.each(COMMANDS)(
    'no line of %s is wider, and none but a heading begins at the edge',
    async (...args) => {
      const text = await shown([...args, '--format', 'pretty'], { columns });
      const lines = text.split('\n');
      expect(lines.filter(line => stringWidth(line) > columns)).toEqual([]);
      const heads = /^(src\/|Client|show|\.|Other code|lines|\d{4}-|note: |[├└│ ]|$)/;
      expect(lines.filter(line => !heads.test(line))).toEqual([]);
      expect(text).toContain('👨‍👩‍👧‍👦');
    },
  );
});

test('names, paths and ids are code in Markdown; a text is no markup', async () => {
  for (const args of COMMANDS) {
    const text = await shown([...args, '--format', 'markdown'], {});
    expect(text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '')).not.toMatch(
      /__|接続\/|\b[0-9a-f]{12}\b|<b>|(?<!\\)\*drops/,
    );
    expect(text).toContain(`\`${FILE}\``);
  }
});

test('what was rejected comes right after what must hold', async () => {
  for (const args of COMMANDS.filter(([command]) => command !== 'deps' && command !== 'summary')) {
    const text = await shown([...args, '--format', 'pretty'], {});
    const labels = [...text.matchAll(/^ {2}(Must hold|Rejected|Why|Risk|Still true\?)/gm)].map(
      ([, label]) => label,
    );
    expect(labels[labels.indexOf('Rejected') - 1]).toBe('Must hold');
  }
});

test('"Still true?" is one line with the share and the three newest commits', async () => {
  const text = await shown(['read', FILE, UNIT, '--format', 'pretty'], { columns: 120 });
  const newest = ids.slice(-3).reverse();
  const wanted = newest.map(id => `${id.slice(0, 12)} [^·]*`).join(' · ');
  expect(text).toMatch(new RegExp(`^ {2}Still true\\? {2}edited 4 of 6 lines · ${wanted}$`, 'm'));
  expect(text).toMatch(/^Client::__init__ 2–7 {3}edited 67 %/m);
});

test('the second annotation of a unit does not repeat the first', async () => {
  for (const command of ['read', 'history']) {
    const text = (await shown([command, FILE, UNIT, '--format', 'markdown'], {})).replace(/[\\`]/g, '');
    expect(text.split('再接続は三回まで')).toHaveLength(2);
    expect(text.split('All clients come back')).toHaveLength(2);
    expect(text).toContain('as above');
    expect(text).toContain('A pool — too slow');
  }
});

test('in a pipe, COLUMNS says how wide it is', async () => {
  const text = await shown(['read', FILE, UNIT, '--format', 'pretty'], {
    columns: 0,
    env: { COLUMNS: '50' },
  });
  expect(Math.max(...text.split('\n').map(line => stringWidth(line)))).toBeLessThanOrEqual(50);
});
