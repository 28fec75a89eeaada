import '../../../testing/dialog.ts';
import { groups, levels, markingPeriods, roles, standards } from '@classwright/contract/lists/index';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeSnack } from '../../../base/snackbar.ts';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { makeRow, openList, pageOf } from './testing/open-list.tsx';

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined));
afterEach(() => {
  cleanup();
  closeSnack();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const row = { ...makeRow(groups, 1), name: 'First half' };

test('[Q106] [Q357] the server’s messages stand beside their fields, the first has the focus, and the dialog stays', async () => {
  scriptFetch({
    'GET /levels': pageOf([]),
    'POST /levels': failure(422, 'VALIDATION_FAILED', { errors: { name: ['Name is already used. Choose another one.'] } }),
  });
  openList(levels, { search: '?create=true' });
  await userEvent.type(await screen.findByLabelText('Name'), 'Grade 9{Enter}');
  expect(await screen.findByText('Name is already used. Choose another one.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Grade 9');
});

test('while it saves, the form is disabled and the button says Saving...', async () => {
  scriptFetch({ 'GET /levels': pageOf([]), 'POST /levels': 'never' });
  openList(levels, { search: '?create=true' });
  await userEvent.type(await screen.findByLabelText('Name'), 'Grade 9{Enter}');
  expect(await screen.findByRole('button', { name: 'Saving...' })).toBeTruthy();
  expect(screen.getByLabelText('Name').closest('fieldset')).toHaveProperty('disabled', true);
});

test('closing asks when something was typed, and not when nothing was', async () => {
  scriptFetch({ 'GET /levels': pageOf([makeRow(levels, 1)]) });
  const router = openList(levels, { search: '?create=true' });
  await userEvent.type(await screen.findByLabelText('Name'), 'G');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'G');
  await userEvent.type(screen.getByLabelText('Name'), '{Backspace}');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.searchStr).toBe('');
});

test('an edit of an older version shows the newer one, keeps what was typed and takes over the rest; the next save builds on it', async () => {
  const newer = { ...row, name: 'Book club', color: 'teal', updated_at: '2026-11-20T11:00:00.000Z' };
  const saves: unknown[] = [];
  scriptFetch({
    'GET /groups': pageOf([row]),
    'PUT /groups/1': ({ body }) => {
      saves.push(body);
      return saves.length === 1
        ? failure(409, 'EDIT_CONFLICT', { params: { row: newer } })
        : success({ data: newer, message: 'Group Updated Successfully', warnings: [] });
    },
  });
  openList(groups, { search: '?edit=1' });
  const name = await screen.findByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Reading circle{Enter}');
  const choice = within(await screen.findByRole('region', { name: 'Both changed: Name' }));
  expect(choice.getByText('Book club')).toBeTruthy();
  expect(screen.getByText(/now have their values: Color\./)).toBeTruthy();
  expect(name).toHaveProperty('value', 'Reading circle');
  expect(screen.getByRole('radio', { name: 'Teal' })).toHaveProperty('checked', true);
  await waitFor(() => expect(document.activeElement).toBe(choice.getByRole('radio', { name: 'Keep mine' })));
  await userEvent.click(choice.getByRole('radio', { name: 'Take theirs' }));
  expect(name).toHaveProperty('value', 'Book club');
  await userEvent.click(choice.getByRole('radio', { name: 'Keep mine' }));
  await userEvent.type(name, ' A');
  expect(choice.getByText('Reading circle A')).toBeTruthy();
  await userEvent.type(name, '{Backspace}{Backspace}{Enter}');
  await screen.findByText('Group Updated Successfully');
  expect(saves[1]).toMatchObject({ name: 'Reading circle', color: 'teal', updated_at: newer.updated_at });
});

test('a row that was deleted meanwhile: said, and what was typed is there to be copied', async () => {
  scriptFetch({ 'GET /groups': pageOf([row]), 'PUT /groups/1': failure(404, 'NOT_FOUND') });
  openList(groups, { search: '?edit=1' });
  const name = await screen.findByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Reading circle{Enter}');
  expect(await screen.findByText(/deleted or archived while you were editing it/)).toBeTruthy();
  expect(screen.getByText('Reading circle', { selector: 'dd' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy what I typed' })).toBeTruthy();
  expect(name).toHaveProperty('value', 'Reading circle');
});

test('several fields that both changed: each is chosen for itself, or all at once', async () => {
  const newer = { ...row, name: 'Book club', color: 'teal', updated_at: '2026-11-20T11:00:00.000Z' };
  scriptFetch({ 'GET /groups': pageOf([row]), 'PUT /groups/1': failure(409, 'EDIT_CONFLICT', { params: { row: newer } }) });
  openList(groups, { search: '?edit=1' });
  const name = await screen.findByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Reading circle');
  await userEvent.click(screen.getByRole('radio', { name: 'Amber' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const says = () => [(name as HTMLInputElement).value, screen.getByRole('radio', { name: 'Teal' }).matches(':checked')];
  await screen.findByRole('region', { name: 'Both changed: Name' });
  expect(says()).toEqual(['Reading circle', false]);
  await userEvent.click(screen.getByRole('button', { name: 'Take all of theirs' }));
  expect(says()).toEqual(['Book club', true]);
  await userEvent.click(within(screen.getByRole('region', { name: 'Both changed: Name' })).getByRole('radio', { name: 'Keep mine' }));
  expect(says()).toEqual(['Reading circle', true]);
  await userEvent.click(screen.getByRole('button', { name: 'Keep all of mine' }));
  expect(says()).toEqual(['Reading circle', false]);
});

test('a warning is said after saving, and stays until it is closed', async () => {
  const period = makeRow(markingPeriods, 1);
  scriptFetch({
    'GET /periods': pageOf([period]),
    'PUT /periods/1': success({ data: period, message: 'Marking Period Updated Successfully', warnings: ['It overlaps with Spring.'] }),
  });
  openList(markingPeriods, { search: '?edit=1' });
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Marking Period Updated Successfully. It overlaps with Spring.')).toBeTruthy();
});

test('[Q472] what is in use stays: the question closes and the server’s words are said at once', async () => {
  scriptFetch({
    'GET /levels': pageOf([makeRow(levels, 1)]),
    'GET /levels/1': success({ data: makeRow(levels, 1), dependents: [] }),
    'DELETE /levels/1': failure(409, 'IN_USE', { message: 'name 1 is in use by 2 classes. Change or delete those first.' }),
  });
  openList(levels, { search: '?delete=1' });
  await screen.findByText('name 1', { selector: 'p' });
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect((await screen.findByText(/is in use by 2 classes/)).closest('[role="alert"]')).not.toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a new row is seen though it belongs to another page', async () => {
  const made = { ...makeRow(levels, 99), school_name: null, name: 'Zenith' };
  scriptFetch({
    'GET /levels': pageOf([makeRow(levels, 1)], { total: 60, last_page: 3 }),
    'POST /levels': success({ data: made, message: 'Level Created Successfully', warnings: [] }),
  });
  openList(levels, { search: '?create=true' });
  await userEvent.type(await screen.findByLabelText('Name'), 'Zenith{Enter}');
  expect((await screen.findByRole('row', { name: /Zenith/ })).hasAttribute('data-fresh')).toBe(true);
});

test('what is built in says so and cannot be deleted', async () => {
  scriptFetch({
    'GET /roles': pageOf([
      { ...makeRow(roles, 1), name: 'Admin', key: 'admin' },
      { ...makeRow(roles, 2), name: 'Keeper' },
    ]),
  });
  openList(roles);
  expect(await screen.findByRole('rowheader', { name: /Admin\s*Built in/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete Admin' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Delete Keeper' })).toBeTruthy();
});

test('[L557] a reference is found by typing: asked 500 ms after the last key, an earlier question cancelled, chosen by keys', async () => {
  const asked: { text: string | null; signal: AbortSignal }[] = [];
  scriptFetch({
    'GET /standard': pageOf([]),
    'GET /levels': ({ query, signal }) => {
      asked.push({ text: query.get('search_text'), signal });
      return query.get('search_text') === 'G' ? 'never' : pageOf([{ ...makeRow(levels, 7), school_name: null, name: 'Grade 9' }]);
    },
  });
  openList(standards, { search: '?create=true' });
  const field = within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'Level' });
  await userEvent.click(field);
  await screen.findByRole('option', { name: 'Grade 9' });
  fireEvent.change(field, { target: { value: 'G' } });
  await waitFor(() => expect(asked.at(-1)?.text).toBe('G'));
  fireEvent.change(field, { target: { value: 'Gr' } });
  fireEvent.change(field, { target: { value: 'Gra' } });
  await waitFor(() => expect(asked.at(-1)?.text).toBe('Gra'));
  expect(asked.map(({ text }) => text)).toEqual([null, 'G', 'Gra']);
  expect(asked[1]?.signal.aborted).toBe(true);
  await waitFor(() => expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(1));
  await userEvent.type(field, '{ArrowDown}{Enter}', { skipClick: true });
  expect(field).toHaveProperty('value', 'Grade 9');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('[B053] Enter takes nothing that answers an earlier text', async () => {
  const late = Promise.withResolvers<void>();
  scriptFetch({
    'GET /standard': pageOf([]),
    'GET /levels': async ({ query }) => {
      if (query.get('search_text') === 'B') await late.promise;
      if (query.get('search_text') === 'B') return pageOf([{ ...makeRow(levels, 7), school_name: null, name: 'Beta' }]);
      return pageOf([makeRow(levels, 8), { ...makeRow(levels, 9), school_name: null, name: 'Alpha' }]);
    },
  });
  openList(standards, { search: '?create=true' });
  const field = within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'Level' });
  await userEvent.click(field);
  await screen.findByRole('option', { name: 'Alpha' });
  await userEvent.type(field, 'B{Enter}');
  expect(field).toHaveProperty('value', 'B');
  late.resolve();
  await screen.findByRole('option', { name: 'Beta' });
  await userEvent.type(field, '{Enter}', { skipClick: true });
  expect(field).toHaveProperty('value', 'Beta');
});

test('Escape closes a list of choices and leaves its dialog open', async () => {
  scriptFetch({ 'GET /standard': pageOf([]), 'GET /levels': pageOf([{ ...makeRow(levels, 7), school_name: null, name: 'Grade 9' }]) });
  openList(standards, { search: '?create=true' });
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'Level' }));
  await screen.findByRole('option', { name: 'Grade 9' });
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Create Standard' })).toBeTruthy();
});
