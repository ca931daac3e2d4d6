// Where an annotated range is now, and what of it has changed. The signs are explained in test/support/pictures.ts.
import { describe, expect, test } from 'vitest';
import type { LineRange } from '../../../src/annotation/schema.ts';
import { followRange } from '../../../src/pipeline/lines/follow-range.ts';
import { mapLines } from '../../../src/pipeline/lines/map-lines.ts';
import { draw, linesOf, type Picture, rangeOf, tidy } from '../../support/pictures.ts';

type Row = Picture & { name: string; range?: LineRange };

function rows(table: readonly Row[]): void {
  for (const { name, before, after, changed, range = rangeOf(before) } of table) {
    test(name, () => {
      const [old, now] = [linesOf(before), linesOf(after)];
      const followed = followRange(mapLines(old, now), range);
      expect(draw(old, now, range, followed)).toEqual(tidy({ before, after, changed }));
    });
  }
}

describe('lines that stay', () => {
  rows([
    {
      name: 'untouched',
      before: `
        : import { open } from 'fs';
        :
        | function load(path) {
        |   const handle = open(path);
        |   return handle.read();
        | }
      `,
      after: `
        : import { open } from 'fs';
        :
        | function load(path) {
        |   const handle = open(path);
        |   return handle.read();
        | }
      `,
      changed: '0 of 4',
    },
    {
      name: 'lines inserted above shift it',
      before: `
        : import { open } from 'fs';
        | function load(path) {
        |   return open(path).read();
        | }
      `,
      after: `
        : // Copyright
        : // All rights reserved
        : import { open } from 'fs';
        : import { join } from 'path';
        | function load(path) {
        |   return open(path).read();
        | }
      `,
      changed: '0 of 3',
    },
    {
      name: 'lines deleted above shift it back, and a function added below is not part of it',
      before: `
        : // Copyright
        : import { open } from 'fs';
        | function load(path) {
        |   return open(path).read();
        | }
      `,
      after: `
        : import { open } from 'fs';
        | function load(path) {
        |   return open(path).read();
        | }
        : function save(path, text) {
        :   open(path).write(text);
        : }
      `,
      changed: '0 of 3',
    },
    {
      name: 'one line of several alike is followed by its neighbours',
      before: `
        : first();
        : flush();
        : second();
        | flush();
        : third();
        : flush();
      `,
      after: `
        : zeroth();
        : flush();
        : first();
        : flush();
        : second();
        | flush();
        : third();
        : flush();
      `,
      changed: '0 of 1',
    },
    {
      name: 'CR LF at the ends of lines is no change',
      before: `
        : const a = 1;
        | const b = 2;
        | const c = 3;
      `,
      after: `
        : const a = 1;\r
        | const b = 2;\r
        | const c = 3;\r
      `,
      changed: '0 of 2',
    },
    {
      name: 'words that are not ASCII are words',
      before: `
        : # заголовок
        | größe = länge * breite
        | 名前 = 取得()
        : # конец
      `,
      after: `
        : # другой заголовок
        : # и ещё строка
        | größe = länge * breite
        | 名前 = 取得()
        : # конец
      `,
      changed: '0 of 2',
    },
    {
      name: 'a range that ends beyond the end of the file keeps the lines that there are',
      before: `
        : const a = 1;
        | const b = 2;
        | const c = 3;
      `,
      after: `
        : const z = 0;
        : const a = 1;
        | const b = 2;
        | const c = 3;
      `,
      range: { start: 2, end: 9 },
      changed: '0 of 8',
    },
  ]);
});

