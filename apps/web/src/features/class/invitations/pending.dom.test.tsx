import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, type Reply, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import type { Pending } from './calls.ts';
import { PendingInvitationsScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const invitation = (id: number, class_name: string): Pending => ({
  id,
  courseId: id,
  class_id: id,
  class_name,
  section: '',
  role: 'STUDENT',
  status: 0,
  invited_by: 'Ada Byron',
  created_at: '2026-11-20T10:00:00.000Z',
});
function open(answers: Parameters<typeof scriptFetch>[0] = {}, address = '/invitations') {
  const calls = scriptFetch({ 'GET /pending/invitations': pageOf([invitation(1, 'Physics'), invitation(2, 'Art')]), ...answers });
  return { calls, router: openScreen(PendingInvitationsScreen, { address, rights: ['invitations:view', 'invitations:edit'] }) };
}

test('[K025] [K190] [L061] [L169] a table with number, course name and an Accept button per row', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Pending Invitations' })).toBeDefined();
  const row = (await screen.findByText('Art')).closest('tr') as HTMLElement;
  expect(within(row).getByText('2')).toBeDefined();
  expect(within(row).getByRole('button', { name: 'Accept: Art' }).textContent).toBe('Accept');
});

test('[K191] [L170] [L171] Accept asks first, says Accepting... meanwhile, and the invitation leaves the list', async () => {
  let answer: (reply: Reply) => void = () => undefined;
  let isAccepted = false;
  const { calls, router } = open({
    'GET /pending/invitations': () => pageOf(isAccepted ? [] : [invitation(1, 'Physics')]),
    'POST /invitations/accept/1': () => new Promise<Reply>((resolve) => (answer = resolve)),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Accept: Physics' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure you want to Accept this invitation?' }));
  expect(router.state.location.search).toEqual({ accept: 1 });
  expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'YES' }));
  expect(await dialog.findByRole('button', { name: 'Accepting...' })).toBeDefined();
  isAccepted = true;
  answer(success({ message: 'You are now in the class Physics.' }));
  expect(await screen.findByText('You are now in the class Physics.')).toBeDefined();
  expect(await screen.findByText('No invitations')).toBeDefined();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test('an invitation that does not count any more says so in the dialog', async () => {
  open({ 'POST /invitations/accept/1': failure(409, 'INVITATION_DELETED') }, '/invitations?accept=1');
  await userEvent.click(await screen.findByRole('button', { name: 'YES' }));
  expect(await screen.findByText('server says INVITATION_DELETED')).toBeDefined();
});
