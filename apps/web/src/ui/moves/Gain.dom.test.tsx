import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Gain } from './Gain.tsx';

afterEach(cleanup);
const moves = (kept_right: number, wrong_to_right: number, right_to_wrong: number, kept_wrong: number) => ({
  kept_right,
  wrong_to_right,
  right_to_wrong,
  kept_wrong,
});

test('the gain is told with its band, what was possible and between what it may lie', () => {
  render(<Gain moves={moves(10, 11, 1, 4)} />);
  expect(screen.getByRole('img', { name: 'Normalized gain 0.67, medium' })).toBeTruthy();
  expect(document.body.textContent).toContain('10 of 15 possible gained.');
  expect(document.body.textContent).toContain('95% confidence: 0.37 to 0.92');
});

test('a small class has a gain without a promise, and a loss begins its line below nothing', () => {
  render(<Gain moves={moves(2, 1, 2, 3)} />);
  expect(screen.getByRole('img', { name: 'Normalized gain −0.25, loss' })).toBeTruthy();
  expect(document.body.textContent).toContain('No confidence range');
});

test('[B1554] a loss whose size cannot be told says so in place of an interval', () => {
  render(<Gain moves={moves(18, 0, 6, 5)} />);
  expect(document.body.textContent).toContain('This is a loss; too few were wrong before to say how large.');
  expect(document.body.textContent).not.toContain('between');
});

test('where nothing could be gained, or nobody chose in both forms, no figure is shown', () => {
  const { rerender } = render(<Gain moves={moves(5, 0, 1, 0)} />);
  expect(document.body.textContent).toContain('nothing left to gain');
  rerender(<Gain moves={moves(0, 0, 0, 0)} />);
  expect(document.body.textContent).toContain('Nobody chose in both forms');
  expect(screen.queryByRole('img')).toBeNull();
});
