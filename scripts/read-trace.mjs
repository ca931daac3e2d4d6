// Takes a stack trace of the built program on stdin; gives it with the places in src/ that its lines come from.
//   npm run trace < stack.txt        dist/ must be of the version that the trace is from
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { basename, join } from 'node:path';

const maps = new Map();

function mapOf(file) {
  const path = join('dist', `${basename(file)}.map`);
  if (!maps.has(file)) {
    maps.set(file, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined);
  }
  return maps.get(file);
}

const place = /(?<file>[^\s():]*[\w-]+\.js):(?<line>\d+):(?<column>\d+)/g;
const trace = readFileSync(0, 'utf8');
const mapped = trace.replace(
  place,
  (found, _file, _line, _column, _offset, _text, { file, line, column }) => {
    const origin = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (origin?.originalSource === undefined) return found;
    return `${origin.originalSource.replace(/^.*?src\//, 'src/')}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
  },
);
process.stdout.write(mapped);
