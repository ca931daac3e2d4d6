/** The outside world as a command sees it; tests hand in their own. */
import { cleanOutput } from '../annotation/sanitise.ts';
import type { Whereabouts } from '../git/discover.ts';
import type { Looked } from '../kept/asked.ts';
import type { runPager, versionOf } from './terminal/pager.ts';

type TextSink = { write(text: string): unknown; isTTY?: boolean; columns?: number; rows?: number };

export type Io = {
  /** Absent where nobody can be asked. */
  stdin?: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: TextSink;
  stderr: TextSink;
  /** Takes a document that no terminal reads, as it is. */
  writeDocument?: (text: string) => unknown;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  home: string;
  platform: NodeJS.Platform;
  /** What git says of the current directory, where it was asked already. */
  said?: Promise<Whereabouts | undefined>;
  /** Keeps an answer for the next time, where that may be. */
  keep?: (text: string, looked: Looked) => void;
  /** Where a real terminal may be there. */
  runPager?: typeof runPager;
  versionOf?: typeof versionOf;
};

/** The same place, where nothing arrives that could fool a terminal. */
export function cleanSink(sink: TextSink): TextSink {
  return {
    write: text => sink.write(cleanOutput(text)),
    get isTTY() {
      return sink.isTTY;
    },
    get columns() {
      return sink.columns;
    },
    get rows() {
      return sink.rows;
    },
  };
}

/** Where it is gone, git says of this one that there is no repository. */
export function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '.';
  }
}
