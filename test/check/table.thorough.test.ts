// A table of changes, and exactly what each of them touches: no finding less, and none more.
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Repository } from '../support/repository.ts';
import { checked, found } from './found.ts';
import {
  COSTS,
  edited,
  LIMITS,
  NAMES,
  QUEUE,
  queueRepository,
  SETTINGS,
  WORKER,
} from './queue-repository.ts';

let repo: Repository;
let start: string;

beforeAll(async () => {
  repo = await queueRepository();
  start = repo.git('rev-parse', 'HEAD');
});

afterEach(() => {
  repo.git('checkout', '-q', '-f', '-B', 'main', start);
  repo.git('clean', '-q', '-f', '-d');
});

type Files = Record<string, string | null>;

const DRAIN = QUEUE.slice(QUEUE.indexOf('/** Takes'), QUEUE.indexOf('export function retry'));
const FORMATTED = QUEUE.replaceAll('\n  ', '\n    ')
  .replaceAll("'", '"')
  .replaceAll(';\n', '\n')
  .replace('push(job: Job, priority = 0)', 'push(\n  job: Job,\n  priority = 0,\n)')
  .replace('{ job, priority }', '{job,  priority}');

/** One commit on top of the annotated code. */
const TABLE: [what: string, files: Files, found: string[]][] = [
  [
    'a line inside',
    { 'src/queue.ts': edited(QUEUE, 'persist(entry);', 'later(entry);') },
    ['constraint: src/queue.ts push 4:8 edited 1 of 5'],
  ],
  [
    'a line put inside',
    { 'src/queue.ts': edited(QUEUE, '  persist(entry);', '  log(entry);\n  persist(entry);') },
    ['constraint: src/queue.ts push 4:9 edited 1 of 6'],
  ],
  [
    'a line taken out',
    { 'src/queue.ts': edited(QUEUE, '  persist(entry);\n', '') },
    ['constraint: src/queue.ts push 4:7 edited 1 of 5 near 7'],
  ],
  ['a unit beside', { 'src/queue.ts': edited(QUEUE, 'return jobs.length;', 'return jobs.size;') }, []],
  [
    'lines above',
    { 'src/queue.ts': edited(QUEUE, "'./broker';", "'./broker';\nimport { x } from './x';") },
    [],
  ],
  [
    'a new unit between two',
    {
      'src/queue.ts': edited(
        QUEUE,
        '\nexport function retry',
        '\nfunction fresh() {\n  return 1;\n}\n\nexport function retry',
      ),
    },
    [],
  ],
  [
    'the comment above a unit',
    { 'src/queue.ts': edited(QUEUE, '/** Adds a job. */', '/** Puts a job in. */') },
    [],
  ],
  ['white space', { 'src/queue.ts': edited(QUEUE, '{ job, priority }', '{job, priority}') }, []],
  ['the form of all of it', { 'src/queue.ts': FORMATTED }, []],
  ['CRLF', { 'src/queue.ts': QUEUE.replaceAll('\n', '\r\n') }, []],
  [
    'a string of white space',
    { 'src/worker.ts': edited(WORKER, "'waiting: '", "'waiting:  '") },
    ['annotation: src/worker.ts report 9:11 edited 1 of 3'],
  ],
  [
    'a unit that is taken out',
    { 'src/queue.ts': edited(QUEUE, DRAIN, '') },
    ['dependent: src/queue.ts drain deleted near 10'],
  ],
  [
    'a unit that others rely on, which is not annotated itself',
    { 'src/queue.ts': edited(QUEUE, 'export function size(): number {\n  return jobs.length;\n}\n', '') },
    ['dependent: src/queue.ts size deleted near 24'],
  ],
  [
    'a body that others rely on',
    { 'src/queue.ts': edited(QUEUE, 'return jobs.length;', 'return jobs.filter(isDue).length;') },
    [],
  ],
  [
    'a signature that others rely on',
    { 'src/queue.ts': edited(QUEUE, 'size(): number', 'size(due: boolean): number') },
    ['dependent: src/queue.ts size 24:26 signature 1 of 3'],
  ],
  [
    'a signature that nobody relies on',
    { 'src/queue.ts': edited(QUEUE, 'retry(job: Job)', 'retry(job: Job, now: boolean)') },
    ['rejected: src/queue.ts retry 19:22 signature 1 of 4'],
  ],
  [
    'the name of a unit',
    { 'src/queue.ts': edited(QUEUE, 'function drain', 'function takeDue') },
    ['dependent: src/queue.ts takeDue 11:17 signature 1 of 7 was drain'],
  ],
  ['the name of the file', { 'src/queue.ts': null, 'src/jobs.ts': QUEUE }, []],
  [
    'the name of the file, and a line',
    { 'src/queue.ts': null, 'src/jobs.ts': edited(QUEUE, 'persist(entry);', 'later(entry);') },
    ['constraint: src/jobs.ts push 4:8 edited 1 of 5 was src/queue.ts'],
  ],
  [
    'a unit that moves to another file',
    {
      'src/queue.ts': edited(QUEUE, DRAIN, ''),
      'src/drain.ts': `import { jobs } from './queue';\n\n${DRAIN}`,
    },
    [],
  ],
  [
    'a unit that moves and changes',
    {
      'src/queue.ts': edited(QUEUE, DRAIN, ''),
      'src/drain.ts': `import { jobs } from './queue';\n\n${edited(DRAIN, 'acknowledge(taken)', 'later(taken)')}`,
    },
    ['constraint: src/drain.ts drain 4:10 edited 1 of 7 was src/queue.ts'],
  ],
  ['a unit that moves within its file', { 'src/queue.ts': `${edited(QUEUE, DRAIN, '')}\n${DRAIN}` }, []],
  [
    'the whole file',
    { 'src/queue.ts': null },
    [
      'dependent: src/queue.ts drain deleted',
      'dependent: src/queue.ts size deleted',
      'constraint: src/queue.ts push deleted',
      'rejected: src/queue.ts retry deleted',
      'risk: src/queue.ts peek deleted',
    ],
  ],
  [
    'a unit together with all that relies on it',
    { 'src/queue.ts': edited(QUEUE, DRAIN, ''), 'src/worker.ts': null },
    [
      'constraint: src/queue.ts drain deleted near 10',
      'annotation: src/worker.ts runOnce deleted',
      'annotation: src/worker.ts report deleted',
    ],
  ],
  [
    'what a risk is recorded for',
    { 'src/queue.ts': edited(QUEUE, 'jobs[0]?.job', 'jobs.at(-1)?.job') },
    ['risk: src/queue.ts peek 28:30 edited 1 of 3'],
  ],
  [
    'some annotated lines of a unit',
    { 'src/limits.py': edited(LIMITS, '        audit(user, amount)\n', '') },
    ['constraint: src/limits.py allowed 4:5 edited 1 of 3 near 5'],
  ],
  [
    'annotated lines of a unit in two places',
    {
      'src/limits.py': edited(
        edited(LIMITS, '        audit(user, amount)\n', ''),
        'return True',
        'return user.ok',
      ),
    },
    ['constraint: src/limits.py allowed 4:6 edited 2 of 4'],
  ],
  [
    'all annotated lines of a unit',
    { 'src/limits.py': edited(LIMITS, 'return True', 'return user.ok') },
    ['risk: src/limits.py allowed 7:7 edited 1 of 1'],
  ],
  [
    'all annotated lines of a unit, which are taken out',
    { 'src/limits.py': edited(LIMITS, '    return True\n', '') },
    ['risk: src/limits.py allowed 1:6 edited 1 of 1 near 6'],
  ],
  ['other lines of that unit', { 'src/limits.py': edited(LIMITS, 'user.blocked', 'user.is_blocked') }, []],
  [
    'a line that is moved out of its block, where that matters',
    { 'src/limits.py': edited(LIMITS, '        audit(user, amount)', '    audit(user, amount)') },
    ['constraint: src/limits.py allowed 4:6 edited 1 of 3'],
  ],
  [
    'a line put behind the last one of a unit, into it',
    { 'src/costs.py': edited(COSTS, '    return base\n', '    return base\n    audit(job)\n') },
    ['constraint: src/costs.py cost 5:9 edited 1 of 5'],
  ],
  [
    'the same at the end of the file',
    { 'src/costs.py': `${COSTS}        audit(jobs)\n` },
    ['constraint: src/costs.py Bill::total 12:14 edited 1 of 3'],
  ],
  [
    'a line behind the last one of a unit, beside it',
    { 'src/costs.py': edited(COSTS, '    return base\n', '    return base\n\n\ncost = audited(cost)\n') },
    [],
  ],
  ['a method behind the last one', { 'src/costs.py': `${COSTS}\n    def empty(self):\n        pass\n` }, []],
  [
    'a decorator',
    { 'src/costs.py': edited(COSTS, '@functools.cache', '@functools.lru_cache(8)') },
    ['constraint: src/costs.py cost 5:8 edited 1 of 4'],
  ],
  [
    'a decorator more',
    { 'src/costs.py': edited(COSTS, '@functools.cache', '@deprecated\n@functools.cache') },
    ['constraint: src/costs.py cost 5:9 edited 1 of 5'],
  ],
  [
    'the comment above a decorator',
    { 'src/costs.py': edited(COSTS, '# What a job costs.', '# In cents.') },
    [],
  ],
  [
    'code above that can no longer be parsed',
    { 'src/costs.py': edited(COSTS, 'import functools', 'import (functools') },
    [],
  ],
  [
    'a unit that can no longer be parsed',
    { 'src/costs.py': edited(COSTS, 'def total(self, jobs):', 'def total(self, jobs)') },
    ['constraint: src/costs.py Bill::total 12:13 edited 1 of 2'],
  ],
  [
    'a unit that is put into a comment',
    {
      'src/queue.ts': edited(QUEUE, 'export function retry', '/*\nexport function retry').replace(
        '\nexport function size',
        '*/\nexport function size',
      ),
    },
    ['rejected: src/queue.ts retry deleted near 20'],
  ],
  [
    'one of several units of a name',
    { 'src/names.ts': edited(NAMES, 'job : job.name', "job : (job.name ?? '')") },
    ['constraint: src/names.ts named 3:5 edited 1 of 3'],
  ],
  ['a unit beside them', { 'src/names.ts': edited(NAMES, "named('nobody')", "named('no one')") }, []],
  [
    'annotated lines of a file without units',
    { 'settings.yaml': edited(SETTINGS, 'backoff: 200', 'backoff: 900') },
    ['constraint: settings.yaml 2:3 edited 1 of 2', 'risk: settings.yaml edited'],
  ],
  [
    'other lines of that file',
    { 'settings.yaml': edited(SETTINGS, '/var/lib/queue', '/srv/queue') },
    ['risk: settings.yaml edited'],
  ],
  ['a new file', { 'src/fresh.ts': QUEUE }, []],
  ['a file that says nothing', { 'README.md': '# Jobs\n' }, []],
];

