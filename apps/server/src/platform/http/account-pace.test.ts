import { endpoint } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type HttpServer, implement } from './index.ts';
import { createSmallServer, somebody } from './testing/small-server.ts';

const exhibitList = endpoint({
  name: 'exhibit.list',
  method: 'GET',
  path: '/exhibits',
  access: 'signed-in',
  summary: 'Exhibits',
  response: z.object({}),
  errors: [],
  readOnly: true,
});

let server: HttpServer;
const called: number[] = [];

beforeAll(() => {
  server = createSmallServer({
    accountLimit: { perMinute: 30, burst: 15 },
    contract: [exhibitList],
    authenticate: async (token) => somebody(Number(token)),
    implementations: [
      implement(exhibitList, async ({ actor }) => {
        called.push(actor.accountId);
        return {};
      }),
    ],
  });
});
afterAll(() => server.app.close());

test('[B116] what an account sends at once beyond a screenful is worked on bit by bit and refused to nobody; another account does not wait', async () => {
  const ask = (token: string) => server.app.inject({ url: '/api/exhibits', headers: { authorization: `Bearer ${token}` } });
  const crowd = Array.from({ length: 5 }, () => ask('1'));
  expect((await ask('2')).statusCode).toBe(200);
  await expect.poll(() => called.length).toBe(4); // three at once are a fifth of what is allowed
  expect(called.filter((accountId) => accountId === 1)).toHaveLength(3);
  expect((await Promise.all(crowd)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
});
