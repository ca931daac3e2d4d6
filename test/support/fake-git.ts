/** A `git` in front of the real one that can be told to misbehave, one sub-command at a time. */
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from './repository.ts';

type Mode = 'garbage' | 'noise' | 'fail' | 'hang' | 'crash';

export class FakeGit {
  readonly directory = temporaryDirectory();
  readonly #mode = join(this.directory, 'mode');
  readonly #pid = join(this.directory, 'pid');

  constructor() {
    const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
    const script = `#!/bin/sh
sub=
for word in "$@"; do
  case "$word" in
    rev-parse|cat-file|blame|rev-list|log|diff-tree|config|fast-import) sub=$word; break;;
  esac
done
read -r mode victim 2>/dev/null <'${this.#mode}'
if [ -n "$sub" ] && [ "$sub" = "$victim" ]; then
  case "$mode" in
    garbage) printf '\\377\\0garbage 12\\nmore of it\\n\\n'; exit 0;;
    noise) while :; do echo 'noise noise noise noise noise noise noise noise'; done; exit 0;;
    fail) echo 'fatal: secret words' >&2; exit 128;;
    hang) echo $$ >'${this.#pid}.new'; mv '${this.#pid}.new' '${this.#pid}'; kill -STOP $$;;
    crash) kill -KILL $$;;
  esac
fi
exec '${real}' "$@"
`;
    writeFileSync(join(this.directory, 'git'), script);
    chmodSync(join(this.directory, 'git'), 0o755);
  }

  get path(): string {
    return `${this.directory}:${process.env.PATH}`;
  }

  breaks(mode: Mode, subcommand: string): void {
    rmSync(this.#pid, { force: true });
    writeFileSync(this.#mode, `${mode} ${subcommand}\n`);
  }

  works(): void {
    rmSync(this.#mode, { force: true });
  }

  hasHung(): boolean {
    return read(this.#pid) !== '';
  }

  /** Whether a process that hung is still there. */
  isHanging(): boolean {
    const pid = read(this.#pid).trim();
    if (pid === '') throw new Error('Nothing hung.');
    return /^State:\s+T/m.test(read(`/proc/${pid}/status`));
  }

  /** The process that hangs, as soon as one does. */
  async hanging(): Promise<number> {
    for (;;) {
      const pid = read(this.#pid).trim();
      if (pid !== '' && /^State:\s+T/m.test(read(`/proc/${pid}/status`))) return Number(pid);
      await new Promise(resolve => setImmediate(resolve));
    }
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
