// Which lines of the file on disk a tool is about, from what its host says of it.
import { describe, expect, test } from 'vitest';
import { editedLines } from '../../src/hook/edited-lines.ts';
import { toolCall } from '../../src/hook/event.ts';
import { HOOK_HOSTS, type HookHost } from '../../src/hook/hosts.ts';
import { targetsOf } from '../../src/hook/targets.ts';

const TEXT = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';
const [claude] = HOOK_HOSTS as [HookHost];

type Given = { text?: string; event?: string; response?: object; tool?: string };

/** "2-3" for each range; "file" where no lines are told. */
function lines(
  input: object | string,
  { text = TEXT, event = 'PreToolUse', response, tool = 'Edit' }: Given = {},
) {
  const given = { tool_name: tool, tool_input: input, tool_response: response, hook_event_name: event };
  const call = toolCall(JSON.stringify(given), claude, '/r');
  if (!call) throw new Error('no call');
  return targetsOf(call).map(({ action }) => {
    const found = editedLines(action, call.moment, Buffer.from(text));
    return found?.map(({ start, end }) => `${start}-${end}`).join(' ') ?? 'file';
  });
}

const edit = (old_string: string, new_string = 'x', more: object = {}) => ({
  file_path: 'a',
  old_string,
  new_string,
  ...more,
});

describe('an edit', () => {
  test('concerns the lines of its old text', () => {
    expect(lines(edit('two\nthree'))).toEqual(['2-3']);
    expect(lines(edit('two\nthree\n'))).toEqual(['2-3']);
    expect(lines(edit('wo'))).toEqual(['2-2']);
    expect(lines(edit('seven\n'))).toEqual(['7-7']);
    expect(lines(edit('seven'), { text: TEXT.trimEnd() })).toEqual(['7-7']);
  });

  test('that replaces all concerns every place', () => {
    expect(lines(edit('e\n', 'x', { replace_all: true }))).toEqual(['1-1 3-3 5-5']);
    expect(lines({ file_path: 'a', old_string: 'f', new_string: 'x', expected_replacements: 2 })).toEqual([
      '4-5',
    ]);
  });

  test('in very many places does not hide the edits after it', () => {
    const text = `${TEXT}${'same\n'.repeat(200)}`;
    const many = { old_string: 'same', new_string: 'x', replace_all: true };
    expect(lines(edit('same', 'x', { replace_all: true }), { text })).toEqual(['8-207']);
    expect(lines({ file_path: 'a', edits: [many, edit('two')] }, { text })).toEqual(['file']);
  });

  test('among so many of a large file that they would take minutes concerns the file', () => {
    const text = Array.from({ length: 20_000 }, (_, at) => `const value${at} = ${at};\n`).join('');
    const edits = Array.from({ length: 3_000 }, (_, at) => edit(`value${at} `));
    expect(lines({ file_path: 'a', edits: edits.slice(0, 9) }, { text })).toEqual(['1-9']);
    expect(lines({ file_path: 'a', edits }, { text })).toEqual(['file']);
  });

  test('whose text is not there concerns the file: lines are never guessed', () => {
    expect(lines(edit('nowhere'))).toEqual(['file']);
    expect(lines(edit(''))).toEqual(['file']);
  });

  test('finds text in files with CRLF, a BOM, tabs and other scripts', () => {
    const text = '\ufeffone\r\n\ttwo\r\nдва\r\nfour\r\n';
    expect(lines(edit('\ttwo\nдва'), { text })).toEqual(['2-3']);
    expect(lines(edit('\ttwo\r\nдва\r\n'), { text })).toEqual(['2-3']);
    expect(lines(edit('one'), { text })).toEqual(['1-1']);
  });

  test('of a host that speaks afterwards is found by its new text', () => {
    const text = 'one\nNEW\nLINES\nfour\n';
    expect(lines(edit('two\nthree', 'NEW\nLINES'), { text, event: 'AfterTool' })).toEqual(['2-3']);
    expect(lines(edit('two\n', ''), { text, event: 'PostToolUse' })).toEqual(['file']);
    const response = { returnDisplay: { originalContent: 'one\ngone\nNEW\nLINES\nfour\n' } };
    expect(lines(edit('gone\n', ''), { text, event: 'AfterTool', response })).toEqual(['1-2']);
  });

  test('with ten thousand places takes no time and tells the lines around them', () => {
    const text = 'x\n'.repeat(10_000);
    expect(lines(edit('x', 'y', { replace_all: true }), { text: `head\n${text}` })).toEqual(['2-10001']);
  });
});

