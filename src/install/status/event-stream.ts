/** The data of server-sent events, each once it is complete; other fields and comments are left out. */

export class EventStream {
  #parts: string[] = [];
  #data: string[] = [];

  push(chunk: string): string[] {
    this.#parts.push(chunk);
    if (!chunk.includes('\n')) return [];
    const lines = this.#parts.join('').split('\n');
    this.#parts = [lines.pop() ?? ''];
    return lines.flatMap(line => this.#take(line.replace(/\r$/, '')));
  }

  #take(line: string): string[] {
    if (line.startsWith('data:')) this.#data.push(line.slice(5).replace(/^ /, ''));
    if (line !== '' || this.#data.length === 0) return [];
    const event = this.#data.join('\n');
    this.#data = [];
    return [event];
  }
}
