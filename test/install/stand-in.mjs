// A small stdio MCP server, as good or bad as its first argument says.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [mode, file] = process.argv.slice(2);

if (mode === 'exit') {
  process.stderr.write('warming up\nno repository here\u001b[31m\n');
  process.exit(3);
}
if (mode === 'garbage') process.stdout.write('Hello, I am a banner\n');
if (mode === 'hang') {
  // Deaf to a closed input and to SIGTERM, with a child of its own.
  process.on('SIGTERM', () => {});
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  writeFileSync(`${file}.${process.pid}`, `${process.pid} ${child.pid}`);
  setInterval(() => {}, 1000);
}

const MODERN = '2026-07-28';
const summary = {
  scope: mode === 'other-ref' ? { notes_ref: 'refs/notes/other' } : {},
  stats: { annotated_units: 5, other_regions: 2 },
  where: { cwd: process.cwd(), env: process.env, args: process.argv.slice(2) },
};

const answers = {
  'server/discover': () => (mode === 'legacy' ? undefined : { supportedVersions: [MODERN] }),
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: {},
    serverInfo: { name: 's', version: '1' },
  }),
  'tools/list': () => ({
    tools: mode === 'toolless' ? [] : [{ name: 'ultragit_summary' }, { name: 'ultragit_read' }],
  }),
  'tools/call': () => {
    if (file) writeFileSync(file, JSON.stringify(summary.where));
    return mode === 'sad'
      ? { isError: true, content: [{ type: 'text', text: 'Not a git repository: /' }] }
      : { content: [], structuredContent: summary };
  },
};

// A request of its own, with an id that the client uses too, which the client must not take for an answer.
if (mode === 'good') process.stdout.write('{"jsonrpc":"2.0","id":1,"method":"roots/list"}\n');

if (mode !== 'hang') {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    const result = answers[method]?.(params);
    const body = result ? { result } : { error: { code: -32601, message: 'Method not found' } };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
  }
}
