/** Texts that several queries share. */

/** For a model. */
export const ONE_FILE = 'File path from the repository root.';

/** For help. */
export const FILE_ARGUMENT = [
  '<path>',
  'a file, relative to the repository root or to the current directory',
] as const;
export const ANCHOR_ARGUMENT = ['[anchor]', 'a function, method or type in it'] as const;
