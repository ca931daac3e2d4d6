// Where a unit is in another version of its file, by the outlines of both. The signs are explained in
// test/support/pictures.ts.
import { describe, expect, test } from 'vitest';
import type { LineRange } from '../../../src/annotation/schema.ts';
import { followRange, nothingLeft } from '../../../src/pipeline/lines/follow-range.ts';
import { mapLines } from '../../../src/pipeline/lines/map-lines.ts';
import { place } from '../../../src/pipeline/units/place.ts';
import { subjectIn } from '../../../src/pipeline/units/subject.ts';
import { parse } from '../../support/parsed.ts';
import { draw, linesOf, type Picture, rangeOf, tidy } from '../../support/pictures.ts';

type Row = Picture & {
  name: string;
  /** What the lines alone say; the same as `changed` where the outlines add nothing. */
  alone: string;
  anchor?: string;
  path?: string;
  /** The lines that the note says, where it means others. */
  noted?: LineRange;
};

function rows(table: readonly Row[]): void {
  for (const { name, before, after, changed, alone, anchor, path = 'a.js', noted } of table) {
    test(name, async () => {
      const [old, now, range] = [linesOf(before), linesOf(after), noted ?? rangeOf(before)];
      const map = mapLines(old, now);
      expect(draw(old, now, range, followRange(map, range)).changed).toBe(alone);
      const then = await parse(path, old);
      const named = anchor === undefined ? undefined : { unit_type: 'function', name: anchor };
      const subject = subjectIn(then, range, named)!;
      const found = place(then, subject, await parse(path, now), map);
      const followed = found?.followed ?? nothingLeft(map, subject.lines);
      expect(draw(old, now, subject.lines, followed)).toEqual(tidy({ before, after, changed }));
    });
  }
}

describe('a unit whose lines are lost', () => {
  rows([
    {
      name: 'rewritten from top to bottom: found by its name',
      anchor: 'connect',
      before: `
        : const zero = 0;
        - function connect(options) {
        -   const socket = new Socket(options.host);
        -   socket.timeout = 30;
        -   return socket;
        - }
      `,
      after: `
        : const zero = 0;
        + async function connect() {
        +   await dial(address);
        + }
      `,
      alone: 'gone, 5 of 5',
      changed: '5 of 5',
    },
    {
      name: 'rewritten, and below another unit now: found by its name',
      anchor: 'connect',
      before: `
        - function connect(options) {
        -   const socket = new Socket(options.host);
        -   socket.timeout = 30;
        -   return socket;
        - }
        : function close(socket) {
        :   socket.end();
        : }
      `,
      after: `
        : function close(socket) {
        :   socket.end();
        : }
        + async function connect() {
        +   await dial(address);
        + }
      `,
      alone: 'gone, 5 of 5',
      changed: '5 of 5',
    },
    {
      name: 'named with its class: found there',
      anchor: 'Client::connect',
      before: `
        : class Client {
        -   connect(options) {
        -     const socket = new Socket(options.host);
        -     socket.timeout = 30;
        -     return socket;
        -   }
        : }
      `,
      after: `
        : class Client {
        +   async connect() {
        +     await dial(address);
        +   }
        : }
      `,
      alone: 'gone, 5 of 5',
      changed: '5 of 5',
    },
    {
      name: 'two units have that name: neither is taken',
      anchor: 'connect',
      before: `
        - function connect(options) {
        -   return new Socket(options.host);
        - }
      `,
      after: `
        : class Client {
        :   connect() { dial(address); }
        : }
        : class Server {
        :   connect() { listen(port); }
        : }
      `,
      alone: 'gone, 3 of 3',
      changed: 'gone, 3 of 3',
    },
    {
      name: 'only a unit of a similar name is there: it is not taken',
      anchor: 'connect',
      before: `
        - function connect(options) {
        -   const socket = new Socket(options.host);
        -   socket.timeout = 30;
        -   return socket;
        - }
      `,
      after: `
        : async function connects() {
        :   await dial(address);
        : }
      `,
      alone: 'gone, 5 of 5',
      changed: 'gone, 5 of 5',
    },
    {
      name: 'deleted, and no unit has its name',
      anchor: 'connect',
      before: `
        - function connect(options) {
        -   return new Socket(options.host);
        - }
        : function close(socket) {
        : }
      `,
      after: `
        : function close(socket) {
        : }
      `,
      alone: 'gone, 3 of 3',
      changed: 'gone, 3 of 3',
    },
    {
      name: 'no grammar: what the lines say holds',
      anchor: 'connect',
      path: 'a.unknown',
      before: `
        - function connect(options) {
        -   const socket = new Socket(options.host);
        -   socket.timeout = 30;
        -   return socket;
        - }
      `,
      after: `
        : async function connect() {
        :   await dial(address);
        : }
      `,
      alone: 'gone, 5 of 5',
      changed: 'gone, 5 of 5',
    },
    {
      name: 'a region without a name: found by the name of the unit that it covers',
      before: `
        - function connect(options) {
        -   const socket = new Socket(options.host);
        -   socket.timeout = 30;
        -   return socket;
        - }
      `,
      after: `
        + async function connect() {
        +   await dial(address);
        + }
      `,
      alone: 'gone, 5 of 5',
      changed: '5 of 5',
    },
  ]);
});

