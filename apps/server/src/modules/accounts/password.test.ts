import { expect, test, vi } from 'vitest';
import { besideLessons } from '../../platform/processors.ts';

let [running, most, begun] = [0, 0, 0];
const open: (() => void)[] = [];
vi.mock('../../platform/workers/index.ts', () => ({
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
const { AT_ONCE, isPasswordRight } = await import('./password.ts');

test('[B2033] of three hundred false passwords no more are checked at a time than leave a processor to lessons, all of them in threads of their own', async () => {
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
  expect([most, begun]).toEqual([AT_ONCE, 300]);
  expect(AT_ONCE).toBe(besideLessons(2));
});
