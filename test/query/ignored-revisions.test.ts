// What a commit did that blame should look through (`.git-blame-ignore-revs`, `blame.ignoreRevsFile`) is no change.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ask, codes, note, regionOf } from '../support/ask.ts';
import { messageOf } from '../support/ask-queries.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';

const BEFORE = `const one = 1;
function price(item,rate){
  const net=item.amount*item.count;
  return round(net+net*rate);
}
const two = 2;
`;

const AFTER = `const one = 1;
function price(item, rate) {
  const net = item.amount * item.count;
  return round(net + net * rate);
}
const two = 2;
`;

async function formatted(before: string, after: string, lines: object) {
  const repo = await buildRepository('unborn');
  repo.commit('Price an item', { 'a.js': before });
  const region = { file: 'a.js', ast_anchor: { unit_type: 'function', name: 'price' }, lines };
  repo.annotate('HEAD', note(region));
  const format = repo.commit('Format', { 'a.js': after });
  return { repo, format };
}

describe('a formatter that is ignored', () => {
  test.each([
    ['changed spaces inside of every line', BEFORE, AFTER, { start: 2, end: 5 }],
    [
      'changed spaces inside of one line',
      BEFORE,
      BEFORE.replace('net+net', 'net + net'),
      { start: 2, end: 5 },
    ],
    [
      'changed spaces, and the closing brace',
      BEFORE.replace('\n}\n', '\n  }\n'),
      AFTER,
      { start: 2, end: 5 },
    ],
    [
      'changed quotes, and the closing brace',
      'const one = 1;\nconst price = (item) => {\n  const net = item["net"]\n  return round(net, "up")\n}\nend();\n',
      "const one = 1;\nconst price = (item) => {\n  const net = item['net'];\n  return round(net, 'up');\n};\nend();\n",
      { start: 2, end: 5 },
    ],
    [
      'changed spaces in a unit of the same words as another',
      BEFORE + BEFORE.replaceAll('price', 'cost'),
      AFTER + AFTER.replaceAll('price', 'cost'),
      { start: 2, end: 5 },
    ],
  ])('%s', async (_what, before, after, lines) => {
    const { repo, format } = await formatted(before, after, lines);
    expect(regionOf(await ask(repo, 'a.js'), 'price').freshness.state).toBe('edited');
    repo.commit('Look through it', { '.git-blame-ignore-revs': `${format}\n` });
    const { freshness, current_lines } = regionOf(await ask(repo, 'a.js'), 'price');
    expect(freshness.state).toBe('intact');
    expect(current_lines).toEqual({ start: 2, end: 5 });
  });

  test('does not hide that a word changed in the same commit', async () => {
    const { repo, format } = await formatted(BEFORE, AFTER.replace('round', 'floor'), { start: 2, end: 5 });
    repo.commit('Look through it', { '.git-blame-ignore-revs': `${format}\n` });
    expect(regionOf(await ask(repo, 'a.js'), 'price').freshness.state).toBe('edited');
  });

  test('does not hide what a later commit changed', async () => {
    const { repo, format } = await formatted(BEFORE, AFTER, { start: 2, end: 5 });
    repo.commit('Look through it', { '.git-blame-ignore-revs': `${format}\n` });
    repo.commit('Truncate', { 'a.js': AFTER.replace('round', 'floor') });
    const { freshness } = regionOf(await ask(repo, 'a.js'), 'price');
    expect(freshness.state).toBe('edited');
    expect(JSON.stringify(freshness)).toContain('Truncate');
    expect(JSON.stringify(freshness)).not.toContain('Format');
    expect(JSON.stringify(freshness)).toMatch(/1 of 4|"changed_lines":1,"total_lines":4/);
  });
});

describe('blame.ignoreRevsFile', () => {
  const unused = 'ignore_revs_unused';

  /** A repository, and a file outside of it that names its formatting commit. */
  async function withFileElsewhere() {
    const { repo, format } = await formatted(BEFORE, AFTER, { start: 2, end: 5 });
    const elsewhere = join(temporaryDirectory(), 'revisions');
    writeFileSync(elsewhere, `# formatting\n${format}\n`);
    return { repo, format, elsewhere };
  }

  async function state(repo: Repository) {
    const answer = await ask(repo, 'a.js');
    return { ...regionOf(answer, 'price').freshness, codes: codes(answer), answer };
  }

  function userConfig(repo: Repository, value: string, name = '.gitconfig') {
    writeFileSync(join(repo.env.HOME!, name), `[blame]\n\tignoreRevsFile = ${value}\n`);
  }

  test('of the user may be anywhere, as git takes it', async () => {
    const { repo, elsewhere } = await withFileElsewhere();
    userConfig(repo, elsewhere);
    expect(await state(repo)).toMatchObject({ state: 'intact', codes: [] });
  });

  test('of the user may begin with the home directory', async () => {
    const { repo, format } = await withFileElsewhere();
    writeFileSync(join(repo.env.HOME!, 'revisions'), format);
    userConfig(repo, '~/revisions');
    expect(await state(repo)).toMatchObject({ state: 'intact', codes: [] });
  });

  test('of the user that this repository does not have is not missed', async () => {
    const { repo } = await withFileElsewhere();
    userConfig(repo, '.no-such-file');
    expect(await state(repo)).toMatchObject({ state: 'edited', codes: [] });
  });

  test('of the repository that is outside of it is not read, and the answer says so', async () => {
    const { repo, elsewhere } = await withFileElsewhere();
    for (const name of [elsewhere, '../../../../../../etc/passwd', '~/revisions']) {
      repo.git('config', 'blame.ignoreRevsFile', name);
      const { answer, ...found } = await state(repo);
      expect(found).toMatchObject({ state: 'edited', codes: [unused] });
      expect(messageOf(answer, unused)).toContain(name);
    }
  });

  test('of the repository that is not there is said', async () => {
    const { repo } = await withFileElsewhere();
    repo.git('config', 'blame.ignoreRevsFile', 'no-such-file');
    expect(await state(repo)).toMatchObject({ state: 'edited', codes: [unused] });
  });

  test('of the repository that is no file is not waited for', async () => {
    const { repo } = await withFileElsewhere();
    execFileSync('mkfifo', [join(repo.path, 'pipe'), join(repo.path, '.git-blame-ignore-revs')]);
    repo.git('config', 'blame.ignoreRevsFile', 'pipe');
    expect(await state(repo)).toMatchObject({ state: 'edited', codes: [unused] });
  });

  test('may be given several times, and an empty one takes back those before', async () => {
    const { repo, format, elsewhere } = await withFileElsewhere();
    repo.write('one', 'nothing\n');
    repo.write('two', format);
    repo.git('config', '--add', 'blame.ignoreRevsFile', 'two');
    repo.git('config', '--add', 'blame.ignoreRevsFile', 'one');
    expect(await state(repo)).toMatchObject({ state: 'intact', codes: [] });
    repo.git('config', '--unset-all', 'blame.ignoreRevsFile');
    userConfig(repo, elsewhere);
    repo.git('config', 'blame.ignoreRevsFile', '');
    expect(await state(repo)).toMatchObject({ state: 'edited', codes: [] });
  });
});
