import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/repository.ts';
import { type Sandbox, sandbox } from './support.ts';

const OTHER = '"other": {"command": "x", "env": {"KEY": "v"}}';

describe('a config that can be read is merged, and uninstall removes the entry alone', () => {
  test.each([
    ['empty', ''],
    ['blank', ' \n'],
    ['an empty object', '{}'],
    ['a BOM', `\ufeff{"mcpServers": {${OTHER}}}\n`],
    ['comments', `{\n  // mine\n  "mcpServers": {\n    ${OTHER} // last\n  }\n}\n`],
    ['a trailing comma', `{\n  "mcpServers": {\n    ${OTHER},\n  },\n}\n`],
    ['CRLF', `{\r\n  "mcpServers": {\r\n    ${OTHER}\r\n  }\r\n}\r\n`],
    ['tabs', `{\n\t"mcpServers": {\n\t\t${OTHER}\n\t}\n}`],
    ['one line', `{"mcpServers":{${OTHER}},"z":[1,2]}`],
  ])('%s', (_, text) => {
    const box = sandbox();
    const path = box.write('.mcp.json', text);
    expect(box.run('install').code).toBe(0);
    const once = readFileSync(path, 'utf8');
    expect(once).toContain('"ultragit": {');
    expect(once.includes('\r\n'), 'line ends stay').toBe(text.includes('\r\n'));
    if (text.includes('\r\n')) expect(once.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(once.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'));
    if (text.includes('other')) expect(once).toContain(OTHER);
    expect(box.run('install').stdout).toContain('Already there');
    expect(readFileSync(path, 'utf8')).toBe(once);
    expect(box.run('uninstall').code).toBe(0);
    if (!text.includes('other')) expect(readdirSync(box.repo)).toEqual(['.git']);
    else {
      expect(readFileSync(path, 'utf8')).toBe(text);
      expect(readdirSync(box.repo).sort()).toEqual(['.git', '.mcp.json']);
    }
  });

  test('a missing file is made, and gone after uninstall, with the directory that was made for it', () => {
    const box = sandbox();
    expect(box.run('install', '--host', 'cursor').code).toBe(0);
    expect(existsSync(join(box.repo, '.cursor/mcp.json'))).toBe(true);
    expect(box.run('uninstall', '--host', 'cursor').code).toBe(0);
    expect(readdirSync(box.repo)).toEqual(['.git']);
  });

  test('comments in a file whose host wants strict JSON stay, and the user is told where', () => {
    const box = sandbox();
    box.write('.mcp.json', '{\n  // mine\n}\n');
    expect(box.run('install').stderr).toContain('line 2, column 3');
  });

  test('mode 600 and a symlink survive', () => {
    const box = sandbox();
    const real = box.write('config/real.json', '{}\n');
    chmodSync(real, 0o600);
    symlinkSync('config/real.json', join(box.repo, '.mcp.json'));
    expect(box.run('install').code).toBe(0);
    expect(readlinkSync(join(box.repo, '.mcp.json'))).toBe('config/real.json');
    expect(statSync(real).mode & 0o777).toBe(0o600);
    expect(readFileSync(real, 'utf8')).toContain('ultragit');
    expect(box.run('uninstall').code).toBe(0);
    expect(readFileSync(real, 'utf8')).toBe('{}\n');
  });
});

describe('a config that can not be edited safely is refused, untouched', () => {
  test.each([
    ['truncated', '{"mcpServers": {', 'line 1, column 17'],
    ['an array', '[]', 'line 1, column 1'],
    ['mcpServers of the wrong type', '{\n  "mcpServers": []\n}', 'line 2, column 17'],
    ['garbage after the end', '{}\n}', 'line 2, column 1'],
    ['a name that appears twice', '{"mcpServers": {}, "mcpServers": {}}', 'line 1, column 20'],
    ['nested too deeply', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, 'nested too deeply'],
    ['not UTF-8', Buffer.from([0xff, 0xfe, 0x7b, 0x00]), 'not UTF-8'],
  ])('%s', (_, bytes, place) => {
    const box = sandbox();
    const path = box.write('.mcp.json', bytes);
    const before = readFileSync(path);
    const { code, stderr } = box.run('install');
    expect(code).toBe(1);
    expect(stderr).toContain(place);
    if (typeof bytes === 'string') expect(stderr).toContain('"command": "ultragit"');
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(box.repo).sort()).toEqual(['.git', '.mcp.json']);
  });

  test('TOML with a mistake, and TOML whose servers leave no room', () => {
    const box = sandbox();
    for (const text of ['a = 1\nb = = 2\n', 'a = 1\nmcp_servers = { x = { command = "y" } }\n']) {
      const path = box.write('.codex/config.toml', text);
      const { code, stderr } = box.run('install', '--host', 'codex');
      expect(code).toBe(1);
      expect(stderr).toContain('line 2, column');
      expect(stderr).toContain('[mcp_servers.ultragit]');
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
    box.write('.codex/config.toml', 'no value');
    const undo = box.run('uninstall', '--host', 'codex');
    expect([undo.code, undo.stderr]).toEqual([1, expect.stringContaining('line 1, column')]);
  });

  test('a read-only file', () => {
    const box = sandbox();
    const path = box.write('.mcp.json', '{}');
    chmodSync(path, 0o444);
    const { code, stderr } = box.run('install');
    expect([code, stderr]).toEqual([1, expect.stringContaining('is read-only')]);
    expect(readFileSync(path, 'utf8')).toBe('{}');
  });

  test('a directory, a dangling symlink, and a symlink that leaves the repository', () => {
    const box = sandbox();
    mkdirSync(join(box.repo, '.mcp.json'));
    expect(box.run('install').stderr).toContain('is not a regular file');
    symlinkSync('nowhere', join(box.repo, 'opencode.json'));
    expect(box.run('install', '--host', 'opencode').stderr).toContain('symlink to a file that is not there');
    const outside = box.write('../home/secret.json', '{}');
    mkdirSync(join(box.repo, '.zed'));
    symlinkSync(outside, join(box.repo, '.zed/settings.json'));
    symlinkSync(box.home, join(box.repo, '.cursor'));
    for (const host of ['zed', 'cursor']) {
      expect(box.run('install', '--host', host).stderr).toContain('leads outside the repository');
    }
    expect(readFileSync(outside, 'utf8')).toBe('{}');
    expect(readdirSync(box.home)).toEqual(['secret.json']);
  });
});

test.each<[string, string, (box: Sandbox) => void]>([
  [
    'a link that leads in a circle',
    'lead in a circle',
    box => symlinkSync('.mcp.json', join(box.repo, '.mcp.json')),
  ],
  [
    'a file of more than 10 MiB',
    'larger than 10 MiB',
    box => truncateSync(box.write('.mcp.json', ''), 40_000_000),
  ],
  [
    'JSON that is nested deeply',
    'nested too deeply',
    box => box.write('.mcp.json', `{"a":${'['.repeat(1500)}${']'.repeat(1500)}}`),
  ],
])('%s is refused in a sentence', (_, reason, make) => {
  const box = sandbox();
  make(box);
  const { code, stderr } = box.run('install');
  expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
  expect(stderr).not.toMatch(/^\s+at /m);
});

test.each([
  ['a key', `a${'.a'.repeat(20_000)} = 1\n`],
  ['a table', `[a${'.a'.repeat(20_000)}]\n`],
])('TOML with %s of 20,000 dots is refused in a sentence', (_, text) => {
  const box = sandbox();
  const path = box.write('.codex/config.toml', text);
  for (const command of ['install', 'uninstall']) {
    const { code, stderr } = box.run(command, '--host', 'codex');
    expect([code, stderr]).toEqual([1, expect.stringContaining('nested too deeply')]);
    expect(stderr).not.toMatch(/^\s+at /m);
  }
  expect(box.run('status').stderr).toBe('');
  expect(readFileSync(path, 'utf8')).toBe(text);
});

describe.each(['install', 'uninstall', 'status'])(
  '%s neither waits for nor reads what is no file',
  command => {
    test.each<[string, string, (box: Sandbox) => void]>([
      ['a pipe', 'is not a regular file', box => execFileSync('mkfifo', [join(box.repo, '.mcp.json')])],
      ['a device', 'leads outside', box => symlinkSync('/dev/zero', join(box.repo, '.mcp.json'))],
      ['a socket', 'is not a regular file', box => listenAt(join(box.repo, '.mcp.json'))],
    ])('%s', (_, reason, make) => {
      const box = sandbox();
      make(box);
      const { code, stdout, stderr } = box.run(command);
      expect([code, (stdout + stderr).replace(/\s+/g, ' ')]).toEqual([1, expect.stringContaining(reason)]);
      expect(stderr).not.toMatch(/^\s+at /m);
    });
  },
);

/** A socket stays on the disk when the program that made it is gone. */
function listenAt(path: string): void {
  const script =
    "require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 9))";
  spawnSync(process.execPath, ['-e', script, path]);
  expect(lstatSync(path).isSocket()).toBe(true);
}

test.each([
  ['empty', '', 'HOME is no absolute path'],
  ['relative', 'somewhere', 'HOME is no absolute path'],
  ['of a directory that is not there', join(temporaryDirectory(), 'not/there'), 'not/there does not exist'],
  ['of a file', '/etc/passwd', 'a file stands where a directory should be'],
])("with a HOME that is %s, a user's file is refused in a sentence", (_, home, reason) => {
  const box = sandbox();
  box.env.HOME = home;
  const { code, stderr } = box.run('install', '--host', 'cursor', '--scope', 'user');
  expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(readdirSync(box.repo)).toEqual(['.git']);
  for (const command of ['status', 'uninstall']) expect(box.run(command).stderr).not.toMatch(/^\s+at /m);
  expect(box.run('install').code).toBe(0);
});

test('a file where a directory should be is refused in a sentence', () => {
  const box = sandbox();
  box.write('.cursor', '');
  const { code, stderr } = box.run('install', '--host', 'cursor');
  expect([code, stderr]).toEqual([1, expect.stringContaining('a file stands where a directory should be')]);
});

describe('the claim beside the config', () => {
  const claimOf = (repo: string) => join(repo, '..mcp.json.ultragit-tmp');
  const age = (path: string) => utimesSync(path, new Date(), new Date(Date.now() - 10_000));

  test.each(['symlink', 'dangling symlink', 'file', 'directory'])(
    'a planted %s is refused, and neither followed, read nor removed',
    kind => {
      const box = sandbox();
      const victim = box.write('../home/victim', 'precious');
      const claim = claimOf(box.repo);
      if (kind === 'symlink') symlinkSync(victim, claim);
      else if (kind === 'dangling symlink') symlinkSync(join(box.home, 'made'), claim);
      else if (kind === 'file') truncateSync(box.write(claim, ''), 300_000_000);
      else age(join(box.write(join(claim, 'keep'), 'precious'), '..'));
      const { code, stderr } = box.run('install');
      expect([code, stderr]).toEqual([1, expect.stringContaining('is in the way')]);
      expect(readFileSync(victim, 'utf8')).toBe('precious');
      expect(readdirSync(box.home)).toEqual(['victim']);
      expect(lstatSync(claim)).toBeDefined();
      if (kind === 'directory') expect(readdirSync(claim)).toEqual(['keep']);
      expect(existsSync(join(box.repo, '.mcp.json'))).toBe(false);
    },
  );

  test.skipIf(process.getuid?.() !== 0)('of another user is left alone', () => {
    const box = sandbox();
    box.write(join(claimOf(box.repo), '0123456789ab'), 'theirs');
    chownSync(claimOf(box.repo), 65_534, 65_534);
    age(claimOf(box.repo));
    expect(box.run('install')).toMatchObject({ code: 1, stderr: expect.stringContaining('is in the way') });
    expect(readdirSync(claimOf(box.repo))).toEqual(['0123456789ab']);
  });

  test('of a killed run is removed by any later run, also by one that changes nothing', () => {
    const box = sandbox();
    const leave = () => {
      box.write(join(claimOf(box.repo), '0123456789ab'), 'half');
      age(claimOf(box.repo));
    };
    for (const [command, state] of [
      ['install', 'Created'],
      ['install', 'Already there'],
      ['uninstall', 'Deleted'],
      ['uninstall', 'Not registered'],
    ] as const) {
      leave();
      expect(box.run(command)).toMatchObject({ code: 0, stdout: expect.stringContaining(state) });
      expect(existsSync(claimOf(box.repo)), `${command}: ${state}`).toBe(false);
    }
    leave();
    expect(box.run('install', '--dry-run').code).toBe(0);
    expect(existsSync(claimOf(box.repo)), 'a dry run touches nothing').toBe(true);
  });
});