describe('lines that change where they are', () => {
  rows([
    {
      name: 'one line edited inside',
      before: `
        | function load(path) {
        |   const handle = open(path);
        -   const text = handle.read();
        |   handle.close();
        |   return text;
        | }
      `,
      after: `
        | function load(path) {
        |   const handle = open(path);
        +   const text = handle.readAll('utf8');
        |   handle.close();
        |   return text;
        | }
      `,
      changed: '1 of 6',
    },
    {
      name: 'a line inserted inside makes the region longer',
      before: `
        | function load(path) {
        |   const handle = open(path);
        |   return handle.read();
        | }
        : const after = 1;
      `,
      after: `
        | function load(path) {
        +   check(path);
        |   const handle = open(path);
        |   return handle.read();
        | }
        : const after = 1;
      `,
      changed: '1 of 5',
    },
    {
      name: 'a line deleted inside counts out of the old length',
      before: `
        | function load(path) {
        -   console.log(path);
        |   const handle = open(path);
        |   return handle.read();
        | }
      `,
      after: `
        | function load(path) {
        |   const handle = open(path);
        |   return handle.read();
        | }
      `,
      changed: '1 of 5',
    },
    {
      name: 'the first line changed: a line with words took its place',
      before: `
        : const before = 0;
        - function load(path) {
        |   const handle = open(path);
        |   return handle.read();
        | }
      `,
      after: `
        : const before = 0;
        + export async function readFile(name, options) {
        |   const handle = open(path);
        |   return handle.read();
        | }
      `,
      changed: '1 of 4',
    },
    {
      name: 'the last line changed: a line with words took its place',
      before: `
        | rules:
        |   - allow: all
        -   - deny: guests
        : users:
      `,
      after: `
        | rules:
        |   - allow: all
        +   - audit everybody
        : users:
      `,
      changed: '1 of 3',
    },
    {
      name: 'a last line that is a brace ends the region, although a line was added above it',
      before: `
        | function load(path) {
        |   const handle = open(path);
        | }
        : function save() {
        : }
      `,
      after: `
        | function load(path) {
        |   const handle = open(path);
        +   handle.lock();
        | }
        : function save() {
        : }
      `,
      changed: '1 of 4',
    },
    {
      name: 'a line added behind the last line is not part of it',
      before: `
        | host = 'localhost'
        | port = 1883
        : user = 'nobody'
      `,
      after: `
        | host = 'localhost'
        | port = 1883
        : tls = true
        : user = 'nobody'
      `,
      changed: '0 of 2',
    },
    {
      name: 'a blank line does not take the place of a deleted last line',
      before: `
        : start();
        | const host = read();
        -   // may be empty
        : stop();
      `,
      after: `
        : start();
        | const host = read();
        :
        : stop();
      `,
      changed: '1 of 2',
    },
    {
      name: 'a closing brace that aligned with the brace of other code: its own one ends it',
      before: `
        : const zero = 0;
        | on('start', () => {
        |   prepare();
        - }
        : finish();
      `,
      after: `
        : const zero = 0;
        | on('start', () => {
        |   prepare();
        + });
        : on('stop', () => {
        :   shutDown();
        : }
        : done();
      `,
      changed: '1 of 3',
    },
    {
      name: 'half of ten lines changed',
      before: `
        | function connect(options) {
        -   const host = options.host;
        |   const socket = new Socket();
        -   socket.timeout = 30;
        |   socket.on('error', fail);
        -   socket.open(host);
        -   register(socket);
        -   log('opened');
        |   return socket;
        | }
      `,
      after: `
        | function connect(options) {
        +   const address = resolve(settings);
        |   const socket = new Socket();
        +   applyDefaults();
        |   socket.on('error', fail);
        +   await dial(address);
        +   metrics.increment();
        +   events.emit('ready');
        |   return socket;
        | }
      `,
      changed: '5 of 10',
    },
    {
      name: 'two lines swap places: one of them counts as moved',
      before: `
        | open(door);
        - walk(through);
        | shut(door);
        | sit(down);
      `,
      after: `
        | open(door);
        | shut(door);
        + walk(through);
        | sit(down);
      `,
      changed: '1 of 4',
    },
    {
      name: 'one line, and it was edited',
      before: `
        : const host = 'localhost';
        - const keepAliveSeconds = 30;
        : const port = 1883;
      `,
      after: `
        : const host = 'localhost';
        + const keepAliveSeconds = 60;
        : const port = 1883;
      `,
      changed: '1 of 1',
    },
    {
      name: 'a near copy above it is not part of it',
      before: `
        | function loadUser(id) {
        |   const row = query('user', id);
        |   return decode(row);
        | }
      `,
      after: `
        : function loadGroup(id) {
        :   const row = query('group', id);
        :   return decode(row);
        : }
        | function loadUser(id) {
        |   const row = query('user', id);
        |   return decode(row);
        | }
      `,
      changed: '0 of 4',
    },
    {
      name: 'a near copy below it is not part of it',
      before: `
        | function loadUser(id) {
        |   const row = query('user', id);
        |   return decode(row);
        | }
      `,
      after: `
        | function loadUser(id) {
        |   const row = query('user', id);
        |   return decode(row);
        | }
        : function loadGroup(id) {
        :   const row = query('group', id);
        :   return decode(row);
        : }
      `,
      changed: '0 of 4',
    },
    {
      name: 'exactly half of the lines changed, the last one among them',
      before: `
        | - name: restart the broker
        -   host: broker
        |   user: root
        -   become: yes
        |   command: systemctl restart
        -   timeout: 30
        |   retries: 3
        -   delay: 10
        |   tags: nightly
        -   notify: operators
        : - name: next
      `,
      after: `
        | - name: restart the broker
        +   service: mosquitto
        |   user: root
        +   state: restarted
        |   command: systemctl restart
        +   until: succeeded
        |   retries: 3
        +   when: changed
        |   tags: nightly
        +   listen: everybody
        : - name: next
      `,
      changed: '5 of 10',
    },
    {
      name: 'exactly half of the lines with words changed: the brace stays',
      before: `
        | function connect(host) {
        -   const socket = open(host);
        -   socket.timeout = 30;
        |   return socket;
        | }
        : const omega = 1;
      `,
      after: `
        | function connect(host) {
        +   const socket = dial(host);
        +   socket.timeout = 60;
        |   return socket;
        | }
        : const omega = 1;
      `,
      changed: '2 of 5',
    },
    {
      name: 'the closing brace changed: the new one is its last line',
      before: `
        | const load = path => {
        |   return open(path);
        - }
        : const omega = 1;
      `,
      after: `
        | const load = path => {
        |   return open(path);
        + };
        : const omega = 1;
      `,
      changed: '1 of 3',
    },
    {
      name: 'requoted where it is, and the first line rewritten: both its ends stay',
      before: `
        - function price(item) {
        -   const net = count("net", item);
        -   const rate = rates["vat"];
        -   return round(net * rate, "up");
        | }
      `,
      after: `
        + function cost(article) {
        +   const net = count('net', item);
        +   const rate = rates['vat'];
        +   return round(net * rate, 'up');
        | }
      `,
      changed: '4 of 5',
    },
    {
      name: 'seven of ten lines changed, with two distinctive lines unmoved',
      before: `
        | function connect(options) {
        -   const host = options.host;
        -   const connection = new Socket();
        -   socket.timeout = 30;
        -   socket.on('error', fail);
        -   socket.open(host);
        -   register(handlers);
        -   log('opened');
        |   return connection;
        | }
      `,
      after: `
        | function connect(options) {
        +   let address = resolve(settings);
        +   applyDefaults();
        +   observe(failures);
        +   await dial(address);
        +   metrics.increment();
        +   events.emit('ready');
        +   cleanUp();
        |   return connection;
        | }
      `,
      changed: '7 of 10',
    },
    {
      name: 'eight of ten lines changed, with the first line and the brace unmoved',
      before: `
        | function connect(options) {
        -   const host = options.host;
        -   const connection = new Socket();
        -   socket.timeout = 30;
        -   socket.on('error', fail);
        -   socket.open(host);
        -   register(handlers);
        -   log('opened');
        -   return connection;
        | }
      `,
      after: `
        | function connect(options) {
        +   let address = resolve(settings);
        +   applyDefaults();
        +   observe(failures);
        +   await dial(address);
        +   metrics.increment();
        +   events.emit('ready');
        +   cleanUp();
        +   return undefined;
        | }
      `,
      changed: '8 of 10',
    },
    {
      name: 'nine of ten lines changed, with the first line unmoved',
      before: `
        | - name: restart the broker
        -   host: broker
        -   user: root
        -   become: yes
        -   command: systemctl restart
        -   timeout: 30
        -   retries: 3
        -   delay: 10
        -   tags: nightly
        -   notify: operators
      `,
      after: `
        | - name: restart the broker
        +   service:
        +     unit: mosquitto
        +     state: restarted
        +   until: result is succeeded
        +   when: inventory_hostname in groups
        +   environment:
        +     LANG: C
        +   register: result
        +   listen: config changed
      `,
      changed: '9 of 10',
    },
    {
      name: 'one line with a name of its own is left of six, between unchanged neighbours',
      before: `
        : const zero = 0;
        - function connect(options) {
        -   const host = options.host;
        -   const socket = open(host);
        |   socket.setKeepAlive(true);
        -   return socket;
        | }
        : const omega = 1;
      `,
      after: `
        : const zero = 0;
        + export async function dial(address) {
        +   const stream = await resolve(address);
        +   check(stream);
        |   socket.setKeepAlive(true);
        +   metrics.increment();
        | }
        : const omega = 1;
      `,
      changed: '4 of 6',
    },
    {
      name: 'its first and its last lines are replaced by more lines: up to its header and its end',
      before: `
        : const zero = 0;
        - function connect(host) {
        -   const socket = open(host);
        |   socket.setKeepAlive(true);
        -   return socket;
        | }
        :
        : const omega = 1;
      `,
      after: `
        : const zero = 0;
        : const one = 1;
        :
        : function check(host) {
        :   if (!host) throw new Error('no host');
        : }
        :
        + export async function dial(address) {
        +   const stream = await resolve(address);
        +
        +   verify(stream);
        |   socket.setKeepAlive(true);
        +   if (!stream.ready) {
        +     await stream.opened();
        +   }
        +
        +   metrics.increment();
        | }
        :
        : function hangUp() {
        :   metrics.decrement();
        : }
        :
        : const omega = 1;
      `,
      changed: '9 of 11',
    },
    {
      name: 'without a closing brace it ends where the next line is no further in',
      before: `
        | def connect(host):
        |     connection = open(host)
        -     return connection
        : def omega():
        :     pass
      `,
      after: `
        | def connect(host):
        |     connection = open(host)
        +     for attempt in range(3):
        +         connection.probe(attempt)
        +
        +     yield from connection
        : def dial(address):
        :     check(address)
        : def omega():
        :     pass
      `,
      changed: '4 of 6',
    },
    {
      name: 'edited, with a near copy below that has its old last line',
      before: `
        | function loadUser(id) {
        |   const row = query('user', id);
        -   return decode(row);
        | }
      `,
      after: `
        | function loadUser(id) {
        |   const row = query('user', id);
        +   return decodeUser(row);
        | }
        : function loadGroup(id) {
        :   const row = query('group', id);
        :   return decode(row);
        : }
      `,
      changed: '1 of 4',
    },
    {
      name: 'its last line is far below, behind other functions: they are not part of it',
      before: `
        | func load(path) {
        |   handle := open(path)
        -   check(handle)
        |   return nil
        | }
        : var omega = 1
      `,
      after: `
        | func load(path) {
        |   handle := open(path)
        +   verify(handle)
        |   return nil
        | }
        :
        : func save(path) {
        :   write(path)
        :   check(path)
        :   return nil
        : }
        :
        : func drop(path) {
        :   check(handle)
        :   return nil
        : }
        : var omega = 1
      `,
      changed: '1 of 5',
    },
    {
      name: 'a class that grew to three times its length is all of it',
      before: `
        | class Queue {
        |   push(item) {
        |     this.items.push(item);
        |   }
        | }
        : const omega = 1;
      `,
      after: `
        | class Queue {
        +   #closed = false;
        +
        +   close() {
        +     this.#closed = true;
        +   }
        +
        +   isClosed() {
        +     return this.#closed;
        +   }
        +
        |   push(item) {
        |     this.items.push(item);
        |   }
        | }
        : const omega = 1;
      `,
      changed: '10 of 15',
    },
    {
      name: 'a comment is rewritten at greater length above a header that stays',
      before: `
        : const zero = 0;
        :
        - // Loads.
        | function load(path) {
        |   return open(path);
        | }
      `,
      after: `
        : const zero = 0;
        :
        + // Reads all of a file into memory,
        + // as bytes.
        | function load(path) {
        |   return open(path);
        | }
      `,
      changed: '2 of 5',
    },
    {
      name: 'words of its first line are also above another function: that is not part of it',
      before: `
        : int zero;
        - private static Method cached(String name) {
        |   Method found = methods.get(name);
        |   return found;
        | }
      `,
      after: `
        : int zero;
        : private Object valueOf(Descriptor descriptor) {
        :   check(descriptor);
        :   return descriptor.number();
        : }
        :
        + static Method cached(
        +     String name, Class type) {
        |   Method found = methods.get(name);
        |   return found;
        | }
      `,
      changed: '2 of 5',
    },
    {
      name: 'its body went to a function of another name: it is where its header is',
      before: `
        | function load(id) {
        -   const row = query(id);
        -   const text = decode(row);
        -   return text;
        | }
        : const omega = 1;
      `,
      after: `
        | function load(id) {
        +   return cached(id);
        | }
        :
        : function fetch(id) {
        :   const row = query(id);
        :   const text = decode(row);
        :   return text;
        : }
        : const omega = 1;
      `,
      changed: '3 of 5',
    },
    {
      name: 'its body went elsewhere, and the first line that stayed is no declaration: it is where its body is',
      before: `
        - try {
        |   const row = query(id);
        |   const text = decode(row);
        |   return text;
        | }
        : const omega = 1;
      `,
      after: `
        : try {
        :   cached(id);
        : }
        :
        + function fetch(id) {
        |   const row = query(id);
        |   const text = decode(row);
        |   return text;
        | }
        : const omega = 1;
      `,
      changed: '1 of 5',
    },
  ]);
});

