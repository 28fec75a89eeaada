import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drain } from './drain.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function steps(overrides: Partial<Record<'closeServer' | 'leave' | 'closePools' | 'stopDatabase', () => Promise<void>>> = {}) {
  const taken: string[] = [];
  const trouble: string[] = [];
  const step = (name: string) => async () => void taken.push(name);
  return {
    taken,
    trouble,
    options: {
      startDraining: () => void taken.push('refuse new calls'),
      closeServer: step('close server'),
      leave: step('leave'),
      closePools: step('close pool'),
      stopDatabase: step('stop database'),
      onTrouble: (message: string) => void trouble.push(message),
      ...overrides,
    },
  };
}

test('refuses new calls first and stops the database last', async () => {
  const { taken, trouble, options } = steps();
  await drain(options);
  expect(taken).toEqual(['refuse new calls', 'close server', 'leave', 'close pool', 'stop database']);
  expect(trouble).toEqual([]);
});

test('a step that fails does not keep the database from being stopped', async () => {
  const { taken, trouble, options } = steps({ closeServer: async () => Promise.reject(new Error('broken')) });
  await drain(options);
  expect(taken.at(-1)).toBe('stop database');
  expect(trouble).toHaveLength(1);
});

test('a step that never ends is given up after its time', async () => {
  const { taken, trouble, options } = steps({ closeServer: () => new Promise(() => undefined) });
  const done = drain(options);
  await vi.advanceTimersByTimeAsync(15_000);
  await done;
  expect(taken).toEqual(['refuse new calls', 'leave', 'close pool', 'stop database']);
  expect(trouble[0]).toContain('cut off');
});
