import { endpoint } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { appError } from '../errors.ts';
import { type HttpServer, implement } from './index.ts';
import { HTTP_LIMITS } from './limits.ts';
import { createSmallServer } from './testing/small-server.ts';

const { burst } = HTTP_LIMITS.address;
const door = endpoint({
  name: 'door.open',
  method: 'POST',
  path: '/door',
  access: 'public',
  summary: 'Open the door',
  cost: burst / 20,
  refusedCost: burst / 5,
  body: z.object({ word: z.string() }),
  response: z.object({}),
  errors: ['SIGN_IN_REFUSED'],
  ownTransaction: true,
});

let server: HttpServer;
beforeAll(() => {
  server = createSmallServer({
    contract: [door],
    authenticate: async () => {
      throw appError('NOT_SIGNED_IN');
    },
    implementations: [
      implement(door, async ({ input }) => {
        if (input.word !== 'right') throw appError('SIGN_IN_REFUSED');
        return {};
      }),
    ],
  });
});
afterAll(() => server.app.close());

/** Returns the statuses of six calls of an address. */
async function statusesOf(remoteAddress: string, word: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1)
    statuses.push((await server.app.inject({ method: 'POST', url: '/api/door', remoteAddress, payload: { word } })).statusCode);
  return statuses;
}

test('a call by which somebody may guess costs its address more when it was wrong', async () => {
  expect(await statusesOf('10.0.0.1', 'right')).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await statusesOf('10.0.0.2', 'wrong')).toEqual([401, 401, 401, 401, 429, 429]);
});
