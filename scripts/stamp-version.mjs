// `npm version` runs this: the new version of package.json goes into every file that names it, and the changelog
// gets its heading.
import { readFileSync, writeFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

const FILES = [
  'server.json',
  'mcpb/manifest.json',
  'plugin/.claude-plugin/plugin.json',
  'plugin/.codex-plugin/plugin.json',
  'plugin/gemini/gemini-extension.json',
];

for (const file of FILES) edit(file, text => text.replace(/("version": )"[^"]*"/g, `$1"${version}"`));

const today = new Date().toISOString().slice(0, 10);
edit('CHANGELOG.md', text => text.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${today})\n`));

function edit(file, change) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, change(text));
}
