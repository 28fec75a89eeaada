import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { unsavedStore } from '../../../../base/unsaved.ts';
import { choose } from '../../../../testing/choose.ts';
import { closeScreen, pageOf, readyForScreen } from '../../../../testing/open-screen.tsx';
import { failure, success } from '../../../../testing/scripted-fetch.ts';
import { makeAssessment } from '../testing/assessment.ts';
import { makeQuestion } from '../../../bank/questions/testing/question.ts';
import { ALL, open } from '../testing/open.tsx';

beforeEach(readyForScreen);
afterEach(() => {
  closeScreen();
  localStorage.clear();
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const step = (name: string) => screen.findByRole('heading', { name, level: 3 });
const ABOUT = ['Title', 'Class', 'Topic', 'Group', 'Standard', 'Subject', 'Period', 'Schedule Date'];
const asAdmin = {
  'GET /level/courses': success({
    data: [{ id: 1, name: 'Physics 9B', section: '', level_id: 8, level_name: 'Grade 9', local: { id: 1 } }],
    chooses_account: true,
  }),
};

/** Goes through the first two steps to the third. */
async function goToAbout(): Promise<void> {
  await userEvent.click(await screen.findByRole('radio', { name: 'Grade 9' }));
  await press('CONTINUE');
  await userEvent.click(await screen.findByRole('radio', { name: 'Peer instruction' }));
  await press('CONTINUE');
  await step('Create Assessment');
}

/** Opens the edit form at its last step. */
async function goToQuestions(): Promise<void> {
  await step('Select Grade');
  await screen.findByRole('radio', { name: 'Grade 9' });
  for (const name of ['Select Protocol', 'Create Assessment', 'Add Questions']) {
    await press('CONTINUE');
    await step(name);
  }
}

test('[B260] where the device keeps nothing, leaving the page asks first; where it does, what was typed is there again', async () => {
  open('?create=true');
  await goToAbout();
  await screen.findByText(/Draft kept on this device/);
  expect(unsavedStore.get().size).toBe(0);
  closeScreen();
  localStorage.clear();
  const { setItem } = Storage.prototype;
  const refusing = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key: string, value: string) {
    if (key.startsWith('cw.assessment-draft')) throw new DOMException('full', 'QuotaExceededError');
    setItem.call(this, key, value);
  });
  open('?create=true');
  await goToAbout();
  expect(await screen.findByText(/This device cannot keep drafts/)).toBeTruthy();
  await waitFor(() => expect([...unsavedStore.get().values()]).toEqual(['page']));
  refusing.mockRestore();
});

