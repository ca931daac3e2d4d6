/** Where a server looks for its repository: the first place that is in one counts. */

export type Surroundings = {
  repo?: string;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
};

/** `--repo` wins; else the working directory; else the directory that Claude Code says it works in. */
export function placesFor({ repo, cwd, env }: Surroundings): string[] {
  if (repo !== undefined) return [repo];
  return env.CLAUDE_PROJECT_DIR ? [cwd, env.CLAUDE_PROJECT_DIR] : [cwd];
}
