import { expect, test } from 'vitest';
import { firstStep } from './Zoomed.tsx';

const phone = { width: 360, height: 680 };

test.each([
  ['a wide figure opens larger than an upright phone is wide', { width: 800, height: 450 }, phone, 2],
  ['a square figure opens half as large again', { width: 400, height: 400 }, phone, 1],
  ['a tall figure opens whole', { width: 400, height: 900 }, phone, 0],
  ['a wide figure on a laptop opens whole', { width: 800, height: 450 }, { width: 1280, height: 660 }, 0],
  ['a figure that says no size opens whole', { width: 0, height: 0 }, phone, 0],
])('[B190] %s', (_, figure, room, step) => {
  expect(firstStep(figure, room)).toBe(step);
});
