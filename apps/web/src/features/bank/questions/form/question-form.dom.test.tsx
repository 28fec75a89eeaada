import '../../../../testing/dialog.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signOut } from '../../../../base/session.ts';
import { unsavedStore } from '../../../../base/unsaved.ts';
import { closeSnack } from '../../../../base/snackbar.ts';
import { failure, success } from '../../../../testing/scripted-fetch.ts';
import { choose, openForm, save } from '../testing/open-form.tsx';
import { makeQuestion } from '../testing/question.ts';

// The editor has its own tests. Here a plain field replaces it.
vi.mock('../../../../ui/rich-text/editor/Surface.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module: https://school.test/assets/Surface.js');
});

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  closeSnack();
  signOut();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const field = (name: string | RegExp) => screen.getByLabelText(name, { exact: true }) as HTMLInputElement;
const response = (letter: string) => within(screen.getByRole('group', { name: `Response ${letter}` }));
const put = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });

describe('[B260] ways out', () => {
  const refuseToKeep = () => {
    const { setItem } = Storage.prototype;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key: string, value: string) {
      if (key.startsWith('cw.question-draft')) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    });
  };
  afterEach(() => void vi.restoreAllMocks());

  test('what the device keeps needs no question; where it keeps nothing every way out asks, until it is saved', async () => {
    const kept = openForm();
    put(screen.getAllByLabelText('Title', { exact: true })[0] as HTMLElement, 'Lamps');
    expect(await screen.findByText(/Draft saved on this device/)).toBeTruthy();
    expect(unsavedStore.get().size).toBe(0);
    kept.leave();
    localStorage.clear();

    refuseToKeep();
    openForm();
    put(screen.getAllByLabelText('Title', { exact: true })[0] as HTMLElement, 'Lamps');
    await userEvent.click(screen.getByRole('radio', { name: 'DRAFT' }));
    await waitFor(() => expect(unsavedStore.get().size).toBe(1));
    await userEvent.keyboard('{Escape}');
    const asking = within(await screen.findByRole('dialog', { name: 'Close the form?' }));
    expect(asking.getByText('This device has no space to save a draft')).toBeTruthy();
    expect(asking.queryByRole('button', { name: 'Close and keep' })).toBeNull();
    await userEvent.click(asking.getByRole('button', { name: 'Keep editing' }));
    await save();
    await waitFor(() => expect(unsavedStore.get().size).toBe(0));
  });
});

describe('what a form says', () => {
  test('[Q253–Q270] [Q283–Q286] a published question needs each of its fields, said beside it in the words of the catalogue', async () => {
    const { sent } = openForm({ who: 'Admin' });
    await userEvent.click(screen.getByRole('button', { name: 'Add criterion' }));
    await userEvent.click(within(screen.getByRole('region', { name: /^Rubric/ })).getByRole('button', { name: 'Add row' }));
    await save();
    for (const message of [
      'Title is required',
      'Question Topic is required',
      'Standard is required',
      'Subject is required',
      'Grade is required',
      'Status is required',
      'Overall Grade is required',
      'Match Level is required',
      'Response is required',
      'Is valid is required',
      'Points is required',
      'Point is required',
      'Level is required',
      'Criterion Name is required',
      'Open Response Grade is required',
    ])
      expect(screen.getAllByText(message).length, message).toBeGreaterThan(0);
    expect(sent()).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getAllByLabelText('Title', { exact: true })[0]));
    expect(response('A').getByText('Points is required')).toBeTruthy();
    expect(response('A').getByLabelText('Points').getAttribute('aria-invalid')).toBe('true');
  });

  test.each(['-1', '0.5', '٣', '1e9', 'four'])('[B080] [Q267] %s points are refused with their own message', async (points) => {
    const { sent } = openForm();
    put(response('A').getByLabelText('Points'), points);
    await save();
    expect(response('A').getByText('Points is not valid')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  test('[Q274] [Q275] a draft needs its title only, and the other faults go when it becomes one', async () => {
    const { sent, saved } = openForm();
    await save();
    expect(screen.getByText('Question Topic is required')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'DRAFT' }));
    expect(screen.queryByText('Question Topic is required')).toBeNull();
    await save();
    expect(screen.getAllByText(/is required$/).map(({ textContent }) => textContent)).toEqual(['Title is required']);
    put(screen.getAllByLabelText('Title', { exact: true })[0] as HTMLElement, 'A beginning');
    await save();
    await screen.findByText('closed');
    expect(sent()).toEqual([expect.objectContaining({ title: 'A beginning', published_state: 'DRAFT', type_id: 1, topic_id: null })]);
    expect(saved).toHaveLength(1);
  });

  test('[Q276] with one response the alert of the specification stands above the form', async () => {
    const { sent } = openForm();
    await userEvent.click(screen.getByRole('button', { name: 'Remove response B' }));
    await save();
    expect(screen.getByText('Question Must Contain at least two responses.')).toBeTruthy();
    expect(sent()).toEqual([]);
  });
});

