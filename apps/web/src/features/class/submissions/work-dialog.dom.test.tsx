import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { queryClient } from '../../../base/query-client.ts';
import { parseId, parseOneOf, searchParser, tidy } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { failure, type Reply, scriptFetch, type SeenCall, success } from '../../../testing/scripted-fetch.ts';
import { makeAssessment } from '../assessments/testing/assessment.ts';
import { WorkDialog } from './index.ts';

beforeEach(readyForScreen);
afterEach(() => {
  localStorage.clear();
  closeScreen();
});

const WORK = {
  id: 9,
  courseId: 3,
  course_name: 'Physics 9B',
  title: 'Energy in a circuit',
  summary: '',
  topicId: null,
  topic_name: null,
  assessment_id: null as number | null,
  assessment_status: null as string | null,
  workType: 'SHORT_ANSWER_QUESTION',
  courseWorkType: 'QUESTION',
  state: 'PUBLISHED',
  maxPoints: 50 as number | null,
  dueDate: null,
  dueTime: null,
  due_at: '2026-05-04T12:00:00Z' as string | null,
  creationTime: '2026-05-01T12:00:00Z',
  updateTime: '2026-05-01T12:00:00Z',
  updated_at: '2026-05-01T12:00:00Z',
  scheduledTime: null,
  missed_at: null,
  posted_at: '2026-05-01T12:00:00Z',
  category: null,
  description: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Say why the lamp is bright.' }] }] } as object,
  submissionModificationMode: 'MODIFIABLE',
  creatorUserId: 1,
  creator_name: 'Ms Okafor',
  assigneeMode: 'ALL_STUDENTS',
  multipleChoiceQuestion: { choices: [] as string[] },
  materials: [] as object[],
};
type Work = typeof WORK;
const short = (work: Work) => ({
  id: work.id,
  courseId: 3,
  title: work.title,
  workType: work.workType,
  maxPoints: work.maxPoints,
  due_at: work.due_at,
  multipleChoiceQuestion: work.multipleChoiceQuestion,
  assessment_id: work.assessment_id,
  assessment_status: work.assessment_status,
});
const row = (id: number, first_name: string, more: object = {}) => ({
  id,
  courseId: 3,
  courseWorkId: 9,
  userId: id + 100,
  account_id: id + 100,
  first_name,
  last_name: 'Ek',
  state: 'TURNED_IN',
  late: false,
  overdue: false,
  draftGrade: null as number | null,
  assignedGrade: null as number | null,
  excused: false,
  turned_in_at: '2026-05-03T10:00:00Z' as string | null,
  returned_at: null,
  revision: 0,
  ...more,
});
const whole = (base: object, more: object = {}) => ({
  ...base,
  submissionHistory: [],
  assignmentSubmission: { attachments: [] as object[] },
  shortAnswerSubmission: { answer: null as string | null },
  multipleChoiceSubmission: { answer: null },
  can_submit: false,
  is_elsewhere: false,
  ...more,
});
const note = { id: 1, message: 'Say more about heat', created_at: '2026-05-04T10:00:00Z', account_id: 1, account_name: 'Ms Okafor' };

const noNote = (submission_id: number) => ({ submission_id, note: '', written_by: null, updated_at: null });

const parseSeen = searchParser({ tab: parseOneOf(['instructions', 'students', 'work', 'summary', 'snapshot']), student: parseId });
function Screen() {
  const { search, replace } = usePageSearch(parseSeen);
  return <WorkDialog courseId={3} workId={9} seen={search} onSee={({ tab, student }) => replace(tidy({ tab, student }))} onClose={closed} />;
}
let router: ReturnType<typeof openScreen>;
const address = () => router.state.location.searchStr;
const closed = vi.fn<() => void>();
/** Finds a message in the dialog and on the page behind it. */
const said = (words: string) => screen.findAllByText(words);

interface Opened {
  standing?: 'staff' | 'student';
  isArchived?: boolean;
  work?: Partial<Work>;
  answers?: Parameters<typeof scriptFetch>[0];
  width?: number;
  /** The section named in the address. */
  see?: string;
}
function open({ standing = 'staff', isArchived = false, work: changes = {}, answers = {}, width = 1280, see = '' }: Opened = {}) {
  const work = { ...WORK, ...changes };
  const calls = scriptFetch({
    'GET /courses/3': success({ course: { id: 3, name: 'Physics 9B', standing, is_archived: isArchived } }),
    'GET /courses/3/course-work/9': success({ courseWork: work, time_zone: 'UTC' }),
    ...answers,
  });
  router = openScreen(Screen, { address: `/files${see}`, rights: ['files:view'], width });
  return calls;
}

test('[B717] a student reads beside each file what is to be done with it; what is only to be read says nothing', async () => {
  const file = (id: number, title: string, shareMode: string) => ({
    driveFile: { id, title, alternateLink: `/files/${id}`, thumbnailUrl: '', mimeType: 'application/pdf', shareMode },
  });
  open({ standing: 'student', work: { materials: [file(1, 'قراءة.pdf', 'VIEW'), file(2, '表格.pdf', 'EDIT'), file(3, 'Map.pdf', 'STUDENT_COPY')] } });
  const materials = within(await screen.findByRole('region', { name: 'Materials' }));
  expect(materials.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/View$/, ''))).toEqual([
    expect.stringMatching(/^قراءة\.pdf(?!.*ownload it)/),
    expect.stringContaining('Download it, change it, and submit your version.'),
    expect.stringContaining('Download your own copy, work in it, and submit it.'),
  ]);
});

