/** Thrown while a pattern is read, and turned into a value by `parseGlob`. */
export class Misunderstood extends Error {}
