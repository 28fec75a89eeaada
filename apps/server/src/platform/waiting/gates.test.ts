import { expect, test } from 'vitest';
import { Gates } from './gate.ts';

test('so many at a time for each key, in the order in which they came; another key does not wait; nothing is kept', async () => {
  const gates = new Gates<string>(2);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (key: string, name: string): Promise<void> =>
    gates.run(key, () => {
      began.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    });
  const all = [begin('a', '1'), begin('a', '2'), begin('a', '3'), begin('a', '4'), begin('b', '5')];
  expect(began).toEqual(['1', '2', '5']);
  ends.get('2')?.();
  await expect.poll(() => began).toEqual(['1', '2', '5', '3']);
  ends.get('1')?.();
  await expect.poll(() => began).toEqual(['1', '2', '5', '3', '4']);
  for (const end of ends.values()) end();
  await Promise.all(all);
  expect(gates.size).toBe(0);
});

test('what fails gives its place on', async () => {
  const gates = new Gates<string>(1);
  const failed = gates.run('a', () => Promise.reject(new Error('odd')));
  const next = gates.run('a', async () => 'done');
  await expect(failed).rejects.toThrow('odd');
  expect(await next).toBe('done');
  expect(gates.size).toBe(0);
});

test('a caller who does not want to wait enters where there is room, for each key', () => {
  const gates = new Gates<string>(1);
  expect([gates.tryEnter('a'), gates.tryEnter('a'), gates.tryEnter('b')]).toEqual([true, false, true]);
  gates.leave('a');
  expect(gates.tryEnter('a')).toBe(true);
  gates.leave('a');
  gates.leave('b');
  expect(gates.size).toBe(0);
});
