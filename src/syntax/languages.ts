/** The languages: one row each. `docs/languages.md` says how to add one. */
import type { RuleOf } from './rule.ts';
import { blankMacros, c, cpp } from './rules/c.ts';
import { blankDirectives, csharp, go, rust, swift } from './rules/compiled.ts';
import { javascript, typescript } from './rules/ecmascript.ts';
import { java, kotlin, scala } from './rules/jvm.ts';
import { bash, lua, php, python, ruby } from './rules/scripting.ts';

export type LanguageRow = {
  name: string;
  extensions: readonly string[];
  /** Whole file names, and the interpreters that a `#!` line may call. */
  files?: readonly string[];
  interpreters?: readonly string[];
  /** The file in its npm package; the build copies it to dist/grammars. */
  grammar: string;
  comments: readonly string[];
  /** Decorators, annotations, attributes: in a unit's range, not in its signature. */
  attributes?: readonly string[];
  /** Never looked into: nothing with a name is there. */
  skip?: readonly string[];
  /** A unit inside begins and ends with these, and its signature begins there, too. */
  wrappers?: readonly string[];
  /** A named value reaches through these to the functions in it. */
  through?: readonly string[];
  units: Readonly<Record<string, RuleOf>>;
  /** Bytes of the grammar to replace, in hex, where it has a bug that its makers have not mended yet. */
  mend?: { from: string; to: string };
  /** Makes the text easier to parse; must keep the place of everything. */
  prepare?: (text: string) => string;
  /** What a unit without a body leaves at the end of its signature. */
  tail?: RegExp;
};

const VSCODE = '@vscode/tree-sitter-wasm/wasm';
const REPOMIX = '@repomix/tree-sitter-wasms/out';
const CURSORLESS = '@cursorless/tree-sitter-wasms/out';
const KOTLIN = '@tree-sitter-grammars/tree-sitter-kotlin';

const ecmascript = {
  comments: ['comment', 'html_comment'],
  attributes: ['decorator'],
  skip: ['import_statement', 'string', 'template_string', 'regex', 'formal_parameters'],
  wrappers: ['export_statement', 'lexical_declaration', 'variable_declaration'],
  through: [
    'arguments',
    'parenthesized_expression',
    'await_expression',
    'new_expression',
    'ternary_expression',
  ],
};

const typescriptRow = {
  ...ecmascript,
  skip: [...ecmascript.skip, 'type_annotation', 'type_arguments', 'type_parameters'],
  wrappers: [...ecmascript.wrappers, 'ambient_declaration'],
  through: [
    ...ecmascript.through,
    'as_expression',
    'satisfies_expression',
    'non_null_expression',
    'intersection_type',
  ],
  units: typescript,
};

const cComments = { comments: ['comment'], attributes: ['attribute_specifier', 'attribute_declaration'] };

/** Statements stand in none of these, and so no definition. */
const pythonExpressions = [
  'string',
  'concatenated_string',
  'call',
  'argument_list',
  'attribute',
  'subscript',
  'list',
  'tuple',
  'set',
  'dictionary',
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'generator_expression',
  'binary_operator',
  'boolean_operator',
  'comparison_operator',
  'unary_operator',
  'not_operator',
  'conditional_expression',
  'parenthesized_expression',
  'lambda',
  'await',
  'return_statement',
  'raise_statement',
  'assert_statement',
  'delete_statement',
];

