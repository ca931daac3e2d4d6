// Whether a name of a unit stands in lines, as a word.
import { expect, test } from 'vitest';
import { mentions } from '../../../src/pipeline/lines/mentions.ts';

test.each([
  ['connect', 'function connect() {', true],
  ['connect', 'function reconnect() {', false],
  ['connect', 'connected = reconnect || connect', true],
  ['MqttClient::connect', '  connect() {', true],
  ['MqttClient.connect', 'class MqttClient {', false],
  ['connect(host, port)', 'void connect(String host) {', true],
  ['Cache<K, V>', 'class Cache {', true],
  ['$scope', 'let $scope = 1', true],
  ['scope', 'let $scope = 1', false],
  ['größe', 'let größe = 1', true],
  ['(*Queue).Push', 'func (q *Queue) Push(item T) {', true],
  ['(q *Queue) Push', 'func (q *Queue) Pop() T {', false],
  ['==', 'a == b', false],
  ['', 'anything', false],
])('%s in "%s": %s', (name, line, expected) => {
  expect(mentions([Buffer.from(line).toString('latin1')], name)).toBe(expected);
});
