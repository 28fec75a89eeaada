import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { createTranslate, en, endpoint, id } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { appError } from '../errors.ts';
import { createSites } from '../sites.ts';
import { readLanguage } from '../languages.ts';
import { createLog } from '../log.ts';
import { type HttpServer, implement, type PreparedAnswer, prepareAnswer, registerStatic } from './index.ts';
import { createSmallServer, somebody } from './testing/small-server.ts';

const wordGet = endpoint({
  name: 'word.get',
  method: 'GET',
  path: '/words/:length',
  access: 'signed-in',
  summary: 'A word as long as asked',
  params: z.object({ length: id('Length') }),
  response: z.object({ word: z.string() }),
  errors: [],
  readOnly: true,
});
const wordShared = endpoint({
  name: 'word.shared',
  method: 'GET',
  path: '/shared',
  access: 'public',
  summary: 'The same for all',
  response: z.object({ word: z.string() }),
  errors: [],
  readOnly: true,
});
const wordWeigh = endpoint({
  name: 'word.weigh',
  method: 'GET',
  path: '/weigh',
  access: 'signed-in',
  summary: 'Costs a hundred',
  cost: 100,
  response: z.object({}),
  errors: [],
  readOnly: true,
});
const wordList = endpoint({
  name: 'word.list',
  method: 'GET',
  path: '/words',
  access: 'public',
  summary: 'Words, under two names',
  response: z.object({ data: z.array(z.object({ id: z.number(), text: z.string() })), words: z.array(z.object({ id: z.number(), text: z.string() })) }),
  brief: z.object({ data: z.array(z.object({ id: z.number() })) }),
  errors: [],
  readOnly: true,
});
const wordFeed = { ...wordList, name: 'word.feed', path: '/feed' } as const;
const contract = [wordGet, wordShared, wordWeigh, wordList, wordFeed];
const words = (length: number): string => 'lamp sun cell '.repeat(Math.ceil(length / 14)).slice(0, length);

let server: HttpServer;
let address: URL;
let shared: PreparedAnswer<typeof wordShared> | null = null;
let feed: PreparedAnswer<typeof wordFeed> | null = null;
const rows = [{ id: 1, text: 'lamp' }];
const twice = { data: rows, words: rows };
const logged: Record<string, unknown>[] = [];
beforeAll(async () => {
  server = createSmallServer({
    log: createLog('info', { write: (line) => void logged.push(JSON.parse(line)) }),
    https: true,
    trustedProxies: ['127.0.0.1'],
    findSite: createSites({ listHosts: async () => [], rules: { publicUrl: new URL('https://school.example'), listensOn: '127.0.0.1' } }).find,
    contract,
    authenticate: async (token) => {
      const [, account, number] = /^(\d+)-(\d+)$/.exec(token) ?? [];
      if (!account) throw appError('NOT_SIGNED_IN');
      return somebody(Number(account), Number(number));
    },
    implementations: [
      implement(wordGet, async ({ input }) => ({ word: words(input.length) })),
      implement(wordShared, async () => (shared ??= prepareAnswer(wordShared, { word: words(40_000) }))),
      implement(wordWeigh, async () => ({})),
      implement(wordList, async () => twice),
      implement(wordFeed, async () => (feed ??= prepareAnswer(wordFeed, twice))),
    ],
  });
  registerStatic(server.app, { webRoot: null, contract, entries: {}, language: readLanguage('en'), t: createTranslate(en) });
  address = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(() => server.app.close());

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '10.0.0.1') => server.app.inject({ url, headers, remoteAddress });

/** Sends text on the raw connection and returns the response. */
const say = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect({ host: '127.0.0.1', port: Number(address.port) }, () => socket.end(text));
    socket
      .setEncoding('utf8')
      .on('data', (part) => (heard += part))
      .on('close', () => resolve(heard))
      .on('error', reject);
  });

