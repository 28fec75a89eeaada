import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isChannelName, parseClientMessage } from './protocol.ts';
import { readSubscription, signSubscription } from './signature.ts';

const parse = (text: string) => parseClientMessage(Buffer.from(text));

test('the messages of the official clients are read', () => {
  expect(parse('{"event":"pusher:ping","data":{}}')).toEqual({ kind: 'ping' });
  expect(parse('{"event":"pusher:pong","data":{}}')).toEqual({ kind: 'pong' });
  expect(parse('{"event":"pusher:subscribe","data":{"channel":"private-a","auth":"k:s"}}')).toEqual({
    kind: 'subscribe',
    channel: 'private-a',
    auth: 'k:s',
    channelData: undefined,
  });
  expect(parse('{"event":"pusher:subscribe","data":{"channel":"presence-a","auth":"k:s","channel_data":"{}"}}')).toMatchObject({ channelData: '{}' });
  expect(parse('{"event":"pusher:unsubscribe","data":{"channel":"private-a"}}')).toEqual({ kind: 'unsubscribe', channel: 'private-a' });
  expect(parse('{"event":"client-x","channel":"private-a","data":{"n":1}}')).toEqual({
    kind: 'client-event',
    name: 'client-x',
    channel: 'private-a',
    data: { n: 1 },
  });
});

test.each([
  ['nothing', ''],
  ['half a message', '{"event":"pusher:ping"'],
  ['a number', '7'],
  ['null', 'null'],
  ['a list', '[]'],
  ['no event', '{}'],
  ['an event that is no text', '{"event":{}}'],
  ['an unknown event', '{"event":"pusher:signin","data":{}}'],
  ['a subscribe to nothing', '{"event":"pusher:subscribe"}'],
  ['a subscribe to a list', '{"event":"pusher:subscribe","data":{"channel":["private-a"]}}'],
  ['a public channel', '{"event":"pusher:subscribe","data":{"channel":"news"}}'],
  ['channel data that is no text', '{"event":"pusher:subscribe","data":{"channel":"presence-a","channel_data":{}}}'],
  ['a client event without a channel', '{"event":"client-x","data":{}}'],
  ['an endless event name', JSON.stringify({ event: `client-${'x'.repeat(300)}`, channel: 'private-a' })],
])('%s is answered with a complaint', (_what, text) => {
  expect(typeof parse(text)).toBe('string');
});

test('no bytes whatever make the reader throw', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void parseClientMessage(Buffer.from(bytes))));
  fc.assert(fc.property(fc.json(), (text) => void parse(text)));
});

test('channel names have a known prefix, plain characters and an end', () => {
  expect(['private-account-1', 'presence-class-9', 'private-a_b=@,.;-Z'].every(isChannelName)).toBe(true);
  expect(['', 'private-', 'news', 'Private-a', 'private-a b', 'private-é', 'private-a\n', `private-${'x'.repeat(181)}`, 7, null].some(isChannelName)).toBe(
    false,
  );
});

test('a signature holds for its socket, channel and member, and for nothing else', () => {
  const signed = { socketId: '1.2', channel: 'presence-a', channelData: '{"user_id":"1"}' };
  const claim = { accountId: 1, tokenId: 22, givenAtMs: 1_700_000_000_000 };
  const auth = signSubscription('key', 'secret', signed, claim);
  const subscription = { ...signed, auth };
  expect(auth.startsWith('key:')).toBe(true);
  expect(readSubscription('key', 'secret', subscription)).toEqual(claim);
  const [, given] = auth.split(':') as [string, string];
  const [account, token, instant, signature] = given.split('.') as [string, string, string, string];
  for (const other of [
    { socketId: '1.3' },
    { channel: 'presence-b' },
    { channelData: '{"user_id":"2"}' },
    { channelData: undefined },
    { auth: '' },
    { auth: `${auth}0` },
    { auth: auth.replace('key:', 'kex:') },
    { auth: given },
    ...[
      ['2', token, instant, signature],
      [account, '23', instant, signature],
      [account, token, `${Number(instant) + 1}`, signature],
      [account, token, instant, ''],
      [`0${account}`, token, instant, signature],
    ].map((parts) => ({ auth: `key:${parts.join('.')}` })),
  ]) {
    expect(readSubscription('key', 'secret', { ...subscription, ...other }), JSON.stringify(other)).toBeNull();
  }
  expect(readSubscription('key', 'other', subscription)).toBeNull();
  expect(readSubscription('kex', 'secret', subscription)).toBeNull();
});
