import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { MyNotificationsScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

test('[B3048] the filter marks what is shown, in the list and in the address', async () => {
  scriptFetch({ 'GET /notifications': success({ data: [], next: null }) });
  const router = openScreen(MyNotificationsScreen, { address: '/my-notifications' });
  const filter = within(await screen.findByRole('navigation'));
  const marked = () => filter.getAllByRole('button').map((button) => button.getAttribute('aria-current'));
  expect(marked()).toEqual(['page', null]);
  await userEvent.click(filter.getAllByRole('button')[1] as HTMLElement);
  await waitFor(() => expect(marked()).toEqual([null, 'page']));
  expect(router.state.location.search).toEqual({ unread: true });
  await userEvent.click(filter.getAllByRole('button')[0] as HTMLElement);
  await waitFor(() => expect(marked()).toEqual(['page', null]));
  expect(router.state.location.search).toEqual({});
});
