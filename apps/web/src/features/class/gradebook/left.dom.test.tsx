import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { success } from '../../../testing/scripted-fetch.ts';
import { answerOf, withLeft } from './testing/answer.ts';
import { findCell, openGradebook } from './testing/open-gradebook.tsx';

beforeEach(() => {
  readyForScreen();
  // The sheet gets the size of a laptop screen, since jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  localStorage.clear();
});
afterEach(closeScreen);

const withoutElif = () =>
  answerOf(
    [
      { title: 'Charge and current', draft: [32, 50], marks: 'rr' },
      { title: 'Simple circuits', due: '2099-11-20', draft: [33, null], marks: 'ct' },
    ],
    { left_count: 1 },
    ['Amara Diallo', 'Ben Whitaker'],
  );
const open = (address?: string) =>
  openGradebook({
    ...(address && { address }),
    answers: { 'GET /dashboard/grade-book': ({ query }) => success(query.get('left') === 'true' ? withLeft(answerOf(), 2) : withoutElif()) },
  });
const names = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);

test('Left shows who left, marked so and in no average; taken off, they are away again', async () => {
  const calls = open();
  await userEvent.click(await screen.findByRole('button', { name: /^Filters/ }));
  const check = await screen.findByRole('checkbox', { name: 'Left' });
  expect(names()).toEqual(['ADAmara Diallo', 'BWBen Whitaker', 'Class average']);
  await waitFor(async () => expect((await findCell(/Class average/, /Charge/)).textContent).toBe('41.0'));
  await userEvent.click(check);
  await waitFor(() => expect(names()).toEqual(['ADAmara Diallo', 'BWBen Whitaker', 'EYElif YılmazLeft', 'Class average']));
  expect((await findCell(/Elif/, /Charge/)).textContent).toBe('43');
  expect((await findCell(/Elif/, /Overall/)).textContent).toBe('86.0%');
  await waitFor(async () => expect((await findCell(/Class average/, /Overall/)).textContent).toBe('82.5%'));
  expect((await findCell(/Class average/, /Charge/)).textContent).toBe('41.0');
  expect(screen.getByText('3 students · 2 of 2 items')).toBeDefined();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Left' }));
  expect(names()).toEqual(['ADAmara Diallo', 'BWBen Whitaker', 'Class average']);
  expect(calls.filter(({ path }) => path === '/dashboard/grade-book')).toHaveLength(2);
});

test('nothing can be typed for who left, and typing says why', async () => {
  const calls = open('/class-gradebook/3?left=true');
  const cell = await findCell(/Elif/, /Simple/);
  expect(cell.getAttribute('aria-readonly')).toBe('true');
  cell.focus();
  await userEvent.keyboard('46{Enter}');
  expect(await screen.findByText(/^This student has left the class/)).toBeDefined();
  expect((await findCell(/Elif/, /Simple/)).textContent).not.toContain('46');
  expect(calls.some(({ path }) => path === '/grade-submissions/bulk')).toBe(false);
});

test('Reset clears it, and where nobody left there is no such check', async () => {
  open('/class-gradebook/3?left=true');
  await waitFor(() => expect(names()).toHaveLength(4));
  await userEvent.click(await screen.findByRole('button', { name: /^Filters/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(names()).toHaveLength(3));
  closeScreen();
  openGradebook();
  await screen.findByRole('grid');
  await userEvent.click(await screen.findByRole('button', { name: /^Filters/ }));
  expect(screen.queryByRole('checkbox', { name: 'Left' })).toBeNull();
});
