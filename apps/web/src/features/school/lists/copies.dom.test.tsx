import '../../../testing/dialog.ts';
import { levels } from '@classwright/contract/lists/index';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeSnack } from '../../../base/snackbar.ts';
import { scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { makeRow, openList, pageOf } from './testing/open-list.tsx';

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined));
afterEach(() => {
  cleanup();
  closeSnack();
  vi.unstubAllGlobals();
});

const shared = { ...makeRow(levels, 1), school_id: null };
const may = ['view', 'create', 'delete'] as const;
const copy = async () => userEvent.click(await screen.findByRole('button', { name: 'Copy name 1 to change it' }));

test('[B3048] a shared row is copied for the school, and Undo deletes the copy', async () => {
  const calls = scriptFetch({
    'GET /levels': pageOf([shared]),
    'POST /levels/copy-many': success({ message: '1 copied', ids: [11], refused: [] }),
    'DELETE /levels/11': success({ message: 'Deleted' }),
  });
  openList(levels, { may, reachesAll: false });
  await copy();
  expect(await screen.findByText('1 copied')).toBeTruthy();
  expect(calls.find(({ path }) => path === '/levels/copy-many')?.body).toEqual({ ids: [1] });
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 deleted')).toBeTruthy();
  await waitFor(() => expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/levels/11']));
});

test('[B3048] a copy that is refused says why, and offers nothing to undo', async () => {
  scriptFetch({
    'GET /levels': pageOf([shared]),
    'POST /levels/copy-many': success({ message: '', ids: [], refused: [{ id: 1, message: 'Your school already has its own.' }] }),
  });
  openList(levels, { may, reachesAll: false });
  await copy();
  expect(await screen.findByText('Your school already has its own.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