describe('points', () => {
  test('[Q277–Q280] follow the match level by the rubric, at once; 0 where the row has none; the highest is the overall grade', async () => {
    openForm();
    const rubric = within(screen.getByRole('region', { name: /^Rubric/ }));
    await userEvent.click(rubric.getByRole('button', { name: 'Add row' }));
    await userEvent.click(rubric.getByRole('button', { name: 'Add row' }));
    const [point, otherPoint] = rubric.getAllByLabelText('Point') as [HTMLElement, HTMLElement];
    const [level, otherLevel] = rubric.getAllByLabelText('Level') as [HTMLElement, HTMLElement];
    put(level, 'Correct reasoning');
    put(point, '4');
    put(otherLevel, '2');
    put(response('A').getByLabelText('Match Level'), 'Correct reasoning');
    put(response('B').getByLabelText('Match Level'), '2');
    expect((response('A').getByLabelText('Points') as HTMLInputElement).value).toBe('4');
    expect((response('A').getByLabelText('Points') as HTMLInputElement).readOnly).toBe(true);
    expect((response('B').getByLabelText('Points') as HTMLInputElement).value).toBe('0');
    expect(field('Overall Grade').value).toBe('4');
    put(otherPoint, '7');
    expect((response('B').getByLabelText('Points') as HTMLInputElement).value).toBe('7');
    expect(field('Overall Grade').value).toBe('7');
  });

  test('[Q175] [Q281] [Q282] a new criterion starts with two empty rows; its grade is its highest point, the total their sum', async () => {
    openForm();
    await userEvent.click(screen.getByRole('button', { name: 'Add criterion' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add criterion' }));
    const criterion = (number: number) => within(screen.getByRole('group', { name: `Criterion ${number}` }));
    const points = criterion(1).getAllByLabelText('Point') as HTMLInputElement[];
    expect(points.map(({ value }) => value)).toEqual(['', '']);
    put(points[0] as HTMLElement, '2');
    put(points[1] as HTMLElement, '5');
    put(criterion(2).getAllByLabelText('Point')[0] as HTMLElement, '3');
    expect((criterion(1).getByLabelText('Open Response Grade') as HTMLInputElement).value).toBe('5');
    expect(screen.getByText('Open responses in total: 8')).toBeTruthy();
  });
});

describe('who sees what', () => {
  test('[Q084] [Q218] a student does not see the status, a teacher sees it set, an Admin chooses it', () => {
    openForm({ who: 'Student' });
    expect(screen.queryByLabelText('Status')).toBeNull();
    cleanup();
    openForm({ who: 'Teachers' });
    expect(field('Status').readOnly).toBe(true);
    expect(field('Status').value).toBe('Approved ?');
    cleanup();
    openForm({ who: 'Admin' });
    expect(
      within(field('Status'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose a status', 'Not Approved', 'Approved ?', 'Send To Admin', 'Public']);
  });

  test('[Q085] the published state is locked once an Admin has approved the question', () => {
    openForm({ question: makeQuestion({ status: 1, teacher_status: 2, status_label: 'Public' }) });
    expect((screen.getByRole('radio', { name: 'DRAFT' }) as HTMLInputElement).disabled).toBe(true);
    expect(screen.getByText(/so it stays published/)).toBeTruthy();
  });

  test('[Q083] the form of the assessment offers question type 1 and no other', async () => {
    const { sent } = openForm({ forLesson: true });
    await waitFor(() => expect(field('Type').value).toBe('Multiple choice'));
    expect(field('Type').readOnly).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: 'DRAFT' }));
    put(screen.getAllByLabelText('Title', { exact: true })[0] as HTMLElement, 'For a lesson');
    await save();
    await screen.findByText('closed');
    expect(sent()[0]).toMatchObject({ type_id: 1 });
  });
});

describe('[B083] saving', () => {
  test('[Q067–Q082] [Q238] [Q239] sends all that was said, under the names of the specification, and closes', async () => {
    const { sent } = openForm({ who: 'Admin' });
    expect(screen.getByRole('dialog', { name: 'Create Question' })).toBeTruthy();
    put(screen.getAllByLabelText('Title', { exact: true })[0] as HTMLElement, 'Which lamp?');
    put(field('Description'), 'Look at the circuit.');
    for (const [letter, isValid, points] of [
      ['A', 'Yes', '3'],
      ['B', 'No', '1'],
    ] as const) {
      put(response(letter).getByLabelText('Title'), `Lamp ${letter}`);
      put(response(letter).getByLabelText('Match Level'), '1');
      put(response(letter).getByLabelText('Response text'), 'So it is');
      put(response(letter).getByLabelText('Points'), points);
      await userEvent.click(response(letter).getByRole('radio', { name: isValid }));
    }
    await choose('Type', 'Multiple choice');
    await choose('Cluster', 'Electric circuits');
    await choose('Standard', 'PS3.A');
    await choose('Subject', 'Physics');
    await choose('Grade', 'Grade 9');
    await userEvent.type(screen.getByRole('combobox', { name: 'Tag' }), 'lamps{Enter}');
    await userEvent.selectOptions(field('Status'), 'Public');
    await save();
    await screen.findByText('closed');
    expect(sent()).toEqual([
      expect.objectContaining({
        title: 'Which lamp?',
        type_id: 1,
        topic_id: 2,
        standard_id: 3,
        question_subject_id: 4,
        question_grade_id: 6,
        tag: ['lamps'],
        published_state: 'PUBLISHED',
        status: 'Public',
        overall_grade: '3',
        rubrics: [],
        open_response: [],
        google_drive_link: [],
      }),
    ]);
    expect((sent()[0] as { responses: unknown[] }).responses[0]).toMatchObject({ title: 'Lamp A', match_label: '1', is_valid: true, sub_grade: '3' });
  });

  test('[Q240] the server’s messages stand beside their fields, and everything typed stays', async () => {
    openForm({
      question: makeQuestion(),
      answers: {
        'PUT /questions/5': failure(422, 'VALIDATION_FAILED', {
          errors: { standard_id: ['Standard is not in the list any more.'], 'responses.1.title': ['Title is too long'] },
        }),
      },
    });
    put(screen.getAllByLabelText('Title', { exact: true })[0] as HTMLElement, 'Another title');
    await save();
    expect(await screen.findByText('Standard is not in the list any more.')).toBeTruthy();
    expect(response('B').getByText('Title is too long')).toBeTruthy();
    expect((screen.getAllByLabelText('Title', { exact: true })[0] as HTMLInputElement).value).toBe('Another title');
  });

  test.each([
    ['a broken server', failure(500, 'INTERNAL', { request_id: 'r1' }), /Something went wrong on the server/],
    ['no network', 'offline' as const, /no connection to the school/],
    ['a question that is gone', failure(404, 'QUESTION_NOT_FOUND'), /deleted or archived while you were editing it/],
  ])('%s is said above the form, and everything typed stays', async (_, answer, words) => {
    openForm({ question: makeQuestion(), answers: { 'PUT /questions/5': answer } });
    put(screen.getAllByLabelText('Title', { exact: true })[0] as HTMLElement, 'Another title');
    await save();
    expect(await screen.findByText(words)).toBeTruthy();
    expect((screen.getAllByLabelText('Title', { exact: true })[0] as HTMLInputElement).value).toBe('Another title');
    expect(screen.queryByText('closed')).toBeNull();
  });

  test('[B084] a repeat after a lost answer carries the same key, another text another one', async () => {
    let answer: ReturnType<typeof success> | 'offline' = 'offline';
    const { calls } = openForm({ question: makeQuestion(), answers: { 'PUT /questions/5': () => answer } });
    const title = screen.getAllByLabelText('Title', { exact: true })[0] as HTMLElement;
    put(title, 'One');
    await save();
    await screen.findByText(/no connection/);
    await save();
    await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2));
    put(title, 'Two');
    answer = success({ question: makeQuestion(), data: makeQuestion(), message: 'Question Updated Successfully' });
    await save();
    await screen.findByText('closed');
    const keys = calls.filter(({ method }) => method === 'PUT').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  test('Ctrl and S saves, also from within a field', async () => {
    const { sent } = openForm({ question: makeQuestion() });
    await userEvent.type(screen.getAllByLabelText('Title', { exact: true })[0] as HTMLElement, '!{Control>}s{/Control}');
    await screen.findByText('closed');
    expect(sent()).toHaveLength(1);
  });

  test('[B081] hostile words are words, in every field', () => {
    const hostile = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>';
    const question = makeQuestion({ title: hostile, type_name: hostile, tag: [hostile] });
    question.rubrics = [{ point: 1, level: hostile, description: hostile }];
    openForm({ question });
    expect((screen.getAllByLabelText('Title', { exact: true })[0] as HTMLInputElement).value).toBe(hostile);
    expect(document.querySelector('dialog img, dialog script')).toBeNull();
    expect((window as unknown as { hit?: number }).hit).toBeUndefined();
  });
});

const versions = success({
  versions: [
    {
      id: 51,
      version: 2,
      title: '',
      account_id: 9,
      full_name: 'Marta Lindgren',
      created_at: '2026-11-20T11:00:00.000Z',
      first_used_at: null,
      is_current: true,
      changes: [],
    },
  ],
});

describe('[B083] two people at once', () => {
  const theirs = makeQuestion({ title: 'Their title', tag: ['theirs'], updated_at: '2026-11-20T11:00:00.000Z' });
  const conflict = failure(409, 'EDIT_CONFLICT', { params: { row: theirs } });

  test('says who and what differs, keeps mine until theirs is chosen, and saves on top of the newer version', async () => {
    let answer: unknown = conflict;
    const { sent } = openForm({
      question: makeQuestion(),
      answers: { 'PUT /questions/5': () => answer as ReturnType<typeof success>, 'GET /questions/5/versions': versions },
    });
    const title = () => screen.getAllByLabelText('Title', { exact: true })[0] as HTMLInputElement;
    put(title(), 'My title');
    await save();
    expect(await screen.findByText(/^Marta Lindgren saved this/)).toBeTruthy();
    expect(screen.getByText(/now have their values: Tag\./)).toBeTruthy();
    const choice = within(screen.getByRole('region', { name: 'Both changed: Title' }));
    expect(choice.getByText('My title')).toBeTruthy();
    expect(choice.getByText('Their title')).toBeTruthy();
    expect(title().value).toBe('My title');
    await userEvent.click(choice.getByRole('radio', { name: 'Take theirs' }));
    expect(title().value).toBe('Their title');
    await userEvent.click(choice.getByRole('radio', { name: 'Keep mine' }));
    expect(title().value).toBe('My title');
    answer = success({ question: theirs, data: theirs, message: 'Question Updated Successfully' });
    await save();
    await screen.findByText('closed');
    expect(sent()[1]).toMatchObject({ title: 'My title', tag: ['theirs'], updated_at: '2026-11-20T11:00:00.000Z' });
  });
});

describe('what this device keeps', () => {
  const title = () => screen.getAllByLabelText('Title', { exact: true })[0] as HTMLInputElement;

  test('what was typed survives closing and a reload, is offered, and comes back whole', async () => {
    const first = openForm();
    put(title(), 'Half a question');
    put(response('A').getByLabelText('Title'), 'Lamp 1');
    await screen.findByText(/^Draft saved on this device/);
    first.leave();
    openForm();
    expect(title().value).toBe('');
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(title().value).toBe('Half a question');
    expect((response('A').getByLabelText('Title') as HTMLInputElement).value).toBe('Lamp 1');
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  });

  test('a discarded draft is gone, and a saved one leaves nothing behind', async () => {
    openForm().leave();
    const first = openForm();
    put(title(), 'Half a question');
    first.leave();
    const second = openForm();
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
    second.leave();
    openForm({ question: makeQuestion() });
    put(title(), 'Changed');
    await save();
    await screen.findByText('closed');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('cw.question-draft'))).toEqual([]);
  });

  test('a draft belongs to the question it was written on, and to the person who wrote it', async () => {
    const first = openForm({ question: makeQuestion() });
    put(title(), 'Changed');
    first.leave();
    openForm();
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  });

  test('restored over a version that somebody saved since, it shows what differs and loses neither', async () => {
    const first = openForm({ question: makeQuestion() });
    put(title(), 'My title');
    first.leave();
    openForm({ question: makeQuestion({ title: 'Their title', tag: ['theirs'], updated_at: '2026-11-20T11:00:00.000Z' }) });
    expect(screen.getByText(/was saved since/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    expect(title().value).toBe('My title');
    const choice = within(await screen.findByRole('region', { name: 'Both changed: Title' }));
    expect(choice.getByText('Their title')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove theirs' })).toBeTruthy();
  });

  test('closing with changes says that they are kept; discarding them there forgets them', async () => {
    openForm();
    put(title(), 'Half a question');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(await screen.findByText('closed')).toBeTruthy();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('cw.question-draft'))).toEqual([]);
  });
});

describe('templates', () => {
  const template = {
    id: 3,
    name: 'Two ideas',
    description: 'An everyday idea against the correct one',
    protocol_id: 1,
    protocol_name: 'Peer instruction',
    rubric: {
      responses: [
        { title: 'Right', match_label: '1', is_valid: true, sub_grade: 4 },
        { title: 'Wrong', match_label: '2', is_valid: false, sub_grade: 1 },
      ],
      rubrics: [
        { point: 4, level: '1', description: '' },
        { point: 1, level: '2', description: '' },
      ],
      open_response: [],
    },
    account_id: 7,
    full_name: 'Ada Byron',
    status: 0,
    created_at: '2026-11-20T08:05:09.000Z',
    may_delete: true,
  };
  const list = success({ data: [template], templates: [template], pagination: { total: 1, per_page: 10, current_page: 1, last_page: 1, from: 1, to: 1 } });

  test('[Q086] [Q087] [Q090] [Q287] [Q288] one is saved once responses and criteria are whole, under a name and a description', async () => {
    const { calls } = openForm({
      question: makeQuestion(),
      answers: { 'POST /assessment-templates': success({ template, data: template, message: 'Template Created Successfully' }) },
    });
    put(response('A').getByLabelText('Title'), '');
    await userEvent.click(screen.getByRole('button', { name: 'Save Template' }));
    expect(response('A').getByText('Title is required')).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Save Template' })).toBeNull();
    put(response('A').getByLabelText('Title'), 'Right');
    await userEvent.click(screen.getByRole('button', { name: 'Save Template' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save Template' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Name is required')).toBeTruthy();
    expect(dialog.getByText('Description is required')).toBeTruthy();
    put(dialog.getByLabelText('Name'), 'Two ideas');
    put(dialog.getByLabelText('Description'), 'One against the other');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save Template' })).toBeNull());
    const sent = calls.find(({ path }) => path === '/assessment-templates')?.body as { rubric: { responses: object[] } };
    expect(sent).toMatchObject({
      name: 'Two ideas',
      description: 'One against the other',
      rubric: { rubrics: [{ point: '4', level: 'Correct reasoning' }, {}] },
    });
    expect(Object.keys(sent.rubric.responses[0] as object).sort()).toEqual(['is_valid', 'match_label', 'sub_grade', 'title']);
  });

  test('[Q088] [Q089] Select Template is a searchable table of number, name, description, protocol and select; what stands in the form is asked for', async () => {
    const { calls } = openForm({ question: makeQuestion(), answers: { 'GET /assessment-templates': list } });
    await userEvent.click(screen.getByRole('button', { name: 'Select Template' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Select Template' }));
    await dialog.findByText('Two ideas');
    expect(dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Number', 'Name', 'Description', 'Protocol', 'Select']);
    await userEvent.type(dialog.getByRole('searchbox'), 'ideas{Enter}');
    await waitFor(() =>
      expect(
        calls
          .filter(({ path }) => path === '/assessment-templates')
          .at(-1)
          ?.query.get('search_text'),
      ).toBe('ideas'),
    );
    await userEvent.click(await dialog.findByRole('button', { name: 'Select Two ideas' }));
    expect(await screen.findByText(/^This replaces .* with those of Two ideas/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Select' }));
    await waitFor(() => expect((response('A').getByLabelText('Title') as HTMLInputElement).value).toBe('Right'));
    expect((response('A').getByLabelText('Response text') as HTMLInputElement).value).toBe('');
    expect((response('B').getByLabelText('Points') as HTMLInputElement).value).toBe('1');
    expect(field('Overall Grade').value).toBe('4');
  });
});

test('a template of one’s own is deleted after a question; somebody else’s is not offered for it', async () => {
  const template = (id: number, may_delete: boolean) => ({
    id,
    name: `Template ${id}`,
    description: '',
    protocol_id: null,
    protocol_name: null,
    rubric: { responses: [], rubrics: [], open_response: [] },
    account_id: 7,
    full_name: 'Ada Byron',
    status: 0,
    created_at: '2026-11-20T08:05:09.000Z',
    may_delete,
  });
  let rows = [template(3, true), template(4, false)];
  const pagination = { total: 2, per_page: 10, current_page: 1, last_page: 1, from: 1, to: 2 };
  openForm({
    answers: {
      'GET /assessment-templates': () => success({ data: rows, templates: rows, pagination }),
      'DELETE /assessment-templates/3': () => {
        rows = [template(4, false)];
        return success({ id: 3, message: 'Template Deleted Successfully' });
      },
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Select Template' }));
  await screen.findByRole('button', { name: 'Delete Template 3' });
  expect(screen.queryByRole('button', { name: 'Delete Template 4' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Delete Template 3' }));
  const confirm = within(await screen.findByRole('dialog', { name: 'Are you sure you want to delete this Template?' }));
  await userEvent.click(confirm.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('Template 3')).toBeNull());
  expect(screen.getByText('Template 4')).toBeTruthy();
});

describe('files', () => {
  test('[Q076] what is attached stands with its name and can be taken out; what is kept is sent by its id', async () => {
    const file = { file_id: 3, name: 'Circuit.png', url: '/files/3?sig=x', res_url: '', mimeType: 'image/png', type: 'aws', target_file: '' };
    const { sent } = openForm({ question: makeQuestion({ google_drive_link: [file, { ...file, file_id: 4, name: 'Old.pdf' }] }) });
    await userEvent.click(screen.getByRole('button', { name: 'Remove Old.pdf' }));
    await save();
    await screen.findByText('closed');
    expect(sent()[0]).toMatchObject({ google_drive_link: [{ file_id: 3, name: 'Circuit.png', mimeType: 'image/png' }] });
  });
});

test('[B237] an author is told beside Save that a change takes an approved question back; where nothing is lost nothing is said', async () => {
  openForm({ question: makeQuestion({ status: 1, teacher_status: 2, status_label: 'Public' }) });
  expect(screen.getByText('Saving a change moves this question from “Public” back to “Approved ?”. It then needs approval again.')).toBeTruthy();
  cleanup();
  openForm({ question: makeQuestion({ status: 0, teacher_status: 1, status_label: 'Approved ?' }) });
  expect(screen.queryByText(/^Saving a change/)).toBeNull();
  cleanup();
  openForm({ question: makeQuestion({ status: 1, teacher_status: 2, status_label: 'Public' }), who: 'Admin' });
  expect(screen.queryByText(/^Saving a change/)).toBeNull();
});
