/** A function, method, class, type, constant … of a file. */
export type Unit = {
  type: string;
  /** Qualified with `::`. */
  name: string;
  /** On one line, without comments and attributes. */
  signature: string;
  /** 1-based and inclusive, with the doc comment, decorators and attributes. */
  lines: { start: number; end: number };
  /** The first line behind the doc comment; absent where there is none. */
  code?: number;
};
