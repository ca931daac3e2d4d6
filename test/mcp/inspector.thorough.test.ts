/** The official inspector, whose strict mode looks for schemas that some host would refuse. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { installPackage, toolCache } from '../../scripts/install-package.mjs';
import { command, testTools } from '../support/mcp-server.ts';
import { hostEnvironment, realCommand, TOOLS } from '../support/real-server.ts';
import { sharedRepository } from '../support/repository.ts';

const VERSION = '2.12.0';
const inspector = findInspector();
const home = mkdtempSync(join(tmpdir(), 'ultragit-inspector-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Not a dependency: it brings 120 packages, and npm warns of its `engines` on the oldest Node. */
function findInspector(): { program: string; missing?: string } {
  try {
    const name = '@modelcontextprotocol/inspector';
    const directory = installPackage(name, VERSION, join(toolCache(), `inspector-${VERSION}`));
    return { program: join(directory, 'clients/launcher/build/index.js') };
  } catch (error) {
    if (process.env.CI) throw error;
    const missing = (error as Error).message;
    process.stderr.write(`The tests with the inspector skip: ${missing}\n`);
    return { program: '', missing };
  }
}

beforeEach(({ skip }) => skip(inspector.missing !== undefined, inspector.missing));

type Run = { code: unknown; stdout: string; stderr: string };

function inspect(
  era: string,
  flags: string[],
  env: Record<string, string> = {},
  program = command,
): Promise<Run> {
  const server = [program.command, ...program.args];
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const args = [
    inspector.program,
    '--cli',
    ...server,
    ...variables,
    '--protocol-era',
    era,
    '--format',
    'json',
    ...flags,
  ];
  const options = { env: { PATH: process.env.PATH, HOME: home } };
  return new Promise(resolve =>
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    ),
  );
}

describe.each(['legacy', 'modern'])('in the %s era', era => {
  test('finds nothing to say about the tools', async () => {
    const { code, stdout, stderr } = await inspect(era, ['--method', 'tools/list', '--strict']);
    expect(JSON.parse(stdout).result.tools).toHaveLength(4);
    expect([code, stderr]).toEqual([0, '']);
  });

  test('calls a tool', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'echo', '--tool-args-json', '{"path":"a"}'];
    const { code, stdout } = await inspect(era, call, testTools);
    expect(JSON.parse(stdout).result.structuredContent).toEqual({ path: 'a' });
    expect(code).toBe(0);
  });

  test('gets the answers of the four real tools, and their failures', async () => {
    const repo = sharedRepository('mqtt-client');
    const here = hostEnvironment();
    const ask = (tool: string, args: object) => {
      const words = ['--tool-name', tool, '--tool-args-json', JSON.stringify(args)];
      return inspect(era, ['--method', 'tools/call', ...words, '--cwd', repo.path], here, realCommand);
    };
    const runs = await Promise.all([
      ...TOOLS.map(tool => ask(tool, { path: 'src/mqtt/client.ts' })),
      ask('ultragit_read', { path: 'nope.ts' }),
    ]);
    const failed = runs.pop()!;
    for (const [at, { code, stdout, stderr }] of runs.entries()) {
      const schema = TOOLS[at]!.replace('_', '-');
      expect(JSON.parse(stdout).result.structuredContent.$schema, stderr).toBe(`${schema}/v1`);
      expect(code).toBe(0);
    }
    expect(JSON.parse(failed.stdout).result.content[0].text).toMatch(/^File not found: nope\.ts/);
    expect(failed.code).toBe(5);
  });

  test('sees a failing tool fail', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'fail'];
    const { code, stdout } = await inspect(era, call, testTools);
    expect(JSON.parse(stdout).result.isError).toBe(true);
    expect(code).toBe(5);
  });
});
