import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, success } from '../../../testing/scripted-fetch.ts';
import { openClasswork, setting } from './testing/open-classwork.tsx';

beforeEach(readyForScreen);
afterEach(closeScreen);

const open = (answers: Parameters<typeof openClasswork>[0] = {}) => openClasswork(answers, '/class-gradebook/3?setting=true');
const openDialog = async () => {
  await screen.findByRole('combobox', { name: 'Overall Grade Calculation' });
  return screen.getByRole('dialog', { name: 'Grade calculation' });
};
const save = (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));

test('[K183] the Grade calculation dialog stays by a press beside it, is at most 700 px wide, and Escape closes it', async () => {
  open();
  const dialog = await openDialog();
  expect(dialog.style.getPropertyValue('--dialog-width')).toBe('700px');
  fireEvent.mouseDown(dialog);
  expect(screen.getByRole('dialog', { name: 'Grade calculation' })).toBe(dialog);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[K183] a press beside it keeps what was typed without a question; Escape asks, and what was typed can stay', async () => {
  open();
  const dialog = await openDialog();
  await userEvent.selectOptions(within(dialog).getByRole('combobox'), 'TOTAL_POINTS');
  fireEvent.mouseDown(dialog);
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  within(dialog).getByRole('combobox').focus();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(within(dialog).getByRole('combobox')).toHaveProperty('value', 'TOTAL_POINTS');
});

test('a point that is no number is said beside its field, and all that was typed stays', async () => {
  const seen = open({
    'POST /grade/settings': failure(422, 'VALIDATION_FAILED', {
      errors: { 'categories.1.category_point': ['Category Point must be a number from 0 to 9,999,999.99 with at most two decimals.'] },
    }),
  });
  const dialog = await openDialog();
  await userEvent.selectOptions(within(dialog).getByRole('combobox'), 'WEIGHTED_BY_CATEGORY');
  for (const [name, point] of [
    ['Tests', '12,5'],
    ['Labs', 'much'],
  ]) {
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add Grade Category' }));
    await userEvent.type(within(dialog).getAllByRole('textbox', { name: 'Category Name' }).at(-1) as HTMLElement, name as string);
    await userEvent.type(within(dialog).getAllByRole('textbox', { name: 'Category Point' }).at(-1) as HTMLElement, point as string);
  }
  expect(within(dialog).getByText('The points of all categories add up to 12.5. They do not have to add up to 100.')).toBeDefined();
  await save(dialog);
  const [first, second] = within(dialog).getAllByRole('textbox', { name: 'Category Point' });
  await waitFor(() => expect(document.activeElement).toBe(second));
  expect(second).toHaveProperty('value', 'much');
  expect(second?.getAttribute('aria-invalid')).toBe('true');
  expect(first?.getAttribute('aria-invalid')).not.toBe('true');
  expect(seen.find(({ method }) => method === 'POST')?.body).toMatchObject({ categories: [{ category_point: '12.5' }, { category_point: 'much' }] });
});

test('where somebody else set it first, theirs is shown beside what was typed, and saving changes theirs', async () => {
  const theirs = setting({ setting_id: 4, calculation_type: 'TOTAL_POINTS', exclude_missing: true, updated_at: '2026-01-01T00:00:00.000Z' });
  const seen = open({
    'POST /grade/settings': failure(409, 'SETTING_EXISTS', { params: { row: theirs } }),
    'PATCH /grade/settings/4': success({ setting: theirs, message: 'Settings Changed Successfully' }),
  });
  const dialog = await openDialog();
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Overall Grade Calculation' }), 'NO_OVERALL_GRADE');
  await save(dialog);
  await within(dialog).findByRole('region', { name: /Overall Grade Calculation/ });
  expect(within(dialog).getByRole('combobox', { name: 'Overall Grade Calculation' })).toHaveProperty('value', 'NO_OVERALL_GRADE');
  expect(within(dialog).getByRole('switch', { name: 'Exclude missing coursework for MPG calculation' })).toHaveProperty('checked', true);
  await save(dialog);
  await screen.findByText('Settings Changed Successfully');
  expect(seen.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
    calculation_type: 'NO_OVERALL_GRADE',
    exclude_missing: true,
    updated_at: '2026-01-01T00:00:00.000Z',
  });
});

test('a save that does not reach the server ends the busy state, says so and keeps the form', async () => {
  open({ 'POST /grade/settings': 'offline' });
  const dialog = await openDialog();
  await userEvent.selectOptions(within(dialog).getByRole('combobox'), 'TOTAL_POINTS');
  await save(dialog);
  await within(dialog).findByText(/connection|offline|reach/i);
  expect(within(dialog).getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false);
  expect(within(dialog).getByRole('combobox')).toHaveProperty('value', 'TOTAL_POINTS');
});

test('[K313] a category without a name and without points is saved as it is', async () => {
  const seen = open({ 'POST /grade/settings': success({ setting: setting({ setting_id: 4 }), message: 'Settings Changed Successfully' }) });
  const dialog = await openDialog();
  await userEvent.selectOptions(within(dialog).getByRole('combobox'), 'WEIGHTED_BY_CATEGORY');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add Grade Category' }));
  await save(dialog);
  await screen.findByText('Settings Changed Successfully');
  expect(seen.find(({ method }) => method === 'POST')?.body).toMatchObject({ categories: [{ category_name: '', category_point: '', drop_lowest: '0' }] });
});