describe('[B131] what is no call of ours is told so in our envelope, with the strict headers', () => {
  const STRICT = ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy', 'strict-transport-security', 'x-request-id'];
  test.each(['/%', '/%25%', '/api/%ff%', `/api/words/${'x'.repeat(301)}`])('the address %.20s', async (url) => {
    const reply = await get(url, { host: 'school.example' });
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.json()).toMatchObject({
      status: 'error',
      code: expect.stringMatching(/^(MALFORMED_REQUEST|NOT_SIGNED_IN|NOT_FOUND)$/),
      request_id: expect.any(String),
    });
    for (const name of STRICT) expect([name, typeof reply.headers[name]]).toEqual([name, 'string']);
    expect(reply.headers['cache-control']).toBe('no-store');
  });
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a method that nobody knows', 'BREW / HTTP/1.1\r\nhost: school.example\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nhost: school.example\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
    ['a length that is none', 'POST / HTTP/1.1\r\nhost: school.example\r\ncontent-length: -1\r\n\r\n', 400],
  ])('%s', async (_what, text, status) => {
    const heard = await say(text);
    expect(heard.split('\r\n', 1)[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const [head = '', body = ''] = heard.split('\r\n\r\n');
    for (const name of STRICT) expect(head.toLowerCase()).toContain(`\r\n${name}: `);
    expect(JSON.parse(body)).toMatchObject({ status: 'error', code: 'MALFORMED_REQUEST', message: expect.any(String) });
  });
  test('a failure is kept by no cache', async () => {
    for (const url of ['/api/nothing', '/api/words/1', '/nothing']) expect((await get(url, { host: 'localhost' })).headers['cache-control']).toBe('no-store');
  });
});

