import { endpoint } from '@classwright/contract';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '@classwright/contract/protocol';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { implement } from './index.ts';
import { requireNewEnough } from './protocol-number.ts';
import { createSmallServer, somebody } from './testing/small-server.ts';

const base = {
  name: 'word.get',
  method: 'GET',
  path: '/word',
  access: 'public',
  summary: 'A word',
  response: z.object({}),
  errors: [],
  readOnly: true,
} as const;
const wordGet = endpoint(base);
const start = (declared: typeof wordGet) =>
  createSmallServer({ contract: [declared], authenticate: async () => somebody(1), implementations: [implement(declared, async () => ({}))] }).app;

describe('the number of the wire', () => {
  const app = start(wordGet);
  const call = (number?: string) => app.inject({ url: '/api/word', ...(number === undefined ? {} : { headers: { [PROTOCOL_HEADER]: number } }) });

  test('stands on every answer under /api, refusals too', async () => {
    for (const reply of [await call(), await call('0'), await app.inject({ url: '/api/nothing' })])
      expect(reply.headers[PROTOCOL_HEADER]).toBe(String(PROTOCOL_VERSION));
    expect((await app.inject({ url: '/healthz' })).headers[PROTOCOL_HEADER]).toBeUndefined();
  });

  test('of a page that is too old is refused, in words that say what to do', async () => {
    const reply = await call('0');
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ status: 'error', code: 'CLIENT_TOO_OLD', message: expect.stringContaining('reload the page') });
  });

  test.each([[undefined], [String(PROTOCOL_VERSION)], [String(PROTOCOL_VERSION + 1)], ['banana'], ['-1']])('%j is taken', async (number) => {
    expect((await call(number)).statusCode).toBe(200);
  });

  test('between the oldest and the current one a page is told and goes on', () => {
    expect(() => requireNewEnough('4', 4)).not.toThrow();
    expect(() => requireNewEnough('3', 4)).toThrow(expect.objectContaining({ code: 'CLIENT_TOO_OLD' }));
  });
});

test.each([
  ['params and query', { path: '/word/:id', params: z.object({ id: z.string() }), query: z.object({ id: z.string() }) }, 'id'],
  ['params and body', { path: '/word/:id', method: 'POST', params: z.object({ id: z.string() }), body: z.object({ id: z.string(), word: z.string() }) }, 'id'],
  ['query and a body that is transformed', { query: z.object({ word: z.string() }), body: z.object({ word: z.string() }).transform((body) => body) }, 'word'],
])('an endpoint with one name in %s does not start', (_, parts, name) => {
  expect(() => start({ ...base, ...parts } as never)).toThrow(`endpoint word.get has ${name} in more than one of params, query and body`);
});
