import '../../../../testing/dialog.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signOut } from '../../../../base/session.ts';
import { closeSnack } from '../../../../base/snackbar.ts';
import { failure, success } from '../../../../testing/scripted-fetch.ts';
import { openBank, pageOf, RIGHTS } from '../testing/open-bank.tsx';
import { makeQuestion, words } from '../testing/question.ts';
import { openActs } from '../../../../testing/row-acts.ts';

vi.mock('../../../../ui/rich-text/editor/Surface.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module: https://school.test/assets/Surface.js');
});

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined));
afterEach(() => {
  cleanup();
  closeSnack();
  signOut();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const table = () => screen.findByRole('table', { name: 'Question Bank' });
const row = (name: RegExp) => screen.findByRole('row', { name });
const cells = (element: HTMLElement) => [...element.querySelectorAll('th, td:not(:has([data-select]))')].map((cell) => cell.textContent?.trim());
const others = makeQuestion({ account_id: 9, may: { edit: false, delete: false, copy: true, rate: true, next_status: null } });

describe('the list', () => {
  test('[Q170] [Q043–Q049] has the columns of the specification, title with type, status chip, approvals, rating, author and dates', async () => {
    openBank('/all-questions', { answers: { 'GET /questions': pageOf([makeQuestion()]) } });
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Show all columns' }));
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Title',
      'Cluster',
      'Standard',
      'Subject',
      'Grade',
      'Status',
      'Approvals',
      'Rating',
      'Name',
      'Date Added',
      'Date Updated',
    ]);
    expect(cells(await row(/Which lamp/))).toEqual([
      'Which lamp gets brighter?Multiple choice',
      'Electric circuits',
      'PS3.A',
      'Physics',
      'Grade 9',
      'Approved ?',
      '1',
      '4.5 Exceptional',
      'Ada Byron',
      '20-11-2026 08:05:09',
      '20-11-2026 10:00:00',
    ]);
  });

  test.each([
    ['Not Approved', 'red'],
    ['Approved ?', 'green'],
    ['Send To Admin', 'green'],
    ['Public', 'green'],
  ] as const)('[Q045] [Q204] the chip of %s is %s', async (status_label, hue) => {
    openBank('/all-questions', { answers: { 'GET /questions': pageOf([makeQuestion({ status_label, may: others.may })]) } });
    const chip = within(await row(/Which lamp/)).getByText(status_label);
    expect(chip.className).toMatch(new RegExp(`\\b_?${hue}`));
  });

  test.each([
    [5, 'Legendary'],
    [4.5, 'Exceptional'],
    [4, 'Extraordinary'],
    [3.5, 'Exceptionl'],
    [3, 'Good'],
    [2.5, 'Average'],
    [2, 'Below Average'],
    [1.5, 'Poor'],
    [1, 'Very Bad'],
    [3.25, 'Exceptionl'],
  ])('[Q243–Q252] an average of %s is called %s', async (average_rating, label) => {
    openBank('/all-questions', { answers: { 'GET /questions': pageOf([makeQuestion({ average_rating })]) } });
    expect(within(await row(/Which lamp/)).getByText(new RegExp(`${label}$`))).toBeTruthy();
  });

  test('[Q050] [Q051] shows at most seven pages, with size and last page as the server says', async () => {
    const { asked } = openBank('/all-questions?page=5', {
      answers: { 'GET /questions': pageOf([makeQuestion()], { total: 1000, per_page: 25, current_page: 5, last_page: 40, from: 101, to: 125 }) },
    });
    await table();
    const pages = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('button', { name: /^Page \d+$/ });
    expect(pages.length).toBeLessThanOrEqual(7);
    expect(screen.getByText('101 – 125 of 1,000')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(asked('/questions').at(-1)?.query.get('page')).toBe('6'));
  });

  test('[K041] [K042] [L034] [L043] [Q009] [Q010] [Q028] /questions asks for one’s own level and subject and says so, /all-questions for everything', async () => {
    const own = { subjects: [{ id: 4, name: 'Physics' }], levels: [{ id: 2, name: 'Grade 10' }] };
    const mine = openBank('/questions', {
      answers: { 'GET /questions': success({ ...(pageOf([makeQuestion()]) as { body: object }).body, own }) },
    });
    expect(await screen.findByText(/Your level and subject: Grade 10, Physics/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All Questions' }).getAttribute('href')).toBe('/all-questions');
    expect(mine.asked('/questions')[0]?.query.get('scope')).toBe('own');
    cleanup();
    const all = openBank('/all-questions', { answers: { 'GET /questions': pageOf([makeQuestion()]) } });
    await table();
    expect(all.asked('/questions')[0]?.query.get('scope')).toBe('all');
    expect(screen.queryByText(/Your level/)).toBeNull();
  });

  test('a failed load says why and offers a Retry; an empty bank says what to do', async () => {
    let answer: ReturnType<typeof failure> | 'offline' = 'offline';
    openBank('/all-questions', { answers: { 'GET /questions': () => answer } });
    expect(await screen.findByText(/no connection to the school/)).toBeTruthy();
    answer = pageOf([]) as ReturnType<typeof failure>;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No questions yet')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Create Question' })).toHaveLength(2);
  });

  test('[Q029] who may not create has no button for it; who may not look finds no page', async () => {
    openBank('/all-questions', { rights: ['questions:view'], answers: { 'GET /questions': pageOf([makeQuestion()]) } });
    await table();
    expect(screen.queryByRole('button', { name: 'Create Question' })).toBeNull();
    cleanup();
    openBank('/all-questions', { rights: [] });
    expect((await screen.findAllByText('Page not found')).length).toBeGreaterThan(0);
  });
});

