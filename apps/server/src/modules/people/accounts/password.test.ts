import { expect, test, vi } from 'vitest';

let [running, most, begun] = [0, 0, 0];
const open: (() => void)[] = [];
vi.mock('../../../platform/workers/index.ts', () => ({
  createWorkers: () => ({
    async begin() {
      begun += 1;
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => void open.push(resolve));
      return {
        batches: async function* () {
          yield false;
        },
        end: async () => void (running -= 1),
      };
    },
  }),
}));
const { isPasswordRight } = await import('./password.ts');

test('[B2033] of three hundred false passwords no more than two are checked at a time, all of them in threads of their own', async () => {
  const answers = Array.from({ length: 300 }, (_, guess) => isPasswordRight(`guess ${guess}`, 'a hash', { place: 'there', who: `${guess}` }));
  let isOver = false;
  const all = Promise.all(answers).then((said) => {
    isOver = true;
    return said;
  });
  while (!isOver) {
    open.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await all).every((isRight) => !isRight)).toBe(true);
  expect([most, begun]).toEqual([2, 300]);
});
