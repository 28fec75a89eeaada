import type { GradeImportView } from '@classwright/contract/class/gradebook/files';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../../testing/scripted-fetch.ts';
import { FileTools } from './FileTools.tsx';

beforeEach(readyForScreen);
afterEach(closeScreen);

const preview: GradeImportView = {
  import_id: 5,
  course_id: 7,
  file_name: 'grades.xlsx',
  as_of: '2026-11-20T10:00:00.000Z',
  student_count: 2,
  item_count: 1,
  change_count: 2,
  changes: {
    account_id: [1, 2],
    course_work_id: [9, 9],
    student: ['Ann Åkesson', 'Bob Zimmer'],
    title: ['Circuits', 'Circuits'],
    old: [40, null],
    new: [46.5, 'EX'],
  },
  conflict_count: 0,
  changed_conflict_count: 0,
  conflicts: [],
  words: [],
  problem_count: 0,
  problems: [],
  message: '2 grades would change',
};
const conflict = {
  account_id: 1,
  course_work_id: 9,
  student: 'Cem Demir',
  title: 'Waves',
  before: 10,
  theirs: 11,
  ours: 12,
  changed_by: 'Dana Cole',
  changed_at: '2026-11-20T11:00:00.000Z',
  is_changed_in_file: true,
};
const problem = { row: 3, column: 'C', code: 'number', value: '1/2', message: '“1/2” is no grade.' };
const applied = { act_id: 31, change_count: 2, kept_count: 0, message: '2 grades imported' };

type Answers = Parameters<typeof scriptFetch>[0];
const onImported = vi.fn<(actId: number) => void>();
const onTakenBack = vi.fn<(actId: number) => void>();