describe('a commit that changes', () => {
  test.each(TABLE)('%s', async (_what, files, expected) => {
    const commit = repo.commit('Change', files);
    expect(await found(repo, { range: commit })).toEqual(expected);
  });
});

/** Where several places are alike, and one of them is meant. */
describe('what looks like another place', () => {
  test('some lines of a unit go with it into another file', async () => {
    const alike =
      'def audited(user, amount):\n    if amount > user.limit:\n        audit(user, amount)\n        return False\n    return None\n';
    const commit = repo.commit('Move', {
      'src/limits.py': 'LIMIT = 100\n',
      'src/rules.py': `${alike}\n\n${edited(LIMITS, 'user.blocked', 'user.is_blocked')}`,
    });
    expect(await found(repo, { range: commit })).toEqual([]);
    const change = repo.commit('Change', {
      'src/rules.py': `${alike}\n\n${edited(LIMITS, 'audit(user, amount)', 'report(user, amount)')}`,
    });
    expect(await found(repo, { range: change })).toEqual([
      'constraint: src/rules.py allowed 11:13 edited 1 of 3',
    ]);
    expect(await found(repo, { range: `${start}..${change}` })).toEqual([
      'constraint: src/rules.py allowed 11:13 edited 1 of 3 was src/limits.py',
    ]);
  });

  test('units that are nearly the same, and all get other names', async () => {
    const one = (name: string, line: string) => `
    public static class ${name} {
        @Rule
        public ErrorCollector collector = new ErrorCollector();

        @Test
        public void example() {
            collector.checkThrows(IllegalArgumentException.class, new ThrowingRunnable() {
                public void run() throws Throwable {
                    ${line}
                }
            });
        }
    }
`;
    const thrown = 'throw new NullPointerException();';
    const all = (...classes: string[]) => `public class All {${classes.join('')}}\n`;
    const code = repo.commit('Add', { 'All.java': all(one('Mismatch', thrown), one('Nothing', '')) });
    const region = {
      file: 'All.java',
      ast_anchor: { unit_type: 'class', name: 'All::Nothing' },
      constraints: ['It fails'],
    };
    repo.annotate(code, { schema: 'ultragit/v1', regions: [region] });
    const commit = repo.commit('Rename', {
      'All.java': all(one('ThrowsUnexpected', thrown), one('ThrowsNothing', '')),
    });
    expect(await found(repo, { range: commit })).toEqual([
      'constraint: All.java All::ThrowsNothing 16:28 signature 1 of 13 was All::Nothing',
    ]);
  });

  test('a constructor that others rely on is not its class', async () => {
    const sorter =
      'public class Sorter {\n    private final int by;\n\n    public Sorter(int by) {\n        this.by = by;\n    }\n}\n';
    const code = repo.commit('Add', { 'Sorter.java': sorter });
    const region = {
      file: 'src/worker.ts',
      ast_anchor: { unit_type: 'function', name: 'report' },
      semantic_dependencies: [{ file: 'Sorter.java', anchor: 'Sorter::Sorter', nature: 'it never throws' }],
    };
    repo.annotate(code, { schema: 'ultragit/v1', regions: [region] });
    const beside = repo.commit('Extend', {
      'Sorter.java': edited(sorter, 'class Sorter', 'class Sorter extends Ordering'),
    });
    expect(await found(repo, { range: beside })).toEqual([]);
    const ordered = edited(sorter, 'public Sorter', 'final public Sorter');
    repo.commit('Make it final', { 'Sorter.java': ordered });
    const reordered = repo.commit('Order', {
      'Sorter.java': edited(ordered, 'final public', 'public final'),
    });
    expect(await found(repo, { range: reordered })).toEqual([]);
    repo.commit('Back', { 'Sorter.java': sorter });
    const resigned = repo.commit('Change', { 'Sorter.java': edited(sorter, '(int by)', '(long by)') });
    expect(await found(repo, { range: resigned })).toEqual([
      'dependent: Sorter.java Sorter::Sorter 4:6 signature 1 of 3',
    ]);
  });
});

