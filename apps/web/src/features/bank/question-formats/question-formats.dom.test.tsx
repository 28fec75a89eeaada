import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import type { QuestionImport } from './calls.ts';
import { QuestionExportMenu, QuestionImportDialog, QuestionTools } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const preview: QuestionImport = {
  id: 8,
  kind: 'question',
  format: 'gift',
  file_name: 'optics.gift',
  status: 'preview',
  total_rows: 3,
  done_rows: 0,
  created_count: 2,
  existing_count: 0,
  error_count: 1,
  note_count: 1,
  correction_count: 0,
  created_at: '2026-11-20T10:00:00.000Z',
  finished_at: null,
  message: 'GIFT: 2 new questions, 0 already there, 1 with errors.',
  take_back: null,
  can_take_back: false,
  take_back_until: '2026-12-20T10:00:00.000Z',
};
const finished: QuestionImport = { ...preview, status: 'finished', done_rows: 3, message: 'Import Completed with 1 errors' };
const finding = { column: 'responses', column_title: 'Responses', value: 'x', message: 'Choice B is the same as another one. Change one of them.' };
const rows = [
  {
    row: 1,
    name: 'Refraction',
    outcome: 'create',
    question_id: null,
    problems: [],
    notes: [{ ...finding, column_title: 'Images', message: 'This image is not in the file.' }],
    taken_back: null,
  },
  { row: 2, name: 'Twice', outcome: 'error', question_id: null, problems: [finding], notes: [], taken_back: null },
  { row: 3, name: 'Mirror', outcome: 'create', question_id: null, problems: [], notes: [], taken_back: null },
];
const answer = (state: QuestionImport) => success({ import: state, message: state.message, questions: [], errors: [] });

type Answers = Parameters<typeof scriptFetch>[0];
const onImported = vi.fn<() => void>();
const onClose = vi.fn<() => void>();

function open(more: Answers = {}, rights = ['questions:view', 'question-imports:create', 'questions:publish']) {
  onImported.mockClear();
  onClose.mockClear();
  const calls = scriptFetch({
    'POST /import/questions': answer(preview),
    'GET /import/questions/jobs/8/rows': ({ query }) =>
      pageOf(
        rows.filter(({ outcome, notes }) =>
          query.get('outcome') === 'finding' ? outcome === 'error' || notes.length > 0 : !query.get('outcome') || outcome === query.get('outcome'),
        ),
      ),
    'POST /import/questions/jobs/8/apply': answer(finished),
    'GET /question/cycles': pageOf([{ id: 4, name: 'Optics' }]),
    ...more,
  });
  openScreen(() => <QuestionImportDialog onClose={onClose} onImported={onImported} />, { address: '/questions', rights });
  return calls;
}
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Import Questions' }));
const press = async (name: string) => userEvent.click((await dialog()).getByRole('button', { name }));
async function choose(file: File, source: 'xlsx' | 'other' = 'other') {
  const { getByLabelText } = await dialog();
  fireEvent.change(getByLabelText('File type'), { target: { value: source } });
  fireEvent.change(getByLabelText('File with questions'), { target: { files: [file] } });
}
const gift = () => new File(['x {=a ~b}'], 'optics.gift');