describe('the filter card', () => {
  const lists = {
    'GET /question/grades': success({ data: [{ id: 6, name: 'Grade 9' }], pagination: {} }),
    'GET /question/grades/6': success({ data: { id: 6, name: 'Grade 9' } }),
    'GET /questions': pageOf([makeQuestion()]),
  };

  test('[B256] [Q033–Q042] [Q378–Q386] chosen filters are applied by the search icon, cleared by the reset icon, and stand in the address', async () => {
    const { asked, router } = openBank('/all-questions', { answers: lists });
    await table();
    expect(screen.queryByRole('combobox', { name: 'Grade' })).toBeNull(); // rows have the room until filters are asked for
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Grade' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Grade 9' }));
    await userEvent.selectOptions(screen.getByLabelText('Approval Status'), 'Public');
    await userEvent.click(screen.getByRole('combobox', { name: 'Tag' }));
    await userEvent.click(await screen.findByRole('option', { name: 'conceptual' }));
    for (const name of ['Subject', 'Standard', 'Cluster']) expect(screen.getByRole('combobox', { name })).toBeTruthy();
    expect(asked('/questions')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() =>
      expect(Object.fromEntries(asked('/questions').at(-1)?.query ?? [])).toMatchObject({ question_grade_id: '6', status: 'Public', tag: 'conceptual' }),
    );
    expect(router.state.location.search).toMatchObject({ question_grade_id: 6, status: 'Public', tag: ['conceptual'] });
    // Active filters appear next to the search. Pressing one removes it.
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter conceptual' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ question_grade_id: 6, status: 'Public' }));
    expect(await screen.findByRole('button', { name: 'Remove the filter Grade 9' })).toBeTruthy();
    await userEvent.click(screen.getAllByRole('button', { name: 'Reset' })[0] as HTMLElement);
    await waitFor(() => expect(asked('/questions').at(-1)?.query.has('status')).toBe(false));
    expect((screen.getByLabelText('Approval Status') as HTMLSelectElement).value).toBe('');
    expect(router.state.location.search).toEqual({});
  });

  test('[Q040] [Q389] [Q390] the quick search asks half a second after the last key, and gives up the question before', async () => {
    const signals: AbortSignal[] = [];
    const { asked } = openBank('/all-questions', {
      answers: {
        ...lists,
        'GET /questions': (call) => {
          signals.push(call.signal);
          return call.query.get('search_text') === 'la' ? 'never' : pageOf([makeQuestion()]);
        },
      },
    });
    await table();
    vi.useFakeTimers();
    const type = (text: string) => fireEvent.change(screen.getByRole('searchbox', { name: 'Quick search' }), { target: { value: text } });
    type('l');
    await act(() => vi.advanceTimersByTimeAsync(400));
    type('la');
    await act(() => vi.advanceTimersByTimeAsync(499));
    expect(asked('/questions')).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(2));
    expect(asked('/questions').at(-1)?.query.get('search_text')).toBe('la');
    type('lamp');
    await act(() => vi.advanceTimersByTimeAsync(510));
    expect(asked('/questions').at(-1)?.query.get('search_text')).toBe('lamp');
    expect(signals[1]?.aborted).toBe(true);
  });
});