export const languages: readonly LanguageRow[] = [
  {
    name: 'typescript',
    extensions: ['ts', 'mts', 'cts'],
    interpreters: ['ts-node', 'tsx', 'deno', 'bun'],
    grammar: `${VSCODE}/tree-sitter-typescript.wasm`,
    ...typescriptRow,
  },
  { name: 'tsx', extensions: ['tsx'], grammar: `${VSCODE}/tree-sitter-tsx.wasm`, ...typescriptRow },
  {
    name: 'javascript',
    extensions: ['js', 'mjs', 'cjs', 'jsx'],
    files: ['Jakefile'],
    interpreters: ['node', 'nodejs'],
    grammar: `${VSCODE}/tree-sitter-javascript.wasm`,
    ...ecmascript,
    units: javascript,
  },
  {
    name: 'python',
    extensions: ['py', 'pyi', 'pyw'],
    files: ['SConstruct', 'SConscript', 'wscript'],
    interpreters: ['python', 'pypy'],
    grammar: `${VSCODE}/tree-sitter-python.wasm`,
    comments: ['comment'],
    attributes: ['decorator'],
    skip: ['parameters', 'import_from_statement', 'import_statement', ...pythonExpressions],
    wrappers: ['decorated_definition'],
    units: python,
  },
  {
    name: 'rust',
    extensions: ['rs'],
    grammar: `${VSCODE}/tree-sitter-rust.wasm`,
    comments: ['line_comment', 'block_comment'],
    attributes: ['attribute_item'],
    skip: ['use_declaration', 'parameters', 'string_literal', 'token_tree', 'type_arguments'],
    units: rust,
  },
  {
    name: 'go',
    extensions: ['go'],
    grammar: `${VSCODE}/tree-sitter-go.wasm`,
    comments: ['comment'],
    skip: ['import_declaration', 'parameter_list'],
    wrappers: ['type_declaration', 'const_declaration', 'var_declaration', 'var_spec_list'],
    units: go,
  },
  {
    name: 'java',
    extensions: ['java'],
    grammar: `${VSCODE}/tree-sitter-java.wasm`,
    comments: ['line_comment', 'block_comment'],
    attributes: ['annotation', 'marker_annotation'],
    skip: ['import_declaration', 'formal_parameters', 'string_literal'],
    units: java,
  },
  {
    name: 'c',
    extensions: ['c', 'h'],
    grammar: `${REPOMIX}/tree-sitter-c.wasm`,
    ...cComments,
    skip: ['preproc_include', 'parameter_list', 'initializer_list'],
    units: c,
    prepare: blankMacros,
  },
  {
    name: 'cpp',
    extensions: [
      'cpp',
      'cc',
      'cxx',
      'c++',
      'hpp',
      'hh',
      'hxx',
      'h++',
      'ipp',
      'inl',
      'tpp',
      'cu',
      'cuh',
      'ino',
    ],
    grammar: `${REPOMIX}/tree-sitter-cpp.wasm`,
    ...cComments,
    skip: ['preproc_include', 'parameter_list', 'template_parameter_list', 'template_argument_list'],
    wrappers: ['template_declaration'],
    units: cpp,
    prepare: blankMacros,
  },
  {
    name: 'csharp',
    extensions: ['cs', 'csx'],
    grammar: `${VSCODE}/tree-sitter-c-sharp.wasm`,
    comments: ['comment'],
    attributes: ['attribute_list'],
    skip: ['using_directive', 'parameter_list', 'string_literal'],
    units: csharp,
  },
  {
    name: 'ruby',
    extensions: ['rb', 'rake', 'gemspec', 'ru', 'podspec'],
    files: ['Rakefile', 'Gemfile', 'Vagrantfile', 'Podfile', 'Fastfile', 'Guardfile', 'Brewfile'],
    interpreters: ['ruby', 'jruby'],
    grammar: `${VSCODE}/tree-sitter-ruby.wasm`,
    comments: ['comment'],
    skip: ['string', 'method_parameters', 'heredoc_body', 'simple_symbol'],
    units: ruby,
    tail: /(?:;\s*|(?<!\s)\s+)end$/,
  },
  {
    name: 'php',
    extensions: ['php', 'phtml', 'php5', 'php7', 'php8'],
    interpreters: ['php'],
    grammar: `${VSCODE}/tree-sitter-php.wasm`,
    comments: ['comment'],
    attributes: ['attribute_list'],
    skip: ['namespace_use_declaration', 'formal_parameters', 'text', 'string', 'encapsed_string'],
    wrappers: ['const_declaration'],
    units: php,
  },
  {
    name: 'kotlin',
    extensions: ['kt', 'kts'],
    grammar: `${KOTLIN}/tree-sitter-kotlin.wasm`,
    comments: ['line_comment', 'block_comment'],
    attributes: ['annotation'],
    skip: ['import', 'function_value_parameters', 'class_parameters', 'string_literal'],
    units: kotlin,
  },
  {
    name: 'swift',
    extensions: ['swift'],
    grammar: `${REPOMIX}/tree-sitter-swift.wasm`,
    comments: ['comment', 'multiline_comment'],
    attributes: ['attribute'],
    skip: ['import_declaration', 'parameter', 'line_string_literal', 'multi_line_string_literal'],
    units: swift,
    prepare: blankDirectives,
    // Its scanner asks for calloc(0, 4): what an earlier parse left in memory decides how `#` is read.
    mend: { from: '4100410410', to: '4101410410' },
  },
  {
    name: 'scala',
    extensions: ['scala', 'sc', 'sbt'],
    grammar: `${CURSORLESS}/tree-sitter-scala.wasm`,
    comments: ['comment', 'block_comment'],
    attributes: ['annotation'],
    skip: ['import_declaration', 'parameters', 'class_parameters', 'string'],
    units: scala,
  },
  {
    name: 'bash',
    extensions: ['sh', 'bash', 'ksh', 'zsh', 'bats', 'ebuild'],
    files: ['.bashrc', '.bash_profile', '.bash_aliases', '.profile', '.zshrc', 'PKGBUILD', 'APKBUILD'],
    interpreters: ['sh', 'bash', 'dash', 'ksh', 'zsh', 'ash'],
    grammar: `${VSCODE}/tree-sitter-bash.wasm`,
    comments: ['comment'],
    skip: ['heredoc_body', 'string', 'raw_string', 'command_name', 'test_command'],
    wrappers: ['declaration_command'],
    units: bash,
  },
  {
    name: 'lua',
    extensions: ['lua', 'rockspec'],
    interpreters: ['lua', 'luajit', 'texlua'],
    grammar: `${CURSORLESS}/tree-sitter-lua.wasm`,
    comments: ['comment'],
    skip: ['string', 'parameters'],
    wrappers: ['variable_declaration'],
    through: ['expression_list', 'table_constructor'],
    units: lua,
    tail: /(?<!\s)\s+end$/,
  },
];