describe('the import dialog', () => {
  test('[B343] equal faults stand once, with how many, the first by name and the name that was meant; their questions alone on demand', async () => {
    const group = {
      kind: 'note',
      column: 'subject',
      column_title: 'Subject',
      code: 'unknownName',
      value: 'Fysics',
      message: 'There is no Subject with this name, so it is left empty. Names: Physics, 物理.',
      is_same: true,
      row_count: 37,
      first_row: 2,
      first_rows: [
        { row: 2, name: 'Lens' },
        { row: 3, name: 'العدسة' },
      ],
      is_resolvable: false,
      can_create: false,
      suggestions: [{ id: 4, name: 'Physics' }],
    };
    const slips = {
      ...group,
      kind: 'error',
      column: 'responses',
      column_title: 'Responses',
      code: 'choiceTwice',
      value: null,
      message: 'Choice B says the same.',
    };
    const calls = open({
      'GET /import/questions/jobs/8/problems': success({ data: [{ ...slips, is_same: false, row_count: 1, suggestions: [] }, group], total: 2 }),
    });
    await choose(gift());
    const { findByRole, getByText, getByRole } = await dialog();
    const fysics = within(
      await findByRole('group', { name: /37 questions Subject “Fysics” There is no Subject.*Names: Physics, 物理\. Did you mean “Physics”\?/ }),
    );
    expect(fysics.getByText('العدسة').tagName).toBe('BDI');
    expect(getByRole('group', { name: /1 question Responses For example: Choice B says the same\./ })).toBeTruthy();
    await userEvent.click(fysics.getByRole('button', { name: 'Show the questions' }));
    expect(getByText('Only questions with this: Subject “Fysics”')).toBeTruthy();
    const last = () => Object.fromEntries(calls.findLast(({ path }) => path === '/import/questions/jobs/8/rows')?.query ?? []);
    await waitFor(() => expect(last()).toMatchObject({ column: 'subject', code: 'unknownName', value: 'Fysics', page: '1' }));
    await press('Show all questions');
    await waitFor(() => expect(getByText('What will happen', { selector: 'label' })).toBeTruthy());
  });

  test('[Q057] [Q347] [Q348] for spreadsheets accepts .xlsx alone; without a file it says so, and nothing is sent', async () => {
    const calls = open();
    const { getByLabelText, getByText, getByRole } = await dialog();
    expect(getByLabelText('File with questions').getAttribute('accept')).toContain('.xlsx');
    expect(getByLabelText('File with questions').getAttribute('accept')).not.toContain('.gift');
    expect(getByRole('link', { name: 'Download Question Import Template' }).getAttribute('href')).toBe('/question-import-template.xlsx');
    await press('Import');
    getByText('Select a valid xlsx file');
    await choose(gift(), 'xlsx');
    getByText('Select a valid xlsx file');
    expect(getByLabelText('File with questions').getAttribute('aria-invalid')).toBe('true');
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    fireEvent.change(getByLabelText('File type'), { target: { value: 'other' } });
    expect(getByLabelText('File with questions').getAttribute('accept')).toBe('.gift,.txt,.xml,.zip,.imscc,.dat,.qti');
    await press('Import');
    getByText('Select a file with questions');
  });

  test('offers a new version for questions that are there with another right answer, and sends it only when chosen', async () => {
    const calls = open({
      'POST /import/questions': answer({ ...preview, error_count: 0, existing_count: 2, correction_count: 2 }),
      'POST /import/questions/jobs/8/apply': answer(finished),
    });
    await choose(gift());
    const offer = await (await dialog()).findByLabelText(/Update the right answers of existing questions\. 2 questions get a new version/);
    expect((offer as HTMLInputElement).checked).toBe(false);
    await userEvent.click(offer);
    await press('Import');
    await waitFor(() => expect(calls.find(({ path }) => path.endsWith('/apply'))?.body).toMatchObject({ corrections: true }));
  });

  test('shows what would happen, errors and what is left out first; then does it and says so', async () => {
    const calls = open();
    const { findByText, getByLabelText, queryByText, queryAllByText, getAllByRole } = await dialog();
    await userEvent.click(getByLabelText('Cluster'));
    await userEvent.click(await screen.findByRole('option', { name: 'Optics' }));
    fireEvent.change(getByLabelText('Approval Status'), { target: { value: 'Public' } });
    await choose(gift());
    await findByText(preview.message as string);
    await findByText('Choice B is the same as another one. Change one of them.');
    await findByText('This image is not in the file.');
    expect(queryByText('Mirror')).toBeNull();
    fireEvent.change(getByLabelText('What will happen'), { target: { value: '' } });
    await findByText('Mirror');
    await userEvent.click(getByLabelText(/^Import only questions without errors/));
    await press('Import');
    // The message appears in the dialog and as a toast.
    await waitFor(() => expect(queryAllByText('Import Completed with 1 errors')).toHaveLength(2));
    expect(onImported).toHaveBeenCalledTimes(1);
    const applied = calls.find(({ path }) => path.endsWith('/apply'));
    expect(applied?.body).toEqual({
      partial: true,
      corrections: false,
      topic_id: 4,
      standard_id: null,
      question_subject_id: null,
      question_grade_id: null,
      published_state: 'PUBLISHED',
      status: 'Public',
    });
    await userEvent.click(getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('[Q364] what the server says of the file stands beside the field; another file can be chosen', async () => {
    let isFirst = true;
    open({
      'POST /import/questions': () => {
        const reply = isFirst ? failure(422, 'VALIDATION_FAILED', { errors: { file: ['This file is damaged at line 7. Export it again.'] } }) : answer(preview);
        isFirst = false;
        return reply;
      },
    });
    await choose(gift());
    const { findByText, getByLabelText } = await dialog();
    await findByText('This file is damaged at line 7. Export it again.');
    expect(getByLabelText('File with questions').getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(getByLabelText('File with questions'), { target: { files: [gift()] } });
    await findByText(preview.message as string);
  });

  test('a server that cannot be reached is said, and what was chosen stays', async () => {
    open({ 'POST /import/questions/jobs/8/apply': failure(500, 'INTERNAL') });
    await choose(gift());
    const { findByText, getAllByRole } = await dialog();
    await findByText(preview.message as string);
    await press('Import');
    await waitFor(() => expect(getAllByRole('alert').some(({ textContent }) => textContent !== '')).toBe(true));
    await findByText(preview.message as string);
    expect(onImported).not.toHaveBeenCalled();
  });

  test('a job is followed to its end', async () => {
    let looks = 0;
    open({
      'POST /import/questions/jobs/8/apply': answer({ ...preview, status: 'waiting' }),
      'GET /import/questions/jobs/8': () => {
        looks += 1;
        return answer(looks === 1 ? { ...preview, status: 'running', done_rows: 1 } : finished);
      },
    });
    await choose(gift());
    const { findByText, findAllByText } = await dialog();
    await findByText(preview.message as string);
    await press('Import');
    await findByText('1 of 3 questions');
    await findAllByText('Import Completed with 1 errors');
    await waitFor(() => expect(onImported).toHaveBeenCalledTimes(1));
  });

  test('whoever may not publish is not asked for the step of approval', async () => {
    open({}, ['questions:view', 'question-imports:create']);
    const { getByLabelText, queryByLabelText } = await dialog();
    getByLabelText('Published State');
    expect(queryByLabelText('Approval Status')).toBeNull();
  });
});

describe('the tools', () => {
  test('[Q030] [Q031] [Q032] import and template are for whoever may import; the template opens in a new tab without a token', () => {
    const onImport = vi.fn<() => void>();
    scriptFetch({});
    openScreen(() => <QuestionTools onImport={onImport} />, { address: '/questions', rights: ['questions:view', 'question-imports:create'] });
    return screen.findByRole('button', { name: 'Import Questions' }).then(async (button) => {
      await userEvent.click(button);
      expect(onImport).toHaveBeenCalledTimes(1);
      const link = screen.getByRole('link', { name: 'Download Question Import Template' });
      expect([link.getAttribute('target'), link.getAttribute('href')]).toEqual(['_blank', '/question-import-template.xlsx']);
    });
  });

  test('[Q030] [Q031] nobody else sees them', async () => {
    scriptFetch({});
    openScreen(
      () => (
        <>
          <h1>Bank</h1>
          <QuestionTools onImport={() => undefined} />
          <QuestionExportMenu questionIds={[1]} />
        </>
      ),
      { address: '/questions', rights: ['questions:view'] },
    );
    await screen.findByRole('heading', { name: 'Bank' });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('[Q399] a question is exported in the format chosen; a failure is said', async () => {
    const calls = scriptFetch({ 'POST /export/question': failure(404, 'QUESTION_NOT_FOUND', { message: 'There is no such question.' }) });
    openScreen(() => <QuestionExportMenu questionIds={[12]} />, { address: '/questions', rights: ['questions:view', 'question-exports:view'] });
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'QTI 3.0 package (.zip)' }));
    await waitFor(() => expect(calls.at(-1)?.body).toEqual({ question: [12], format: 'qti3' }));
    await screen.findByText('There is no such question.');
  });
});
