import type { ImportView, ImportUndoPlan } from '@classwright/contract/school/imports/calls';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../../testing/scripted-fetch.ts';
import { undoCalls } from '../calls.ts';
import { EarlierImports } from '../../../../ui/import/EarlierImports.tsx';
import { UndoImport } from '../../../../ui/import/UndoImport.tsx';

beforeEach(readyForScreen);
afterEach(closeScreen);

const done: ImportView = {
  id: 8,
  kind: 'account',
  file_name: 'الطلاب 2026.xlsx',
  status: 'finished',
  total_rows: 30,
  done_rows: 30,
  created_count: 30,
  existing_count: 0,
  error_count: 0,
  note_count: 0,
  created_at: '2026-11-20T10:00:00.000Z',
  finished_at: '2026-11-20T10:00:09.000Z',
  message: 'Import Completed with 0 errors',
  take_back: null,
  can_take_back: true,
  take_back_until: '2026-12-20T10:00:00.000Z',
};
const plan: ImportUndoPlan = {
  total: 30,
  goes: 28,
  stays: 2,
  reasons: [{ reason: 'signedIn', message: 'They have signed in or chosen a password.', count: 2, names: ['نور الهدى', '李小龍'] }],
  remarks: ['Their links and cards no longer work.'],
};
const state = (status: 'waiting' | 'running' | 'finished' | 'failed', looked: number) => ({
  ...done,
  can_take_back: status === 'failed',
  take_back: { status, total: 30, done: looked, gone: Math.max(0, looked - 2), message: status === 'finished' ? 'Undone: 28.' : 'It is being undone.' },
});

const onTaken = vi.fn<() => void>();
function open(answers: Parameters<typeof scriptFetch>[0]) {
  onTaken.mockClear();
  const calls = scriptFetch({ 'GET /import/jobs/8/take-back': success({ import: done, plan }), ...answers });
  function Shown() {
    const [current, setCurrent] = useState<ImportView | null>(null);
    if (!current) return <EarlierImports kind="account" calls={undoCalls} onShow={setCurrent} />;
    return <UndoImport current={current} calls={undoCalls} onChange={setCurrent} onTaken={onTaken} />;
  }
  openScreen(Shown, { address: '/accounts', rights: ['accounts:view', 'accounts:create'] });
  return calls;
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('taking an import back', () => {
  test('from the list of earlier ones: what goes and who stays is said before, then how far it is, then what came of it', async () => {
    let looks = 0;
    const calls = open({
      'GET /import/jobs': pageOf([done]),
      'POST /import/jobs/8/take-back': success({ import: state('waiting', 0), message: '' }),
      'GET /import/jobs/8': () => success({ import: (looks += 1) === 1 ? state('running', 10) : state('finished', 30), accounts: [] }),
    });
    await press(/الطلاب 2026\.xlsx.*30 new accounts/);
    expect(await screen.findByText(/You can undo it until Sun, Dec 20, 2026/)).toBeTruthy();
    await press('Undo this import');
    const question = within(await screen.findByRole('group', { name: 'Undo this import' }));
    expect(document.activeElement).toBe(question.getByRole('heading'));
    await question.findByText('28 of the 30 accounts from this import are permanently deleted.');
    expect(question.getByText('نور الهدى').tagName).toBe('BDI');
    expect(question.getByText('李小龍')).toBeTruthy();
    expect(question.getByText(/links and cards no longer work/)).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await press('Undo 28');
    await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('value')).toBe('10'));
    await screen.findByText('Undone: 28.');
    await screen.findByText('They have signed in or chosen a password.');
    expect(screen.queryByRole('button', { name: /[Uu]ndo/ })).toBeNull();
    expect(onTaken).toHaveBeenCalledTimes(1);
  });

  test('can be left: nothing is sent, and the focus is where it was', async () => {
    const calls = open({ 'GET /import/jobs': pageOf([done]) });
    await press(/الطلاب/);
    await press('Undo this import');
    await press('Keep the import');
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo this import' })));
  });

  test('where all of it was used nothing is offered; a refusal is said; what stopped in the middle can be tried again', async () => {
    let goes = 0;
    open({
      'GET /import/jobs': pageOf([state('failed', 10)]),
      'GET /import/jobs/8/take-back': () => success({ import: done, plan: { ...plan, goes } }),
      'POST /import/jobs/8/take-back': failure(409, 'IMPORT_TAKEN_BACK', { message: 'This import was already undone.' }),
    });
    await press(/الطلاب/);
    await press('Try again');
    await screen.findByText('None of the 30 accounts from this import can be removed.');
    expect(screen.queryByRole('button', { name: /^Undo \d/ })).toBeNull();
    await press('Keep the import');
    goes = 1;
    await press('Try again');
    await press('Undo 1');
    await screen.findByText(/was already undone/);
  });
});