describe('the four steps', () => {
  test('[Q156] [Q161] [Q292] step 1 asks for a grade and goes no further without one', async () => {
    open('?create=true');
    await screen.findByRole('radio', { name: 'Grade 9' });
    await press('CONTINUE');
    expect(screen.getByText('Select a Group')).toBeTruthy();
    expect(await step('Select Grade')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Grade 9' }));
  });

  test('[Q157] [Q162] [Q293] step 2 asks for a protocol; BACK leads to step 1, where the grade is still chosen', async () => {
    open('?create=true');
    await userEvent.click(await screen.findByRole('radio', { name: 'Grade 9' }));
    await press('CONTINUE');
    await screen.findByRole('radio', { name: 'Peer instruction' });
    await press('CONTINUE');
    expect(screen.getByText('Select a Protocol')).toBeTruthy();
    await press('BACK');
    expect(((await screen.findByRole('radio', { name: 'Grade 9' })) as HTMLInputElement).checked).toBe(true);
  });

  test('[B241] [Q158] [Q160] [Q294] [Q296] [Q297] [Q298] [Q299] [Q300] [Q301] [Q302] [Q303] [Q304] [Q367] step 3 says what each field asks for; Max Point asks for nothing, a teacher for no account', async () => {
    open('?create=true');
    await goToAbout();
    await press('CONTINUE');
    for (const label of ABOUT) expect(screen.getByText(`${label} is required`)).toBeTruthy();
    expect(screen.getByText('Select Question Grade')).toBeTruthy();
    expect(screen.queryByText('Max Point is required')).toBeNull();
    expect(screen.queryByLabelText('Account')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Title'));
    await userEvent.type(screen.getByLabelText('Title'), 'Lamps');
    expect(screen.queryByText('Title is required')).toBeNull();
  });

  test('[Q295] [Q366] an Admin is asked for the account, one of the class’s teachers', async () => {
    open('?create=true', {
      ...asAdmin,
      'GET /class-wise-account-list': success({
        data: [
          { id: 7, account_id: 7, first_name: 'Ada', last_name: 'Byron', name: 'Ada Byron', email: 'a@b.c', role: 'TEACHER' },
          { id: 8, account_id: 8, first_name: 'Leo', last_name: 'C', name: 'Leo C', email: 'l@b.c', role: 'STUDENT' },
        ],
      }),
    });
    await goToAbout();
    await press('CONTINUE');
    expect(screen.getByText('Account is required')).toBeTruthy();
    const form = within(screen.getByRole('dialog', { name: 'Create Assessment' }));
    await choose(form.getByLabelText('Class'), 'Physics 9B');
    await userEvent.click(form.getByLabelText('Account'));
    expect(await screen.findByRole('option', { name: 'Ada Byron' })).toBeTruthy();
    expect(screen.queryByRole('option', { name: 'Leo C' })).toBeNull();
  });

  test('[B269] what is chosen in step 3 is found while typing: kept lists on the server, one’s own classes here, whatever their accents', async () => {
    const { calls } = open('?create=true', {
      'GET /standard': ({ query }) => pageOf(query.get('search_text') === 'waves' ? [{ id: 77, name: 'PS4.A Waves' }] : [{ id: 3, name: 'PS3.A' }]) as never,
      'GET /level/courses': success({
        data: ['Physique 9ème', '物理 9B', 'الفيزياء ٩'].map((name, index) => ({
          id: index + 1,
          name,
          section: '',
          level_id: 8,
          level_name: '',
          local: { id: 1 },
        })),
        chooses_account: false,
      }),
    });
    await goToAbout();
    const standard = screen.getByRole('combobox', { name: 'Standard' });
    await userEvent.type(standard, 'waves');
    await userEvent.click(await screen.findByRole('option', { name: 'PS4.A Waves' }));
    expect(standard).toHaveProperty('value', 'PS4.A Waves');
    expect(calls.filter(({ path }) => path === '/standard').every(({ query }) => query.get('per_page') === '20')).toBe(true);
    const course = screen.getByRole('combobox', { name: 'Class' });
    for (const [typed, name] of [
      ['9eme', 'Physique 9ème'],
      ['物', '物理 9B'],
      ['فيز', 'الفيزياء ٩'],
    ] as const) {
      await userEvent.clear(course);
      await userEvent.type(course, typed);
      expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([name]);
      await userEvent.keyboard('{Enter}');
      expect(course).toHaveProperty('value', name);
    }
  });

  test('[B269] what was chosen and is archived since stays chosen and named', async () => {
    open('?edit=5', { 'GET /standard': pageOf([{ id: 99, name: 'Another' }]), 'GET /topics': success({ data: [], topics: [] }) });
    await step('Select Grade');
    await screen.findByRole('radio', { name: 'Grade 9' });
    for (const name of ['Select Protocol', 'Create Assessment']) {
      await press('CONTINUE');
      await step(name);
    }
    const { standard_name, topic_name } = makeAssessment();
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Standard' })).toHaveProperty('value', standard_name));
    expect(screen.getByRole('combobox', { name: 'Topic' })).toHaveProperty('value', topic_name);
  });

  test('[Q159] [Q163] [Q305] step 4 saves two questions and nothing else', async () => {
    const { calls } = open('?edit=5', { 'PUT /assessments/5': success({ assessment: makeAssessment(), message: 'Assessment Updated Successfully' }) });
    await goToQuestions();
    await press('Remove the question A heater in the shed');
    await press('SAVE');
    expect(screen.getByText('Assessment Must contain two questions')).toBeTruthy();
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
  });

  test('[Q226] [Q238] [Q239] [Q500] SAVE sends the questions in order with status 0, and the form closes', async () => {
    const { calls } = open('?edit=5', { 'PUT /assessments/5': success({ assessment: makeAssessment(), message: 'Assessment Updated Successfully' }) });
    await goToQuestions();
    await press('Swap the questions');
    await press('SAVE');
    expect(await screen.findByText('Assessment Updated Successfully')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      title: 'Simple circuits',
      questions: [22, 21],
      status: 0,
      class_id: 1,
      schedule_date: '2026-11-20',
      max_point: null,
      updated_at: '2026-11-01T08:00:00.000Z',
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a hint about the second question stands in step 4 with its reason, and blocks nothing', async () => {
    open('?edit=5', {
      'POST /assessments-hint': success({ hints: [{ kind: 'unrelated', message: 'The second question looks unrelated to the first.' }] }),
      'PUT /assessments/5': success({ assessment: makeAssessment(), message: 'Assessment Updated Successfully' }),
    });
    await goToQuestions();
    expect(await screen.findByText('The second question looks unrelated to the first.')).toBeTruthy();
    await press('SAVE');
    expect(await screen.findByText('Assessment Updated Successfully')).toBeTruthy();
  });
});

test.each([
  ['asked', { times_asked: 3, share_right: 0.4, share_second: 0.7, gain: 0.5 }, 'Asked in 3 lessons · 40% right before discussion, 70% after · gain 0.50'],
  ['asked where nothing was discussed', { times_asked: 1, share_right: 0.4, share_second: null, gain: null }, 'Asked in 1 lesson · 40% right'],
  ['never asked', null, 'Never asked in a lesson'],
])('[B270] the picker says beside a question how it did: %s; to those who may not know, nothing', async (_, figures, words) => {
  const bank = {
    'GET /questions': pageOf([makeQuestion({ figures })]),
    'GET /questions/5': success({ data: makeQuestion({ figures }), question: makeQuestion({ figures }) }),
  };
  const pick = async () => {
    await goToQuestions();
    await userEvent.click((await screen.findAllByRole('button', { name: 'Choose from the bank' }))[0] as HTMLElement);
    return within(await screen.findByRole('region', { name: 'Preview' }));
  };
  open('?edit=5', bank, { rights: [...ALL, 'item-analysis:view'] });
  expect(await (await pick()).findByText(words)).toBeTruthy();
  expect(screen.getByRole('cell', { name: figures ? String(figures.times_asked) : 'Never' })).toBeTruthy();
  closeScreen();
  localStorage.clear();
  const hidden = makeQuestion();
  open('?edit=5', { 'GET /questions': pageOf([hidden]), 'GET /questions/5': success({ data: hidden, question: hidden }) });
  expect(await (await pick()).findByText('Three lamps and a switch.')).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Asked' })).toBeNull();
  expect(screen.queryByText(/Never asked|Asked in/)).toBeNull();
});

describe('when something goes wrong', () => {
  test.each([
    ['[Q498] the server', failure(500, 'INTERNAL')],
    ['the network', 'offline' as const],
  ])('%s: Something Went Wrong, and everything typed is kept', async (_, reply) => {
    open('?edit=5', { 'PUT /assessments/5': reply });
    await goToQuestions();
    await press('SAVE');
    expect(await screen.findByText('Something Went Wrong')).toBeTruthy();
    expect(screen.getByText('Closing a switch')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'SAVE' })).toHaveProperty('disabled', false);
  });

  test('[Q240] [Q497] refused fields stand beside their fields, on the first step that has one', async () => {
    open('?edit=5', {
      'PUT /assessments/5': failure(422, 'VALIDATION_FAILED', { errors: { topic_id: ['This topic is not in this class.'], questions: ['no'] } }),
    });
    await goToQuestions();
    await press('SAVE');
    expect(await step('Create Assessment')).toBeTruthy();
    expect(screen.getByText('This topic is not in this class.')).toBeTruthy();
    expect(screen.getByText('Something Went Wrong')).toBeTruthy();
    expect(screen.getByLabelText('Topic').getAttribute('aria-invalid')).toBe('true');
  });

  test('[Q474] somebody else saved meanwhile: what differs is named; keeping one’s own saves over the newer version', async () => {
    const newer = makeAssessment({ title: 'Renamed', max_point: 7, updated_at: '2026-11-02T08:00:00.000Z' });
    let refuses = true;
    const { calls } = open('?edit=5', {
      'PUT /assessments/5': () =>
        refuses ? failure(409, 'EDIT_CONFLICT', { params: { row: newer } }) : success({ assessment: newer, message: 'Assessment Updated Successfully' }),
    });
    await goToQuestions();
    await press('BACK');
    const title = await screen.findByLabelText('Title');
    await userEvent.clear(title);
    await userEvent.type(title, 'My circuits');
    await press('CONTINUE');
    await step('Add Questions');
    await press('SAVE');
    const choice = within(await screen.findByRole('region', { name: 'Both changed: Title' }));
    expect(choice.getByText('My circuits')).toBeTruthy();
    expect(choice.getByText('Renamed')).toBeTruthy();
    expect(screen.getByText(/now have their values: Max Point\./)).toBeTruthy();
    refuses = false;
    await userEvent.click(choice.getByRole('radio', { name: 'Keep mine' }));
    await press('SAVE');
    expect(await screen.findByText('Assessment Updated Successfully')).toBeTruthy();
    const { body } = calls.findLast(({ method }) => method === 'PUT') ?? {};
    expect(body).toMatchObject({ title: 'My circuits', max_point: '7', updated_at: '2026-11-02T08:00:00.000Z' });
  });

  test('an assessment that does not come says why and offers a Retry; one with attempts says that it is closed', async () => {
    let reply = failure(409, 'IN_USE');
    open('?edit=5', { 'GET /assessments/5': () => reply });
    expect(await screen.findByText('server says IN_USE')).toBeTruthy();
    reply = success({ assessment: makeAssessment({ attempts: [{ form: 'Form - 1A' }] }) });
    await press('Retry');
    expect(await screen.findByText('This assessment can no longer be edited.')).toBeTruthy();
  });
});

test('what was typed is there again after the form was left, until one starts anew', async () => {
  open('?create=true');
  await goToAbout();
  await userEvent.type(screen.getByLabelText('Title'), 'Half a title');
  closeScreen();
  readyForScreen();
  open('?create=true');
  expect(((await screen.findByLabelText('Title')) as HTMLInputElement).value).toBe('Half a title');
  expect(screen.getByText(/Continuing your draft from/)).toBeTruthy();
  await press('Start over');
  await step('Select Grade');
  closeScreen();
  readyForScreen();
  open('?create=true');
  expect(await step('Select Grade')).toBeTruthy();
  expect(screen.queryByText(/Continuing your draft/)).toBeNull();
});

test('closing with something typed asks: keep it, discard it, or go on', async () => {
  const { router } = open('?create=true');
  await userEvent.click(await screen.findByRole('radio', { name: 'Grade 9' }));
  await press('Close');
  const asking = within(await screen.findByRole('dialog', { name: 'Close without saving?' }));
  await userEvent.click(asking.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(Object.keys(localStorage).filter((key) => key.startsWith('cw.assessment-draft'))).toEqual([]);
});

test('[Q429] topics follow the class; one that is missing is added on the spot', async () => {
  let topics = [{ id: 11, name: 'Circuits' }];
  const { calls } = open(
    '?edit=5',
    {
      'GET /topics': () => success({ data: topics, topics }),
      'POST /topics': () => {
        topics = [...topics, { id: 13, name: 'Heat' }];
        return success({ topic: { id: 13, name: 'Heat' }, message: 'Topic created successfully.' });
      },
    },
    { rights: ['assessments:view', 'assessments:edit', 'topics:create'] },
  );
  await step('Select Grade');
  await screen.findByRole('radio', { name: 'Grade 9' });
  await press('CONTINUE');
  await step('Select Protocol');
  await press('CONTINUE');
  await step('Create Assessment');
  await press('Add a topic');
  await userEvent.type(screen.getByLabelText('Name of the topic'), 'Heat{Enter}');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Topic' })).toHaveProperty('value', 'Heat'));
  expect(calls.find(({ method, path }) => method === 'POST' && path === '/topics')?.body).toEqual({ name: 'Heat', external_course_id: 1 });
  expect(calls.some(({ path, query }) => path === '/topics' && query.get('courseId') === '1')).toBe(true);
});

describe('[B2514] an assessment that starts with a proposed question', () => {
  const question = makeQuestion({ id: 21, title: 'One lamp unscrewed' });
  const given = { 'GET /questions/21': success({ data: question, question }) };

  test('has its class, level and question chosen, and begins with the first step that lacks something', async () => {
    open('?create=true&question=21&in_class=1', given);
    await step('Select Protocol');
    expect(screen.getByText('This assessment starts with “One lamp unscrewed” as its first question.')).toBeTruthy();
    await userEvent.click(await screen.findByRole('radio', { name: 'Peer instruction' }));
    await press('CONTINUE');
    await step('Create Assessment');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Class' })).toHaveProperty('value', 'Physics 9B'));
    await press('CONTINUE');
    for (const label of ['Topic', 'Group', 'Period']) expect(screen.getByText(`${label} is required`)).toBeTruthy();
    expect(screen.queryByText('Standard is required')).toBeNull();
    await userEvent.type(screen.getByLabelText('Title'), 'Lamps again');
    await choose(screen.getByLabelText('Topic'), 'Circuits');
    await choose(screen.getByLabelText('Group'), 'Whole class');
    fireEvent.change(screen.getByLabelText('Schedule Date'), { target: { value: '2026-12-02' } });
    await choose(screen.getByLabelText('Period'), 'Period 3 (10:15 – 11:05)');
    await press('CONTINUE');
    await step('Add Questions');
    await press('Remove the question One lamp unscrewed');
    expect(screen.queryByText(/^This assessment starts with/)).toBeNull();
  });

  test('leaves the draft of another new assessment alone', async () => {
    open('?create=true');
    await goToAbout();
    await userEvent.type(screen.getByLabelText('Title'), 'Half a title');
    closeScreen();
    readyForScreen();
    open('?create=true&question=21&in_class=1', given);
    await step('Select Protocol');
    expect(screen.queryByText(/Continuing your draft/)).toBeNull();
    closeScreen();
    readyForScreen();
    open('?create=true');
    expect(((await screen.findByLabelText('Title')) as HTMLInputElement).value).toBe('Half a title');
  });

  test('asks for the class when it is not one of the teacher’s own, and says why a question does not come', async () => {
    let reply = failure(409, 'IN_USE');
    open('?create=true&question=21&in_class=77', { 'GET /questions/21': () => reply });
    expect(await screen.findByText('server says IN_USE')).toBeTruthy();
    reply = success({ data: question, question });
    await press('Retry');
    expect(await step('Select Grade')).toBeTruthy();
    expect(screen.getByText(/^This assessment starts with/)).toBeTruthy();
  });
});
