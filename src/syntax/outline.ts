export type Unit = { type: string; name: string; signature: string; lines: { start: number; end: number } };