describe('several edits', () => {
  const edits = (...pairs: [string, string][]) => ({
    file_path: 'a',
    edits: pairs.map(([old_string, new_string]) => ({ old_string, new_string })),
  });

  test('are found one after the other, each in what the one before it left', () => {
    expect(lines(edits(['two', 'TWO\nand more'], ['five', '5']))).toEqual(['2-2 5-5']);
    expect(lines(edits(['two\nthree', 'X'], ['X\nfour', 'Y'], ['Y\nfive', 'Z'], ['six', '6']))).toEqual([
      '2-6',
    ]);
    expect(lines(edits(['one\n', ''], ['two', '2'], ['seven', '7']))).toEqual(['1-2 7-7']);
  });

  test('are found backwards once they are done', () => {
    const text = 'one\nTWO\nand more\nthree\nfour\n5\nsix\n';
    expect(lines(edits(['two', 'TWO\nand more'], ['five', '5']), { text, event: 'PostToolUse' })).toEqual([
      '2-3 6-6',
    ]);
  });
});

describe('a patch', () => {
  const patch = (...body: string[]) => ({
    command: ['*** Begin Patch', '*** Update File: a', ...body, '*** End Patch', ''].join('\n'),
  });

  test('concerns the lines that it takes out, and both lines around what it puts in', () => {
    expect(lines(patch('@@', ' two', '-three', '+3', ' four'))).toEqual(['3-3']);
    expect(lines(patch('@@', ' two', '+2.5', ' three'))).toEqual(['2-3']);
    expect(lines(patch(' six', '-seven'))).toEqual(['7-7']);
  });

  test('with several hunks and headings finds each after the one before', () => {
    const text = 'a\nx\nb\nx\nc\nx\n';
    expect(lines(patch('@@ b', '-x', '+y'), { text })).toEqual(['4-4']);
    expect(lines(patch('@@ a', '-x', '@@ c', '-x'), { text })).toEqual(['2-2 6-6']);
    expect(lines(patch('@@ b', '@@ c', '-x'), { text })).toEqual(['6-6']);
  });

  test('that is sloppy about white space still finds its place', () => {
    expect(lines(patch('@@', '-  three  '))).toEqual(['3-3']);
    expect(lines(patch('@@', '-three'), { text: TEXT.replaceAll('\n', '\r\n') })).toEqual(['3-3']);
    expect(lines(patch('@@', '-nothing like it'))).toEqual(['file']);
  });

  test('that could be in so many places that it would take minutes concerns the file', () => {
    const text = 'x\n'.repeat(20_000);
    expect(lines(patch('@@', ' x', ' x', '-x'), { text })).toEqual(['3-3']);
    expect(lines(patch('@@', ...Array(9_000).fill(' x'), '-y'), { text })).toEqual(['file']);
  });

  test('that is done is found by what it put in', () => {
    const text = 'one\nTWO\nthree\nfour\n';
    expect(lines(patch('@@', ' one', '-two', '+TWO', ' three'), { text, event: 'PostToolUse' })).toEqual([
      '2-2',
    ]);
  });

  test('of several files concerns each of them; one that it adds is new', () => {
    const command = [
      '*** Begin Patch',
      '*** Add File: new',
      '+x',
      '*** Update File: a',
      '*** Move to: b',
      '@@',
      '-two',
      '*** Delete File: c',
      '*** End Patch',
    ].join('\n');
    const paths = (event: string) => {
      const given = { tool_name: 'apply_patch', tool_input: { command }, hook_event_name: event };
      const call = toolCall(JSON.stringify(given), claude, '/r');
      return call ? targetsOf(call).map(({ path, action }) => `${path} ${action.kind}`) : [];
    };
    expect(paths('PreToolUse')).toEqual(['/r/a hunks', '/r/c delete']);
    expect(paths('PostToolUse')).toEqual(['/r/b hunks', '/r/c delete']);
    expect(lines(command)).toEqual(['2-2', 'file']);
    expect(lines({ command: ['apply_patch', command] })).toEqual(['2-2', 'file']);
  });
});

