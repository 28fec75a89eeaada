import { describe, expect, test } from 'vitest';
import { Readings } from './index.ts';

const TEACHER = { accountId: 7 };
const noFailure = (error: unknown): never => {
  throw error;
};

function gather() {
  let nowMs = 1_000;
  const readings = new Readings(() => (nowMs += 1));
  const take = async (onFailure: (error: unknown) => void = noFailure) =>
    (await readings.take(onFailure)).map(({ accountId, dataClass, times, firstMs, lastMs }) => [accountId, dataClass, times, lastMs - firstMs]);
  return { readings, take };
}

describe('readings of one process', () => {
  test('are counted for each person and class of data, and begin again once they were taken', async () => {
    const { readings, take } = gather();
    readings.add(TEACHER, ['grade', 'contact'], [1, 2]);
    readings.add(TEACHER, ['grade'], [2]);
    expect(await take()).toEqual([
      [1, 'grade', 1, 0],
      [2, 'grade', 2, 1],
      [1, 'contact', 1, 0],
      [2, 'contact', 1, 0],
    ]);
    expect(await take()).toEqual([]);
  });

  test('leave out the reader, alone and among others', async () => {
    const { readings, take } = gather();
    readings.add(TEACHER, ['grade'], [7]);
    readings.add(TEACHER, ['grade'], [7, 1]);
    expect(await take()).toEqual([[1, 'grade', 1, 0]]);
    readings.add({ clientId: 7 }, ['grade'], [7]);
    expect(await take()).toEqual([[7, 'grade', 1, 0]]); // a program of that number is another reader
  });

  test('count a person once who stands twice in one response', async () => {
    const { readings, take } = gather();
    readings.add(TEACHER, ['grade'], [1, 1, 2]);
    expect(await take()).toEqual([
      [1, 'grade', 1, 0],
      [2, 'grade', 1, 0],
    ]);
  });

  test('find people later, with the moment of the call; a search that fails is reported, and keeps no other', async () => {
    const { readings, take } = gather();
    const failures: unknown[] = [];
    readings.add(TEACHER, ['grade'], async () => [1, 7]);
    readings.add(TEACHER, ['grade'], async () => Promise.reject(new Error('away')));
    readings.add(TEACHER, ['grade'], [1]);
    expect(await take((error) => failures.push(error))).toEqual([[1, 'grade', 2, -2]]);
    expect(failures).toEqual([new Error('away')]);
  });

  test('what could not be written is added to what came since', async () => {
    const { readings } = gather();
    readings.add(TEACHER, ['grade'], [1, 2]);
    const before = await readings.take(noFailure);
    readings.add(TEACHER, ['grade'], [1]);
    readings.addAgain(before);
    const after = await readings.take(noFailure);
    expect(after.map(({ accountId, times, firstMs, lastMs }) => [accountId, times, lastMs - firstMs])).toEqual([
      [1, 2, 1],
      [2, 1, 0],
    ]);
  });
});