describe('formatters', () => {
  rows([
    {
      name: 'a call is wrapped over several lines',
      before: `
        | function total(cart) {
        -   return round(cart.items.reduce((sum, item) => sum + item.price * item.count, 0), cart.currency);
        | }
      `,
      after: `
        | function total(cart) {
        +   return round(
        +     cart.items.reduce((sum, item) => sum + item.price * item.count, 0),
        +     cart.currency,
        +   );
        | }
      `,
      changed: '4 of 6',
    },
    {
      name: 'quotes and semicolons change on every line, and a line is wrapped',
      before: `
        : import x from "x"
        - const names = ["alpha", "beta", "gamma"]
        - const paths = names.map(name => join("src", name + ".ts"))
        - module.exports = {names, paths}
      `,
      after: `
        : import x from 'x';
        + const names = ['alpha', 'beta', 'gamma'];
        + const paths = names.map(name =>
        +   join('src', name + '.ts'),
        + );
        + module.exports = { names, paths };
      `,
      changed: '5 of 5',
    },
    {
      name: 'a block moves in as a whole: no change',
      before: `
        | const socket = open(host);
        | if (!socket) {
        |   return undefined;
        | }
      `,
      after: `
        : try {
        |   const socket = open(host);
        |   if (!socket) {
        |     return undefined;
        |   }
        : } catch {}
      `,
      changed: '0 of 4',
    },
    {
      name: 'a single line moves in: kept, and reported as reindented',
      before: `
        | def count(items):
        |     n = 0
        |     for item in items:
        |         n += 1
        ~     return n
      `,
      after: `
        | def count(items):
        |     n = 0
        |     for item in items:
        |         n += 1
        ~         return n
      `,
      changed: '0 of 5',
    },
    {
      name: 'tabs instead of spaces, at two depths: the depth that most lines have counts as usual',
      before: `
        ~ if (a) {
        |     b();
        |     c();
        |     d();
        ~ }
      `,
      after: `
        ~ if (a) {
        | \tb();
        | \tc();
        | \td();
        ~ }
      `,
      changed: '0 of 5',
    },
    {
      name: 'white space inside a line may be inside a string: changed',
      before: `
        | clean() {
        -   rm -rf "$1 /tmp"
        | }
      `,
      after: `
        | clean() {
        +   rm -rf "$1/tmp"
        | }
      `,
      changed: '1 of 3',
    },
    {
      name: 'white space at the ends of lines is no change',
      before: `
        | clean() {
        |   rm -rf "$1/tmp"
        | }
      `,
      after: `
        | clean() {  
        |   rm -rf "$1/tmp"\t
        | }
      `,
      changed: '0 of 3',
    },
  ]);
});