describe('other tools', () => {
  const write = (content: string) => ({ file_path: 'a', content });

  test('a write concerns what differs from the file on disk', () => {
    expect(lines(write(TEXT.replace('two', '2').replace('six', '6')))).toEqual(['2-2 6-6']);
    expect(lines(write(TEXT.replace('two\n', 'two\nmore\n')))).toEqual(['2-3']);
    expect(lines(write('quite\nanother\n'))).toEqual(['1-7']);
    expect(lines(write(TEXT))).toEqual(['']);
  });

  test('a write that is done is compared with the text that the host has of before', () => {
    const response = { returnDisplay: { originalContent: TEXT.replace('two', 'old') } };
    expect(lines(write(TEXT), { event: 'AfterTool', response })).toEqual(['2-2']);
    expect(lines(write(TEXT), { event: 'AfterTool' })).toEqual(['file']);
  });

  test('a read concerns what it asks for', () => {
    const read = (input: object, tool = 'Read') => lines({ file_path: 'a', ...input }, { tool });
    expect(read({})).toEqual(['file']);
    expect(read({ offset: 3, limit: 2 })).toEqual(['3-4']);
    expect(read({ offset: 3 })).toEqual(['3-7']);
    expect(read({ limit: 2 })).toEqual(['1-2']);
    expect(read({ start_line: 2, end_line: 4 }, 'read_file')).toEqual(['2-4']);
    expect(read({ view_range: [5, -1] }, 'view')).toEqual(['5-7']);
    expect(read({ offset: 99 })).toEqual(['file']);
  });

  test('an insertion concerns the lines around it', () => {
    expect(lines({ path: 'a', command: 'insert', insert_line: 3, new_str: 'x' })).toEqual(['3-4']);
    expect(lines({ path: 'a', command: 'insert', insert_line: 0, new_str: 'x' })).toEqual(['1-1']);
  });

  test('a cell of a notebook is found by its id', () => {
    const cells = ['a1', 'b2', 'c3'].map(id => ({
      cell_type: 'code',
      id,
      metadata: {},
      source: [`${id}\n`, 'x'],
    }));
    const text = JSON.stringify({ cells, nbformat: 4 }, null, 1);
    const [from, to] = [
      text.split('\n').indexOf('   "id": "b2",') - 1,
      text.split('\n').indexOf('   "id": "c3",') - 2,
    ];
    const input = { notebook_path: 'n.ipynb', cell_id: 'b2', new_source: 'y', edit_mode: 'replace' };
    expect(lines(input, { text, tool: 'NotebookEdit' })).toEqual([`${from}-${to}`]);
    expect(lines({ ...input, cell_id: 'zz' }, { text, tool: 'NotebookEdit' })).toEqual(['file']);
  });

  test('nothing but a file has lines', () => {
    expect(lines({ command: 'ls' }, { tool: 'Bash' })).toEqual([]);
    expect(lines({ file_path: '' })).toEqual([]);
    expect(lines({ file_path: 'a\0b' })).toEqual([]);
    expect(lines({ file_path: 7, path: ['a'] })).toEqual([]);
  });
});
