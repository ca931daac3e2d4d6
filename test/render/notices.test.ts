// Commands and paths of a notice, as Markdown has them: to be copied.
import { expect, test } from 'vitest';
import { renderMarkdown } from '../../src/render/markdown.ts';
import { trailingNotices } from '../../src/render/notices.ts';

const FETCH = "git fetch origin 'refs/notes/*:refs/notes/*'";

test.each([
  [`If origin has some: ultragit sync --fetch-only (other tools' notes: ${FETCH})`, FETCH],
  [
    `If origin has some: ultragit sync --fetch-only (other tools' notes: ${FETCH})`,
    'ultragit sync --fetch-only',
  ],
  [
    'To write it: ultragit annotate \'a b_c.py\' --intent "…" (more: https://x.org/a_b)',
    'ultragit annotate \'a b_c.py\' --intent "…"',
  ],
  ['Fetch it: git ls-tree -r refs/notes/x. Otherwise check the repository: git fsck', 'git fsck'],
  ['Annotations exist, but none for docs/_static.', 'docs/_static'],
  ['None for src/**/__init__.py, which is excluded.', 'src/**/__init__.py'],
])('%s', (message, code) => {
  const markdown = renderMarkdown(trailingNotices([{ code: 'no_notes', message }]));
  expect(markdown).toContain(`\`${code}\``);
  expect(markdown).not.toContain('\\');
});
