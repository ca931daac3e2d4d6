/** The port of a worktree: the one that it had last, else the first from 3000 that nobody has. */
import { connect } from 'node:net';
import { rememberedPorts } from '../../cache/running-servers.ts';

const FIRST = 3000;
const LAST = 3999;
const ANSWER_MS = 200;

/** In the order in which they are tried; the last, 0, is any that is free. `directory` is the user's cache directory. */
export async function* portsFor(worktree: string, directory: string | undefined): AsyncGenerator<number> {
  const { own, others } = directory ? rememberedPorts(directory, worktree) : { others: new Set<number>() };
  const all = Array.from({ length: LAST - FIRST + 1 }, (_, at) => FIRST + at);
  const wanted = [
    ...(own === undefined ? [] : [own]),
    ...all.filter(port => port !== own && !others.has(port)),
  ];
  for (const port of wanted) if (!(await isTaken(port))) yield port;
  yield 0;
}

/** Some systems let two listen at one port, where one of them listens at all addresses. */
async function isTaken(port: number): Promise<boolean> {
  const found = await Promise.all(['127.0.0.1', '::1'].map(host => answers(host, port)));
  return found.includes(true);
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host, port, timeout: ANSWER_MS });
    const tell = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => tell(true));
    socket.once('timeout', () => tell(true));
    socket.once('error', () => tell(false));
  });
}
