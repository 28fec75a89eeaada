import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createTranslate, en, endpoint } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { appError } from '../errors.ts';
import { createSites } from '../sites.ts';
import { readLanguage } from '../languages.ts';
import { type HttpServer, implement, registerStatic } from './index.ts';
import { createSmallServer, somebody } from './testing/small-server.ts';

const lampGet = endpoint({
  name: 'lamp.get',
  method: 'GET',
  path: '/lamp',
  access: 'signed-in',
  summary: 'A lamp',
  response: z.object({ lamp: z.string() }),
  errors: [],
  readOnly: true,
});
const lampLight = endpoint({
  name: 'lamp.light',
  method: 'POST',
  path: '/lamp',
  access: 'signed-in',
  summary: 'Lights the lamp',
  body: z.object({ color: z.string() }),
  response: z.object({}),
  errors: [],
  readOnly: true,
});
const contract = [lampGet, lampLight];

let server: HttpServer;
let port: number;
beforeAll(async () => {
  server = createSmallServer({
    https: true,
    findSite: createSites({ listHosts: async () => [], rules: { publicUrl: new URL('https://school.example'), listensOn: '127.0.0.1' } }).find,
    contract,
    authenticate: async (token) => {
      if (token !== 'good') throw appError('NOT_SIGNED_IN');
      return somebody(1);
    },
    implementations: [implement(lampGet, async () => ({ lamp: 'on' })), implement(lampLight, async () => ({}))],
  });
  const webRoot = fileURLToPath(new URL('../../../../web/', import.meta.url));
  registerStatic(server.app, { webRoot, contract, entries: {}, language: readLanguage('en'), t: createTranslate(en) });
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => server.app.close());

const ADDRESSES = ['/', '/home', '/api/lamp', '/api/nothing', '/healthz', '/nothing.txt'];
const ask = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { host: 'school.example', accept: '*/*, text/html', ...headers } });

/** Sends text on the raw connection and returns the response. */
const say = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect({ host: '127.0.0.1', port }, () => socket.end(text));
    socket
      .setEncoding('utf8')
      .on('data', (part) => (heard += part))
      .on('close', () => resolve(heard))
      .on('error', reject);
  });

describe('[B2832] every answer', () => {
  test.each(ADDRESSES)('%s asks for a year of https alone, with subdomains', async (url) => {
    expect((await ask(url)).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  test.each(ADDRESSES)('%s has a content policy: the policy names no place but our own', async (url) => {
    const policy = String((await ask(url)).headers['content-security-policy']);
    for (const part of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) expect(policy).toContain(part);
    expect(policy.replaceAll(/'(?:self|none)'|[\w-]+-(?:src|uri|action|ancestors)|data:|blob:|[; ]/g, '')).toBe('');
  });

  test.each(ADDRESSES)('%s says its type and its letters', async (url) => {
    const { headers, body } = await ask(url);
    expect(body).not.toBe('');
    expect(headers['content-type']).toMatch(/^(?:text\/(?:html|plain)|application\/json); charset=utf-8$/i);
  });

  test.each(ADDRESSES)('no origin is let in at %s', async (url) => {
    for (const method of ['GET', 'OPTIONS', 'POST'] as const) {
      const { headers } = await server.app.inject({
        url,
        method,
        headers: { host: 'school.example', origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('[B2832] calls', () => {
  test('a call without the header of our own pages is nobody’s, also with the headers that a browser adds', async () => {
    const send = (headers: Record<string, string>) =>
      server.app.inject({ method: 'POST', url: '/api/lamp', headers: { host: 'school.example', ...headers }, payload: '{"color":"red"}' });
    const byItself = { cookie: 'token=good; authorization=good', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded'])
      expect([401, 403, 415]).toContain((await send({ ...byItself, 'content-type': type })).statusCode);
    expect((await send({ 'content-type': 'text/plain', authorization: 'Bearer good' })).statusCode).toBe(415);
    expect((await send({ 'content-type': 'application/json', authorization: 'Bearer good' })).statusCode).toBe(200);
  });

  test('a page of another site neither makes a call nor leads to one, also by GET and with a good token', async () => {
    const send = (site: string) => ask('/api/lamp', { authorization: 'Bearer good', 'sec-fetch-site': site });
    for (const site of ['cross-site', 'same-site']) expect((await send(site)).json()).toMatchObject({ code: 'NOT_ALLOWED' });
    for (const site of ['same-origin', 'none']) expect((await send(site)).statusCode).toBe(200);
  });

  test.each([
    ['a length and pieces', 'content-length: 5\r\ntransfer-encoding: chunked'],
    ['two different lengths', 'content-length: 5\r\ncontent-length: 6'],
    ['pieces under another name', 'transfer-encoding: chunked, identity'],
  ])('a message with two lengths is refused: %s', async (_what, lines) => {
    const heard = await say(
      `POST /api/lamp HTTP/1.1\r\nhost: school.example\r\nauthorization: Bearer good\r\ncontent-type: application/json\r\n${lines}\r\n\r\n0\r\n\r\nGET /api/lamp HTTP/1.1\r\n\r\n`,
    );
    expect(heard).toMatch(/^HTTP\/1.1 400 /);
    expect(heard.match(/HTTP\/1.1 /g)).toHaveLength(1);
  });

  test('TRACE is refused and repeats nothing', async () => {
    const heard = await say('TRACE / HTTP/1.1\r\nhost: school.example\r\nauthorization: Bearer good\r\nconnection: close\r\n\r\n');
    expect(heard).toMatch(/^HTTP\/1.1 40[045] /);
    expect(heard).not.toContain('Bearer');
  });

  test('a folder of the web app shows no list', async () => {
    for (const url of ['/src/', '/src', '/public/', '/assets/', '/.git/', '/.git/config', '/src/../../server/package.json', '/%2e%2e/server/package.json']) {
      const { statusCode, headers, body } = await ask(url, { accept: 'application/json' });
      expect([400, 404]).toContain(statusCode);
      expect(headers['content-type']).toContain('json');
      expect(body).not.toContain('<a href');
    }
  });
});
