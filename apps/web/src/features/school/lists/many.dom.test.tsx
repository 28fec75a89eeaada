import '../../../testing/dialog.ts';
import { censorshipLevels, censorshipWords, levels, markingPeriods, standards } from '@classwright/contract/lists/index';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
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

const right = { id: null, errors: {} };
const taken = { id: null, errors: { name: ['Name is already used. Choose another one.'] } };
const paste = (words: string) => fireEvent.change(screen.getByLabelText('One line for each row'), { target: { value: words } });
const box = () => screen.getByLabelText<HTMLTextAreaElement>('One line for each row');

describe('adding many', () => {
  test('[B337] what was pasted is checked, then the right lines are added together and can be taken back; a wrong one stays with its reason', async () => {
    const sent: { rows: unknown[]; preview: boolean }[] = [];
    const calls = scriptFetch({
      'GET /levels': pageOf([makeRow(levels, 1)]),
      'POST /levels/many': ({ body }) => {
        sent.push(body as (typeof sent)[0]);
        const { preview } = body as (typeof sent)[0];
        return success({ message: '2 added', rows: preview ? [right, taken, right] : [{ id: 11, errors: {} }, taken, { id: 12, errors: {} }], warnings: [] });
      },
      'POST /levels/delete-many': success({ message: '2 deleted', ids: [11, 12], refused: [] }),
    });
    openList(levels);
    await userEvent.click(await screen.findByRole('button', { name: 'Add many' }));
    await screen.findByRole('dialog', { name: 'Add many Levels' });
    await userEvent.click(screen.getByRole('button', { name: 'Check the lines' }));
    expect(await screen.findByText('Write or paste at least one line.')).toBeTruthy();
    paste('Grade 10\nGrade 8\nGrade, 11\n');
    await userEvent.click(screen.getByRole('button', { name: 'Check the lines' }));
    await screen.findByText('Name is already used. Choose another one.');
    expect(sent[0]).toEqual({ rows: [{ name: 'Grade 10' }, { name: 'Grade 8' }, { name: 'Grade, 11' }], preview: true });
    await userEvent.click(screen.getByRole('button', { name: 'Add 2' }));
    expect(await within(screen.getByRole('dialog')).findByText('2 added')).toBeTruthy();
    expect(sent[1]?.preview).toBe(false);
    expect(box().value).toBe('Grade 8');
    expect(screen.getByText('Name is already used. Choose another one.')).toBeTruthy();
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Undo' }));
    expect(await within(screen.getByRole('dialog')).findByText('2 undone')).toBeTruthy();
    expect(calls.find(({ path }) => path === '/levels/delete-many')?.body).toEqual({ ids: [11, 12] });
  });

  test('columns stand in the order shown; a line of too many cells is told here, keeps its number and is never added', async () => {
    const sent: { rows: unknown[] }[] = [];
    scriptFetch({
      'GET /censorship/word/lists': pageOf([]),
      'POST /censorship/word/lists/many': ({ body }) => {
        sent.push(body as (typeof sent)[0]);
        return success({ message: '', rows: [right, taken], warnings: [] });
      },
    });
    openList(censorshipWords, { search: '?many=true' });
    await screen.findByText(/Column order: Name, Level, Replace with, Active\./);
    paste('كلمة\tMild\t***\tYes\n詞\tMild\t***\tYes\tmore');
    await userEvent.click(screen.getByRole('button', { name: 'Check the lines' }));
    expect(await screen.findByText(/This line has 5 cells, but there are only 4 columns/)).toBeTruthy();
    expect(sent[0]?.rows).toEqual([{ name: 'كلمة', censorship_id: 'Mild', replace_with: '***', is_active: 'Yes' }, {}]);
    expect(screen.getByRole('button', { name: 'Add 1' })).toBeTruthy();
    paste('other');
    expect(screen.queryByRole('button', { name: 'Add 1' })).toBeNull(); // nothing unchecked is added
  });

  test('more than 300 lines are refused before anything is sent; a failing server keeps what was typed', async () => {
    const calls = scriptFetch({ 'GET /levels': pageOf([]), 'POST /levels/many': failure(500, 'INTERNAL') });
    openList(levels, { search: '?many=true' });
    await screen.findByRole('dialog');
    paste(Array.from({ length: 301 }, (_, at) => `Grade ${at}`).join('\n'));
    await userEvent.click(screen.getByRole('button', { name: 'Check the lines' }));
    expect(await screen.findByText(/There are 301 lines\. At most 300/)).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    paste('Grade 1');
    await userEvent.click(screen.getByRole('button', { name: 'Check the lines' }));
    await waitFor(() => expect(within(screen.getByRole('dialog')).getAllByRole('alert').length).toBeGreaterThan(0));
    expect(box().value).toBe('Grade 1');
  });

  test('lines come from a file too, in whichever encoding; one that is no text is refused', async () => {
    scriptFetch({ 'GET /levels': pageOf([]) });
    openList(levels, { search: '?many=true' });
    await screen.findByRole('dialog');
    const input = screen.getByLabelText('Load lines from a file', { selector: 'input' });
    paste('Grade 1');
    const file = (bytes: number[]) => new File([new Uint8Array(bytes)], 'levels.csv');
    fireEvent.change(input, { target: { files: [file([0xc4, 0x41])] } });
    await waitFor(() => expect(box().value).toBe('Grade 1\nÄA'));
    fireEvent.change(input, { target: { files: [file([0x50, 0x4b, 0, 0])] } });
    expect(await screen.findByText(/This is not a text file/)).toBeTruthy();
    expect(box().value).toBe('Grade 1\nÄA');
  });

  test('whoever may not make rows finds no way to it, whoever may not delete none to take them back', async () => {
    scriptFetch({
      'GET /levels': pageOf([makeRow(levels, 1)]),
      'POST /levels/many': success({ message: '1 added', rows: [{ id: 11, errors: {} }], warnings: [] }),
    });
    openList(levels, { may: ['view', 'edit'], search: '?many=true' });
    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: 'Add many' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
    cleanup();
    openList(levels, { may: ['view', 'create'], search: '?many=true' });
    await screen.findByRole('dialog');
    paste('Grade 1');
    await userEvent.click(screen.getByRole('button', { name: 'Check the lines' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Add 1' }));
    expect(await screen.findByText('1 added')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

describe('one after the other', () => {
  test('[B337] Save and add another keeps the dialog, what was chosen and the focus, and empties what was typed; the row can be taken back', async () => {
    const made: unknown[] = [];
    scriptFetch({
      'GET /standard': pageOf([makeRow(standards, 1)]),
      'GET /levels': pageOf([{ id: 7, name: 'Grade 7' }]),
      'POST /standard': ({ body }) => {
        made.push(body);
        return success({ data: { ...makeRow(standards, 9), name: 'PS-1' }, message: 'Standard Created Successfully', warnings: [] });
      },
      'DELETE /standard/9': success({ id: 9, message: 'Standard Deleted Successfully' }),
    });
    openList(standards, { search: '?create=true' });
    const form = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(form.getByRole('combobox', { name: 'Level' })).toHaveProperty('value', 'Grade 7')); // the only one there is
    await userEvent.type(screen.getByLabelText('Name'), 'PS-1');
    await userEvent.type(screen.getByLabelText('Description'), 'Forces');
    await userEvent.click(screen.getByRole('button', { name: 'Save and add another' }));
    await form.findByText('Standard Created Successfully');
    expect(made).toEqual([{ name: 'PS-1', description: 'Forces', level_id: 7, school_id: null }]);
    expect(screen.getByLabelText('Name')).toHaveProperty('value', '');
    expect(form.getByRole('combobox', { name: 'Level' })).toHaveProperty('value', 'Grade 7');
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    await userEvent.click(form.getByRole('button', { name: 'Undo' }));
    expect(await form.findByText('PS-1 was removed')).toBeTruthy();
    await userEvent.click(form.getByLabelText('Name'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()); // nothing was typed: nothing is asked
  });

  test('one period for all schools in one press', async () => {
    scriptFetch({
      'GET /periods': pageOf([]),
      'GET /schools': pageOf([
        { id: 5, school_name: 'Northfield' },
        { id: 6, school_name: 'Southfield' },
      ]),
    });
    openList(markingPeriods, { search: '?create=true' });
    await userEvent.click(await screen.findByRole('button', { name: 'All' }));
    expect(await screen.findByRole('button', { name: 'Remove Southfield' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove Northfield' })).toBeTruthy();
  });

  test('Active is on where a form begins, and one control everywhere', async () => {
    scriptFetch({ 'GET /censorship/word/lists': pageOf([]), 'GET /censorship/levels': pageOf([]) });
    openList(censorshipWords, { search: '?create=true' });
    expect(await screen.findByRole('switch', { name: 'Active' })).toHaveProperty('checked', true);
    expect(screen.getByRole('dialog', { name: 'Create Censorship Word' })).toBeTruthy();
  });
});

describe('with what is selected', () => {
  test('[B337] many are deleted in one go; those that stay are named with their reason; the others can be taken back', async () => {
    const calls = scriptFetch({
      'GET /levels': pageOf([makeRow(levels, 1), makeRow(levels, 2), makeRow(levels, 3)]),
      'POST /levels/delete-many': success({ message: '', ids: [1], refused: [{ id: 2, name: 'name 2', message: 'In use by 3 standards.' }] }),
      'POST /levels/restore-many': success({ message: '', ids: [1], refused: [] }),
    });
    openList(levels, { may: [...ALL, 'purge'] });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select name 1' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select name 2' }));
    await userEvent.click(within(screen.getByRole('group', { name: 'Actions for the selection' })).getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 Levels?' });
    expect(within(dialog).getByText(/They are archived/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete 2' }));
    expect(await screen.findByText('In use by 3 standards.')).toBeTruthy();
    expect(calls.find(({ path }) => path === '/levels/delete-many')?.body).toEqual({ ids: [1, 2] });
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Undo' }));
    expect(await within(screen.getByRole('dialog')).findByText('1 restored')).toBeTruthy();
    expect(calls.find(({ path }) => path === '/levels/restore-many')?.body).toEqual({ ids: [1] });
  });

  test('[B231] where rows are erased, they are taken back too; what cannot come back says why', async () => {
    const calls = scriptFetch({
      'GET /censorship/levels': pageOf([makeRow(censorshipLevels, 1), makeRow(censorshipLevels, 2)]),
      'POST /censorship/levels/delete-many': success({ message: '', ids: [1, 2], refused: [] }),
      'POST /censorship/levels/restore-many': success({
        message: '',
        ids: [1],
        refused: [{ id: 2, name: 'Mild', message: 'There is another one like Mild by now.' }],
      }),
    });
    openList(censorshipLevels);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select every row on this page' }));
    await userEvent.click(within(screen.getByRole('group', { name: 'Actions for the selection' })).getByRole('button', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete 2' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 restored. There is another one like Mild by now.')).toBeTruthy();
    expect(calls.find(({ path }) => path.endsWith('/restore-many'))?.body).toEqual({ ids: [1, 2] });
  });

  test('all that a search finds: 700 of them go in three calls', async () => {
    const ids = Array.from({ length: 700 }, (_, at) => at + 1);
    const sent: number[][] = [];
    scriptFetch({
      'GET /levels': ({ query }) =>
        pageOf(query.get('per_page') === '0' ? ids.map((id) => makeRow(levels, id)) : [makeRow(levels, 1)], { total: 700, last_page: 28 }),
      'POST /levels/delete-many': ({ body }) => {
        sent.push((body as { ids: number[] }).ids);
        return success({ message: '', ids: (body as { ids: number[] }).ids, refused: [] });
      },
    });
    openList(levels);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select every row on this page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Select all 700 found' }));
    await userEvent.click(within(screen.getByRole('group', { name: 'Actions for the selection' })).getByRole('button', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete 700' }));
    expect(await screen.findByText('700 deleted')).toBeTruthy();
    expect(sent.map(({ length }) => length)).toEqual([300, 300, 100]);
  });

  test('the archive gives many back', async () => {
    const calls = scriptFetch({
      'GET /levels': pageOf([makeRow(levels, 1)]),
      'POST /levels/restore-many': success({ message: '', ids: [1], refused: [] }),
    });
    openList(levels, { may: [...ALL, 'purge'], search: '?archived=true' });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select name 1' }));
    await userEvent.click(within(screen.getByRole('group', { name: 'Actions for the selection' })).getByRole('button', { name: 'Restore' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Restore 1' }));
    expect(await screen.findByText('1 restored')).toBeTruthy();
    expect(calls.find(({ path }) => path === '/levels/restore-many')?.body).toEqual({ ids: [1] });
  });
});
