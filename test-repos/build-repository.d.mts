export interface BuildOptions {
  bare?: boolean;
  /** sha256 works only for streams that do not spell out ids in paths. */
  objectFormat?: 'sha1' | 'sha256';
}

/** The names of all scenarios, sorted. */
export function scenarios(): string[];

/** All that git may know of the outside world. */
export function gitEnvironment(home: string): Record<string, string>;

/** Builds the scenario's repository in `directory`, which must be empty or missing. */
export function buildRepository(scenario: string, directory: string, options?: BuildOptions): void;
