import '../../../testing/dialog.ts';
import { actions, levels, markingPeriods } from '@classwright/contract/lists/index';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeSnack } from '../../../base/snackbar.ts';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { ALL, makeRow, openList, pageOf } from './testing/open-list.tsx';

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined));
afterEach(() => {
  cleanup();
  closeSnack();
  vi.unstubAllGlobals();
});

const row = { ...makeRow(levels, 7), name: 'Grade 7' };
const MAY = [...ALL, 'purge'];
const press = (name: string) => screen.findByRole('button', { name }).then((button) => userEvent.click(button));

describe('the archive of a list', () => {
  test('opens from the list for those alone who may purge, and only where rows are put away', async () => {
    const calls = scriptFetch({ 'GET /levels': pageOf([row]), 'GET /actions': pageOf([makeRow(actions, 1)]) });
    openList(levels);
    await screen.findByRole('table', { name: 'Levels' });
    expect(screen.queryByRole('button', { name: 'Archived' })).toBeNull();
    cleanup();
    openList(actions, { may: MAY });
    await screen.findByRole('table', { name: 'Actions' });
    expect(screen.queryByRole('button', { name: 'Archived' })).toBeNull();
    cleanup();
    openList(levels, { may: MAY });
    await press('Archived');
    expect(await screen.findByRole('heading', { level: 1, name: 'Archived Levels' })).toBeTruthy();
    await waitFor(() => expect(calls.at(-1)?.query.get('archived')).toBe('true'));
  });

  test('an address of it that somebody else opens shows what is in use', async () => {
    const calls = scriptFetch({ 'GET /levels': pageOf([row]) });
    openList(levels, { search: '?archived=true' });
    expect(await screen.findByRole('table', { name: 'Levels' })).toBeTruthy();
    expect(calls.map(({ query }) => query.get('archived'))).toEqual([null]);
  });

  test('Restore brings a row back, says so with its warnings, and shows what is left', async () => {
    let rows = [{ ...makeRow(markingPeriods, 7), name: 'Spring' }];
    const calls = scriptFetch({
      'GET /marking-periods': () => pageOf(rows) as never,
      [`GET ${markingPeriods.path}`]: () => pageOf(rows) as never,
      [`POST ${markingPeriods.path}/7/restore`]: () => {
        rows = [];
        return success({ message: 'Marking Period Restored Successfully', warnings: ['Spring overlaps with Term 2'], data: {} });
      },
    });
    openList(markingPeriods, { search: '?archived=true', may: MAY });
    await press('Restore Spring');
    expect(await screen.findByText('Marking Period Restored Successfully. Spring overlaps with Term 2')).toBeTruthy();
    expect(await screen.findByText('Nothing is archived')).toBeTruthy();
    expect(calls.some(({ method, path }) => method === 'POST' && path.endsWith('/7/restore'))).toBe(true);
  });

  test('a refused Restore is said, and the row stays', async () => {
    scriptFetch({ 'GET /levels': pageOf([row]), 'POST /levels/7/restore': failure(409, 'RESTORE_TAKEN', { message: 'There is another one.' }) });
    openList(levels, { search: '?archived=true', may: MAY });
    await press('Restore Grade 7');
    expect(await screen.findByText('There is another one.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Purge Grade 7' })).toBeTruthy();
  });

  test('Purge asks with the row’s name, begins on Cancel, and a refusal stands in the dialog', async () => {
    const calls = scriptFetch({
      'GET /levels': pageOf([row]),
      'DELETE /levels/7/purge': failure(409, 'IN_USE', { message: 'Grade 7 is in use by 1 class.' }),
    });
    openList(levels, { search: '?archived=true', may: MAY });
    await press('Purge Grade 7');
    const dialog = await screen.findByRole('dialog', { name: 'Permanently purge this Level?' });
    expect(within(dialog).getByText('Grade 7')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Purge' }));
    expect(await within(dialog).findByText('Grade 7 is in use by 1 class.')).toBeTruthy();
  });

  test('a purged row is gone', async () => {
    let rows = [row];
    scriptFetch({
      'GET /levels': () => pageOf(rows) as never,
      'DELETE /levels/7/purge': () => {
        rows = [];
        return success({ message: 'Level Purged Successfully', id: 7 });
      },
    });
    openList(levels, { search: '?archived=true', may: MAY });
    await press('Purge Grade 7');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Purge' }));
    expect(await screen.findByText('Level Purged Successfully')).toBeTruthy();
    expect(await screen.findByText('Nothing is archived')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
