/** Diagnostics for developers and operators: one line each, on stderr, and only when ULTRAGIT_LOG asks. */

type Level = 'error' | 'info' | 'debug';

export type Log = (level: Level, message: string, fields?: Record<string, string | number | boolean>) => void;

const RANK: Record<string, number> = { off: 0, error: 1, info: 2, debug: 3, '1': 2, true: 2 };

export function createLog(setting: string | undefined, write: (line: string) => void): Log {
  const wanted = RANK[setting?.toLowerCase() ?? 'off'] ?? 0;
  return (level, message, fields = {}) => {
    if ((RANK[level] ?? 0) > wanted) return;
    const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
    write(`ultragit ${level} ${message}${rest.join('')}\n`);
  };
}
