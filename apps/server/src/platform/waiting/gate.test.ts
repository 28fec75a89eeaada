import { expect, test } from 'vitest';
import { Gate } from './gate.ts';

function setUp({ atOnce = 2, maxWaiting = 1000 } = {}) {
  const queue = new Gate({ atOnce, maxWaiting, refusal: () => new Error('full') });
  const order: string[] = [];
  const open: (() => void)[] = [];
  let [running, most] = [0, 0];
  const ask = (place: string, who = place) =>
    queue
      .run({ place, who }, async () => {
        order.push(who);
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => void open.push(resolve));
        running -= 1;
      })
      .then(
        () => 'done',
        (error: Error) => error.message,
      );
  const finish = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      open.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { queue, order, ask, finish, most: () => most };
}

test('so many at a time, and places take turns: one who asks for a thousand things delays another by the one in hand', async () => {
  const { order, ask, finish, most } = setUp();
  for (let index = 0; index < 900; index += 1) void ask('far away', 'stranger');
  void ask('school', 'ada');
  await finish(1);
  expect(order).toEqual(['stranger', 'stranger', 'stranger']);
  await finish(1);
  expect(order.at(-1)).toBe('ada');
  expect(most()).toBe(2);
});

test('within a place the people take turns', async () => {
  const { order, ask, finish } = setUp({ atOnce: 1 });
  for (let index = 0; index < 50; index += 1) void ask('school', 'guesser');
  for (const who of ['ada', 'grace']) void ask('school', who);
  await finish(4);
  expect(order.slice(0, 5)).toEqual(['guesser', 'guesser', 'ada', 'grace', 'guesser']);
});

test('when it is full, who waits last where most wait is refused, and never one of another place', async () => {
  const { queue, ask, finish } = setUp({ atOnce: 1, maxWaiting: 10 });
  const crowd = Array.from({ length: 11 }, () => ask('far away', 'stranger'));
  expect(queue.waiting).toBe(10);
  const ada = ask('school', 'ada');
  await finish(30);
  expect(await ada).toBe('done');
  expect((await Promise.all(crowd)).filter((outcome) => outcome === 'full')).toHaveLength(1);
});

test('work that fails gives its place up', async () => {
  const queue = new Gate({ atOnce: 1, maxWaiting: 10, refusal: () => new Error('full') });
  const failing = queue.run({ place: 'a', who: 'a' }, async () => {
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  expect(await queue.run({ place: 'a', who: 'a' }, async () => 7)).toBe(7);
});
