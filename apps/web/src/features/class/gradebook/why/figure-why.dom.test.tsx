import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, readyForScreen } from '../../../../testing/open-screen.tsx';
import { answerOf } from '../testing/answer.ts';
import { findCell, openGradebook } from '../testing/open-gradebook.tsx';

beforeEach(readyForScreen);
afterEach(closeScreen);

test('Enter on a figure says why it is what it is, with what has just been typed, and gives the focus back', async () => {
  openGradebook();
  const overall = await findCell(/Amara/, /Overall/);
  overall.focus();
  await userEvent.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Why Overall · Amara Diallo is 65.0%' });
  expect(within(dialog).getByText('(32 + 33) / (50 + 50) = 65.0%')).toBeDefined();
  await userEvent.keyboard('{Escape}');
  const grade = await findCell(/Amara/, /Simple circuits/);
  grade.focus();
  await userEvent.keyboard('43{Enter}');
  (await findCell(/Amara/, /Overall/)).focus();
  await userEvent.keyboard('{F2}');
  expect(await screen.findByText('(32 + 43) / (50 + 50) = 75.0%')).toBeDefined();
});

test('typing on a figure does nothing, for it cannot be edited', async () => {
  openGradebook();
  (await findCell(/Amara/, /Overall/)).focus();
  await userEvent.keyboard('7');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('textbox', { name: /Overall/ })).toBeNull();
});

test('on a phone a button beside each figure says why', async () => {
  openGradebook({ width: 360, answer: answerOf() });
  await userEvent.click(await screen.findByRole('button', { name: 'Why is Overall this value?' }));
  expect(await screen.findByRole('dialog', { name: /^Why Overall/ })).toBeDefined();
});

test('the reason says what the student sees where that is another figure, or none', async () => {
  openGradebook({
    answer: answerOf([
      { title: 'Charge and current', draft: [40, 50, 43], marks: 'rrt', assigned: [[0, 30]] },
      { title: 'Waves', draft: [null, null, 20], marks: 'ccc', due: '2099-11-20' },
    ]),
  });
  (await findCell(/Amara/, /Overall/)).focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('The student sees 60.0%, because some changes are not returned yet.')).toBeDefined();
  await userEvent.keyboard('{Escape}');
  (await findCell(/Elif/, /Overall/)).focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('The student sees no grade yet, because nothing that counts was returned.')).toBeDefined();
  await userEvent.keyboard('{Escape}');
  (await findCell(/Ben/, /Overall/)).focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: /^Why Overall · Ben/ })).toBeDefined();
  expect(screen.queryByText(/The student sees/)).toBeNull();
});
