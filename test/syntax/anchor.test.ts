import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSameName, matchName, resolveAnchor, unitsNamed } from '../../src/syntax/anchor.ts';
import { cpuTime } from '../support/cpu-time.ts';

const units = (...names: string[]) => names.map((name, at) => ({ name, at }));

describe('matchName', () => {
  test.each([
    ['MqttClient::connect', 'MqttClient::connect'],
    ['MqttClient.connect', 'MqttClient::connect'],
    ['MqttClient#connect', 'MqttClient::connect'],
    ['App\\Client::connect', 'App::Client::connect'],
    ['Client->connect', 'Client::connect'],
    ['module:connect', 'module.connect'],
    ['validate_token(token)', 'validate_token'],
    ['validate_token', 'validate_token(token: &str) -> Result<(), Error>'],
    ['connect()', 'connect'],
    ['Cache<K, V>::get', 'Cache::get'],
    ['parse::<u8>', 'parse'],
    ['List[T].Push', 'List::Push'],
    ['(*Client).Connect', 'Client::Connect'],
    ['func (c *Client) Connect(ctx context.Context) error', 'Client::Connect'],
    ['<Bar as Display>::fmt', 'Bar::fmt'],
    ['fn connect', 'connect'],
    ['export async function connect', 'connect'],
    ['static int parse(const char *s)', 'parse'],
    ['class Foo', 'Foo'],
    ['`connect`', 'connect'],
    ['impl Foo for Bar<T>', 'impl Foo for Bar'],
    ['impl<T: Into<String>> Foo for Bar<T>', 'impl Foo for Bar<T>'],
    ['impl<T> Bar<T> where T: Clone', 'impl Bar'],
    ['extension Array: Stack', 'extension Array: Stack'],
    ['Foo::operator()(int x)', 'Foo::operator()'],
    ['bool Foo::operator==(const Foo&)', 'Foo::operator=='],
    ['Foo#[]', 'Foo::[]'],
    ['Foo#<=>', 'Foo::<=>'],
    ['Foo::~Foo', 'Foo::~Foo'],
    ['User#valid?', 'User::valid?'],
    ['connect(host: string): Promise<void>', 'connect'],
    ['Client.connect(options).then', 'Client::connect::then'],
    ['Ünïcode.größe', 'Ünïcode::größe'],
  ])('%s is exactly %s', (query, name) => {
    expect(matchName(query, name)).toBe('exact');
    expect(matchName(name, query)).toBe('exact');
  });

  test.each([
    ['connect', 'MqttClient::connect'],
    ['MqttClient::connect', 'connect'],
    ['crate::mqtt::MqttClient::connect', 'MqttClient::connect'],
    ['Client', 'impl Display for Client'],
    ['impl Client', 'Client'],
    ['impl fmt::Display for Client', 'impl Display for Client'],
    ['Foo', 'extension Foo: Codable'],
    ['operator==', 'Foo::operator=='],
  ])('%s is %s but for the qualifier', (query, name) => {
    expect(matchName(query, name)).toBe('unqualified');
    expect(matchName(name, query)).toBe('unqualified');
  });

  test.each([
    ['conect', 'connect'],
    ['conncet', 'connect'],
    ['connec', 'connect'],
    ['connetc', 'connect'],
    ['validte_tokn', 'validate_token'],
    ['validateToken', 'validate_token'],
    ['isHTTPReady', 'is_http_ready'],
    ['MqttClient::conect', 'MqttClient::connect'],
    ['MqttClint::connect', 'MqttClient::connect'],
    ['MqttClient.conect', 'connect'],
    ['initialise', 'initialize'],
    ['authentcate_usr_sesion', 'authenticate_usr_session'],
  ])('%s is nearly %s', (query, name) => {
    expect(matchName(query, name)).toBe('fuzzy');
    expect(matchName(name, query)).toBe('fuzzy');
  });

  test.each([
    ['get', 'set'],
    ['getToken', 'setToken'],
    ['encode', 'decode'],
    ['connect', 'disconnect'],
    ['subscribe', 'unsubscribe'],
    ['serialize', 'deserialize'],
    ['importKeys', 'exportKeys'],
    ['read_u8', 'read_u16'],
    ['parseV1', 'parseV2'],
    ['push', 'pull'],
    ['Clint::Servce::go', 'Client::Service::go'],
    ['start', 'state'],
    ['handler', 'handled'],
    ['transform', 'transfer'],
    ['register', 'registry'],
    ['connect', 'connection'],
    ['Reader::read', 'Header::read'],
    ['Foo::connect', 'Bar::connect'],
    ['Foo::conect', 'Bar::connect'],
    ['connect', 'Client'],
    ['connect', 'connect::inner'],
    ['act', 'Contact'],
    ['impl Display for Foo', 'impl Debug for Foo'],
    ['impl Foo', 'impl Debug for Foo'],
    ['Debug', 'impl Debug for Foo'],
    ['Foo::~Foo', 'Foo::Foo'],
    ['==', '!='],
    ['retry logic of the client', 'client'],
    ['', 'connect'],
    ['()', '::'],
  ])('%s is not %s', (query, name) => {
    expect(matchName(query, name)).toBeUndefined();
    expect(matchName(name, query)).toBeUndefined();
  });

  test('never throws, is symmetric, and takes every name for itself', () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        'Foo',
        'connect',
        '::',
        '.',
        '#',
        '<',
        '>',
        '(',
        ')',
        '[',
        ']',
        ' ',
        'impl ',
        ' for ',
        '->',
        '~',
        '=',
      ],
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 14 }).map(parts => parts.join('')),
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(matchName(a, b)).toBe(matchName(b, a));
        expect([undefined, 'exact']).toContain(matchName(a, a));
      }),
      { numRuns: 2000 },
    );
  });

  test('stays quick on hostile names', () => {
    const started = cpuTime();
    for (const hostile of ['<', '(', 'a::', 'impl ', 'a<', 'operator ', 'get ', ' ']) {
      matchName(hostile.repeat(100_000), `${hostile.repeat(100)}x`);
      matchName(hostile.repeat(80), `${hostile.repeat(79)}x`);
    }
    expect(cpuTime() - started).toBeLessThan(1000);
  });
});