describe('lines that move within the file', () => {
  rows([
    {
      name: 'cut and pasted below other code',
      before: `
        | function first() {
        |   return alpha();
        | }
        : function second() {
        :   beta();
        :   return gamma();
        : }
        : function third() {
        :   return delta();
        : }
      `,
      after: `
        : function second() {
        :   beta();
        :   return gamma();
        : }
        : function third() {
        :   return delta();
        : }
        | function first() {
        |   return alpha();
        | }
      `,
      changed: '0 of 3',
    },
    {
      name: 'moved, and reformatted on the way: by the words of its lines',
      before: `
        - const limits = {"daily": 10, "hourly": 3}
        - const allowed = check(limits)
        : function second() {
        :   beta();
        :   return gamma();
        : }
      `,
      after: `
        : function second() {
        :   beta();
        :   return gamma();
        : }
        + const limits = { 'daily': 10, 'hourly': 3 };
        + const allowed = check(limits);
      `,
      changed: '2 of 2',
    },
    {
      name: 'a block that was copied elsewhere, and stays: it is where it was',
      before: `
        : function second() {
        :   return beta();
        : }
        | const limits = read();
        | check(limits);
        : function third() {
        :   return delta();
        : }
      `,
      after: `
        : const limits = read();
        : check(limits);
        : function second() {
        :   return beta();
        : }
        | const limits = read();
        | check(limits);
        : function third() {
        :   return delta();
        : }
      `,
      changed: '0 of 2',
    },
    {
      name: 'a copy right beside it can not be told from it: the region is the upper one',
      before: `
        : start();
        | retry(3);
        | report();
        : stop();
      `,
      after: `
        : start();
        | retry(3);
        | report();
        : retry(3);
        : report();
        : stop();
      `,
      changed: '0 of 2',
    },
    {
      name: 'one of its lines is left behind, but the whole block is elsewhere',
      before: `
        | start(engine);
        | stop(engine);
        : function second() {
        :   beta();
        :   return gamma();
        : }
      `,
      after: `
        : stop(engine);
        : function second() {
        :   beta();
        :   return gamma();
        : }
        | start(engine);
        | stop(engine);
      `,
      changed: '0 of 2',
    },
    {
      name: 'one distinctive line',
      before: `
        | const KEEP_ALIVE_SECONDS = 30;
        : function second() {
        :   beta();
        : }
      `,
      after: `
        : function second() {
        :   beta();
        : }
        | const KEEP_ALIVE_SECONDS = 30;
      `,
      changed: '0 of 1',
    },
    {
      name: 'moved and edited: the lines that changed are counted, and its brace ends it',
      before: `
        | function first(list) {
        -   const limits = read(list);
        |   close(limits);
        | }
        : function second() {
        :   beta();
        :   return gamma();
        : }
        : last();
      `,
      after: `
        : function second() {
        :   beta();
        :   return gamma();
        : }
        | function first(list) {
        +   const limits = read(list, 'utf8');
        |   close(limits);
        | }
        : last();
      `,
      changed: '1 of 4',
    },
    {
      name: 'moved below a copy that has more of its body: its header decides',
      before: `
        | function loadUser(id) {
        -   const row = query(id);
        |   const text = decode(row);
        |   return text;
        | }
        : const omega = 1;
      `,
      after: `
        : function loadGroup(id) {
        :   const row = query(id);
        :   const text = decode(row);
        :   return text;
        : }
        | function loadUser(id) {
        +   const row = queryUser(id);
        |   const text = decode(row);
        |   return text;
        | }
        : const omega = 1;
      `,
      changed: '1 of 5',
    },
  ]);
});

