/** The official clients get the answers of the built program, over stdio and over HTTP. */
import { describe, expect, test } from 'vitest';
import { CLIENTS, type Server } from '../support/clients.ts';
import { HttpProcess } from '../support/http-process.ts';
import { hostEnvironment, LISTS, realCommand, TOOLS } from '../support/real-server.ts';
import { type Repository, sharedRepository } from '../support/repository.ts';

const PATH = 'src/mqtt/client.ts';

const SERVERS: [string, (repo: Repository) => Server | Promise<Server>][] = [
  ['stdio', ({ path }) => ({ ...realCommand, cwd: path, env: hostEnvironment() })],
  ['HTTP', async ({ path }) => ({ url: await new HttpProcess(path).url() })],
];

describe.each(SERVERS)('over %s', (transport, start) => {
  test.each(CLIENTS)(
    '%s calls all four tools, and is told what failed',
    async (_name, connect, ...versions) => {
      const client = await connect(await start(sharedRepository('mqtt-client')));
      expect(client.version()).toBe(versions[transport === 'HTTP' ? 1 : 0]);
      expect(client.instructions()).toContain('ultragit_deps');
      const tools = await client.list();
      expect(tools.map(({ name }) => name)).toEqual(TOOLS);
      for (const { _meta } of tools) {
        expect(_meta).toEqual({ 'anthropic/alwaysLoad': true, 'anthropic/searchHint': expect.any(String) });
      }
      for (const [tool, list] of LISTS) {
        // As models send them: numbers as strings, a line as a number.
        const args = { path: PATH, ...(tool === 'read' ? { max_tokens: '9000' } : {}) };
        const { structuredContent, content } = await client.call(`ultragit_${tool}`, args);
        const answer = structuredContent as Record<string, unknown[]>;
        expect(answer[list]?.length, tool).toBeGreaterThan(1);
        expect(content[0]?.text).toBe(JSON.stringify(answer));
        const failed = async (wrong: Record<string, unknown>) => {
          const result = await client.call(`ultragit_${tool}`, wrong);
          expect(result).toMatchObject({ isError: true });
          return result.content[0]?.text;
        };
        expect(await failed({ path: 'nope.ts' })).toMatch(/^File not found: nope\.ts/);
        expect(await failed({ path: '../x' })).toMatch(/^Path outside repository: \.\.\/x/);
        expect(await failed({})).toBe('Missing required argument: path');
      }
      await expect(client.call('ultragit_nope', { path: PATH })).rejects.toMatchObject({ code: -32602 });
    },
  );
});
