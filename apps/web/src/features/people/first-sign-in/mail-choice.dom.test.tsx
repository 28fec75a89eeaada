import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { MailChoiceScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(() => {
  closeScreen();
  history.replaceState(null, '', '/');
});

const choice = (mail: string, rest: object = {}) => ({
  first_name: 'Zoë',
  school_name: 'Rowan',
  sends_mail: true,
  mails: [{ kind: 'weekly-figures', mail }],
  ...rest,
});
function open(answers: Parameters<typeof scriptFetch>[0], address = '/end-mails#code=abc') {
  const calls = scriptFetch(answers);
  history.replaceState(null, '', address);
  openScreen(MailChoiceScreen, { address: '/end-mails', signedIn: false });
  return calls;
}
const button = (name: string) => screen.findByRole('button', { name });

test('[B910] the page of a mail’s link says what is sent and changes nothing by being opened; one press ends it, another begins it again', async () => {
  let mail = 'now';
  const calls = open({
    'POST /notifications/mails/check': () => success(choice(mail)),
    'POST /notifications/mails': ({ body }) => {
      mail = (body as { sends: boolean }).sends ? 'now' : 'never';
      return success({ ...choice(mail), message: `now: ${mail}` });
    },
  });
  await screen.findByText('To Zoë, Rowan:');
  await screen.findByText('These emails are sent.');
  expect(screen.getByRole('listitem').textContent).toBe('My weekly summary, on MondaysRight away');
  expect(calls.map(({ path, body }) => [path, body])).toEqual([['/notifications/mails/check', { code: 'abc' }]]);
  expect(calls[0]?.headers.get('authorization')).toBeNull();
  await userEvent.click(await button('Stop these emails'));
  await screen.findByText('These emails are not sent.');
  await screen.findByText('now: never');
  expect(screen.queryByRole('button', { name: 'Stop these emails' })).toBeNull();
  expect(document.activeElement).toBe(await button('Send these emails again'));
  await userEvent.keyboard('{Enter}');
  await screen.findByText('These emails are sent.');
  expect(calls.slice(1).map(({ body }) => body)).toEqual([
    { code: 'abc', sends: false },
    { code: 'abc', sends: true },
  ]);
});

test('of several it says that some are sent, and both can be chosen; where no mail is sent it says that', async () => {
  const mails = [
    { kind: 'work-posted', mail: 'daily' },
    { kind: 'announcement', mail: 'never' },
  ];
  open({ 'POST /notifications/mails/check': success(choice('now', { mails, sends_mail: false, school_name: null })) }, '/end-mails?code=abc');
  await screen.findByText('To Zoë:');
  await screen.findByText('This school sends no email. All notifications are in the bell.');
  await button('Stop these emails');
  await button('Send these emails again');
});

test.each(['MAIL_LINK_REFUSED', 'MAIL_LINK_OVER', 'MAIL_LINK_INACTIVE'])(
  '[B911] %s: the server’s sentence and the way to the profile, no button',
  async (code) => {
    open({ 'POST /notifications/mails/check': failure(403, code) });
    await screen.findByText(`server says ${code}`);
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.getByRole('link', { name: 'Sign in to manage all emails' }).getAttribute('href')).toContain('profile');
  },
);

test('without a connection it can be tried again; a press that did not arrive is said, and what was so stays shown', async () => {
  let isAway = true;
  open({
    'POST /notifications/mails/check': () => (isAway ? 'offline' : success(choice('daily'))),
    'POST /notifications/mails': 'offline',
  });
  const again = await button('Retry');
  isAway = false;
  await userEvent.click(again);
  await userEvent.click(await button('Stop these emails'));
  await waitFor(() =>
    expect(
      screen
        .getAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(''),
    ).not.toBe(''),
  );
  await screen.findByText('These emails are sent.');
});
