/** Server-sent events, each once it is complete; other fields and comments are left out. */

export type ServerEvent = { name: string; data: string };

const UNNAMED = 'message';

export class EventStream {
  #parts: string[] = [];
  #data: string[] = [];
  #name = UNNAMED;

  push(chunk: string): ServerEvent[] {
    this.#parts.push(chunk);
    if (!chunk.includes('\n')) return [];
    const lines = this.#parts.join('').split('\n');
    this.#parts = [lines.pop() ?? ''];
    return lines.flatMap(line => this.#take(line.replace(/\r$/, '')));
  }

  #take(line: string): ServerEvent[] {
    const { field, value = '' } = /^(?<field>event|data):\x20?(?<value>.*)$/s.exec(line)?.groups ?? {};
    if (field === 'data') this.#data.push(value);
    if (field === 'event') this.#name = value;
    if (line !== '') return [];
    const event = { name: this.#name, data: this.#data.join('\n') };
    const isEvent = this.#data.length > 0;
    this.#name = UNNAMED;
    this.#data = [];
    return isEvent ? [event] : [];
  }
}
