import { expect, test } from 'vitest';
import { orderToExplain } from './explained.ts';

test('[B2099] the right responses come first, then the wrong ones in the order of the question', () => {
  const asked = [
    { position: 3, is_valid: true },
    { position: 1, is_valid: false },
    { position: 4, is_valid: false },
    { position: 2, is_valid: true },
  ];
  expect(orderToExplain(asked).map(({ position }) => position)).toEqual([2, 3, 1, 4]);
  expect(asked[0]?.position).toBe(3);
});
