import '../../../testing/dialog.ts';
import type { ColumnShow, ListColumn } from '@classwright/contract/core/list-columns';
import { referenceLists } from '@classwright/contract/lists/index';
import { LIST_PAGES } from '@classwright/contract/lists/routes';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeSnack } from '../../../base/snackbar.ts';
import { scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { messageOf } from './message-of.ts';
import { makeRow, openList, pageOf } from './testing/open-list.tsx';
import { fieldsOf } from './values.ts';

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined));
afterEach(() => {
  cleanup();
  closeSnack();
  vi.unstubAllGlobals();
});

const shown = referenceLists.filter(({ route }) => route !== null);

test('[Q012] [K050] every list with a screen is at its address, and no address leads to none', () => {
  expect(LIST_PAGES).toEqual(Object.fromEntries(shown.map(({ route, resource }) => [route, resource])));
});

/** Returns the text that a cell should show. */
function seen({ key, show }: ListColumn, row: Record<string, unknown>): string {
  const inWords: Partial<Record<ColumnShow, string>> = {
    yesNo: 'YES',
    time: key.startsWith('end') ? '01:05 PM' : '08:05 AM',
    names: 'Rowan 1',
    date: key.startsWith('end') ? 'Mon, Jun 21, 2027' : 'Mon, Jan 11, 2027',
    dateTime: 'Fri, Nov 20, 2026, 10:00 AM',
    colour: 'Pink',
  };
  return key === 'style' ? 'Striped' : (inWords[show] ?? String(row[key]));
}