describe('lines that are in another unit now', () => {
  rows([
    {
      name: 'half of the lines are in a function of another name: the annotated function is gone',
      anchor: 'price',
      before: `
        - function price(item) {
        -   const net = item.amount * item.count;
        -   const tax = net * rates[item.country];
        -   return round(net + tax);
        - }
      `,
      after: `
        : function weight(parcel) {
        :   const net = item.amount * item.count;
        :   const tare = boxes[parcel.size];
        :   return round(net + tax);
        : }
      `,
      alone: '2 of 5',
      changed: 'gone, 5 of 5',
    },
    {
      name: 'more than half of the lines are there: it was renamed',
      anchor: 'price',
      before: `
        - function price(item) {
        |   const net = item.amount * item.count;
        |   const rate = rates[item.country];
        -   const tax = net * rate;
        |   return round(net + tax);
        | }
      `,
      after: `
        + function cost(article) {
        |   const net = item.amount * item.count;
        |   const rate = rates[item.country];
        +   check(article);
        |   return round(net + tax);
        | }
      `,
      alone: '2 of 6',
      changed: '2 of 6',
    },
    {
      name: 'renamed and rewrapped: known by the words of its lines',
      anchor: 'price',
      before: `
        - function price(item) {
        -   const net = count("net", item);
        -   return round(net, "up");
        - }
      `,
      after: `
        + function cost(article) {
        +   const net = count(
        +     'net', item);
        +   return round(
        +     net, 'up');
        + }
      `,
      alone: '5 of 6',
      changed: '6 of 6',
    },
    {
      name: 'renamed, requoted and moved: known by the words of its lines',
      anchor: 'price',
      before: `
        - function price(item) {
        -   const net = count("net", item);
        -   const rate = rates["vat"];
        -   return round(net * rate, "up");
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
        + function cost(article) {
        +   const net = count('net', item);
        +   const rate = rates['vat'];
        +   return round(net * rate, 'up');
        + }
        : last();
      `,
      alone: '4 of 5',
      changed: '5 of 5',
    },
    {
      name: 'half of the lines are there, and methods of two classes have the name: the function is gone',
      anchor: 'price',
      before: `
        - function price(item) {
        -   const net = item.amount * item.count;
        -   const tax = net * rates[item.country];
        -   return round(net + tax);
        - }
      `,
      after: `
        : function weight(parcel) {
        :   const net = item.amount * item.count;
        :   const tare = boxes[parcel.size];
        :   return round(net + tax);
        : }
        : class Cheap {
        :   price() {}
        : }
        : class Dear {
        :   price() {}
        : }
      `,
      alone: '2 of 5',
      changed: 'gone, 5 of 5',
    },
    {
      name: 'the name is elsewhere, with other lines: the unit of that name is it',
      anchor: 'price',
      before: `
        - function price(item) {
        -   const net = item.amount * item.count;
        -   return round(net);
        - }
      `,
      after: `
        : function weight(item) {
        :   const net = item.amount * item.count;
        :   return round(net);
        : }
        + function price(article) {
        +   return weight(article) * 2;
        + }
      `,
      alone: '1 of 4',
      changed: '4 of 4',
    },
  ]);
});

describe('some lines of a unit', () => {
  rows([
    {
      name: 'stay what was annotated while they are in it',
      anchor: 'connect',
      before: `
        : function connect(options) {
        |   const socket = new Socket(options.host);
        |   socket.timeout = 30;
        :   socket.open();
        :   return socket;
        : }
      `,
      after: `
        : function connect(options) {
        :   check(options);
        |   const socket = new Socket(options.host);
        |   socket.timeout = 30;
        :   socket.open();
        :   return socket;
        : }
      `,
      alone: '0 of 2',
      changed: '0 of 2',
    },
    {
      name: 'end where it ends: a line below it is not about it',
      anchor: 'connect',
      before: `
        : function connect(options) {
        :   const socket = new Socket(options.host);
        :   socket.timeout = 30;
        :   socket.open();
        |   return socket;
        | }
        : const zero = 0;
      `,
      after: `
        : function connect(options) {
        :   const socket = new Socket(options.host);
        :   socket.timeout = 60;
        :   socket.open();
        |   return socket;
        | }
        : const zero = 0;
      `,
      noted: { start: 5, end: 7 },
      alone: '0 of 3',
      changed: '0 of 2',
    },
    {
      name: 'are the unit where they are most of it and reach out of it: the lines were miscounted',
      anchor: 'connect',
      before: `
        | function connect(options) {
        |   const socket = new Socket(options.host);
        |   socket.timeout = 30;
        |   return socket;
        | }
        : const zero = 0;
      `,
      after: `
        | function connect(options) {
        |   const socket = new Socket(options.host);
        |   socket.timeout = 30;
        |   return socket;
        | }
        : const zero = 0;
      `,
      noted: { start: 2, end: 6 },
      alone: '0 of 5',
      changed: '0 of 5',
    },
    {
      name: 'are as many changed lines as were annotated, somewhere in the unit, once they are lost',
      anchor: 'connect',
      before: `
        : function connect(options) {
        -   const socket = new Socket(options.host);
        -   socket.timeout = 30;
        :   log(options);
        :   return open(options);
        : }
      `,
      after: `
        | function connect(options) {
        |   log(options);
        |   return open(options);
        | }
      `,
      alone: 'gone, 2 of 2',
      changed: '2 of 2',
    },
  ]);
});

