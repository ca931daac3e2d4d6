/** From a registered entry to the address that its host would connect to, and the headers that it would send. */

import { isRecord } from './config/format.ts';
import { fillIn } from './launch.ts';
import type { InstallContext } from './targets.ts';

export type Endpoint = {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Variables that the headers are made of, and that are not set here. */
  missing: readonly string[];
};

const UNFILLED = /(?:\$\{(?:env:)?|\{env:)(\w+)/;

/** Undefined when the address is none that can be asked. */
export function endpointOf(
  entry: unknown,
  address: string,
  { machine: { env }, root }: InstallContext,
): Endpoint | undefined {
  const url = fillIn(address, env, root);
  if (!isRecord(entry) || !URL.canParse(url) || !/^https?:\/\//i.test(url)) return undefined;
  const own = (key: string) => Object.entries(isRecord(entry[key]) ? entry[key] : {});
  const written = [...own('headers'), ...own('http_headers')].map(
    ([name, text]) => [name, fillIn(String(text), env, root)] as const,
  );
  const { bearer_token_env_var: variable } = entry;
  const named = [
    ...own('env_http_headers').map(([name, from]) => ({ name, from: String(from), before: '' })),
    ...(typeof variable === 'string' ? [{ name: 'Authorization', from: variable, before: 'Bearer ' }] : []),
  ];
  const set = named.flatMap(({ name, from, before }) =>
    env[from] === undefined ? [] : [[name, `${before}${env[from]}`] as const],
  );
  return {
    url: new URL(url),
    headers: Object.fromEntries([...written, ...set]),
    missing: [
      ...written.flatMap(([, text]) => UNFILLED.exec(text)?.[1] ?? []),
      ...named.flatMap(({ from }) => (env[from] === undefined ? [from] : [])),
    ],
  };
}

export const authorization = (token: string): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
});
