#!/usr/bin/env node
'use strict';

const http = require('http');
const { readFile, writeFile } = require('fs/promises');

const MAX_BODY = 1024 * 1024;
let counter = 0;

/**
 * Keeps the sessions.
 * @class
 */
function SessionStore(options) {
  if (!(this instanceof SessionStore)) return new SessionStore(options);
  this.options = options;
}

// Old-style method.
SessionStore.prototype.get = function (id) {
  return this.options[id];
};

SessionStore.prototype.set = function set(id, value) {
  this.options[id] = value;
};

SessionStore.create = (options = {}) => new SessionStore(options);

Object.assign(SessionStore.prototype, {
  clear() {
    this.options = {};
  },
});

class Router {
  static defaults = { strict: true };
  #routes = new Map();

  constructor(prefix = '/') {
    this.prefix = prefix;
  }

  use(path, ...handlers) {
    this.#add(path, handlers);
    return this;
  }

  #add(path, handlers) {
    this.#routes.set(path, handlers);
  }

  get size() {
    return this.#routes.size;
  }

  static from(entries) {
    const router = new Router();
    for (const [path, handler] of entries) router.use(path, handler);
    return router;
  }

  *[Symbol.iterator]() {
    yield* this.#routes;
  }

  async handle(request, response) {
    const fail = error => {
      response.statusCode = 500;
      response.end(String(error));
    };
    try {
      await this.dispatch(request, response);
    } catch (error) {
      fail(error);
    }
  }
}

const handlers = {
  index: function (request, response) {
    response.end('hello');
  },
  async upload(request, response) {
    function tooLarge() {
      return counter > MAX_BODY;
    }
    if (tooLarge()) response.destroy();
  },
  health: (request, response) => response.end('ok'),
  get status() {
    return counter;
  },
};

function* ids() {
  while (true) yield counter++;
}

async function main(argv) {
  const router = Router.from(Object.entries(handlers));
  const server = http.createServer((request, response) => {
    const log = () => process.stderr.write(`${request.url}\n`);
    log();
    return router.handle(request, response);
  });
  server.listen(Number(argv[2] ?? 8080));
}

var legacy = function legacyName() {
  return 1;
};

if (require.main === module) main(process.argv);

exports.ids = ids;
exports.parse = function (text) {
  return JSON.parse(text);
};
module.exports.stringify = value => JSON.stringify(value);
module.exports = {
  Router,
  SessionStore,
  start() {
    return main([]);
  },
  stop: () => process.exit(0),
};