function open(
  answers: Answers = {},
  { isArchived = false, filters = {} }: { isArchived?: boolean; filters?: ReturnType<Parameters<typeof FileTools>[0]['filters']> } = {},
) {
  onImported.mockClear();
  onTakenBack.mockClear();
  const calls = scriptFetch({
    'POST /grade-book/import': success(preview),
    'POST /grade-book/import/5/apply': success(applied),
    'POST /hand-off': success({ code: 'abc', expires_in: 60 }),
    ...answers,
  });
  openScreen(
    () => (
      <FileTools courseId={7} isArchived={isArchived} filters={() => filters} onImported={onImported} onTakenBack={onTakenBack}>
        {(tools) =>
          tools.map(({ label, onSelect }) => (
            <button key={label} onClick={onSelect}>
              {label}
            </button>
          ))
        }
      </FileTools>
    ),
    { address: '/class-gradebook/7' },
  );
  return calls;
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Import grades' }));
async function choose(file = new File(['x'], 'grades.xlsx')) {
  await press('Import');
  fireEvent.change((await dialog()).getByLabelText('Spreadsheet (.xlsx or CSV)'), { target: { files: [file] } });
  return dialog();
}
const bodyOfApply = (calls: ReturnType<typeof open>) => calls.find(({ path }) => path.endsWith('/apply'))?.body;

describe('exporting', () => {
  const addresses = () => vi.spyOn(window, 'open').mockReturnValue(window);
  test('opens the file of everything as .xlsx, with the marking periods that are looked at, by a code', async () => {
    const opened = addresses();
    const calls = open({}, { filters: { marking_periods: ['3', '4'], grade_status: 'Grade' } });
    await press('Export');
    expect(screen.queryByRole('radio', { name: 'Comma, as in 46.5' })).toBeNull();
    await press('Download');
    await waitFor(() => expect(opened).toHaveBeenCalledWith('/api/grade-book/export?class=7&format=xlsx&scope=all&marking_periods=3%2C4&code=abc', '_blank'));
    expect(calls[0]?.body).toEqual({ target: '/api/grade-book/export' });
  });

  test('as CSV asks what separates, and takes the filters where what is shown is wanted', async () => {
    const opened = addresses();
    open({}, { filters: { date_range: ['2026-09-01', '2026-09-30'], category: 0, grade_end: 50 } });
    await press('Export');
    await userEvent.click(screen.getByRole('radio', { name: 'CSV' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Semicolon, as in 46,5' }));
    await userEvent.click(screen.getByRole('radio', { name: 'What is visible' }));
    await userEvent.click(screen.getByLabelText('Include private staff notes'));
    expect(screen.getByText('Anyone who gets the file can read them. Do not give it to students.')).toBeTruthy();
    await userEvent.click(screen.getByLabelText('Include archived work'));
    await press('Download');
    await waitFor(() => expect(opened).toHaveBeenCalled());
    expect(Object.fromEntries(new URL(String(opened.mock.calls[0]?.[0]), 'http://x').searchParams)).toEqual({
      ...{ class: '7', format: 'csv', scope: 'shown', separator: 'semicolon', with: 'archived,notes' },
      ...{ date_range: '2026-09-01,2026-09-30', category: '0', grade_end: '50', code: 'abc' },
    });
  });

  test('a failure is said and the dialog stays', async () => {
    open({ 'POST /hand-off': 'offline' });
    await press('Export');
    await press('Download');
    await screen.findByText(/There is no connection/);
    expect(screen.getByRole('dialog', { name: 'Export the gradebook' })).toBeTruthy();
  });

  test('an archived class is exported and not imported into', async () => {
    open({}, { isArchived: true });
    await screen.findByRole('button', { name: 'Export' });
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });
});

describe('importing', () => {
  test('shows every change from old to new before anything happens, then does it once and offers to take it back', async () => {
    const calls = open({ 'POST /grade-book/acts/31/undo': success({ message: 'Undone for 2 students' }) });
    const { findByText, getByRole } = await choose();
    await findByText('2 grades would change');
    expect(getByRole('row', { name: 'Ann Åkesson Circuits 40 46.5' })).toBeTruthy();
    expect(getByRole('row', { name: 'Bob Zimmer Circuits None EX' })).toBeTruthy();
    expect(bodyOfApply(calls)).toBeUndefined();
    await press('Import 2 grades');
    await screen.findByText('2 grades imported');
    expect(bodyOfApply(calls)).toEqual({ partial: false, conflicts: 'keep' });
    expect(onImported).toHaveBeenCalledExactlyOnceWith(31);
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Undo');
    await screen.findByText('Undone for 2 students');
    expect(onTakenBack).toHaveBeenCalledExactlyOnceWith(31);
  });

  test('a file that is dropped is read as one that is chosen', async () => {
    const calls = open();
    await press('Import');
    const field = (await dialog()).getByLabelText('Spreadsheet (.xlsx or CSV)');
    fireEvent.drop(field, { dataTransfer: { files: [new File(['x'], 'dropped.csv')] } });
    await (await dialog()).findByText('2 grades would change');
    expect(calls.filter(({ path }) => path === '/grade-book/import')).toHaveLength(1);
  });

  test('says what is wrong, place by place, and imports the rest only where that is wanted', async () => {
    const wholeRow = { ...problem, row: 4, column: null, message: 'This row has no student.' };
    const wholeColumn = { ...problem, row: null, column: 'E', message: 'No work of this class is named “X”.' };
    const calls = open({ 'POST /grade-book/import': success({ ...preview, problem_count: 700, problems: [problem, wholeRow, wholeColumn] }) });
    const { findByText, getByText, getByLabelText } = await choose();
    await findByText('700 problems');
    expect(getByText('Cell C3').parentElement?.textContent).toContain('is no grade');
    expect([getByText('Row 4'), getByText('Column E'), getByText('697 more are not listed.')]).toHaveLength(3);
    await userEvent.click(getByLabelText('Skip the problems and import the rest'));
    await press('Import 2 grades');
    await waitFor(() => expect(bodyOfApply(calls)).toEqual({ partial: true, conflicts: 'keep' }));
  });

  test('shows what others changed since the export with both grades and whose it is, and leaves it unless the file is wanted', async () => {
    const answer = {
      ...preview,
      conflict_count: 2,
      changed_conflict_count: 1,
      conflicts: [conflict, { ...conflict, account_id: 2, student: 'Eva', ours: 10, is_changed_in_file: false }],
    };
    const calls = open({
      'POST /grade-book/import': success(answer),
      'POST /grade-book/import/5/apply': success({ ...applied, change_count: 3, kept_count: 1, message: '3 grades imported' }),
    });
    const { findByText, getByRole } = await choose();
    await findByText('2 grades were changed here since the export');
    expect(getByRole('row', { name: /Cem Demir Waves\s?Changed by Dana Cole, .* 10 11 12/ })).toBeTruthy();
    expect((getByRole('radio', { name: 'Keep the grades here' }) as HTMLInputElement).checked).toBe(true);
    await userEvent.click(getByRole('radio', { name: 'Use the file for all' }));
    getByRole('button', { name: 'Import 4 grades' });
    await userEvent.click(getByRole('radio', { name: 'Use the file where it was changed' }));
    await press('Import 3 grades');
    await screen.findByText('3 grades imported. 1 was not changed.');
    expect(bodyOfApply(calls)).toEqual({ partial: false, conflicts: 'changed' });
  });

  test('where nothing would change there is nothing to press but Close', async () => {
    open({ 'POST /grade-book/import': success({ ...preview, change_count: 0, changes: { ...preview.changes, new: [] }, message: 'No grade would change.' }) });
    const { findByText, queryByRole } = await choose();
    await findByText('No grade would change.');
    expect(queryByRole('button', { name: /^Import/ })).toBeNull();
  });

  test('what the server says of a file stands at the field; without a file, and with one too large, nothing is sent', async () => {
    const calls = open({ 'POST /grade-book/import': failure(422, 'VALIDATION_FAILED', { errors: { file: ['This is not a spreadsheet.'] } }) });
    await press('Import');
    const { getByRole, findByText, getByLabelText } = await dialog();
    await userEvent.click(getByRole('button', { name: 'Import' }));
    await findByText('Choose the file with the grades.');
    const large = new File(['x'], 'large.xlsx');
    Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 });
    fireEvent.change(getByLabelText('Spreadsheet (.xlsx or CSV)'), { target: { files: [large] } });
    await findByText(/larger than 20 MB/);
    expect(calls).toEqual([]);
    fireEvent.change(getByLabelText('Spreadsheet (.xlsx or CSV)'), { target: { files: [new File(['x'], 'a.pdf')] } });
    await findByText('This is not a spreadsheet.');
    expect(getByLabelText('Spreadsheet (.xlsx or CSV)').getAttribute('aria-invalid')).toBe('true');
  });

  test('cells that changed since the preview are told, and the file can be read again', async () => {
    let count = 0;
    const calls = open({
      'POST /grade-book/import': () => {
        count += 1;
        return success({ ...preview, import_id: 4 + count });
      },
      'POST /grade-book/import/5/apply': failure(409, 'GRADE_CHANGED', { message: 'Dana changed this grade in the meantime.' }),
      'POST /grade-book/import/6/apply': success(applied),
    });
    await choose();
    await press('Import 2 grades');
    await screen.findByText('Dana changed this grade in the meantime.');
    await press('Read the file again');
    await waitFor(() => expect(count).toBe(2));
    await press('Import 2 grades');
    await screen.findByText('2 grades imported');
    const keys = calls.filter(({ path }) => path.endsWith('/apply')).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  test('an answer that is lost is asked for again under the same key', async () => {
    let isFirst = true;
    const calls = open({
      'POST /grade-book/import/5/apply': () => {
        const reply = isFirst ? ('offline' as const) : success(applied);
        isFirst = false;
        return reply;
      },
    });
    await choose();
    await press('Import 2 grades');
    await screen.findByText(/There is no connection/);
    await press('Import 2 grades');
    await screen.findByText('2 grades imported');
    const keys = calls.filter(({ path }) => path.endsWith('/apply')).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([keys[0], keys[0]]);
  });
});

test('[B1501] words in the place of grades are named with what each is read as', async () => {
  const words = [
    { word: 'Missing', means: 'nothing', count: 2 },
    { word: 'Exento', means: 'EX', count: 1 },
  ];
  open({ 'POST /grade-book/import': success({ ...preview, words }) });
  await choose();
  await screen.findByText('2 cells say “Missing” and are read as empty, so existing grades are kept.');
  await screen.findByText('1 cell says “Exento” and is read as EX, excused.');
});
