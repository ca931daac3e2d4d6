// A note can call nobody from a comment on a pull request.
import { expect, test } from 'vitest';
import { asComment } from '../../src/check/comment.ts';

const quiet = (text: string) => asComment(text).split('\n').slice(1).join('\n');

test.each([
  ['- ask @alice', '- ask @<!-- -->alice'],
  ['- `@alice` and ``a ` @bob``', '- `@alice` and ``a ` @bob``'],
  // An escaped backtick begins no code.
  ['- \\` @alice ``x``', '- \\` @<!-- -->alice ``x``'],
  ['- a@ b @ c', '- a@ b @ c'],
])('%s', (text, expected) => {
  expect(quiet(text)).toBe(expected);
});
