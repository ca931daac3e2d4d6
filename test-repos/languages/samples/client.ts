// A small MQTT client: the header is not a part of the first unit.

import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

export const DEFAULT_KEEPALIVE = 60;
const RETRY_LIMIT = 5;
const local = compute();

/** What a packet may carry. */
export type Payload = string | Uint8Array;

type Handlers = {
  onMessage(topic: string, payload: Payload): void;
  onClose?: () => void;
};

export interface Transport<T extends Payload = Payload> {
  readonly open: boolean;
  /** Sends one packet. */
  send(packet: T): Promise<void>;
  close(): void;
  new (url: string): Transport<T>;
}

export enum State {
  Idle,
  Connecting,
  Connected,
}

export const enum Qos {
  AtMostOnce = 0,
}

declare global {
  interface Window {
    mqtt: MqttClient;
  }
}

export namespace Codec {
  export function encode(value: Payload): Uint8Array {
    return Buffer.from(value);
  }

  export namespace Binary {
    export const version = 4;
  }
}

declare module 'legacy-mqtt' {
  export function connect(url: string): unknown;
}

export function parse(input: string): Payload;
export function parse(input: Uint8Array): Payload;
export function parse(input: string | Uint8Array): Payload {
  const trim = (text: string) => text.trim();
  function inner() {
    return input;
  }
  return typeof input === 'string' ? trim(input) : inner();
}

@sealed
@register('mqtt')
export abstract class MqttClient extends EventEmitter implements Disposable {
  static #instances = 0;
  private readonly handlers: Handlers;

  constructor(
    private readonly socket: Socket,
    handlers: Handlers, // trailing comments stay out of signatures
  ) {
    super();
    this.handlers = handlers;
  }

  get connected(): boolean {
    return this.socket.readyState === 'open';
  }

  set connected(value: boolean) {
    if (!value) this.socket.end();
  }

  /**
   * Connects, and subscribes again.
   */
  @retry({ times: RETRY_LIMIT })
  async connect<T>(
    host: string,
    port: number = 1883,
  ): Promise<T | undefined> {
    const onTimeout = () => this.#flush();
    setTimeout(onTimeout, port);
    return undefined;
  }

  #flush(): void {}

  private onData = async (chunk: Uint8Array): Promise<void> => {
    this.emit('data', chunk);
  };

  protected abstract handle(payload: Payload): void;

  static async *stream(): AsyncGenerator<Payload> {
    yield '';
  }

  [Symbol.dispose]() {
    this.socket.destroy();
  }
}

// Arrow functions are functions.
export const connect = async (url: string): Promise<MqttClient> => {
  throw new Error(url);
};

const isTopic = function (value: unknown): value is string {
  return typeof value === 'string';
};

export const routes = {
  index() {
    return [];
  },
  'user-list': async (limit: number) => limit,
  nested: {
    deep(value: string) {
      return value;
    },
  },
} satisfies Record<string, unknown>;

export const first = 1,
  second = () => 2;

export function createStore(initial: number) {
  let value = initial;
  return {
    read: () => value,
    write(next: number) {
      value = next;
    },
  };
}

export default class {
  run() {}
}