describe('dialogs', () => {
  test('[Q054] [Q213–Q215] the next step of approval is asked for in the words of the specification; Disagree changes nothing, Agree does', async () => {
    const saved = makeQuestion({ status_label: 'Send To Admin', teacher_status: 2, may: others.may });
    const { calls } = openBank('/all-questions', {
      answers: {
        'GET /questions': pageOf([makeQuestion()]),
        'GET /questions/5': success({ question: makeQuestion(), data: makeQuestion() }),
        'POST /status-update/questions': success({ question: saved, data: saved, message: 'The status is now Send To Admin' }),
      },
    });
    const open = async () => userEvent.click(await screen.findByRole('button', { name: /^Change the status of Which lamp/ }));
    const posted = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    await open();
    const dialog = await screen.findByRole('dialog', { name: 'Are You want to change the Status to Send To Admin?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Disagree' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted()).toEqual([]);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Agree' }));
    expect(await screen.findByText('The status is now Send To Admin')).toBeTruthy();
    expect(posted()).toEqual([{ question: 5, status: 'Send To Admin' }]);
  });

  test.each([
    [409, 'STATUS_STEP_NOT_ALLOWED'],
    [403, 'STATUS_ROLE_NOT_ALLOWED'],
  ])('[Q493] a refused step (%s) closes the dialog and shows the server’s message', async (status, code) => {
    openBank('/all-questions?approve=5', {
      answers: {
        'GET /questions': pageOf([makeQuestion()]),
        'GET /questions/5': success({ question: makeQuestion(), data: makeQuestion() }),
        'POST /status-update/questions': failure(status, code),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Agree' }));
    expect(await screen.findByText(`server says ${code}`)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Disagree' })).toBeNull();
  });

  test('[B086] [Q494] a refused rating is said in the dialog, which keeps what was chosen and can be tried again', async () => {
    openBank('/all-questions?rate=5', {
      answers: {
        'GET /questions': pageOf([others]),
        'GET /questions/5': success({ question: others, data: others }),
        'POST /question-review': failure(403, 'OWN_QUESTION'),
      },
    });
    const dialog = await screen.findByRole('dialog', { name: 'Rate This Question' });
    await userEvent.click(within(dialog).getByRole('radio', { name: '3.5 of 5, Exceptionl' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Rate' }));
    expect(await screen.findByText('server says OWN_QUESTION')).toBeTruthy();
    expect(within(dialog).getByRole('radio', { name: '3.5 of 5, Exceptionl' })).toHaveProperty('checked', true);
    expect(within(dialog).getByRole('button', { name: 'Rate' })).toHaveProperty('disabled', false);
  });

  test('[Q053] [Q241] Rate This Question takes half steps by keys, and says what each is called', async () => {
    const { calls } = openBank('/all-questions', {
      answers: {
        'GET /questions': pageOf([others]),
        'GET /questions/5': success({ question: others, data: others }),
        'POST /question-review': success({ question: others, data: others, message: 'Thank you for rating this question' }),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /Rate Which lamp/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Rate This Question' });
    expect(within(dialog).getAllByRole('radio')).toHaveLength(9);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Rate' }));
    expect(await within(dialog).findByText(/Choose from 1 to 5 stars/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('radio', { name: '3.5 of 5, Exceptionl' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Rate' }));
    expect(await screen.findByText('Thank you for rating this question')).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ question: 5, user_rating: 3.5 }]);
  });

  test('[B264] the detail says which assessments ask a question, with the way to one’s own; whoever has none is told nothing', async () => {
    const question = makeQuestion({ assessment_count: 4 });
    const answers = {
      'GET /questions': pageOf([question]),
      'GET /questions/5': success({ question, data: question }),
      'GET /assessments': success({
        data: [
          { id: 8, title: 'Lamps in a row' },
          { id: 9, title: 'Switches' },
        ],
        pagination: { total: 2, per_page: 5, current_page: 1, last_page: 1, from: 1, to: 2 },
      }),
    };
    const { asked } = openBank('/all-questions?view=5', { answers, rights: [...RIGHTS, 'all-questions:view', 'assessments:view'] });
    const used = within(await screen.findByRole('region', { name: 'Used in assessments' }));
    expect((await used.findByRole('link', { name: 'Switches' })).getAttribute('href')).toBe('/assessments?assessment=9');
    expect(used.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Lamps in a row',
      'Switches',
      'and 2 more: archived, or someone else’s',
    ]);
    expect(asked('/assessments')[0]?.query.get('question_id')).toBe('5');
    cleanup();
    openBank('/all-questions?view=5', { answers });
    await screen.findByRole('complementary', { name: 'About this question' });
    expect(screen.queryByRole('region', { name: 'Used in assessments' })).toBeNull();
  });

  test('[B082] [Q052] [Q055–Q056] [Q058–Q062] the detail shows everything, fills the screen, and leads to EDIT and to deleting after a question', async () => {
    const question = makeQuestion({
      google_drive_link: [
        { file_id: 3, name: 'Circuit.png', url: '/files/3?sig=x', res_url: '', mimeType: 'image/png', type: 'aws', target_file: '' },
        { file_id: null, name: 'Bad', url: 'javascript:alert(1)', res_url: '', mimeType: '', type: '', target_file: '' },
      ],
      open_response: [{ criterion_name: 'Names the path', open_response_grade: 3, description: '', rubrics: [{ point: 3, level: 'All', description: '' }] }],
      assessment_count: 2,
    });
    const { router, calls } = openBank('/all-questions?page=2', {
      answers: {
        'GET /questions': pageOf([question], { current_page: 2, last_page: 2 }),
        'GET /questions/5': success({ question, data: question }),
        'DELETE /questions/5': success({ message: 'It stays in the archive', id: 5, archived: true }),
      },
    });
    await userEvent.click(await screen.findByRole('link', { name: 'Which lamp gets brighter?' }));
    const detail = await screen.findByRole('dialog', { name: 'Which lamp gets brighter?' });
    const about = within(within(detail).getByRole('complementary', { name: 'About this question' }));
    for (const words of ['Multiple choice', 'PS3.A', 'Electric circuits', 'Physics', 'Grade 9']) expect(about.getByText(words)).toBeTruthy();
    expect(about.getByText('Overall Grade').nextElementSibling?.textContent).toBe('4');
    expect(within(detail).getByText('Three lamps and a switch.')).toBeTruthy();
    expect(within(detail).getByText('Because of Lamp 1')).toBeTruthy();
    expect(within(detail).getAllByText('Sub Grade')).toHaveLength(2);
    expect(within(detail).getAllByText('Names the path').length).toBeGreaterThan(0);
    expect(about.getByText('Bad')).toBeTruthy();
    expect(detail.querySelector('a[href^="javascript"]')).toBeNull();
    await userEvent.click(within(detail).getByRole('button', { name: 'EDIT' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ page: 2, edit: 5 }));
    await screen.findByRole('dialog', { name: 'Edit Question' });
    await act(() => router.navigate({ to: '.', search: { page: 2, delete: 5 } as never }));
    const remove = await screen.findByRole('dialog', { name: 'Are you sure you want to delete this Question?' });
    expect(within(remove).getByText('Which lamp gets brighter?')).toBeTruthy();
    expect(within(remove).getByText(/archived instead/)).toBeTruthy();
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(within(remove).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('It stays in the archive')).toBeTruthy();
  });

  test('[Q223] where the reader may not know what is right, nothing says so', async () => {
    const hidden = makeQuestion({ ...others, may: { edit: false, delete: false, copy: false, rate: true, next_status: null } });
    const { overall_grade: _grade, rubrics: _rubrics, open_response: _open, ...seen } = hidden;
    const question = {
      ...seen,
      responses: hidden.responses.map(({ id, question_id, position, title, last_update }) => ({ id, question_id, position, title, last_update })),
    };
    openBank('/all-questions?view=5', { answers: { 'GET /questions': pageOf([question]), 'GET /questions/5': success({ question, data: question }) } });
    const detail = await screen.findByRole('dialog', { name: 'Which lamp gets brighter?' });
    expect(within(detail).getByText('Lamp 1')).toBeTruthy();
    for (const words of [/Sub Grade/, /Match Level/, /Valid/, /Overall Grade/, /Rubric/, 'EDIT']) expect(within(detail).queryByText(words)).toBeNull();
  });

  test('[Q220] somebody else’s question is copied: the copy opens to be changed', async () => {
    const copy = makeQuestion({ id: 8, question_id: 8, title: 'Which lamp gets brighter? Copy', published_state: 'DRAFT' });
    openBank('/all-questions?view=5', {
      answers: {
        'GET /questions': pageOf([others]),
        'GET /questions/5': success({ question: others, data: others }),
        'GET /questions/8': success({ question: copy, data: copy }),
        'POST /questions/5/copy': success({ question: copy, data: copy, message: 'The copy is in your drafts' }),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Copy to edit' }));
    const form = await screen.findByRole('dialog', { name: 'Edit Question' });
    expect((within(form).getAllByLabelText('Title', { exact: true })[0] as HTMLInputElement).value).toBe('Which lamp gets brighter? Copy');
  });

  test('[B085] a question that is gone says so instead of an empty dialog', async () => {
    openBank('/all-questions?view=77', { answers: { 'GET /questions': pageOf([]), 'GET /questions/77': failure(404, 'QUESTION_NOT_FOUND') } });
    expect(await screen.findByText(/no longer exists, or you do not have access to it/)).toBeTruthy();
  });

  test('[Q030] [Q031] [Q057] import and template stand where another feature brings them', async () => {
    openBank('/all-questions?import=true', {
      rights: [...RIGHTS],
      answers: { 'GET /questions': pageOf([makeQuestion()]) },
      slots: { renderTools: () => <button type="button">Import Questions</button>, renderImport: () => <p>the import</p> },
    });
    expect(await screen.findByRole('button', { name: 'Import Questions' })).toBeTruthy();
    expect(screen.getByText('the import')).toBeTruthy();
  });
});

describe('versions', () => {
  test('say who changed what, and one can be restored after a question', async () => {
    const question = makeQuestion({ version: 2 });
    const version = { title: '', account_id: 7, full_name: 'Ada Byron', created_at: '2026-11-20T08:05:09.000Z', first_used_at: null };
    const { calls } = openBank('/all-questions?versions=5', {
      answers: {
        'GET /questions': pageOf([question]),
        'GET /questions/5': success({ question, data: question }),
        'GET /questions/5/versions': success({
          versions: [
            { ...version, id: 51, version: 2, is_current: true, changes: [{ field: 'title', label: 'Title', before: 'Old <b>words</b>', after: 'New words' }] },
            { ...version, id: 50, version: 1, is_current: false, first_used_at: '2026-11-20T09:00:00.000Z', changes: [] },
          ],
        }),
        'POST /questions/5/versions/1/restore': success({ question, data: question, message: 'Version 1 is the newest again' }),
      },
    });
    const changes = await screen.findByRole('table', { name: 'Version 2' });
    expect(within(changes).getByText('Old <b>words</b>')).toBeTruthy();
    expect(within(changes).getByText('New words')).toBeTruthy();
    expect(screen.getAllByText('Ada Byron, Fri, Nov 20, 2026, 8:05 AM')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Restore this version: 1' }));
    const confirm = await screen.findByRole('dialog', { name: 'Restore version 1?' });
    await userEvent.click(within(confirm).getByRole('button', { name: 'Restore this version' }));
    expect((await screen.findAllByText('Version 1 is the newest again')).length).toBeGreaterThan(0);
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ updated_at: question.updated_at }]);
  });
});

describe('drafts', () => {
  const draft = makeQuestion({ published_state: 'DRAFT', title: 'A beginning' });
  const other = makeQuestion({ id: 6, question_id: 6, published_state: 'DRAFT', title: 'Another beginning' });

  test('[K043] [L036] [Q011] [Q063] [Q064] show type, title, cluster, subject and grade, and each row can be viewed, edited and deleted', async () => {
    openBank('/draft-questions', { answers: { 'GET /draft/questions': pageOf([draft]) } });
    await screen.findByRole('table', { name: 'Draft Questions' });
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Type', 'Title', 'Cluster', 'Subject', 'Grade', 'Actions']);
    expect(screen.getByRole('button', { name: 'Edit A beginning' })).toBeTruthy();
    expect(await openActs('A beginning')).toEqual(['View', 'Delete']);
  });

  test.each([
    ['[Q065] one that was published disappears', 'PUBLISHED', ['Another beginning']],
    ['[Q066] one that is still a draft is replaced in its place', 'DRAFT', ['Changed', 'Another beginning']],
  ] as const)('%s', async (_, published_state, titles) => {
    const saved = makeQuestion({ ...draft, title: 'Changed', published_state });
    let answer = pageOf([draft, other]);
    openBank('/draft-questions?edit=5', {
      answers: {
        'GET /draft/questions': () => answer,
        'GET /questions/5': success({ question: draft, data: draft }),
        'PUT /questions/5': () => {
          answer = 'never'; // the list now shows this page's own change
          return success({ question: saved, data: saved, message: 'Question Updated Successfully' });
        },
      },
    });
    const form = await screen.findByRole('dialog', { name: 'Edit Question' });
    fireEvent.change(within(form).getAllByLabelText('Title', { exact: true })[0] as HTMLElement, { target: { value: 'Changed' } });
    await userEvent.click(within(form).getByRole('button', { name: /^Save(?! (T|and))/ }));
    await screen.findByText('Question Updated Successfully');
    await waitFor(() => expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(titles));
  });
});

test('[B081] hostile words of a question are words, wherever they stand', async () => {
  const hostile = '<img src=x onerror="window.hit=1">';
  const question = makeQuestion({ title: hostile, type_name: hostile, full_name: hostile, tag: [hostile], description: words(hostile), topic_name: hostile });
  question.responses = question.responses.map((response) => ({ ...response, title: hostile, description: words(hostile), match_label: hostile }));
  openBank('/all-questions?view=5', { answers: { 'GET /questions': pageOf([question]), 'GET /questions/5': success({ question, data: question }) } });
  await screen.findByRole('dialog', { name: hostile });
  expect(document.querySelector('img, [onerror]')).toBeNull();
  expect((window as unknown as { hit?: number }).hit).toBeUndefined();
});
