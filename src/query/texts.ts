/** Texts that several queries share. */

/** For a model. */
export const ONE_FILE = 'File path relative to repository root';

/** For help. */
export const FILE_ARGUMENT = [
  '<path>',
  'a file, from the repository root or the current directory; path:42 and path::unit name a unit of it',
] as const;
export const ANCHOR_ARGUMENT = ['[anchor]', 'a function, method or type in it'] as const;