describe('lines that are gone', () => {
  rows([
    {
      name: 'deleted',
      before: `
        : const a = 1;
        - const limits = read();
        - check(limits);
        : const b = 2;
      `,
      after: `
        : const a = 1;
        : const b = 2;
      `,
      changed: 'gone, 2 of 2',
    },
    {
      name: 'the file is empty now',
      before: `
        - const limits = read();
        - check(limits);
      `,
      after: '',
      changed: 'gone, 2 of 2',
    },
    {
      name: 'the file was empty, and the range is beyond its end',
      before: '',
      after: `
        : const limits = read();
      `,
      range: { start: 1, end: 3 },
      changed: 'gone, 3 of 3',
    },
    {
      name: 'deleted, and common lines stand elsewhere',
      before: `
        : function first(list) {
        :   const result = [];
        :   for (const item of list) result.push(item.name);
        :   return result;
        : }
        - function second(list) {
        -   const result = [];
        -   for (const item of list) result.unshift(price(item));
        -   return result;
        - }
      `,
      after: `
        : function first(list) {
        :   const result = [];
        :   for (const item of list) result.push(item.name);
        :   return result;
        : }
      `,
      changed: 'gone, 5 of 5',
    },
    {
      name: 'replaced by another function that has a return and a brace, too',
      before: `
        - function price(item) {
        -   const net = item.amount * item.count;
        -   const tax = net * rates[item.country];
        -   return result;
        - }
      `,
      after: `
        : class Basket extends Map {
        :   constructor() { super(); }
        :   names() {
        :     return result;
        :   }
        : }
      `,
      changed: 'gone, 5 of 5',
    },
    {
      name: 'one line that was deleted is not the same line elsewhere',
      before: `
        - flush(queue);
        : function second() {
        :   beta();
        : }
      `,
      after: `
        : function second() {
        :   beta();
        : }
        : flush(queue);
      `,
      changed: 'gone, 1 of 1',
    },
    {
      name: 'only brackets and blank lines are left',
      before: `
        : const a = 1;
        - limits.forEach(limit => {
        -   check(limit);
        - });
        -
        : const b = 2;
      `,
      after: `
        : const a = 1;
        : });
        :
        : const b = 2;
      `,
      changed: 'gone, 4 of 4',
    },
    {
      name: 'rewritten from top to bottom between unchanged neighbours',
      before: `
        : const zero = 0;
        - function price(item) {
        -   const net = item.amount * item.count;
        -   return net;
        - }
        : const omega = 1;
      `,
      after: `
        : const zero = 0;
        : class Basket extends Map {
        :   names() { throw new Error(); }
        :   size = 3;
        : }
        : const omega = 1;
      `,
      changed: 'gone, 4 of 4',
    },
    {
      name: 'replaced, and one line whose words are all elsewhere, too, is left',
      before: `
        : if (zero) return result();
        - function price(item) {
        -   const net = item.amount * item.count;
        -   const tax = net * rates[item.country];
        -   const gross = net + tax;
        -   return result;
        - }
        : const omega = 1;
      `,
      after: `
        : if (zero) return result();
        : class Basket extends Map {
        :   constructor() { super(); }
        :   size = 3;
        :   names = empty(this);
        :   return result;
        : }
        : const omega = 1;
      `,
      changed: 'gone, 6 of 6',
    },
  ]);
});

