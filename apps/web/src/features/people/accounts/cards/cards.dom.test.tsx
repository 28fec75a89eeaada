import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../../testing/open-screen.tsx';
import { failure, type Reply, scriptFetch, type SeenCall, success } from '../../../../testing/scripted-fetch.ts';
import { CardsDialog } from './CardsDialog.tsx';

beforeEach(readyForScreen);
afterEach(closeScreen);

const FIRST = 200;
const made = (id: number): Reply =>
  success({
    cards: [{ account_id: id, first_name: 'Bo', last_name: 'Ek', email: 'bo@school.test', kind: 'once', secret: `secret-${id}` }],
    school_name: 'Rowan',
    address: 'https://school.test',
    time_zone: 'UTC',
    expires_at: null,
    message: '1 card made.',
  });
const nobody = failure(422, 'VALIDATION_FAILED', {
  message: 'None of these people needs a card.',
  errors: { account_ids: ['None of these people needs a card.'] },
});

/** Makes cards for two batches of people, with a reply to each. */
async function makeFor(first: Reply, second: Reply) {
  const isFirst = ({ body }: SeenCall): boolean => (body as { account_ids: number[] }).account_ids.length === FIRST;
  const calls = scriptFetch({ 'POST /sign-in-cards': (call) => (isFirst(call) ? first : second) });
  const holders = { accountIds: Array.from({ length: FIRST + 1 }, (_, at) => at + 1) };
  openScreen(() => <CardsDialog holders={holders} onClose={() => undefined} />, { address: '/accounts', rights: ['accounts:view'] });
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign-in cards' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Make cards' }));
  return { dialog, calls };
}

test('[B2971] a batch in which nobody needs a card, VALIDATION_FAILED, does not end the cards of the others', async () => {
  const { dialog, calls } = await makeFor(nobody, made(201));
  expect(await dialog.findByText('secret-201')).toBeDefined();
  expect(calls).toHaveLength(2);
});

test('[B2971] where nobody needs a card, the server’s words say so', async () => {
  const { dialog } = await makeFor(nobody, nobody);
  expect(await dialog.findByText('None of these people needs a card.')).toBeDefined();
});

test('[B2971] a batch that fails never loses the cards that are made, and says why the others are missing', async () => {
  const { dialog } = await makeFor(made(1), failure(503, 'UNAVAILABLE', { message: 'The school is busy.' }));
  expect(await dialog.findByText('secret-1')).toBeDefined();
  expect(dialog.getByText(/The school is busy\./)).toBeDefined();
});
