import { expect, test } from 'vitest';
import { appError } from '../errors.ts';
import type { Actor } from './context.ts';
import { KnownTokens } from './known-tokens.ts';
import { somebody } from './testing/small-server.ts';

const notCounted = (): never => {
  throw new Error('nobody is counted here');
};

test('[B115] a known token is counted before it is looked up, so that a refusal asks the database nothing', async () => {
  let lookups = 0;
  const tokens = new KnownTokens(async () => {
    lookups += 1;
    return somebody(7);
  });
  const counted: string[] = [];
  const count = (caller: string): void => {
    if (counted.push(caller) > 2) throw appError('TOO_MANY_REQUESTS', { seconds: 1 });
  };
  await tokens.authenticate('t', 'here', count);
  expect((await tokens.authenticate('t', 'here', count)).accountId).toBe(7);
  await expect(tokens.authenticate('t', 'here', count)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect([lookups, counted]).toEqual([2, ['7', '7', '7']]);
});

test('a call that is to wait is looked up afterwards', async () => {
  let lookups = 0;
  const tokens = new KnownTokens(async () => {
    lookups += 1;
    return somebody(7);
  });
  await tokens.authenticate('t', 'here', () => undefined);
  let proceed = (): void => undefined;
  const waiting = tokens.authenticate('t', 'here', () => new Promise<void>((resolve) => (proceed = resolve)));
  await tokens.authenticate('t', 'here', () => undefined);
  expect(lookups).toBe(2);
  proceed();
  await waiting;
  expect(lookups).toBe(3);
});

test('[B115] a token that nobody has is looked up once', async () => {
  let lookups = 0;
  const tokens = new KnownTokens(async () => {
    lookups += 1;
    throw appError('NOT_SIGNED_IN');
  });
  for (let count = 0; count < 3; count += 1) await expect(tokens.authenticate('t', 'here', notCounted)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  expect(lookups).toBe(1);
});

test('every call asks anew: a token that has ended lets nobody in, and takes one point of its account', async () => {
  let isEnded = false;
  const tokens = new KnownTokens(async () => {
    if (isEnded) throw appError('SIGNED_IN_ELSEWHERE');
    return somebody(7);
  });
  const counted: string[] = [];
  const count = (caller: string): void => void counted.push(caller);
  await tokens.authenticate('t', 'here', count);
  isEnded = true;
  for (let tries = 0; tries < 3; tries += 1) await expect(tokens.authenticate('t', 'here', count)).rejects.toMatchObject({ code: 'SIGNED_IN_ELSEWHERE' });
  expect(counted).toEqual(['7', '7']);
});

test('[B2413] a wall and a seat pay for their own calls, and use up none of the account’s', async () => {
  const limits: Record<string, Actor['limit']> = { wall: { kind: 'wall' }, seat: { kind: 'seat', assessmentId: 3 }, desk: null };
  const tokens = new KnownTokens(async (token) => ({ ...somebody(7), tokenId: Object.keys(limits).indexOf(token), limit: limits[token] ?? null }));
  const counted: string[] = [];
  for (const token of ['wall', 'seat', 'desk', 'wall']) await tokens.authenticate(token, 'here', (caller) => void counted.push(caller));
  expect(counted).toEqual(['token 0', 'token 1', '7', 'token 0']);
});

test('an error of the database refuses nobody for long', async () => {
  let isAway = true;
  const tokens = new KnownTokens(async () => {
    if (isAway) throw new Error('the database is away');
    return somebody(7);
  });
  await expect(tokens.authenticate('t', 'here', notCounted)).rejects.toThrow('away');
  isAway = false;
  expect((await tokens.authenticate('t', 'here', () => undefined)).accountId).toBe(7);
});

test('[B115] few tokens of one account, and few new ones of one network, are looked up at the same time', async () => {
  let running = 0;
  const open: (() => void)[] = [];
  const tokens = new KnownTokens(async (token) => {
    running += 1;
    await new Promise<void>((resolve) => open.push(resolve));
    running -= 1;
    return somebody(Number(token.split('-', 1)[0]));
  });
  const ask = (token: string, network: string): Promise<Actor> => tokens.authenticate(token, network, () => undefined);
  const fromHere = Array.from({ length: 60 }, (_, index) => ask(`7-${index}`, 'here'));
  const fromThere = ask('8-1', 'there');
  await expect.poll(() => running).toBe(33);
  const letAll = async (all: Promise<unknown>): Promise<void> => {
    let isDone = false;
    void all.then(() => (isDone = true));
    await expect
      .poll(() => {
        expect(running).toBeLessThanOrEqual(33);
        for (const proceed of open.splice(0)) proceed();
        return isDone;
      })
      .toBe(true);
  };
  await letAll(Promise.all([...fromHere, fromThere]));
  const again = Array.from({ length: 10 }, (_, index) => ask(`7-${index}`, `elsewhere ${index}`));
  await expect.poll(() => running).toBe(2);
  await letAll(Promise.all(again));
});