describe('how much must be left', () => {
  rows([
    {
      name: 'three of nine lines with words are enough, where each is the only one of its text',
      before: `
        | function connect(options) {
        -   const host = options.host;
        |   const socket = new Socket();
        -   socket.timeout = 30;
        -   socket.on('error', fail);
        -   socket.open(host);
        -   register(handlers);
        -   log('opened');
        |   return socket;
        | }
      `,
      after: `
        | function connect(options) {
        +   const address = resolve(settings);
        |   const socket = new Socket();
        +   applyDefaults();
        +   observe(failures);
        +   await dial(address);
        +   metrics.increment();
        +   events.emit('ready');
        |   return socket;
        | }
      `,
      changed: '6 of 10',
    },
    {
      name: 'one of three lines is enough, reworded, where it kept the words that only it has',
      before: `
        : const zero = 0;
        - const limits = readLimits("daily");
        - alpha();
        - beta();
        : const omega = 1;
      `,
      after: `
        : const zero = 0;
        + const limits = readLimits('daily');
        + one();
        + two();
        : const omega = 1;
      `,
      changed: '3 of 3',
    },
    {
      name: 'distinctive lines that lie up to twice as far apart as the region was long are together',
      before: `
        : const zero = 0;
        | const alpha = openAlpha();
        - const beta = openBeta();
        - const gamma = openGamma();
        | const delta = openDelta();
        : const omega = 1;
      `,
      after: `
        : const zero = 0;
        | const alpha = openAlpha();
        + one();
        + two();
        + three();
        + four();
        + five();
        + six();
        | const delta = openDelta();
        : const omega = 1;
      `,
      changed: '6 of 8',
    },
    {
      name: 'further apart, they are not: of two places, it is the upper one',
      before: `
        : const zero = 0;
        | const alpha = openAlpha();
        - const beta = openBeta();
        - const gamma = openGamma();
        - const delta = openDelta();
        : const omega = 1;
      `,
      after: `
        : const zero = 0;
        | const alpha = openAlpha();
        : one();
        : two();
        : three();
        : four();
        : five();
        : six();
        : seven();
        : const delta = openDelta();
        : const omega = 1;
      `,
      changed: '3 of 4',
    },
    {
      name: 'common lines are enough where they are more than half: unchanged ones and a requoted one',
      before: `
        : return result;
        : log("done");
        : break;
        - const total = sum(prices);
        | return result;
        - log("done");
        | break;
        - emit(total);
      `,
      after: `
        : return result;
        : log("done");
        : break;
        + let gross;
        | return result;
        + log('done');
        | break;
        + notify(gross);
      `,
      changed: '3 of 5',
    },
    {
      name: 'half of the lines is not enough where they are common ones',
      before: `
        : return result;
        : log("done");
        - const total = sum(prices);
        - return result;
        - log("done");
        - emit(total);
      `,
      after: `
        : return result;
        : log("done");
        : let gross;
        : return result;
        : log('done');
        : notify(gross);
      `,
      changed: 'gone, 4 of 4',
    },
    {
      name: 'a third of the lines is not enough where they are common ones, unchanged',
      before: `
        : log(done);
        : return result;
        - const total = sum(prices);
        - const gross = total * rate;
        - log(done);
        - emit(gross);
        - close(everything);
        - return result;
        : end();
      `,
      after: `
        : log(done);
        : return result;
        : let average;
        : log(done);
        : notify(average);
        : archive();
        : return result;
        : end();
      `,
      changed: 'gone, 6 of 6',
    },
    {
      name: 'a third of the lines is not enough where they are common ones, requoted',
      before: `
        : log("done");
        : say("yes");
        - const total = sum(prices);
        - const gross = total * rate;
        - log("done");
        - emit(gross);
        - close(everything);
        - say("yes");
        : end();
      `,
      after: `
        : log("done");
        : say("yes");
        : let average;
        : log('done');
        : notify(average);
        : archive();
        : say('yes');
        : end();
      `,
      changed: 'gone, 6 of 6',
    },
    {
      name: 'three of five lines that stayed hold the region, although a whole copy is elsewhere',
      before: `
        - alpha();
        | beta();
        | gamma();
        | delta();
        - epsilon();
        : function second() {
        :   return zeta();
        : }
      `,
      after: `
        + prologue();
        | beta();
        | gamma();
        | delta();
        + epilogue();
        : function second() {
        :   return zeta();
        : }
        : alpha();
        : beta();
        : gamma();
        : delta();
        : epsilon();
      `,
      changed: '2 of 5',
    },
    {
      name: 'moved, and two of four lines edited',
      before: `
        - const limits = read("limits")
        - const allowed = check(limits)
        - report(allowed, "daily")
        - close(limits)
        : function second() {
        :   beta();
        :   return gamma();
        : }
        : last();
      `,
      after: `
        : function second() {
        :   beta();
        :   return gamma();
        : }
        + const limits = read('limits');
        + if (!quiet) warn();
        + finish(everything);
        + close(limits);
        : last();
      `,
      changed: '4 of 4',
    },
    {
      name: 'moved, and three of five lines edited: gone',
      before: `
        - const limits = read("limits")
        - const allowed = check(limits)
        - report(allowed, "daily")
        - audit(allowed)
        - close(limits)
        : function second() {
        :   beta();
        :   return gamma();
        : }
        : last();
      `,
      after: `
        : function second() {
        :   beta();
        :   return gamma();
        : }
        : const limits = read('limits');
        : if (!quiet) warn();
        : finish(everything);
        : cleanUp();
        : close(limits);
        : last();
      `,
      changed: 'gone, 5 of 5',
    },
    {
      name: 'moved and reformatted, with as many new lines again between its own',
      before: `
        - const limits = read("limits")
        - close(limits)
        : function second() {
        :   beta();
        :   return gamma();
        : }
      `,
      after: `
        : function second() {
        :   beta();
        :   return gamma();
        : }
        + const limits = read('limits');
        + one();
        + two();
        + close(limits);
      `,
      changed: '4 of 4',
    },
    {
      name: 'moved and reformatted, with more new lines between its own: gone',
      before: `
        - const limits = read("limits")
        - close(limits)
        : function second() {
        :   beta();
        :   return gamma();
        : }
      `,
      after: `
        : function second() {
        :   beta();
        :   return gamma();
        : }
        : const limits = read('limits');
        : one();
        : two();
        : three();
        : close(limits);
      `,
      changed: 'gone, 2 of 2',
    },
    {
      name: 'one line is not enough to have moved, reformatted or not',
      before: `
        - close("limits")
        : function second() {
        :   beta();
        :   return gamma();
        : }
      `,
      after: `
        : function second() {
        :   beta();
        :   return gamma();
        : }
        : close('limits');
      `,
      changed: 'gone, 1 of 1',
    },
  ]);
});

