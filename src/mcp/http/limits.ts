/** What one server takes on, so that no client can keep it from the others. Times are in milliseconds. */
export type HttpLimits = {
  /** Of a request's body, and of all bodies that are held at once, in bytes. */
  body: number;
  bodies: number;
  /** Of the request line and all headers together, in bytes. */
  headers: number;
  connections: number;
  /** Requests at once: of all clients, and of one. */
  requests: number;
  requestsOfClient: number;
  sessions: number;
  /** Event streams of the transport of 2024-11-05 that are open at once. */
  streams: number;
  /** How long a session may be unused, and how long it must have been before another one takes its place. */
  sessionIdle: number;
  sessionSafe: number;
  /** How long headers, and the whole of a request, may take to arrive. */
  headersTime: number;
  requestTime: number;
  /** Of a connection between two requests. */
  idleTime: number;
  /** How long a reader may take none of an answer. */
  stallTime: number;
  /** After which an answer that is not there yet becomes an event stream, and how often that says that it lives. */
  streamAfter: number;
  heartbeat: number;
  /** How long running requests may take when the server ends. */
  grace: number;
  /** How often connections are looked at. */
  checkEvery: number;
};

const SECOND = 1000;
const MIB = 1024 * 1024;

export const HTTP_LIMITS: HttpLimits = {
  body: 10 * MIB,
  bodies: 64 * MIB,
  headers: 16 * 1024,
  connections: 1024,
  requests: 512,
  requestsOfClient: 256,
  sessions: 1000,
  streams: 256,
  sessionIdle: 24 * 3600 * SECOND,
  sessionSafe: 60 * SECOND,
  headersTime: 10 * SECOND,
  requestTime: 60 * SECOND,
  idleTime: 65 * SECOND,
  stallTime: 30 * SECOND,
  streamAfter: 5 * SECOND,
  heartbeat: 15 * SECOND,
  grace: 5 * SECOND,
  checkEvery: SECOND,
};