describe.each(shown.map((list) => [messageOf(list.title.many), list] as const))('[B217] %s', (things, list) => {
  const thing = messageOf(list.title.one);
  const rows = [makeRow(list, 1), makeRow(list, 2)];
  const nameOf = (row: Record<string, unknown>) => String(row[list.naming]);

  test('[Q112] [Q118] [Q091] [Q100] shows SL, the columns of its definition and Actions', async () => {
    scriptFetch({ [`GET ${list.path}`]: pageOf(rows, { from: 26, total: 27, current_page: 2, last_page: 2 }) });
    openList(list, { search: '?page=2' });
    // an installation with one school does not show it
    const columns = list.columns.filter(({ key }) => !list.perSchool || key !== 'school_name');
    const table = await screen.findByRole('table', { name: things });
    const heads = within(table).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual(['SL', ...columns.map(({ label }) => messageOf(label)), 'Actions']);
    const [, first, second] = within(table).getAllByRole('row');
    expect(within(first as HTMLElement).getAllByRole('cell')[1]?.textContent).toBe('26');
    expect(within(second as HTMLElement).getAllByRole('cell')[1]?.textContent).toBe('27');
    // The checkbox that selects a row and the SL column come first.
    const firstCells = [...(first?.querySelectorAll('th, td') ?? [])].map((cell) => cell.textContent);
    for (const [index, column] of columns.entries()) expect(firstCells[index + 2]).toBe(seen(column, rows[0] as Record<string, unknown>));
    const secondCells = [...(second?.querySelectorAll('th, td') ?? [])].map((cell) => cell.textContent);
    for (const [index, { show }] of columns.entries()) expect(secondCells[index + 2] === 'NO').toBe(show === 'yesNo');
  });

  test('[L148] [L149] [L293] [Q092] [Q095] [Q098] [Q101] [Q104] the button opens an empty dialog, whose faults stand beside their fields and take the focus', async () => {
    const calls = scriptFetch({ [`GET ${list.path}`]: pageOf(rows) });
    openList(list);
    await userEvent.click(await screen.findByRole('button', { name: `Create ${thing}` }));
    const dialog = await screen.findByRole('dialog', { name: `Create ${thing}` });
    const fields = fieldsOf(list).filter(([name]) => !list.perSchool || name !== 'school_id');
    for (const [, { label }] of fields) expect(within(dialog).getAllByText(messageOf(label), { selector: 'label, span, b' }).length).toBeGreaterThan(0);
    expect(dialog.contains(document.activeElement)).toBe(true);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect((await within(dialog).findAllByRole('alert')).length).toBeGreaterThan(0);
    expect(document.activeElement?.closest('[aria-invalid="true"]')).not.toBeNull();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('[L150] [Q102] [Q105] the edit icon opens the row, Enter saves it under its version, the dialog closes and says so', async () => {
    const calls = scriptFetch({
      [`GET ${list.path}`]: pageOf(rows),
      [`PUT ${list.path}/1`]: success({ data: rows[0], message: `${thing} Updated Successfully`, warnings: [] }),
    });
    openList(list);
    await userEvent.click(await screen.findByRole('button', { name: `Edit ${nameOf(rows[0] as object as Record<string, unknown>)}` }));
    const dialog = await screen.findByRole('dialog', { name: `Edit ${thing}` });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(`${thing} Updated Successfully`)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    const sent = calls.find(({ method }) => method === 'PUT')?.body as Record<string, unknown>;
    expect(sent).toEqual({
      ...Object.fromEntries(fieldsOf(list).map(([name]) => [name, rows[0]?.[name]])),
      updated_at: rows[0]?.['updated_at'],
    });
  });

  test('[B226] of a row that is in use the dialog says by what, and offers nothing that would be refused', async () => {
    scriptFetch({
      [`GET ${list.path}`]: pageOf(rows),
      [`GET ${list.path}/2`]: success({ data: rows[1], dependents: [{ table: 'x', count: 3, words: '3 assessments' }] }),
    });
    openList(list);
    await userEvent.click(await screen.findByRole('button', { name: `Delete ${nameOf(rows[1] as object as Record<string, unknown>)}` }));
    await screen.findByText('In use by 3 assessments.');
    const dialog = screen.getByRole('dialog', { name: `Are you sure you want to delete this ${thing}?` });
    expect(within(dialog).queryByRole('button', { name: 'OK' })).toBeNull();
  });

  test('[Q093] [Q096] [Q099] [Q103] the delete icon asks, names the row, says that nothing depends on it, and when it is gone', async () => {
    const calls = scriptFetch({
      [`GET ${list.path}`]: pageOf(rows),
      [`GET ${list.path}/2`]: success({ data: rows[1], dependents: [] }),
      [`DELETE ${list.path}/2`]: success({ id: 2, message: `${thing} Deleted Successfully` }),
    });
    openList(list);
    await userEvent.click(await screen.findByRole('button', { name: `Delete ${nameOf(rows[1] as object as Record<string, unknown>)}` }));
    const dialog = await screen.findByRole('dialog', { name: `Are you sure you want to delete this ${thing}?` });
    expect(await within(dialog).findByText('Nothing depends on it.')).toBeTruthy();
    expect(within(dialog).getByText(nameOf(rows[1] as object as Record<string, unknown>))).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
    expect(await screen.findByText(`${thing} Deleted Successfully`)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  test('[Q371] [B1403] whoever may only look sees no way to change anything, and of a shared list who can; whoever may not look finds no page', async () => {
    scriptFetch({ [`GET ${list.path}`]: pageOf(rows) });
    openList(list, { may: ['view'], search: '?create=true' });
    await screen.findByRole('table', { name: things });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Create|Edit|Delete) / })).toBeNull();
    expect(screen.queryByText(/All schools share this list/) !== null).toBe(list.isShared && list.writable);
    cleanup();
    openList(list, { may: [] });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  });

  test('[K431] an empty list says what it is for and offers the button; on a phone rows are cards', async () => {
    scriptFetch({ [`GET ${list.path}`]: pageOf([]) });
    openList(list);
    expect(await screen.findByText(`No ${things} yet`)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: `Create ${thing}` }).length).toBe(2);
    cleanup();
    scriptFetch({ [`GET ${list.path}`]: pageOf(rows) });
    openList(list, { width: 360 });
    const cards = await screen.findByRole('list', { name: things });
    expect(within(cards).getAllByRole('listitem')).toHaveLength(2);
    expect(screen.queryByRole('table')).toBeNull();
  });
});
