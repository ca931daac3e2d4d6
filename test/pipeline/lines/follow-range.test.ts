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
      name: 'a closing brace that aligned with the brace of other code does not end it',
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
        : });
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
      name: 'further apart, they are not',
      before: `
        : const zero = 0;
        - const alpha = openAlpha();
        - const beta = openBeta();
        - const gamma = openGamma();
        - const delta = openDelta();
        : const omega = 1;
      `,
      after: `
        : const zero = 0;
        : const alpha = openAlpha();
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
      changed: 'gone, 4 of 4',
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
    // Right: edited, 7 of 10, at the same lines: its first line and its return are nowhere else. Where there is a grammar and
    // the annotation names the function, the outline finds it.
    {
      name: 'seven of ten lines changed, with two distinctive lines unmoved',
      before: `
        - function connect(options) {
        -   const host = options.host;
        -   const connection = new Socket();
        -   socket.timeout = 30;
        -   socket.on('error', fail);
        -   socket.open(host);
        -   register(handlers);
        -   log('opened');
        -   return connection;
        - }
      `,
      after: `
        : function connect(options) {
        :   let address = resolve(settings);
        :   applyDefaults();
        :   observe(failures);
        :   await dial(address);
        :   metrics.increment();
        :   events.emit('ready');
        :   cleanUp();
        :   return connection;
        : }
      `,
      changed: 'gone, 10 of 10',
    },
    // Right: edited, 8 of 10, at the same lines.
    {
      name: 'eight of ten lines changed, with the first line and the brace unmoved',
      before: `
        - function connect(options) {
        -   const host = options.host;
        -   const connection = new Socket();
        -   socket.timeout = 30;
        -   socket.on('error', fail);
        -   socket.open(host);
        -   register(handlers);
        -   log('opened');
        -   return connection;
        - }
      `,
      after: `
        : function connect(options) {
        :   let address = resolve(settings);
        :   applyDefaults();
        :   observe(failures);
        :   await dial(address);
        :   metrics.increment();
        :   events.emit('ready');
        :   cleanUp();
        :   return undefined;
        : }
      `,
      changed: 'gone, 10 of 10',
    },
    // Right: edited, 9 of 10, at the same lines.
    {
      name: 'nine of ten lines changed, with the first line unmoved',
      before: `
        - - name: restart the broker
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
        : - name: restart the broker
        :   service:
        :     unit: mosquitto
        :     state: restarted
        :   until: result is succeeded
        :   when: inventory_hostname in groups
        :   environment:
        :     LANG: C
        :   register: result
        :   listen: config changed
      `,
      changed: 'gone, 10 of 10',
    },
    // Right: at its first four lines, 1 of 4 changed. The outline cuts it back where there is a grammar.
    {
      name: 'edited, with a near copy below that has its old last line: it grows over the copy',
      before: `
        | function loadUser(id) {
        |   const row = query('user', id);
        |   return decode(row);
        | }
      `,
      after: `
        | function loadUser(id) {
        |   const row = query('user', id);
        +   return decodeUser(row);
        + }
        + function loadGroup(id) {
        +   const row = query('group', id);
        |   return decode(row);
        | }
      `,
      changed: '4 of 8',
    },
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
    // Right: moved, intact: there is no other line like it in either version.
    {
      name: 'one distinctive line moved',
      before: `
        - const KEEP_ALIVE_SECONDS = 30;
        : function second() {
        :   beta();
        : }
      `,
      after: `
        : function second() {
        :   beta();
        : }
        : const KEEP_ALIVE_SECONDS = 30;
      `,
      changed: 'gone, 1 of 1',
    },
    // Right: 1 of 4, with the closing brace: three of its lines are the same as before.
    {
      name: 'moved and edited: all of its lines count as changed, and it ends at its last line with words',
      before: `
        - function first(list) {
        -   const limits = read(list);
        -   close(limits);
        - }
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
        + function first(list) {
        +   const limits = read(list, 'utf8');
        +   close(limits);
        : }
        : last();
      `,
      changed: '4 of 4',
    },
  ]);
});