const byExtension = new Map(languages.flatMap(row => row.extensions.map(extension => [extension, row])));
const byFile = new Map(languages.flatMap(row => (row.files ?? []).map(file => [file, row])));
const byInterpreter = new Map(languages.flatMap(row => (row.interpreters ?? []).map(name => [name, row])));

const SNIFF_BYTES = 16 * 1024;
const CPP_IN_HEADER =
  /^[ \t]*(?:class|namespace|template|using)\b|\b(?:public|private|protected)[ \t]*:|\w::\w/m;

const OBJECTIVE_C = /^(?:@(?:interface|protocol|class|implementation|import)\b|#import\b)/m;

/** By file name, then by the `#!` line; a `.h` file is C++ when it reads like C++. */
export function languageOf(path: string, source: Uint8Array): LanguageRow | undefined {
  const file = path.split(/[\\/]/).at(-1) ?? '';
  const dot = file.lastIndexOf('.');
  const extension = dot < 0 ? '' : file.slice(dot + 1);
  const start = () => new TextDecoder('latin1').decode(source.subarray(0, SNIFF_BYTES));
  if (extension === 'h') {
    const text = start();
    return OBJECTIVE_C.test(text) ? undefined : byExtension.get(CPP_IN_HEADER.test(text) ? 'cpp' : 'c');
  }
  const known = byFile.get(file) ?? byExtension.get(extension.toLowerCase());
  if (known || dot > 0) return known;
  return byInterpreter.get(interpreterIn(start()) ?? '');
}

/** `#!/usr/bin/env -S node --flag` is node, `#!/usr/bin/python3.11` is python. */
function interpreterIn(text: string): string | undefined {
  if (!text.startsWith('#!')) return undefined;
  const words = text.slice(2).split('\n', 1)[0]?.trim().split(/\s+/) ?? [];
  const names = words.map(word => word.split('/').at(-1) ?? '');
  const name = names[0] === 'env' ? names.slice(1).find(word => !/^-|=/.test(word)) : names[0];
  return name?.replace(/(?<![\d.])[\d.]+$/, '');
}
