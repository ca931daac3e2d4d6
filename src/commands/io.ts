/** The outside world as a command sees it; tests hand in their own. */

type TextSink = { write(text: string): unknown; isTTY?: boolean; columns?: number };

export type Io = {
  stdout: TextSink;
  stderr: TextSink;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  home: string;
  platform: NodeJS.Platform;
};
