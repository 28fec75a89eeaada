import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../base/query-client.ts';
import { closeScreen, openScreen, readyForScreen } from '../../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../../testing/scripted-fetch.ts';
import type { Exchange, Sources } from './calls.ts';
import { PeopleSource } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const sources: Sources = {
  sources: [
    { link_id: 0, kind: 'by_hand', name: '', is_chosen: false },
    { link_id: 4, kind: 'oneroster_rest', name: 'Escuela', is_chosen: true },
    { link_id: 5, kind: 'google_classroom', name: 'Google Classroom', is_chosen: false },
  ],
  can_change: true,
  last: null,
};
const exchange: Exchange = {
  ...{ is_known: true, come: [{ name: 'نور', role: 'STUDENT' }], go: [{ name: 'Änne Öst', role: 'STUDENT' }], stay: 20, unknown: 2, asks: true },
};
const changed = vi.fn<() => Promise<void>>(() => Promise.resolve());
function open(view: Sources) {
  const calls = scriptFetch({
    'GET /courses/3/people-source': success(view),
    'GET /courses/3/people-source/preview': success(exchange),
    'POST /courses/3/people-source': ({ body }: { body: unknown }) =>
      (body as { confirm_many_ends: boolean }).confirm_many_ends ? success({ message: 'Changed.' }) : failure(409, 'ROSTER_ENDS_MANY'),
  } as Parameters<typeof scriptFetch>[0]);
  openScreen(() => <PeopleSource courseId={3} onChanged={changed} />, { address: '/class-people/3', rights: [], width: 360 });
  return calls;
}

test('[B1729] a teacher reads who keeps the list and what that means', async () => {
  open({ ...sources, can_change: false });
  await screen.findByRole('heading', { name: 'Who manages this list: Roster: Escuela' });
  screen.getByText(/^The school’s information system manages this list: it adds and removes people/);
  screen.getByText('Also linked, but not used for this list: Google Classroom.');
  expect(screen.queryByRole('button')).toBe(null);
});

test('[B1729] a class that no source knows says nothing of sources', async () => {
  open({ ...sources, sources: [{ link_id: 0, kind: 'by_hand', name: '', is_chosen: true }] });
  await waitFor(() => expect(queryClient.getQueryData(['people-source', 3])).toBeDefined());
  await act(() => Promise.resolve()); // rendered again
  expect(screen.queryByRole('heading')).toBeNull();
});

test('[B1729] an administrator sees who would come and go before another source keeps it, and says so where many go', async () => {
  const user = userEvent.setup();
  const calls = open(sources);
  await user.click(await screen.findByRole('button', { name: 'Change…' }));
  await user.selectOptions(await screen.findByLabelText('Who manages the list from now on'), 'Google Classroom');
  await screen.findByText('One person joins: \u2068نور\u2069');
  screen.getByText(/^One student leaves: Änne Öst/);
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await screen.findByText('server says ROSTER_ENDS_MANY');
  await user.click(screen.getByRole('checkbox', { name: 'Yes, remove these students' }));
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(changed).toHaveBeenCalledOnce());
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { link_id: 5, confirm_many_ends: false },
    { link_id: 5, confirm_many_ends: true },
  ]);
});
