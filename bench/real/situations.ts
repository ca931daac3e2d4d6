// The situations of `bench real` in one clone, measured in turn with their floors.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Server } from '../mcp-client.ts';
import { CLI, env, git, NODE, room } from '../room.ts';
import { type Command, median } from '../timing.ts';
import { type Cost, count, cpuOfTree, measure } from './measure.ts';
import { annotateHunks } from './notes-from-hunks.ts';

const LONG_HISTORY = 30_000;

type Situation = {
  what: string;
  /** Against node alone, not node and blame. */
  bare?: true;
  least: number;
  aim: number;
  processes?: number;
};

const SITUATIONS = {
  first: { what: 'first question in a repository', least: 8, aim: 5, processes: 12 },
  next: { what: 'a file never asked before', least: 6, aim: 4, processes: 8 },
  second: { what: 'second run, unchanged', bare: true, least: 1.35, aim: 1.2, processes: 0 },
  edited: { what: 'after an edit', least: 2.5, aim: 2, processes: 0 },
  hook: { what: 'hook, annotated file, edited since', bare: true, least: 7, aim: 4 },
  committed: { what: 'after a commit to the file', least: 3.5, aim: 2.5 },
  history: { what: 'history of a file', least: 5, aim: 3 },
  server: { what: 'server start and first call', least: 7, aim: 5 },
  serverEdited: { what: 'server, after an edit', least: 1.6, aim: 1.3 },
  serverLines: { what: 'server, lines 1:40 of a next file', least: 5, aim: 3 },
  whole: { what: 'hot file, whole, first question', least: 8, aim: 5 },
  unit: { what: 'hot file, one range, first question', least: 8, aim: 5 },
} satisfies Record<string, Situation>;

type Name = keyof typeof SITUATIONS;
type Row = Record<string, string | number>;

const nodeOnly: Command = [NODE, '-e', '0'];
const read = (...args: string[]): Command => [NODE, CLI, 'read', '--json', ...args];

export class RealBench {
  readonly commits: number;
  readonly #cwd: string;
  readonly #head: string;
  readonly #files: string[];
  readonly #costs = new Map<string, Cost[]>();
  readonly #processes = new Map<Name, { processes: number; memory: number }>();
  readonly #failed = new Set<Name>();

  readonly #notes: number;
  readonly #warm: string;