describe('resolveAnchor', () => {
  test('an exact name wins over one that is only unqualified', () => {
    expect(resolveAnchor(units('connect', 'Client::connect'), 'connect')).toMatchObject({
      match: 'exact',
      units: [{ name: 'connect', at: 0 }],
    });
  });

  test('all units of the best kind come back, in source order', () => {
    expect(resolveAnchor(units('B::close', 'A::close', 'open'), 'close')).toMatchObject({
      match: 'unqualified',
      units: [
        { name: 'B::close', at: 0 },
        { name: 'A::close', at: 1 },
      ],
    });
  });

  test('overloads come all together', () => {
    const found = resolveAnchor(units('Log::write', 'Log::write', 'Log::read'), 'Log.write');
    expect(found).toMatchObject({ match: 'exact', units: [{ at: 0 }, { at: 1 }] });
  });

  test('the unit that shares more qualifiers wins', () => {
    const found = resolveAnchor(units('connect', 'Client::connect'), 'mqtt::Client::connect');
    expect(found).toMatchObject({ match: 'unqualified', units: [{ name: 'Client::connect' }] });
  });

  test('a private name spelled out means only itself', () => {
    const both = units('Client::flush', 'Client::#flush');
    expect(resolveAnchor(both, 'Client::#flush')).toMatchObject({ units: [{ at: 1 }] });
    expect(resolveAnchor(both, 'Client::flush')).toMatchObject({ units: [{ at: 0 }] });
  });

  test('trait implementations that differ in a type argument stay apart', () => {
    const both = units('impl From<A> for E', 'impl From<B> for E');
    expect(resolveAnchor(both, 'impl From<B> for E')).toMatchObject({ match: 'exact', units: [{ at: 1 }] });
  });

  test('of several near names only the nearest are taken', () => {
    const found = resolveAnchor(units('validate_tokens_now', 'validate_token_now'), 'validte_token_now');
    expect(found).toMatchObject({ match: 'fuzzy', units: [{ name: 'validate_token_now' }] });
  });

  test('without a match, up to five names come back, the nearest first', () => {
    const found = resolveAnchor(
      units('alpha', 'reconnect', 'beta', 'gamma', 'delta', 'Client::disconnect', 'epsilon'),
      'connect',
    );
    expect(found.match).toBeUndefined();
    expect('nearest' in found && found.nearest).toHaveLength(5);
    expect('nearest' in found && found.nearest.slice(0, 2).sort()).toEqual([
      'Client::disconnect',
      'reconnect',
    ]);
  });

  test('an empty file has no nearest names', () => {
    expect(resolveAnchor([], 'connect')).toEqual({ units: [], nearest: [] });
  });

  test('a name means its units without guessing at typos', () => {
    const all = units('Log::write', 'Log::read', 'File::write');
    expect(unitsNamed(all, 'write').map(({ name }) => name)).toEqual(['Log::write', 'File::write']);
    expect(unitsNamed(all, 'Log::wirte')).toEqual([]);
    expect(isSameName('write', 'Log::write')).toBe(true);
    expect(isSameName('wirte', 'Log::write')).toBe(false);
  });
});
