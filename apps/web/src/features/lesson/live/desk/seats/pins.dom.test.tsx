import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../../../testing/open-screen.tsx';
import { failure, type Reply, scriptFetch, success } from '../../../../../testing/scripted-fetch.ts';
import { PinsDialog } from './PinsDialog.tsx';

beforeEach(readyForScreen);
afterEach(closeScreen);

const pinOf = (student_id: number, first_name: string, pin: string) => ({ student_id, first_name, last_name: 'Okafor', pin, locked_minutes: 0 });
const pins = [pinOf(4, 'Amara', '5837'), pinOf(5, 'Bo', '4629')];

function open(answers: Record<string, Reply | (() => Reply)> = {}) {
  const calls = scriptFetch({ 'POST /seat-pins': success({ class_name: 'Physics 9B', pins }), ...answers });
  openScreen(() => <PinsDialog classId={3} onClose={() => undefined} />, { address: '/' });
  return calls;
}
const list = async () => within(await screen.findByRole('dialog', { name: 'PINs for lessons' }));

test('[B2271] a new PIN is asked for first; a refusal stays in the question, and the next press changes the list', async () => {
  const replies = [failure(503, 'UNAVAILABLE'), success({ pin: pinOf(5, 'Bo', '7391'), message: 'Bo Okafor has a new PIN.' })];
  const calls = open({ 'POST /seat-pins/renew': () => replies.shift() as Reply });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New PIN for Bo Okafor' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Give Bo Okafor a new PIN?' }));
  asked.getByText(/This cannot be undone/);
  expect(calls.map(({ path }) => path)).toEqual(['/seat-pins']);
  await user.click(asked.getByRole('button', { name: 'New PIN' }));
  await asked.findByText('server says UNAVAILABLE');
  await user.click(asked.getByRole('button', { name: 'New PIN' }));
  await (await list()).findByText('7391');
});

test('[B2271] all PINs are renewed after a question, and printed as slips with name and class', async () => {
  const renewed = [pinOf(4, 'Amara', '8264'), pinOf(5, 'Bo', '9173')];
  open({ 'POST /seat-pins/renew-all': success({ pins: renewed, message: '2 students have new PINs.' }) });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New PINs for all' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Give all students of Physics 9B new PINs?' }));
  await user.click(asked.getByRole('button', { name: 'New PINs for all' }));
  await (await list()).findByText('8264');
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  await user.click((await list()).getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
  const slips = [...document.querySelectorAll('body > [data-paper] li')].map(({ textContent }) => textContent);
  expect(slips).toEqual(['Physics 9BAmara OkaforYour PIN for lessons8264', 'Physics 9BBo OkaforYour PIN for lessons9173']);
});

test('[B2271] a list that does not load says so, and Retry loads it', async () => {
  const replies = [failure(503, 'UNAVAILABLE'), success({ class_name: 'Physics 9B', pins: [] })];
  open({ 'POST /seat-pins': () => replies.shift() as Reply });
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Retry' }));
  await screen.findByText('This class has no students yet.');
});