describe('the staff of the class', () => {
  let rows = [row(1, 'Ada'), row(2, 'Bo'), row(3, 'Cyd', { state: 'CREATED', overdue: true, turned_in_at: null })];
  beforeEach(() => {
    rows = [row(1, 'Ada'), row(2, 'Bo'), row(3, 'Cyd', { state: 'CREATED', overdue: true, turned_in_at: null })];
  });
  const answerOf = (id: number, text: string | null, messages: object[] = []) =>
    success({
      submission: whole(rows[id - 1]!, { shortAnswerSubmission: { answer: text } }),
      local: { response: text, meta_data: { attachments: [], turned_in_at: null, hand_ins: 1 } },
      external: { state: 'TURNED_IN', draftGrade: null },
      messages,
    });
  const staffAnswers = (more: Parameters<typeof scriptFetch>[0] = {}): Parameters<typeof scriptFetch>[0] => ({
    'GET /courses/3/course-work/9/submissions': () => success({ work: short(WORK), submissions: rows, as_of: '2026-05-05T00:00:00Z' }),
    'GET /student-submissions/1/answer': () => answerOf(1, 'It gives heat', [note]),
    'GET /student-submissions/2/answer': () => answerOf(2, 'It is a wire'),
    'GET /student-submissions/3/answer': () => answerOf(3, null),
    ...Object.fromEntries([1, 2, 3].map((id) => [`GET /student-submissions/${id}/note`, success({ note: noNote(id) })])),
    ...more,
  });
  const shown = (name: string) => screen.findByRole('article', { name });
  const bodies = (calls: SeenCall[], path: string) => calls.filter((call) => call.path === path).map(({ body }) => body);

  test('[K150] [K152] [K426] tabs Instructions and Student Work; all students first, then each by state', async () => {
    open({ answers: staffAnswers() });
    const dialog = within(await screen.findByRole('dialog', { name: 'Energy in a circuit' }));
    expect((await dialog.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['Instructions', 'Student Work']);
    const list = within(await dialog.findByRole('navigation', { name: 'Students' }));
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['All Students3', 'AEAda Ek', 'BEBo Ek', 'CECyd EkOverdue']);
    expect(within(list.getByRole('region', { name: 'Submitted' })).getAllByRole('button')).toHaveLength(2);
    expect(dialog.getByText('2 of 3 submitted')).toBeTruthy();
    await userEvent.click(dialog.getByRole('tab', { name: 'Instructions' }));
    expect(await dialog.findByText('Say why the lamp is bright.')).toBeTruthy();
  });

  test('[B3048] the history names each step: handed in on time or late, graded, cleared, excused, and returned with or without a grade', async () => {
    const state = (name: string, late = false) => ({ stateHistory: { state: name, late, stateTimestamp: '2026-05-03T10:00:00Z', actorUserId: 1 } });
    const grade = (gradeChangeType: string, pointsEarned: number | null) => ({
      gradeHistory: { gradeChangeType, pointsEarned, maxPoints: 10, gradeTimestamp: '2026-05-04T10:00:00Z', actorUserId: 1 },
    });
    const history = [
      state('TURNED_IN', true),
      state('TURNED_IN'),
      grade('DRAFT_GRADE_POINTS_EARNED_CHANGE', 7),
      grade('DRAFT_GRADE_POINTS_EARNED_CHANGE', null),
      grade('EXCUSED', null),
      grade('ASSIGNED_GRADE_POINTS_EARNED_CHANGE', 8),
      grade('ASSIGNED_GRADE_POINTS_EARNED_CHANGE', null),
    ];
    const answer = success({
      submission: whole(rows[0]!, { submissionHistory: history }),
      local: { response: null, meta_data: { attachments: [], turned_in_at: null, hand_ins: 1 } },
      external: { state: 'TURNED_IN', draftGrade: null },
      messages: [],
    });
    open({ answers: staffAnswers({ 'GET /student-submissions/1/answer': answer }), see: '?tab=students&student=101' });
    const list = (await screen.findByText('History')).parentElement as HTMLElement;
    const words = within(list)
      .getAllByRole('listitem', { hidden: true })
      .map(({ textContent }) => textContent?.replace(/^.*[AP]M /, ''));
    expect(words).toEqual([
      'Submitted · Late',
      'Submitted',
      'Grade 7 / 50',
      'Grade cleared',
      'Excused changed',
      'Returned with 8 / 50',
      'Returned without a grade',
    ]);
  });

  test('[B602] of an archived class everything is read, and nothing is offered that the server would refuse', async () => {
    open({ answers: staffAnswers(), isArchived: true });
    const dialog = within(await screen.findByRole('dialog', { name: 'Energy in a circuit' }));
    expect(await dialog.findByText(/^This class is archived/)).toBeTruthy();
    await dialog.findByRole('table', { name: 'All Students' });
    expect(dialog.queryAllByRole('checkbox')).toEqual([]);
    await userEvent.click(within(dialog.getByRole('navigation', { name: 'Students' })).getByRole('button', { name: /Ada Ek/ }));
    const panel = within(await shown('Ada Ek'));
    expect(await panel.findByText('It gives heat')).toBeTruthy();
    for (const act of [/^Edit Grade/, /^Return To Student/, /^Message/]) expect(panel.queryByRole('button', { name: act })).toBeNull();
    await userEvent.keyboard('grm');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  test('[K153] [K154] [K423] [K427] the answer of a student with the messages of the teachers; nothing of either says so', async () => {
    let answer = (): void => undefined;
    open({
      answers: staffAnswers({
        'GET /student-submissions/1/answer': () => new Promise((resolve) => (answer = () => resolve(answerOf(1, 'It gives heat', [note])))),
      }),
    });
    await userEvent.click(within(await screen.findByRole('navigation', { name: 'Students' })).getByRole('button', { name: /Ada Ek/ }));
    const panel = within(await shown('Ada Ek'));
    expect(panel.getByText('Loading Students Answer...')).toBeTruthy();
    answer();
    expect(await panel.findByText('It gives heat')).toBeTruthy();
    expect(within(panel.getByRole('region', { name: 'Teacher Messages' })).getByText('Say more about heat')).toBeTruthy();
    await userEvent.click(within(screen.getByRole('navigation', { name: 'Students' })).getByRole('button', { name: /Cyd Ek/ }));
    expect(await within(await shown('Cyd Ek')).findByText('Not Yet answered')).toBeTruthy();
    expect(within(await shown('Cyd Ek')).getByText('No Message Send Yet')).toBeTruthy();
  });

  test.each([
    ['46,5', 46.5],
    ['92,5%', 46.25],
  ])('a grade with a decimal comma is a grade: %s', async (typed, draftGrade) => {
    const calls = open({
      answers: staffAnswers({ 'POST /grade-submissions': success({ draftGrade, act_id: 5, message: 'Student Grade Update Successfully' }) }),
    });
    await screen.findByRole('region', { name: 'All Students' });
    await userEvent.keyboard('j');
    await shown('Ada Ek');
    await userEvent.keyboard('g');
    await screen.findByRole('dialog', { name: 'Edit Grade' });
    await userEvent.keyboard(`${typed}{Enter}`);
    await waitFor(() => expect(bodies(calls, '/grade-submissions')).toMatchObject([{ submission: { type: 'DRAFT_GRADE', draftGrade } }]));
  });

  test('[K155] [K304] [K441] by keys alone: J to the first, G and a grade, Enter saves and shows the next one, who is there at once', async () => {
    const graded = success({ draftGrade: 46, act_id: 5, message: 'Student Grade Update Successfully' });
    const calls = open({
      answers: staffAnswers({
        'POST /grade-submissions': () => {
          rows = [row(1, 'Ada', { draftGrade: 46 }), ...rows.slice(1)];
          return graded;
        },
        'POST /grade-book/acts/5/undo': success({ message: 'Undone for 1 student', act_id: 6, saved: [], refused: [] }),
      }),
    });
    await screen.findByRole('region', { name: 'All Students' });
    await userEvent.keyboard('j');
    await shown('Ada Ek');
    await waitFor(() => expect(calls.some(({ path }) => path === '/student-submissions/2/answer')).toBe(true));
    await userEvent.keyboard('g');
    const grade = within(await screen.findByRole('dialog', { name: 'Edit Grade' }));
    await userEvent.keyboard('{Enter}');
    expect(await grade.findByText('Name is required')).toBeTruthy();
    await userEvent.keyboard('jgr');
    await userEvent.keyboard('{Enter}');
    expect(await grade.findByText('Write the grade as a number, such as 46 or 46.5.')).toBeTruthy();
    await userEvent.clear(grade.getByRole('textbox'));
    await userEvent.keyboard('92%{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Grade' })).toBeNull());
    expect(bodies(calls, '/grade-submissions')).toEqual([
      { courseId: 3, courseWorkId: 9, submissionId: 1, submission: { type: 'DRAFT_GRADE', draftGrade: 46 }, was: null },
    ]);
    expect(within(await shown('Bo Ek')).getByText('It is a wire')).toBeTruthy();
    await said('Student Grade Update Successfully');
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!);
    await said('Undone for 1 student');
    await userEvent.keyboard('k');
    expect(await within(await shown('Ada Ek')).findByText('46 / 50')).toBeTruthy();
  });

  test('a grade that somebody changed in the meantime is shown beside the own one, and either can stand', async () => {
    const newer = { submissionId: 1, draftGrade: 40, excused: false, changed_by: 'Mr Bae' };
    let tries = 0;
    const calls = open({
      answers: staffAnswers({
        'POST /grade-submissions': () => {
          tries += 1;
          return tries === 1
            ? failure(409, 'GRADE_CHANGED', { params: { by: 'Mr Bae', newer } })
            : success({ act_id: 7, message: 'Student Grade Update Successfully' });
        },
      }),
    });
    await screen.findByRole('region', { name: 'All Students' });
    await userEvent.keyboard('jg');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Grade' }));
    await userEvent.keyboard('45{Enter}');
    expect(await dialog.findByText('Mr Bae changed this grade to 40 / 50 in the meantime.')).toBeTruthy();
    expect(dialog.getByRole('textbox')).toHaveProperty('value', '45');
    await userEvent.click(dialog.getByRole('button', { name: 'Save 45 anyway' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Grade' })).toBeNull());
    expect(bodies(calls, '/grade-submissions').map((body) => (body as { was: unknown }).was)).toEqual([null, 40]);
  });

  test('[B1491] a grade that arrives while the dialog is open is shown in it, and what was seen at its opening is what is sent', async () => {
    const newer = { submissionId: 1, draftGrade: 7, excused: false, changed_by: 'Ms Ito' };
    const calls = open({ answers: staffAnswers({ 'POST /grade-submissions': () => failure(409, 'GRADE_CHANGED', { params: { by: 'Ms Ito', newer } }) }) });
    await screen.findByRole('region', { name: 'All Students' });
    await userEvent.keyboard('jg');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Grade' }));
    rows = [row(1, 'Ada', { draftGrade: 7 }), ...rows.slice(1)];
    await queryClient.invalidateQueries({ queryKey: ['class', 3, 'submissions', 9] });
    expect((await dialog.findByText(/^7 \/ 50 was saved here since you began\./)).closest('[role="status"]')).not.toBeNull();
    await userEvent.keyboard('5{Enter}');
    await dialog.findByText('Ms Ito changed this grade to 7 / 50 in the meantime.');
    expect(bodies(calls, '/grade-submissions')).toMatchObject([{ was: null }]);
  });

  test('[K156] [K259] [K305] R returns what was submitted with a message, and nothing else; a message is needed', async () => {
    const calls = open({
      answers: staffAnswers({ 'POST /return-submission': success({ act_id: 8, message: 'Returned to Ada Ek', return_message: note }) }),
    });
    await screen.findByRole('region', { name: 'All Students' });
    await userEvent.keyboard('jr');
    const dialog = within(await screen.findByRole('dialog', { name: 'Return To Student' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Return To Student' }));
    expect(await dialog.findByText('Message is required')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox'), 'Well done');
    await userEvent.click(dialog.getByRole('button', { name: 'Return To Student' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Return To Student' })).toBeNull());
    expect(bodies(calls, '/return-submission')).toEqual([{ courseId: 3, courseWorkId: 9, id: 1, account_id: 101, message: 'Well done', was: null }]);
    await userEvent.keyboard('j');
    await shown('Cyd Ek');
    await userEvent.keyboard('r');
    expect(screen.queryByRole('dialog', { name: 'Return To Student' })).toBeNull();
    expect(within(await shown('Cyd Ek')).queryByRole('button', { name: /Return To Student/ })).toBeNull();
  });

  test('several are returned with one message; who could not be is named with the reason', async () => {
    const refused = [{ submissionId: 2, account_id: 102, courseWorkId: 9, code: 'RETURNED_ALREADY', message: 'The student has it back already.', newer: null }];
    const calls = open({
      answers: staffAnswers({ 'POST /return-submission/many': success({ act_id: 8, saved: [], refused, message: 'Returned to 1 student' }) }),
    });
    const everyone = within(await screen.findByRole('region', { name: 'All Students' }));
    await userEvent.click(everyone.getByRole('button', { name: 'Select all submitted' }));
    await userEvent.click(everyone.getByRole('button', { name: 'Return (2)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Return To Student' }));
    await userEvent.type(dialog.getByRole('textbox'), 'Thank you');
    await userEvent.click(dialog.getByRole('button', { name: 'Return To Student' }));
    expect(await dialog.findByText('The student has it back already.')).toBeTruthy();
    expect(bodies(calls, '/return-submission/many')).toEqual([{ courseId: 3, courseWorkId: 9, ids: [1, 2], message: 'Thank you', paper: false }]);
    await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).find((button) => button.getAttribute('type') === 'submit')!);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Return To Student' })).toBeNull());
  });

  test('[B1464] returning several says who sees a grade and who has none, offers only the graded, and selects nobody afterwards', async () => {
    rows = rows.map((one, index) => ({ ...one, state: 'TURNED_IN', draftGrade: index === 0 ? 8 : null, assignedGrade: null, excused: false }));
    const calls = open({
      answers: staffAnswers({ 'POST /return-submission/many': success({ act_id: 8, saved: [], refused: [], message: 'Returned to 1 student' }) }),
    });
    const everyone = within(await screen.findByRole('region', { name: 'All Students' }));
    expect(everyone.getByRole('button', { name: 'Select all graded' })).toBeTruthy();
    await userEvent.click(everyone.getByRole('button', { name: 'Select all submitted' }));
    await userEvent.click(everyone.getByRole('button', { name: `Return (${rows.length})` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Return To Student' }));
    expect(dialog.getByText('1 student sees their grade and this message.')).toBeTruthy();
    const without = `${rows.length - 1} students have no grade, see this message, and can submit again.`;
    expect(dialog.getByText(without)).toBeTruthy();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Return only the 1 student who has a grade' }));
    expect(dialog.queryByText(without)).toBeNull();
    await userEvent.type(dialog.getByRole('textbox'), 'Thank you');
    await userEvent.click(dialog.getByRole('button', { name: 'Return To Student' }));
    await waitFor(() => expect(bodies(calls, '/return-submission/many')).toMatchObject([{ ids: [rows[0]!.id] }]));
    await waitFor(() => expect(everyone.queryByRole('button', { name: /^Return \(/ })).toBeNull());
    expect(everyone.getAllByRole('checkbox').filter((box) => (box as HTMLInputElement).checked)).toEqual([]);
  });

  test('[B1953] of several, who never submitted is counted among those who see a grade only once their work on paper goes too', async () => {
    rows = [
      row(1, 'Ada', { draftGrade: 8 }),
      row(2, 'Bo', { state: 'CREATED', turned_in_at: null, draftGrade: 9 }),
      row(3, 'Cyd', { state: 'RETURNED', draftGrade: 7, assignedGrade: 7 }),
    ];
    open({ answers: staffAnswers() });
    const everyone = within(await screen.findByRole('region', { name: 'All Students' }));
    for (const box of everyone.getAllByRole<HTMLInputElement>('checkbox')) if (!box.checked) await userEvent.click(box);
    await userEvent.click(everyone.getByRole('button', { name: 'Return (3)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Return To Student' }));
    expect(dialog.getByText('1 student sees their grade and this message.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('checkbox', { name: /work on paper/ }));
    expect(dialog.getByText('2 students see their grade and this message.')).toBeTruthy();
  });

  test('[B1953] one whose work was on paper sees the grade only once that is said, and it is sent so', async () => {
    rows = [row(1, 'Ada'), row(2, 'Bo', { state: 'CREATED', turned_in_at: null, draftGrade: 9 })];
    const calls = open({
      answers: staffAnswers({ 'POST /return-submission': success({ act_id: 8, message: 'Returned to Bo Ek', return_message: note }) }),
    });
    const everyone = within(await screen.findByRole('region', { name: 'All Students' }));
    await userEvent.click(everyone.getByRole('checkbox', { name: /Bo Ek/ }));
    await userEvent.click(everyone.getByRole('button', { name: 'Return (1)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Return To Student' }));
    expect(dialog.queryByText(/sees the grade/)).toBeNull();
    await userEvent.click(dialog.getByRole('checkbox', { name: /work on paper/ }));
    expect(dialog.getByText('Bo Ek sees the grade 9 / 50 and this message.')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox'), 'Well done');
    await userEvent.click(dialog.getByRole('button', { name: 'Return To Student' }));
    await waitFor(() => expect(bodies(calls, '/return-submission')).toMatchObject([{ id: 2, paper: true }]));
  });

  test('[K425] [K426] nothing to show says so: no instruction, nobody answered, nobody has it; a failed load has a Retry', async () => {
    rows = rows.map((one) => ({ ...one, state: 'CREATED' }));
    open({ work: { description: { type: 'doc', content: [] }, due_at: null, maxPoints: null }, answers: staffAnswers() });
    expect(await screen.findByText('No Yet answered yet')).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Instructions' }));
    expect(screen.getByText('No Instruction given')).toBeTruthy();
    expect(screen.getByText('No due date')).toBeTruthy();
    closeScreen();
    readyForScreen();
    rows = [];
    open({ answers: staffAnswers() });
    expect(await screen.findByText('Nobody has this work yet')).toBeTruthy();
    closeScreen();
    readyForScreen();
    open({ answers: staffAnswers({ 'GET /courses/3/course-work/9/submissions': failure(500, 'INTERNAL') }) });
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
  });

  test('[K151] work of a lesson has the tab Live Snapshot, before the lesson with its questions and rubrics; other work has it not, whatever the address says', async () => {
    const assessment = makeAssessment({ id: 4 });
    open({
      work: { assessment_id: 4 },
      answers: staffAnswers({
        'GET /assessments/4': success({ data: assessment, assessment }),
        'GET /live/learning/teachers/snapshot': success({ snapshot: null }),
      }),
    });
    await screen.findByRole('region', { name: 'All Students' });
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Instructions', 'Student Work', 'Live Snapshot']);
    await userEvent.click(screen.getByRole('tab', { name: 'Live Snapshot' }));
    expect(await screen.findByText('No snapshot loaded.')).toBeTruthy();
    expect(await screen.findByText(assessment.questions[0]!.title)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Snapshot' })).toBeTruthy();
    expect(address()).toBe('?tab=snapshot');
    closeScreen();
    readyForScreen();
    open({ answers: staffAnswers(), see: '?tab=snapshot' });
    await screen.findByRole('region', { name: 'All Students' });
    expect(screen.queryByRole('tab', { name: 'Live Snapshot' })).toBeNull();
  });

  test('an address leads to the tab and the student; the address follows where the teacher stays', async () => {
    open({ answers: staffAnswers(), see: '?student=102' });
    await shown('Bo Ek');
    await userEvent.keyboard('k');
    await shown('Ada Ek');
    await waitFor(() => expect(address()).toBe('?student=101'));
    await userEvent.click(screen.getByRole('tab', { name: 'Instructions' }));
    await screen.findByText('Say why the lamp is bright.');
    expect(address()).toBe('?tab=instructions&student=101');
    await userEvent.click(screen.getByRole('tab', { name: 'Student Work' }));
    await shown('Ada Ek');
    closeScreen();
    readyForScreen();
    open({ answers: staffAnswers(), see: '?student=999&tab=summary' });
    await screen.findByRole('region', { name: 'All Students' });
  });

  test('the chosen tab has the focus when the dialog opens, so that no key falls into a field', async () => {
    open({ answers: staffAnswers() });
    await screen.findByRole('region', { name: 'All Students' });
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Student Work' }));
  });

  test('M writes a message without returning; a message is needed, and what was typed outlives a failure', async () => {
    let reply: Reply = failure(409, 'CLASS_ARCHIVED');
    const calls = open({ answers: staffAnswers({ 'POST /student-submissions/3/messages': () => reply }), see: '?student=103' });
    await within(await shown('Cyd Ek')).findByText('No Message Send Yet');
    await userEvent.keyboard('m');
    const dialog = within(await screen.findByRole('dialog', { name: 'Write a message' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByText('Message is required')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox'), 'Do you need more time?');
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByText('server says CLASS_ARCHIVED')).toBeTruthy();
    expect(dialog.getByRole('textbox')).toHaveProperty('value', 'Do you need more time?');
    reply = success({ return_message: note, message: 'Message sent to Cyd Ek' });
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Write a message' })).toBeNull());
    expect(bodies(calls, '/student-submissions/3/messages')).toEqual([1, 2].map(() => ({ message: 'Do you need more time?' })));
    await said('Message sent to Cyd Ek');
  });

  test('work that is deleted while it is open says so; a grade that is being typed stays', async () => {
    let isThere = true;
    open({
      answers: staffAnswers({
        'GET /courses/3/course-work/9': () => (isThere ? success({ courseWork: WORK, time_zone: 'UTC' }) : failure(404, 'NOT_FOUND')),
      }),
    });
    await screen.findByRole('region', { name: 'All Students' });
    await userEvent.keyboard('jg');
    const grade = within(await screen.findByRole('dialog', { name: 'Edit Grade' }));
    await userEvent.keyboard('4');
    isThere = false;
    await queryClient.invalidateQueries({ queryKey: ['class', 3, 'work'] });
    expect(await screen.findByText(/^This work was deleted, or you are no longer in its class/)).toBeTruthy();
    expect(grade.getByRole('textbox')).toHaveProperty('value', '4');
  });

  test('[K422] a lesson’s work shows its questions, or that there is none', async () => {
    open({ work: { assessment_id: 4 }, answers: staffAnswers({ 'GET /course-work/questions': success({ data: [] }) }) });
    await userEvent.click(await screen.findByRole('tab', { name: 'Instructions' }));
    expect(await screen.findByText('No Question Found')).toBeTruthy();
  });
});

describe('the work of a lesson', () => {
  const list = { 'GET /courses/3/course-work/9/submissions': () => success({ work: short(WORK), submissions: [], as_of: '2026-05-05T00:00:00Z' }) };
  const link = () => screen.queryByRole('link', { name: 'Work products' });

  test('leads its staff to the work products once it is finished, and no earlier', async () => {
    open({ work: { assessment_id: 4, assessment_status: 'Active' }, answers: list });
    await screen.findByRole('tab', { name: 'Student Work' });
    expect(link()).toBeNull();
    closeScreen();
    readyForScreen();
    open({ work: { assessment_id: 4, assessment_status: 'finished' }, answers: list });
    await screen.findByRole('tab', { name: 'Student Work' });
    expect(link()!.getAttribute('href')).toBe('/work-products?assessment_id=4');
  });
});

describe('a student', () => {
  const own = (more: object = {}, work: Partial<Work> = {}, messages: object[] = []) =>
    success({
      work: short({ ...WORK, ...work }),
      submission: whole(row(1, 'Ada', { state: 'CREATED', turned_in_at: null }), { can_submit: true, ...more }),
      messages,
    });
  async function openWork(changes: Partial<Work>, answers: Parameters<typeof scriptFetch>[0]) {
    const calls = open({ standing: 'student', work: changes, answers, width: 360 });
    await userEvent.click(await screen.findByRole('tab', { name: 'Class Work' }));
    return calls;
  }

  test('[K370] [Q427] of a lesson that is not over sees title and date, and what it asks is not even asked for', async () => {
    const veiled = { assessment_id: 4, assessment_status: 'Active', maxPoints: null, description: { type: 'doc', content: [] } };
    const calls = open({ standing: 'student', work: veiled, answers: { 'GET /student/course/work/details': () => own({}, veiled) } });
    await screen.findByText('The question appears here when the lesson has ended.');
    expect(screen.getByText(/^Due : /)).toBeTruthy();
    for (const untrue of ['Not graded by points', 'No Instruction given', 'Questions']) expect(screen.queryByText(untrue)).toBeNull();
    expect(calls.some(({ path }) => path === '/course-work/questions')).toBe(false);
    closeScreen();
    readyForScreen();
    const over = { ...veiled, assessment_status: 'finished', maxPoints: 10 };
    const questions = success({ data: [{ title: 'Which lamp is brighter?', description: { type: 'doc', content: [] }, google_drive_link: [] }] });
    open({ standing: 'student', work: over, answers: { 'GET /student/course/work/details': () => own({}, over), 'GET /course-work/questions': questions } });
    expect(await screen.findByText('Which lamp is brighter?')).toBeTruthy();
    expect(screen.getByText('10 points')).toBeTruthy();
  });

  test('[K157] [K306] [K440] writes a short answer, which survives a reload and no connection, and submits it once', async () => {
    let reply: 'offline' | ReturnType<typeof success> = 'offline';
    const answers = { 'GET /student/course/work/details': () => own(), 'POST /student-submissions': () => reply };
    await openWork({}, answers);
    const dialog = within(screen.getByRole('dialog', { name: 'Submit Class Work' }));
    expect(dialog.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Instructions', 'Class Work']);
    await userEvent.click(await dialog.findByRole('button', { name: 'Submit' }));
    expect(await dialog.findByText('Answer is required')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Your answer' }), 'It gives heat');
    expect(dialog.getByText('Saved on this device. Your teacher gets it when you submit.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }));
    expect(await dialog.findByText(/^You are offline\./)).toBeTruthy();
    closeScreen();
    readyForScreen();

    const calls = await openWork({}, answers);
    const again = within(screen.getByRole('dialog', { name: 'Submit Class Work' }));
    expect(await again.findByRole('textbox', { name: 'Your answer' })).toHaveProperty('value', 'It gives heat');
    await userEvent.click(again.getByRole('button', { name: 'Submit' }));
    await again.findByText(/^You are offline\./);
    reply = success({ submission: {}, message: 'Answer has been submitted successfully' });
    await userEvent.click(again.getByRole('button', { name: 'Submit' }));
    await said('Answer has been submitted successfully');
    const sent = calls.filter(({ path }) => path === '/student-submissions');
    expect(sent.map(({ body }) => body)).toEqual(
      [1, 2].map(() => ({ courseId: 3, courseWorkId: 9, submissionId: 1, id: 1, type: 'SHORT_ANSWER_QUESTION', answer: 'It gives heat' })),
    );
    const [first, second] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toBeTruthy();
    expect(second).toBe(first);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('cw.work-answer'))).toEqual([]);
  });

  test('[B1786] of an answer that could not be sent says what was written on this device, what was chosen, and nothing of either where only files are', async () => {
    const question = { workType: 'MULTIPLE_CHOICE_QUESTION' as const, multipleChoiceQuestion: { choices: ['Heat', 'Light'] } };
    const offline = (work: object) => ({ 'GET /student/course/work/details': () => own({}, work), 'POST /student-submissions': 'offline' as const });
    await openWork(question, offline(question));
    await userEvent.click(await screen.findByRole('radio', { name: 'Heat' }));
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('You are offline. Your choice is saved on this device; submit it when you are online.')).toBeTruthy();
    closeScreen();
    readyForScreen();

    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await openWork({}, offline({}));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Your answer' }), 'It gives heat');
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText(/this device cannot save your answer/)).toBeTruthy();
    expect(screen.queryByText(/saved on this device/)).toBeNull();
    setItem.mockRestore();
  });

  test('work that is deleted while its answer is written says so, and what was written can be copied', async () => {
    let isThere = true;
    await openWork(
      {},
      {
        'GET /courses/3/course-work/9': () => (isThere ? success({ courseWork: WORK, time_zone: 'UTC' }) : failure(404, 'NOT_FOUND')),
        'GET /student/course/work/details': () => (isThere ? own() : failure(404, 'WORK_NOT_FOUND')),
      },
    );
    await userEvent.type(await screen.findByRole('textbox', { name: 'Your answer' }), 'It gives heat');
    isThere = false;
    await queryClient.invalidateQueries({ queryKey: ['class', 3] });
    expect(await screen.findByText('This work was deleted or unassigned. You can no longer submit it.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    expect(screen.getByText('It gives heat')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
  });

  test('[B2966] an answer that the server refuses since the work was graded in the meantime shows that state, and what was written can be copied', async () => {
    let details: Reply = own();
    const calls = await openWork(
      {},
      {
        'GET /student/course/work/details': () => details,
        'POST /student-submissions': () => {
          details = own({ state: 'RETURNED', assignedGrade: 46, can_submit: false });
          return failure(409, 'SUBMISSION_LOCKED');
        },
      },
    );
    await userEvent.type(await screen.findByRole('textbox', { name: 'Your answer' }), 'It gives heat');
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('This work has its grade and cannot be changed.')).toBeTruthy();
    expect(screen.getByText('It gives heat')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    expect(calls.filter(({ path }) => path === '/student-submissions')).toHaveLength(1);
  });

  test('an answer that is being written outlives what becomes of the work meanwhile: other instructions, a message, a grade', async () => {
    let details: Reply = own();
    await openWork({}, { 'GET /student/course/work/details': () => details });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Your answer' }), 'It gives');
    details = own({}, { maxPoints: 20 }, [note]);
    await queryClient.invalidateQueries({ queryKey: ['class', 3] });
    expect(await screen.findByText('Say more about heat')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Your answer' }));
    await userEvent.keyboard(' heat');
    expect(screen.getByRole('textbox', { name: 'Your answer' })).toHaveProperty('value', 'It gives heat');
    details = own({ can_submit: false, state: 'RETURNED', assignedGrade: 10 });
    await queryClient.invalidateQueries({ queryKey: ['class', 3] });
    expect(await screen.findByText('It gives heat')).toBeTruthy();
    expect(screen.getByText('10 / 50')).toBeTruthy();
  });

  test('[B1316] work made in Google Classroom has no form here, and says where it is handed in', async () => {
    const details = own({ can_submit: false, is_elsewhere: true });
    open({ standing: 'student', answers: { 'GET /student/course/work/details': () => details }, see: '?tab=work' });
    expect(await screen.findByText('This work was made in Google Classroom. You can submit or unsubmit it only there.')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Your answer' })).toBeNull();
  });

  test('an address leads to the tab, and one that is not there to the instructions', async () => {
    const answers = { 'GET /student/course/work/details': () => own() };
    open({ standing: 'student', answers, see: '?tab=work' });
    expect(await screen.findByRole('textbox', { name: 'Your answer' })).toBeTruthy();
    closeScreen();
    readyForScreen();
    open({ standing: 'student', answers, see: '?tab=summary' });
    expect(await screen.findByText('Say why the lamp is bright.')).toBeTruthy();
  });

  test('[K307] a choice is one of those shown, and one is needed', async () => {
    const choices = { workType: 'MULTIPLE_CHOICE_QUESTION', multipleChoiceQuestion: { choices: ['It grows', 'It shrinks'] } };
    const calls = await openWork(choices, {
      'GET /student/course/work/details': () => own({}, choices),
      'POST /student-submissions': success({ submission: {}, message: 'Answer has been submitted successfully' }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Select a Option')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'It grows' }));
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await said('Answer has been submitted successfully');
    expect(calls.find(({ path }) => path === '/student-submissions')?.body).toMatchObject({ type: 'MULTIPLE_CHOICE_QUESTION', answer: 'It grows' });
  });

  test('[K308] an assignment’s Submit waits for a file', async () => {
    const file = { file_id: 31, name: 'report.pdf', url: '', mimeType: 'application/pdf' };
    const details = { 'GET /student/course/work/details': () => own({}, { workType: 'ASSIGNMENT' }) };
    await openWork({ workType: 'ASSIGNMENT' }, details);
    expect(await screen.findByRole('button', { name: 'Submit' })).toHaveProperty('disabled', true);
    closeScreen();
    readyForScreen();
    localStorage.setItem('cw.work-answer.7.9', JSON.stringify({ files: [file, 'x'], text: 4 }));
    const calls = await openWork(
      { workType: 'ASSIGNMENT' },
      { ...details, 'POST /student-submissions': success({ submission: {}, message: 'Answer has been submitted successfully' }) },
    );
    expect(await screen.findByText('report.pdf')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await said('Answer has been submitted successfully');
    expect(calls.find(({ path }) => path === '/student-submissions')?.body).toMatchObject({ type: 'ASSIGNMENT', attachment: [31] });
  });

  test('[K347] what is returned shows grade and messages; what is locked says why, and what was written meanwhile is not lost', async () => {
    localStorage.setItem('cw.work-answer.7.9', JSON.stringify({ text: 'My second thought' }));
    const returned = {
      state: 'RETURNED',
      assignedGrade: 46,
      turned_in_at: '2026-05-03T10:00:00Z',
      can_submit: false,
      shortAnswerSubmission: { answer: 'Heat' },
    };
    await openWork({}, { 'GET /student/course/work/details': () => own(returned, {}, [note]) });
    expect(await screen.findByText('46 / 50')).toBeTruthy();
    expect(screen.getByText('Say more about heat')).toBeTruthy();
    expect(screen.getByText('Heat')).toBeTruthy();
    expect(screen.getByText('This work has its grade and cannot be changed.')).toBeTruthy();
    expect(screen.getByText('My second thought')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Submit/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Discard it' }));
    expect(screen.queryByText('My second thought')).toBeNull();
  });

  test('[B1955] an answer whose receipt was lost is not called unsubmitted once the server has it', async () => {
    localStorage.setItem('cw.work-answer.7.9', JSON.stringify({ text: 'Heat ' }));
    const there = { state: 'TURNED_IN', turned_in_at: '2026-05-03T10:00:00Z', can_submit: false, shortAnswerSubmission: { answer: 'Heat' } };
    await openWork({}, { 'GET /student/course/work/details': () => own(there) });
    expect(await screen.findByText('Heat')).toBeTruthy();
    expect(screen.queryByText(/not submitted/)).toBeNull();
  });

  test('[K158] [K159] once the lesson is finished, likes and comments of each form as pies, with a table behind', async () => {
    const lesson = { assessment_id: 4, assessment_status: 'finished', workType: 'ASSIGNMENT' };
    const form = (name: string, total_likes: number) => ({ form: name, total_likes, total_comments: 0 });
    const answers = {
      'GET /student/course/work/details': () => own({ can_submit: false }, lesson),
      'GET /course-work/questions': success({ data: [] }),
      'GET /live/learning/summary': success({ summary: { form_1A: form('Form - 1A', 4), form_1B: form('Form - 1B', 2), form_2: form('Form - 2', 1) } }),
    };
    await openWork(lesson, answers);
    expect(await screen.findByText(/submitted here automatically/)).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Summary' }));
    expect(await screen.findByRole('heading', { name: 'Total likes' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Total comments' })).toBeTruthy();
    expect(screen.getByText('No comments')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: /table/i }));
    expect(within(await screen.findByRole('table')).getAllByRole('row')).toHaveLength(4);
    closeScreen();
    readyForScreen();
    await openWork({ ...lesson, assessment_status: 'Active' }, answers);
    expect(screen.queryByRole('tab', { name: 'Summary' })).toBeNull();
  });
});