describe('[B129] the host', () => {
  test.each(['evil.example', '[', 'a:99999999', '10.0.0.9'])('%s is not ours: 421, and nothing of a page or an answer', async (host) => {
    for (const url of ['/', '/api/shared', '/files/1', '/api/openapi.json']) {
      const reply = await get(url, { host });
      expect([url, reply.statusCode, reply.json().code]).toEqual([url, 421, 'WRONG_HOST']);
    }
  });
  test('a call without any is told so too, in HTTP 1.0 and 1.1; a monitor’s is not', async () => {
    expect(await say('GET /api/shared HTTP/1.1\r\nconnection: close\r\n\r\n')).toContain('"code":"WRONG_HOST"');
    expect(await say('GET /api/shared HTTP/1.0\r\n\r\n')).toContain('"code":"WRONG_HOST"');
    expect(await say('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });
  test('what a client says it was forwarded from counts for nothing, not even behind a trusted proxy', async () => {
    expect((await get('/api/shared', { host: 'school.example', 'x-forwarded-host': 'evil.example' }, '127.0.0.1')).statusCode).toBe(200);
    expect((await get('/api/shared', { host: 'evil.example', 'x-forwarded-host': 'school.example' }, '127.0.0.1')).statusCode).toBe(421);
  });
  test('a person reads a sentence, and the log says which name was asked for, once', async () => {
    const reply = await get('/', { host: 'evil.example', accept: 'text/html' });
    expect([reply.headers['content-type'], reply.body]).toEqual(['text/plain; charset=utf-8', en['error.WRONG_HOST']]);
    const lines = logged.filter(({ event }) => event === 'host refused');
    expect(lines).toEqual([expect.objectContaining({ level: 40, host: 'evil.example', address: '10.0.0.1' })]);
  });
});

describe('[B128] limits', () => {
  const weigh = (token: string, from = '10.0.0.1') => get('/api/weigh', { host: 'localhost', authorization: `Bearer ${token}` }, from);
  test('a call takes what it costs; another token of the same account has no points of its own, another account does', async () => {
    const statuses = [];
    for (const token of [1, 2, 3, 4, 5]) statuses.push((await weigh(`7-${token}`)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await weigh('8-1')).statusCode).toBe(200);
    const refused = await weigh('7-6');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(logged.filter(({ event }) => event === 'throttled')).toEqual([expect.objectContaining({ level: 40, caller: '7', address: '10.0.0.1' })]);
  });
  test('the description of all calls is limited by address, and all of a /64 are one', async () => {
    // On a slow machine some points are refilled in the meantime.
    const askTill429 = async (url: string): Promise<number> => {
      for (let asked = 0; asked < 3000; asked++)
        if ((await get(url, { host: 'localhost', 'if-none-match': 'none' }, `2001:db8::${asked.toString(16)}`)).statusCode === 429) return asked;
      return Number.NaN;
    };
    expect(await askTill429('/api/openapi.json')).toBeGreaterThanOrEqual(300);
    expect((await get('/api/openapi.json', { host: 'localhost' }, '2001:db8:0:1::1')).statusCode).toBe(200);
    expect(await askTill429('/readyz')).not.toBeNaN();
  });
  test('a refused call says where it came from, an accepted one does not', async () => {
    const from = logged.length;
    await get('/api/words/1', { host: 'localhost' }, '10.9.9.9');
    await get('/api/words/1', { host: 'localhost', authorization: 'Bearer 9-1' }, '10.9.9.8');
    const calls = logged.slice(from).filter(({ msg }) => msg === 'call');
    expect(calls.map(({ status, address: where }) => [status, where])).toEqual([
      [401, '10.9.9.9'],
      [200, undefined],
    ]);
  });
});

describe('[B135] an answer that has a brief form', () => {
  test.each(['/api/words', '/api/feed'])('%s says everything under both names, and each row once to whoever prefers that', async (url) => {
    const whole = await get(url, { host: 'localhost' });
    expect(whole.json()).toEqual({ status: 'success', ...twice });
    expect([whole.headers.vary, whole.headers['preference-applied']]).toEqual(['Prefer', undefined]);
    const brief = await get(url, { host: 'localhost', prefer: 'respond-async, return=minimal' });
    expect(brief.json()).toEqual({ status: 'success', data: [{ id: 1 }] });
    expect([brief.headers.vary, brief.headers['preference-applied']]).toEqual(['Prefer', 'return=minimal']);
    expect((await get(url, { host: 'localhost', prefer: 'return=representation' })).json()).toEqual(whole.json());
  });
  test('is told of in the description of all calls', async () => {
    const { paths } = (await get('/api/openapi.json', { host: 'localhost' })).json();
    expect(paths['/api/words'].get.parameters).toMatchObject([{ name: 'Prefer', in: 'header', schema: { enum: ['return=minimal'] } }]);
    expect(Object.keys(paths['/api/words'].get['x-brief'].properties)).toEqual(['data']);
    expect(paths['/api/weigh'].get['x-brief']).toBeUndefined();
  });
});

describe('[B134] compression', () => {
  const ask = (length: number, accept?: string) =>
    get(`/api/words/${length}`, { host: 'localhost', authorization: 'Bearer 1-1', ...(accept === undefined ? {} : { 'accept-encoding': accept }) });
  test.each([1100, 15_000, 60_000])('an answer of %d bytes goes out compressed, and says the same', async (length) => {
    const reply = await ask(length, 'br, gzip');
    expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringContaining('Accept-Encoding') });
    expect(Number(reply.headers['content-length'])).toBe(reply.rawPayload.length);
    expect(reply.rawPayload.length).toBeLessThan(length / 3);
    expect(JSON.parse(gunzipSync(reply.rawPayload).toString())).toEqual({ status: 'success', word: words(length) });
  });
  test.each([undefined, '', 'br', 'identity', 'gzip;q=0', 'gzip; q=0.000, br', 'gzip;q=0, *'])('whoever accepts %s gets it as it is', async (accept) => {
    const reply = await ask(5000, accept);
    expect(reply.headers['content-encoding']).toBeUndefined();
    expect([reply.headers.vary, reply.json().word]).toEqual(['Accept-Encoding', words(5000)]);
  });
  test('what fits into a packet is left alone', async () => {
    expect((await ask(900, 'gzip')).headers['content-encoding']).toBeUndefined();
  });
  test('an answer that was written out for many is compressed once for all of them', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => get('/api/shared', { host: 'localhost', 'accept-encoding': 'gzip' })));
    for (const { rawPayload } of replies) expect(JSON.parse(gunzipSync(rawPayload).toString()).word).toBe(words(40_000));
    const plain = await get('/api/shared', { host: 'localhost' });
    expect(plain.json().word).toBe(words(40_000));
  });
  test('[B132] the description of all calls is compressed, and not sent again to whoever has it', async () => {
    const first = await get('/api/openapi.json', { host: 'localhost', 'accept-encoding': 'gzip' });
    expect(JSON.parse(gunzipSync(first.rawPayload).toString()).openapi).toBe('3.1.0');
    const again = await get('/api/openapi.json', { host: 'localhost', 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});
