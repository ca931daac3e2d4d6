/** Random host configs as text: odd indentation, comments, nesting, both line ends, sometimes a BOM. */

import * as fc from 'fast-check';

const name = fc.oneof(
  fc.constantFrom(
    'mcpServer',
    'servers',
    'mcp',
    'env',
    '__proto__',
    'ultragit',
    'numStartups',
    'é "quoted"',
    '',
  ),
  fc.string({ maxLength: 6 }),
);

const scalar = fc.oneof(
  fc.integer().map(String),
  fc.boolean().map(String),
  fc.constant('null'),
  fc.string({ maxLength: 8 }).map(text => JSON.stringify(text)),
  fc.constantFrom('1.5e3', '"// no comment"', '"a\\u0000\\n}"', '"{,}"'),
);

/** White space and, where asked for, comments. `\n` becomes the document's own end of line later. */
const space = (comments: boolean) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('', ' ', '\n', '\n  ', '\n    ', '\n\t', '\n\n', '   ', ' \n ') },
    ...(comments
      ? [
          {
            weight: 1,
            arbitrary: fc.constantFrom(' // note\n', '/* a { b */', ' /* a\n, b */ ', '// "x": 1,\n\t'),
          },
        ]
      : []),
  );

type Shape = { comments: boolean; trailingCommas: boolean };

const bracketed = (open: string, close: string, items: fc.Arbitrary<string[]>, shape: Shape) =>
  fc
    .tuple(
      items,
      fc.infiniteStream(space(shape.comments)),
      shape.trailingCommas ? fc.boolean() : fc.constant(false),
    )
    .map(([items, spaces, trailing]) => {
      const next = () => spaces.next().value;
      const inner = items.map(item => next() + item + next()).join(',');
      return `${open}${inner}${trailing && items.length > 0 ? ',' : ''}${next()}${close}`;
    });

const list = (open: string, close: string, item: fc.Arbitrary<string>, shape: Shape) =>
  bracketed(open, close, fc.array(item, { maxLength: 3 }), shape);

const pair = (key: fc.Arbitrary<string>, value: fc.Arbitrary<string>, shape: Shape) =>
  fc
    .tuple(key, space(shape.comments), space(shape.comments), value)
    .map(([name, before, after, value]) => `${JSON.stringify(name)}${before}:${after}${value}`);

const value = (shape: Shape) =>
  fc.letrec<{ any: string }>(tie => ({
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      list('[', ']', tie('any'), shape),
      list('{', '}', pair(name, tie('any'), shape), shape),
    ),
  })).any;

const prefixed = (prefix: string) => fc.string({ maxLength: 5 }).map(text => prefix + text);

/** An object, one of whose members may be `mcpServers` with servers in it. */
const document = (shape: Shape) => {
  const servers = list('{', '}', pair(prefixed('s-'), value(shape), shape), shape);
  const members = fc
    .tuple(
      fc.array(pair(prefixed('k-'), value(shape), shape), { maxLength: 3 }),
      fc.option(pair(fc.constant('mcpServers'), servers, shape)),
      fc.nat(3),
    )
    .map(([others, ours, at]) => (ours === null ? others : others.toSpliced(at, 0, ours)));
  const object = bracketed('{', '}', members, shape);
  return fc.tuple(space(shape.comments), object, space(shape.comments)).map(parts => parts.join(''));
};

export const jsonText = fc
  .tuple(
    fc.record({ comments: fc.boolean(), trailingCommas: fc.boolean() }).chain(shape =>
      fc.oneof(
        { weight: 12, arbitrary: document(shape) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('', '\n', '  ', '{}', '{}\n', '{ }', '{\n}\n', '{"mcpServers":{}}'),
        },
      ),
    ),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([text, eol]) => text.replaceAll('\n', eol));

const tomlValue = fc.constantFrom(
  '1',
  '"a # b"',
  "'[x]'",
  '"""\n[mcp_servers.ultragit]\n"""',
  "'''\n[a]'' '''",
  '[ 1, # one\n  2,\n]',
  "[ 1, # it's ]\n  2 ]",
  '{ a = "}" }',
  '1979-05-27T07:32:00Z',
  'true',
);

const tomlLine = (index: number) =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom('', '  ', '\t'), tomlValue, fc.constantFrom('', ' # note', '  '))
      .map(([indent, value, after]) => `${indent}k${index} = ${value}${after}`),
    fc.constantFrom(
      '',
      '  ',
      '# [mcp_servers.ultragit]',
      `[t${index}]`,
      `[[list${index}]]`,
      `[mcp_servers.s${index}]`,
      `[ mcp_servers . "q ${index}" ] # mine`,
      `[t."a.b".t${index}]`,
    ),
  );

export const tomlText = fc
  .tuple(
    fc.nat(8).chain(count => fc.tuple(...Array.from({ length: count }, (_, index) => tomlLine(index)))),
    fc.constantFrom('', '\n', '\n\n'),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([lines, end, eol]) => (lines.join('\n') + end).replaceAll('\n', eol));
