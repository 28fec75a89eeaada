import { afterEach, expect, test, vi } from 'vitest';
import type { Tx } from '../../../../platform/database/index.ts';
import { RowWriter } from './row-writer.ts';

afterEach(() => vi.restoreAllMocks());

/**
 * Writes rows that take a number of milliseconds each. Returns the maximum number between two turns of the event loop.
 */
async function longestStretch(write: (writer: RowWriter) => Promise<void>): Promise<number> {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  let [isOver, since, longest] = [false, 0, 0];
  const others = (): void => {
    since = 0;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const writer = new RowWriter({} as Tx, 1);
  for (let row = 0; row < 400; row += 1) {
    now += 0.1;
    since += 1;
    longest = Math.max(longest, since);
    await write(writer);
  }
  isOver = true;
  return longest;
}

test('[B2032] rows of a preview that are listed let others have their turn every two milliseconds', async () => {
  const row = { kind: 'person', outcome: 'new', schoolId: 1, externalId: 'p', file: 'users.csv', line: 2, name: 'Ada' } as const;
  expect(await longestStretch((writer) => writer.add(row))).toBeLessThanOrEqual(25);
});

test('[B2032] rows of a preview that stay the same let others have their turn as well', async () => {
  expect(await longestStretch((writer) => writer.same('member'))).toBeLessThanOrEqual(25);
});
