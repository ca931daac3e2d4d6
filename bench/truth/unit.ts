/** A function, method or type, as an independent parser sees it. Lines count from 1, both ends included. */
export type Unit = {
  /** Qualified, joined by `::`. */
  name: string;
  kind: string;
  /** The first line of the declaration itself. */
  start: number;
  end: number;
  /** The first line of what belongs to it above: decorators, attributes, comments. */
  top: number;
};

export type Lines = { start: number; end: number };

/** A version of a file. Without units where its parser gave up. */
export type Version = { lines: string[]; units: Unit[] | undefined };

export const lastName = (name: string): string => name.split('::').at(-1) ?? name;

export const textOf = (version: Version, { start, end }: Lines): string[] =>
  version.lines.slice(start - 1, end);

export const namesakes = (version: Version | undefined, name: string): Unit[] =>
  version?.units?.filter(unit => unit.name === name) ?? [];