// What happens today, and is not what a person would say. Each row has the right answer above it.
describe('known limits', () => {
  rows([
    // Right: moved, intact, at one of the two places.
    {
      name: 'cut, and pasted twice: gone',
      before: `
        - const limits = read();
        - check(limits);
        : function second() {
        :   return beta();
        : }
      `,
      after: `
        : function second() {
        :   return beta();
        : }
        : const limits = read();
        : check(limits);
        : export default second;
        : const limits = read();
        : check(limits);
      `,
      changed: 'gone, 2 of 2',
    },
    // Right: edited, 1 of 4, with the decorator: it is part of the function. The outline knows that.
    {
      name: 'a decorator added above it is not part of it',
      before: `
        : zero = 0
        :
        | def load(path):
        |     return open(path)
      `,
      after: `
        : zero = 0
        :
        : @cached
        | def load(path):
        |     return open(path)
      `,
      changed: '0 of 2',
    },
    // Right: at the second function, 3 of 5, if its name says so. The outline knows that.
    {
      name: 'edited, its header among them, with a copy that has more of it: the copy is it',
      before: `
        - function loadUser(id) {
        |   const row = query(id);
        |   const text = decode(row);
        |   return text;
        | }
        : const omega = 1;
      `,
      after: `
        + function loadGroup(id) {
        |   const row = query(id);
        |   const text = decode(row);
        |   return text;
        | }
        : function loadUser(id, options) {
        :   const row = queryUser(id);
        :   const text = decode(row, options);
        :   return text;
        : }
        : const omega = 1;
      `,
      changed: '1 of 5',
    },
  ]);
});