describe('a region that grew', () => {
  rows([
    {
      name: 'over a near copy of its unit: cut back to the unit',
      anchor: 'loadUser',
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
      alone: '1 of 4',
      changed: '1 of 4',
    },
    {
      name: 'by more than a third, over a short copy: cut back to the unit',
      anchor: 'loadUser',
      before: `
        | function loadUser(id) {
        |   check(id);
        |   const row = query('user', id);
        |   log(row);
        -   return decode(row);
        | }
      `,
      after: `
        | function loadUser(id) {
        |   check(id);
        |   const row = query('user', id);
        |   log(row);
        | }
        : function loadGroup(id) {
        :   audit(id);
        :   return decode(row);
        : }
      `,
      alone: '1 of 6',
      changed: '1 of 6',
    },
    {
      name: 'over a near copy, annotated with its comment: the comment stays',
      anchor: 'loadUser',
      before: `
        | // Loads a user.
        | // Throws where there is none.
        | function loadUser(id) {
        |   const row = query('user', id);
        -   return decode(row);
        | }
      `,
      after: `
        | // Loads a user.
        | // Throws where there is none.
        | function loadUser(id) {
        |   const row = query('user', id);
        +   return decodeUser(row);
        | }
        : function loadGroup(id) {
        :   const row = query('group', id);
        :   return decode(row);
        : }
      `,
      alone: '1 of 6',
      changed: '1 of 6',
    },
    {
      name: 'over a near copy of its own name: the signature tells them apart',
      anchor: 'load',
      before: `
        | function load(id) {
        |   const row = query('user', id);
        -   return decode(row);
        | }
      `,
      after: `
        | function load(id) {
        |   const row = query('user', id);
        +   return decodeUser(row);
        | }
        : function load(name) {
        :   const row = query('group', name);
        :   return decode(row);
        : }
      `,
      alone: '1 of 4',
      changed: '1 of 4',
    },
    {
      name: 'inside of its unit: it is just longer',
      anchor: 'loadUser',
      before: `
        | function loadUser(id) {
        |   const row = query('user', id);
        |   return decode(row);
        | }
      `,
      after: `
        | function loadUser(id) {
        +   if (!id) throw new Error('no id');
        +   log(id);
        |   const row = query('user', id);
        |   return decode(row);
        | }
      `,
      alone: '2 of 6',
      changed: '2 of 6',
    },
    {
      name: 'over a short copy, by a third: cut back to the unit',
      anchor: 'loadUser',
      before: `
        | function loadUser(id) {
        |   check(id);
        |   const row = query('user', id);
        |   log(row);
        -   return decode(row);
        | }
      `,
      after: `
        | function loadUser(id) {
        |   check(id);
        |   const row = query('user', id);
        |   log(row);
        | }
        : function loadGroup(id) {
        :   return decode(row);
        : }
      `,
      alone: '1 of 6',
      changed: '1 of 6',
    },
    {
      name: 'annotated with constants above it, over a near copy: the constants stay',
      anchor: 'loadUser',
      before: `
        | const LIMIT = 3;
        | const cache = new Map();
        | function loadUser(id) {
        |   const row = query('user', id);
        -   return decode(row);
        | }
      `,
      after: `
        | const LIMIT = 3;
        | const cache = new Map();
        | function loadUser(id) {
        |   const row = query('user', id);
        +   return decodeUser(row);
        | }
        : function loadGroup(id) {
        :   const row = query('group', id);
        :   return decode(row);
        : }
      `,
      alone: '1 of 6',
      changed: '1 of 6',
    },
    {
      name: 'annotated with more lines above it, over a near copy: all of them stay',
      anchor: 'loadUser',
      before: `
        | const LIMIT = 3;
        | const cache = new Map();
        | const SECONDS = 60;
        | function loadUser(id) {
        |   check(id);
        |   const row = query('user', id);
        -   return decode(row);
        | }
      `,
      after: `
        | const LIMIT = 3;
        | const cache = new Map();
        | const SECONDS = 60;
        | function loadUser(id) {
        |   check(id);
        |   const row = query('user', id);
        +   return decodeUser(row);
        | }
        : function loadGroup(id) {
        :   const row = query('group', id);
        :   return decode(row);
        : }
      `,
      alone: '1 of 8',
      changed: '1 of 8',
    },
  ]);
});
