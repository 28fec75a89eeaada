import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DateField, TimeField } from './index.ts';

afterEach(cleanup);

test('a date and a time are the browser’s own fields, named by their labels and described by what is wrong', () => {
  const changed = vi.fn<(value: string) => void>();
  render(
    <>
      <DateField label="Due" value="" error="Choose a day" onChange={({ target }) => changed(target.value)} />
      <TimeField label="At" value="" onChange={({ target }) => changed(target.value)} />
    </>,
  );
  const due = screen.getByLabelText<HTMLInputElement>('Due');
  const at = screen.getByLabelText<HTMLInputElement>('At');
  expect([due.type, due.min, due.max, at.type]).toEqual(['date', '1900-01-01', '2199-12-31', 'time']);
  expect([due.getAttribute('aria-invalid'), document.getElementById(due.getAttribute('aria-describedby') ?? '')?.textContent]).toEqual([
    'true',
    'Choose a day',
  ]);
  fireEvent.change(due, { target: { value: '2026-03-14' } });
  fireEvent.change(at, { target: { value: '09:30' } });
  expect(changed.mock.calls).toEqual([['2026-03-14'], ['09:30']]);
});