  constructor(repository: string, notes: number, warm: string) {
    this.#notes = notes;
    this.#warm = warm;
    this.#cwd = join(room, `clone-${notes}`);
    rmSync(this.#cwd, { recursive: true, force: true });
    git(room, ['clone', '-q', '--no-hardlinks', repository, this.#cwd]);
    this.#head = git(this.#cwd, ['rev-parse', 'HEAD']).trim();
    this.commits = Number(git(this.#cwd, ['rev-list', '--count', 'HEAD']));
    this.#files = annotateHunks(this.#cwd, notes).slice(0, 5);
  }

  async run(runs: number): Promise<Row[]> {
    for (let run = 0; run < runs; run++) await this.#once(false);
    await this.#once(true);
    const rows = (Object.keys(SITUATIONS) as Name[])
      .filter(name => this.#costs.has(name))
      .map(name => this.#row(name));
    return [...rows, this.#narrowAgainstWide()];
  }

  /** One range of a hot file against the whole of it, each as a first question. */
  #narrowAgainstWide(): Row {
    const [cpu, floor] = [this.#middle('unit', 'cpu'), this.#middle('whole', 'cpu')];
    const ratio = cpu / floor;
    return {
      situation: 'one range of a hot file against the whole file',
      'floor ms': Math.round(floor),
      'cpu ms': Math.round(cpu),
      'wall ms': Math.round(this.#middle('unit', 'wall')),
      'x cpu': Number(ratio.toFixed(2)),
      'at least': 1,
      aim: 0.7,
      met: ratio <= 1 ? 'ok' : 'missed',
    };
  }

  #middle(key: string, part: keyof Cost): number {
    return median((this.#costs.get(key) ?? []).map(cost => cost[part]));
  }

  /** All situations in turn, in the order in which a person would meet them. */
  async #once(counting: boolean): Promise<void> {
    const [hot = '', next = hot, third = next, fourth = third] = this.#files;
    const home = this.#freshHome();
    git(this.#cwd, ['reset', '-q', '--hard', this.#head]);
    const ask = (name: Name, file: string, command: Command, input?: string) =>
      this.#ask(name, file, command, home, counting, input);
    ask('first', next, read(next));
    ask('next', hot, read(hot));
    ask('second', hot, read(hot));
    this.#edit(hot);
    ask('edited', hot, read(hot));
    this.#edit(hot);
    const said = ask('hook', hot, [NODE, CLI, 'hook'], this.#hookEvent(hot));
    if (this.#notes > 0 && (said === '' || /not verified|gave up/.test(said))) this.#failed.add('hook');
    git(this.#cwd, ['commit', '-qam', 'Change the file']);
    ask('committed', hot, read(hot));
    ask('history', third, [NODE, CLI, 'history', '--json', third]);
    if (!counting) await this.#server(third, fourth, home);
    git(this.#cwd, ['reset', '-q', '--hard', this.#head]);
    for (const [name, command] of [
      ['whole', read(hot)],
      ['unit', read(hot, '--lines', '1:40')],
    ] as const) {
      this.#ask(name, hot, command, this.#freshHome(), counting);
    }
  }

  #ask(name: Name, file: string, command: Command, home: string, counting: boolean, input?: string): string {
    const where = { cwd: this.#cwd, home, input };
    if (counting) {
      this.#processes.set(name, count(command, where));
      return ' ';
    }
    this.#floor(name, file, home);
    const { stdout, ...cost } = measure(command, where);
    this.#note(name, cost);
    return stdout;
  }

  async #server(file: string, next: string, home: string): Promise<void> {
    process.env.HOME = home;
    env.HOME = home;
    this.#floor('server', file, home);
    const started = performance.now();
    const server = new Server(this.#cwd);
    const { pid = 0 } = server.child;
    const hello = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    };
    await server.request('initialize', hello);
    await server.read(file);
    this.#note('server', { cpu: cpuOfTree(pid), wall: performance.now() - started });
    this.#edit(file);
    await this.#call('serverEdited', pid, file, home, () => server.read(file));
    await this.#call('serverLines', pid, next, home, () => server.read(next, { lines: '1:40' }));
    await server.end();
  }

  async #call(
    name: Name,
    pid: number,
    file: string,
    home: string,
    act: () => Promise<unknown>,
  ): Promise<void> {
    this.#floor(name, file, home);
    const [cpu, started] = [cpuOfTree(pid), performance.now()];
    await act();
    this.#note(name, { wall: performance.now() - started, cpu: cpuOfTree(pid) - cpu });
  }

  #floor(name: Name, file: string, home: string): void {
    const where = { cwd: this.#cwd, home };
    const commands: Command[] = [nodeOnly];
    const { bare } = SITUATIONS[name] as Situation;
    if (!bare) commands.push(['git', 'blame', '-w', 'HEAD', '--', file]);
    if (!bare && this.commits > LONG_HISTORY) commands.push(['git', 'rev-list', '--parents', 'HEAD']);
    const costs = commands.map(command => measure(command, where));
    const sum = (key: keyof Cost) => costs.reduce((total, cost) => total + cost[key], 0);
    this.#note(`${name} floor`, { cpu: sum('cpu'), wall: sum('wall') });
  }

  #note(name: string, { cpu, wall }: Cost): void {
    this.#costs.set(name, [...(this.#costs.get(name) ?? []), { cpu, wall }]);
  }

  #row(name: Name): Row {
    const { what, least, aim, processes: most } = SITUATIONS[name] as Situation;
    const [floor, cpu, wall] = [
      this.#middle(`${name} floor`, 'cpu'),
      this.#middle(name, 'cpu'),
      this.#middle(name, 'wall'),
    ];
    const { processes = '', memory } = this.#processes.get(name) ?? {};
    const ratio = cpu / floor;
    const inTime = wall <= Math.max(1000, 2.5 * this.#middle(`${name} floor`, 'wall'));
    const inCount = most === undefined || processes === '' || processes <= most;
    const met = this.#failed.has(name) ? 'gave up' : ratio <= least && inCount && inTime ? 'ok' : 'missed';
    return {
      situation: what,
      'floor ms': Math.round(floor),
      'cpu ms': Math.round(cpu),
      'wall ms': Math.round(wall),
      'x cpu': Number(ratio.toFixed(1)),
      'git processes': processes,
      MiB: memory === undefined ? '' : Math.round(memory),
      'at least': least,
      aim,
      met,
    };
  }

  #freshHome(): string {
    const home = join(room, 'home');
    rmSync(home, { recursive: true, force: true });
    cpSync(this.#warm, home, { recursive: true });
    return home;
  }

  #edit(file: string): void {
    const path = join(this.#cwd, file);
    if (!existsSync(path)) throw new Error(`${path} is not there`);
    const lines = readFileSync(path, 'utf8').split('\n');
    lines.splice(lines.length >> 1, 0, '', '');
    writeFileSync(path, lines.join('\n'));
  }

  #hookEvent(file: string): string {
    const file_path = join(this.#cwd, file);
    return JSON.stringify({
      session_id: String(Math.random()),
      cwd: this.#cwd,
      hook_event_name: 'PreToolUse',
      tool_name: 'Read',
      tool_input: { file_path },
    });
  }
}