describe('the same change, however it is made', () => {
  const change = { 'src/queue.ts': edited(QUEUE, 'persist(entry);', 'later(entry);') };
  const touched = ['constraint: src/queue.ts push 4:8 edited 1 of 5'];

  test('not committed, and staged only when it is staged', async () => {
    repo.write('src/queue.ts', change['src/queue.ts']);
    expect(await found(repo)).toEqual(touched);
    expect(await found(repo, { staged: true })).toEqual([]);
    repo.git('add', 'src/queue.ts');
    repo.write('src/queue.ts', QUEUE);
    expect(await found(repo)).toEqual([]);
    expect(await found(repo, { staged: true })).toEqual(touched);
  });

  test('a file that was moved and not added yet', async () => {
    repo.git('rm', '-q', '--cached', 'src/queue.ts');
    repo.remove('src/queue.ts');
    repo.write('src/jobs.ts', QUEUE);
    expect(await found(repo)).toEqual([]);
  });

  test('a file that is not merged yet is none that was deleted', async () => {
    repo.git('checkout', '-q', '-b', 'topic');
    repo.commit('Change', change);
    repo.git('checkout', '-q', 'main');
    repo.commit('Otherwise', { 'src/queue.ts': edited(QUEUE, 'persist(entry);', 'never(entry);') });
    expect(() => repo.git('merge', '-q', 'topic')).toThrow();
    const { findings, complete, notices } = await checked(repo, { staged: true });
    expect([findings, complete, notices?.map(({ code }) => code)]).toEqual([[], false, ['files_unread']]);
    repo.git('merge', '--abort');
    repo.git('branch', '-q', '-D', 'topic');
  });

  test('a file that is too large to be read is none that was deleted', async () => {
    truncateSync(join(repo.path, 'src/queue.ts'), 65 * 1024 * 1024);
    const { findings, complete, notices } = await checked(repo);
    expect([findings, complete, notices?.map(({ code }) => code)]).toEqual([[], false, ['files_unread']]);
  });

  test('a revert touches what it takes back', async () => {
    repo.commit('Change', change);
    repo.git('revert', '--no-edit', 'HEAD');
    expect(await found(repo, { range: 'HEAD' })).toEqual(touched);
    expect(await found(repo, { range: 'HEAD~2..HEAD' })).toEqual([]);
  });

  test('lines that were all replaced before are what stands in their place', async () => {
    const refusal = '    if amount > user.limit:\n        audit(user, amount)\n        return False\n';
    const replaced = edited(LIMITS, refusal, '    ledger.check(user, amount)\n');
    repo.commit('Replace', { 'src/limits.py': replaced });
    repo.commit('Beside', { 'src/limits.py': edited(replaced, 'user.blocked', 'user.is_blocked') });
    expect(await found(repo, { range: 'HEAD' })).toEqual([]);
    repo.commit('Inside', { 'src/limits.py': edited(replaced, 'ledger.check', 'ledger.allow') });
    expect(await found(repo, { range: 'HEAD' })).toEqual([
      'constraint: src/limits.py allowed 4:4 edited 1 of 1',
    ]);
  });

  test('lines that were replaced before are told from what was replaced beside them', async () => {
    const refusal = '    if amount > user.limit:\n        audit(user, amount)\n        return False\n';
    const replaced = edited(LIMITS, refusal, '    ledger.check(user, amount)\n');
    repo.commit('Replace', { 'src/limits.py': replaced });
    const beside = '    if user.blocked:\n        return False\n';
    const all = edited(replaced, beside, '    guard(user)\n    rate(user)\n').replaceAll(
      'allowed',
      'permitted',
    );
    repo.commit('Replace more', { 'src/limits.py': all });
    repo.commit('Beside', { 'src/limits.py': edited(all, 'rate(user)', 'limit(user)') });
    expect(await found(repo, { range: 'HEAD' })).toEqual([]);
    repo.commit('Inside', { 'src/limits.py': edited(all, 'ledger.check', 'ledger.allow') });
    expect(await found(repo, { range: 'HEAD' })).toEqual([
      'constraint: src/limits.py permitted 4:4 edited 1 of 1',
    ]);
  });

  test('lines that were taken out before go with their unit', async () => {
    const without = edited(LIMITS, '    return True\n', '');
    repo.commit('Take out', { 'src/limits.py': without });
    repo.commit('Beside', { 'src/limits.py': edited(without, 'user.blocked', 'user.is_blocked') });
    expect(await found(repo, { range: 'HEAD' })).toEqual([]);
    repo.commit('Remove', { 'src/limits.py': null });
    const [finding] = (await checked(repo, { range: 'HEAD' })).findings;
    expect([finding?.change, finding?.risk_notes]).toEqual(['deleted', ['Callers do not look at the type']]);
  });

  test('a merge is what it brought to the branch', async () => {
    repo.git('checkout', '-q', '-b', 'topic');
    repo.commit('Change', change);
    repo.git('checkout', '-q', 'main');
    repo.commit('Beside', { 'README.md': '# Jobs\n' });
    repo.git('merge', '-q', '--no-edit', 'topic');
    expect(await found(repo, { range: 'HEAD' })).toEqual(touched);
    repo.git('branch', '-q', '-D', 'topic');
  });

  test('a branch is compared with where it left the other one', async () => {
    repo.git('checkout', '-q', '-b', 'topic');
    repo.commit('Beside', { 'README.md': '# Jobs\n' });
    repo.git('checkout', '-q', 'main');
    repo.commit('Change', change);
    expect(await found(repo, { range: 'main..topic' })).toEqual([]);
    expect(await found(repo, { range: 'topic...main' })).toEqual(touched);
    expect(await found(repo, { range: 'topic..' })).toEqual(touched);
    repo.git('branch', '-q', '-D', 'topic');
  });

  test('a commit that blame ignores does not count', async () => {
    const commit = repo.commit('Rewrite', change);
    repo.write('.git/ignored', `${commit}\n`);
    repo.git('config', 'blame.ignoreRevsFile', '.git/ignored');
    expect(await found(repo, { range: commit })).toEqual([]);
    repo.git('config', '--unset', 'blame.ignoreRevsFile');
  });

  test('what is annotated on the change itself was not known before', async () => {
    const commit = repo.commit('Change', {
      'src/queue.ts': edited(QUEUE, 'return jobs.length;', 'return 0;'),
    });
    const region = { file: 'src/queue.ts', ast_anchor: { name: 'size' }, constraints: ['It never throws'] };
    repo.annotate(commit, { schema: 'ultragit/v1', regions: [region] });
    expect(await found(repo, { range: commit })).toEqual([]);
    repo.commit('Again', { 'src/queue.ts': QUEUE });
    expect(await found(repo, { range: 'HEAD' })).toEqual([
      'constraint: src/queue.ts size 24:26 edited 1 of 3',
    ]);
    expect(await found(repo, { range: commit })).toEqual([]);
  });

  test('the first commit has nothing before it', async () => {
    expect(await found(repo, { range: 'HEAD~2' })).toEqual([]);
  });
});
