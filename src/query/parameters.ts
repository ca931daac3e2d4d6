/** What a query may be asked with: one table a query, from which its flags, its tool's input and its echo follow. */

/** A `range` is a line or a range of lines, as text. */
type Kind = 'text' | 'texts' | 'range' | 'count' | 'number' | 'choice' | 'switch';

export type Parameter = {
  kind: Kind;
  /** A tool's caller must give it. */
  required?: boolean;
  /** The parameter that a command line may give instead. */
  instead?: string;
  /** What a `choice` may be. */
  choices?: readonly string[];
  /** The least and the most of a `count` or a `number`. */
  least?: number;
  most?: number;
  /** Its flag on the command line and the flag's help; path and anchor are words of their own. */
  flag?: readonly [flag: string, help: string];
  /** The flag that turns a `switch` off, where leaving it open is a third choice. */
  off?: readonly [flag: string, help: string];
  /** What a model reads about it; absent where the tool does not have it. */
  tool?: string;
};

/** By its name in JSON; the order is that of the echo and of the tool's input. */
export type Parameters = Readonly<Record<string, Parameter>>;

type Values = {
  text: string;
  texts: readonly string[];
  range: string;
  count: number;
  number: number;
  choice: string;
  switch: boolean;
};

type Required<Table extends Parameters> = {
  [Name in keyof Table]: Table[Name] extends { instead: string }
    ? never
    : Table[Name] extends { required: true }
      ? Name
      : never;
}[keyof Table];

type ValueOf<Table extends Parameters, Name extends keyof Table> = Values[Table[Name]['kind']];

/** The question as a query gets it. */
export type QueryOf<Table extends Parameters> = {
  [Name in Required<Table>]: ValueOf<Table, Name>;
} & {
  [Name in Exclude<keyof Table, Required<Table>>]?: ValueOf<Table, Name>;
};

/** The question as its answer repeats it: what was given, by its name in JSON. */
export function echo<Table extends Parameters>(table: Table, query: QueryOf<Table>): QueryOf<Table> {
  const given: Readonly<Record<string, unknown>> = query;
  return Object.fromEntries(Object.keys(table).map(name => [name, given[name]])) as QueryOf<Table>;
}
