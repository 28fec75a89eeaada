import { channels, type LessonEvent } from '@classwright/contract/lesson/live/events';
import type { PostView } from '@classwright/contract/lesson/live/views';
import type { TeacherSnapshotView } from '@classwright/contract/lesson/live/snapshots';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { fakeSockets } from '../../../testing/fake-socket.ts';
import { failure, scriptFetch, type SeenCall, success } from '../../../testing/scripted-fetch.ts';
import { OwnSnapshot } from '../OwnSnapshot.tsx';
import { LiveSnapshot, LiveSnapshotScreen } from './LiveSnapshot.tsx';
import { groupStudents } from './model.ts';

// The package's browser build, which the bundler uses. Tests would otherwise load the one for Node.
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

const CALL = 'GET /live/learning/teachers/snapshot';
const AT = '2026-03-02T09:10:00.000Z';
const empty = { type: 'doc' as const, content: [] };
const choice = (id: number, position: number, is_valid: boolean) => ({ id, position, response: `Choice ${id}`, is_valid, description: empty, match_label: '' });
const question = (id: number) => ({
  id,
  title: `Question ${id}`,
  description: empty,
  resources: [],
  responses: [choice(10 * id + 1, 1, true), choice(10 * id + 2, 2, false)],
});
const names = ['Ada Ek', 'Bo Ek', 'Chen 陈伟', 'Dia Diop', 'مريم الفاسي'];
type Report = TeacherSnapshotView['reports']['form_1A'];
/** A report in which each of the first students is right or wrong; null for no answer. */
function report(form: Report['form'], questionId: number, answers: (boolean | null)[]): Report {
  const results = answers.flatMap((correct, index) =>
    correct === null
      ? []
      : [
          {
            account_id: index + 1,
            student_name: names[index] ?? '',
            response_id: 10 * questionId + (correct ? 1 : 2),
            response: '',
            correct,
            posted_on: AT,
            filed_by: 'student' as const,
          },
        ],
  );
  return {
    form,
    question_id: questionId,
    responses: question(questionId).responses.map(({ id, response, is_valid }) => {
      const chose = results.filter(({ response_id }) => response_id === id);
      return { response_id: id, response, is_valid, students: chose.length, student_names: chose.map(({ student_name }) => student_name) };
    }),
    results,
    answered: results.length,
    right: results.filter(({ correct }) => correct).length,
    total_likes: 2,
    total_comments: 1,
    certainty: null,
    late: [],
  };
}
const branch = (first: boolean, second: boolean, transfer: boolean, ...account_ids: number[]) => ({ first, second, transfer, account_ids });

const snapshot: TeacherSnapshotView = {
  details: {
    assessment_id: 8,
    title: 'Simple circuits',
    class_name: '9B',
    teacher_name: 'Ms Okafor',
    grade: 'Grade 9',
    topic: '',
    standard: '',
    description: empty,
  },
  session: { id: 40, class_id: 3, state: 'finished', started_at: AT, ended_at: AT },
  took_part: { logged_in: 4, students: 5 },
  questions: [question(1), question(2)],
  reports: {
    form_1A: report('Form - 1A', 1, [false, true, false, true]),
    form_1B: report('Form - 1B', 1, [true, false, false, null]),
    form_2: report('Form - 2', 2, [true, true, false, true]),
  },
  students: names.map((name, index) => ({ account_id: index + 1, name, logged_in: index < 4 })),
  moves: {
    from: 'Form - 1A',
    to: 'Form - 1B',
    kept_right: 0,
    wrong_to_right: 1,
    right_to_wrong: 1,
    kept_wrong: 1,
    flows: [
      { from_response_id: 12, to_response_id: 11, count: 1 },
      { from_response_id: 11, to_response_id: 12, count: 1 },
      { from_response_id: 12, to_response_id: 12, count: 1 },
    ],
  },
  branches: [branch(true, false, true, 2), branch(false, true, true, 1), branch(false, false, false, 3)],
  incomplete: [4],
  transfer_by_move: [
    { move: 'kept_right', answered: 0, right: 0 },
    { move: 'wrong_to_right', answered: 1, right: 1 },
    { move: 'right_to_wrong', answered: 1, right: 1 },
    { move: 'kept_wrong', answered: 1, right: 0 },
  ],
  gain: { value: 0, band: 'low', interval: null },
  pairs: null,
  subgroups: null,
  votes: [],
};

const AGAIN = 'GET /live/learning/teachers/reviews';
const SOLO = 'GET /live/learning/teachers/solo';
const NOTHING_AFTERWARD = {
  [AGAIN]: success({ results: { rounds: [], transfer: { answered: 0, right: 0 } } }),
  [SOLO]: success({ results: { students: [] } }),
};

beforeEach(readyForScreen);
afterEach(closeScreen);
function show(answer: Parameters<typeof scriptFetch>[0][string], others: Parameters<typeof scriptFetch>[0] = {}): SeenCall[] {
  const calls = scriptFetch({ [CALL]: answer, ...NOTHING_AFTERWARD, ...others });
  openScreen(() => <LiveSnapshot assessmentId={8} />, { address: '/live-snapshot', rights: ['live-lessons:run'] });
  return calls;
}

test('everybody stands in one group, those first whom the discussion did not help', () => {
  expect(groupStudents(snapshot).map(({ group, students }) => [group, students.map(({ name }) => name)])).toEqual([
    ['right_to_wrong', ['Bo Ek']],
    ['kept_wrong', ['Chen 陈伟']],
    ['wrong_to_right', ['Ada Ek']],
    ['incomplete', ['Dia Diop']],
    ['absent', ['مريم الفاسي']],
  ]);
});

test('[K161] shares of the three forms, moves, ways and names stand together, and a table behind each figure', async () => {
  show(success({ snapshot }));
  const [first, second, transfer] = await Promise.all(['Form - 1A', 'Form - 1B', 'Form - 2'].map((name) => screen.findByRole('region', { name })));
  expect([first, second, transfer].map((card) => card?.textContent)).toEqual([
    'Form - 1A50%2 of 4 right',
    'Form - 1B33%1 of 3 right',
    'Form - 275%3 of 4 right, transfer question',
  ]);
  expect(screen.getAllByText(/4 of 5 students took part/).length).toBeGreaterThan(0);
  const students = screen.getByRole('region', { name: 'Students by transition' });
  expect(within(students).getByRole('row', { name: /Bo Ek.*Correct.*A.*Not correct.*B.*Correct.*A/ })).toBeTruthy();
  const ways = screen.getByRole('region', { name: 'Right or wrong across the three forms' });
  expect(within(ways).getByRole('row', { name: /Did not choose in all three\s*1/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.getAllByRole('table').length).toBeGreaterThanOrEqual(6);
});

test('[B2193] [B2205] how sure the answers were is a table with its finding before and after, and a vote is two bars; without them nothing stands there', async () => {
  const certainty = (wrong: number) => [
    { confidence: 'guess' as const, right: 1, wrong: 0 },
    { confidence: 'think' as const, right: 0, wrong: 0 },
    { confidence: 'sure' as const, right: 2, wrong },
  ];
  const { form_1A, form_1B } = snapshot.reports;
  const reason = (id: number, words: string) => ({
    id,
    response_id: 11,
    comment: { type: 'doc' as const, content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: words }] }] },
    likes: 0,
    is_from_before: false,
  });
  const vote = {
    ...{ id: 5, form: 'Form - 1A' as const, ends_at: AT, is_over: true, is_shown: false },
    reasons: [reason(1, 'Because of the battery'), reason(2, 'Because of the lamp')] as [ReturnType<typeof reason>, ReturnType<typeof reason>],
    counts: [3, 1] as [number, number],
  };
  const reports = { ...snapshot.reports, form_1A: { ...form_1A, certainty: certainty(3) }, form_1B: { ...form_1B, certainty: certainty(1) } };
  show(success({ snapshot: { ...snapshot, reports, votes: [vote] } }));
  const card = await screen.findByRole('region', { name: 'How sure the answers were' });
  expect(within(card).getByRole('heading').textContent).toBe('Sure and wrong: 3 before talking, 1 after');
  expect(within(card).getByRole('row', { name: /^Sure 2 of 5 right 2 of 3 right$/ })).toBeTruthy();
  expect(within(card).getByRole('row', { name: /^Think so – –$/ })).toBeTruthy();
  const votes = screen.getByRole('region', { name: 'Which reason convinced more' });
  expect(within(votes).getByText('Because of the battery').closest('li')?.textContent).toContain('3 75%');
  closeScreen();
  readyForScreen();
  show(success({ snapshot }));
  await screen.findByRole('region', { name: 'Form - 1A' });
  expect(screen.queryByRole('region', { name: 'How sure the answers were' })).toBeNull();
});

describe('what students wrote', () => {
  const FEED = 'GET /live/learning/live/feed';
  const words = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }] });
  const written = (id: number, form: PostView['form'], account: number, response_id: number, text: string, more: Partial<PostView> = {}): PostView => {
    const [first_name = '', last_name = ''] = names[account - 1]?.split(' ') ?? [];
    return {
      id,
      form,
      account: { id: account, first_name, last_name, profile_picture: null },
      body: [{ response: '', comment: words(text), detail: { title: '', response_id } }],
      comments: [],
      total_likes: [],
      total_dislikes: [],
      is_correct: null,
      filed_by: 'student',
      last_update: AT,
      ...more,
    };
  };
  const hidden = { is_hidden: true, reason: 'unkind' as const, words: '', hidden_by: 'Ms Okafor', hidden_at: AT, original: null };
  const posts: Record<string, PostView[]> = {
    'Form - 1A': [
      written(31, 'Form - 1A', 3, 12, 'It stays off'),
      written(32, 'Form - 1A', 1, 12, 'I thought it was full', { total_likes: [3, 4] }),
      written(33, 'Form - 1A', 2, 11, 'It is even'),
    ],
    'Form - 1B': [
      written(34, 'Form - 1B', 3, 12, 'It stays off'),
      written(35, 'Form - 1B', 2, 12, 'Rude words', { hidden }),
      written(36, 'Form - 1B', 1, 11, 'Bo convinced me'),
    ],
  };
  const feeds = { [FEED]: ({ query }: SeenCall) => success({ posts: posts[query.get('form') ?? ''] ?? [], responses: [], late: [] }) };

  test('[B2532] the question is at the head, and behind each response are its reasons, those of students who moved first', async () => {
    const asked = snapshot.questions.map((one) => ({ ...one, description: words(`Stem of ${one.id}`) }));
    const calls = show(success({ snapshot: { ...snapshot, questions: asked } }), feeds as never);
    const card = await screen.findByRole('region', { name: 'What students wrote' });
    expect(screen.getAllByText('Stem of 1')[0]?.closest('details')?.open).toBe(false);
    expect(screen.getAllByText('Stem of 2')[0]?.closest('details')?.querySelector('summary')?.textContent).toBe('The transfer question: Question 2');
    expect(calls.filter(({ path }) => path.includes('live/feed'))).toHaveLength(0);

    const behind = within(card).getByText('Choice 12').closest('details') as HTMLDetailsElement;
    expect(behind.querySelector('summary')?.textContent).toContain('1A: 2 · 1B: 2');
    await userEvent.click(behind.querySelector('summary') as HTMLElement);
    expect((await within(behind).findAllByRole('heading')).map(({ textContent }) => textContent)).toEqual([
      '1 student wrote before changing to another answer',
      '1 student wrote after changing to this answer',
      '1 other reason',
    ]);
    expect([...behind.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      'Ada EkForm - 1ALikes 2 · Comments 0I thought it was full',
      'Bo EkForm - 1BLikes 0 · Comments 0Hidden from the class. Open it in the feed to read it.',
      'Chen 陈伟Form - 1ALikes 0 · Comments 0It stays off',
    ]);
    const link = within(behind).getByRole('link', { name: /Ada Ek/ });
    expect(link.getAttribute('href')).toBe('/teacher-live-learning?assessment_id=8&tab=form_1A&post=32');
    expect(screen.getByRole('link', { name: 'Open the lesson' }).getAttribute('href')).toBe('/teacher-live-learning?assessment_id=8');
  });

  test('[B2532] a response without reasons says so, and reasons that do not load can be asked for again', async () => {
    show(success({ snapshot }), { [FEED]: failure(503, 'UNAVAILABLE') });
    const card = await screen.findByRole('region', { name: 'What students wrote' });
    const behind = within(card).getByText('Choice 22').closest('details') as HTMLDetailsElement;
    await userEvent.click(behind.querySelector('summary') as HTMLElement);
    await within(behind).findByRole('alert', {}, { timeout: 20_000 });
    scriptFetch({ [FEED]: success({ posts: [], responses: [], late: [] }) });
    await userEvent.click(within(behind).getByRole('button', { name: /Retry/ }));
    await within(behind).findByText('Nobody wrote a reason for this response.');
  });
});

test('a running lesson says what it holds, and what is not closed yet', async () => {
  const open = { ...report('Form - 1B', 1, []), question_id: null };
  show(
    success({
      snapshot: {
        ...snapshot,
        session: { ...snapshot.session, state: 'running', ended_at: null },
        reports: { ...snapshot.reports, form_1B: open, form_2: { ...open, form: 'Form - 2' } },
        moves: null,
        branches: null,
        incomplete: null,
        transfer_by_move: null,
        gain: null,
      },
    }),
  );
  await screen.findByText('The lesson is still running. Only closed forms are shown.');
  expect(screen.getAllByText('Not closed yet')).toHaveLength(2);
  expect(screen.getByText('How students moved appears here once Form - 1B has closed.')).toBeTruthy();
});

test('[B2098] a lesson that ended after Form - 1A says what was not asked, and that nothing can be compared', async () => {
  const notAsked = { ...report('Form - 1B', 1, []), question_id: null };
  show(
    success({
      snapshot: {
        ...snapshot,
        reports: { ...snapshot.reports, form_1B: notAsked, form_2: { ...notAsked, form: 'Form - 2' } },
        moves: null,
        branches: null,
        incomplete: null,
        transfer_by_move: null,
        gain: null,
      },
    }),
  );
  await screen.findByText('Form - 1B was not asked, so there is nothing to compare Form - 1A with.');
  const form2 = screen.getByRole('region', { name: 'Form - 2' });
  expect(form2.textContent).toContain('Not asked');
  expect(form2.textContent).not.toContain('0 of 0');
  expect(screen.getByText('Only Form - 1A was asked')).toBeTruthy();
});

describe('while the lesson runs', () => {
  const channel = channels.assessment(8);
  const realtime = {
    'GET /config': success({
      version: '1',
      realtime: { key: 'key', host: 'school.test', port: 8443, tls: true, auth_endpoint: '/api/broadcasting/auth' },
      messages: {},
    }),
    'POST /broadcasting/auth': success({ auth: 'key:signature' }),
  };
  const askedOf = (calls: readonly SeenCall[], call: string) => calls.filter(({ path }) => call.endsWith(path)).length;

  test('what its staff see goes along with it, a step at a time, and no further once it has finished', async () => {
    const sockets = fakeSockets();
    const say = (event: LessonEvent['name']) => act(() => sockets.newest().say(event, {}, channel));
    let now: TeacherSnapshotView | null = null;
    const calls = show(() => success({ snapshot: now }), realtime);
    await screen.findByText('No snapshot loaded.');
    await waitFor(() => expect(askedOf(calls, CALL)).toBe(2)); // changes missed before the channel was entered
    now = { ...snapshot, session: { ...snapshot.session, state: 'running', ended_at: null } };
    say('assessment.post.added');
    await new Promise((done) => setTimeout(done, 2_500));
    expect(askedOf(calls, CALL)).toBe(2);
    say('assessment.phase.closed');
    await screen.findByText('Running');
    now = snapshot;
    say('assessment.finished');
    await screen.findByText('Finished');
    await waitFor(() => expect(sockets.newest().readyState).toBe(3)); // nobody else on the page listens
  });

  test('a student who waits for the own one has it when the lesson has finished', async () => {
    const sockets = fakeSockets();
    const OWN = 'GET /live/learning/student/snapshot';
    const calls = scriptFetch({ ...realtime, [OWN]: success({ snapshot: null }) });
    openScreen(() => <OwnSnapshot assessmentId={8} />, { address: '/student-live-snapshot' });
    await screen.findByText('No snapshot loaded.');
    await waitFor(() => expect(askedOf(calls, OWN)).toBe(2));
    act(() => sockets.newest().say('assessment.finished', {}, channel));
    await waitFor(() => expect(askedOf(calls, OWN)).toBe(3));
  });
});

test('counts of one read as well as others: one like, one comment, a class of one', async () => {
  show(success({ snapshot: { ...snapshot, took_part: { logged_in: 1, students: 1 } } }));
  expect((await screen.findAllByText('Likes 2 · Comments 1')).length).toBe(3);
  expect(screen.getAllByText(/1 of 1 student took part/).length).toBeGreaterThan(0);
});

test('[B1982] without one it says so, why, and leads to the lesson; without a lesson to the list of them', async () => {
  show(success({ snapshot: null }));
  await screen.findByText('No snapshot loaded.');
  expect(screen.getByText(/^It appears here automatically when the first form of the lesson has closed/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the lesson' }).getAttribute('href')).toBe('/teacher-live-learning?assessment_id=8');
  closeScreen();
  openScreen(() => <LiveSnapshotScreen />, { address: '/live-snapshot', rights: ['live-lessons:run'] });
  await screen.findByText('No Assessment Selected');
  expect(screen.getByRole('link', { name: 'Open the list of lessons' }).getAttribute('href')).toBe('/teacher-live-learning');
});

test('[B2516] the finished lesson proposes the next question for its class to people who see ideas', async () => {
  show(success({ snapshot }));
  await screen.findByRole('link', { name: 'Who needs attention' });
  expect(screen.queryByRole('link', { name: 'Propose the next question' })).toBeNull();
  closeScreen();
  scriptFetch({ [CALL]: success({ snapshot }), ...NOTHING_AFTERWARD });
  openScreen(() => <LiveSnapshot assessmentId={8} />, { address: '/live-snapshot', rights: ['live-lessons:run', 'ideas:view'] });
  expect((await screen.findByRole('link', { name: 'Propose the next question' })).getAttribute('href')).toBe('/ideas?class_id=3&next=3');
});

test('a failure can be tried again', async () => {
  show(failure(429, 'RATE_LIMITED'));
  await screen.findByRole('button', { name: /Retry/ });
  scriptFetch({ [CALL]: success({ snapshot }), ...NOTHING_AFTERWARD });
  await userEvent.click(screen.getByRole('button', { name: /Retry/ }));
  await screen.findByRole('region', { name: 'Students by transition' });
});

test('the finished lesson leads to those to look after, and to a spreadsheet that opens with a code; why it could not be had is said', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(window);
  const codes = [success({ code: 'abc', expires_in: 60 }), failure(403, 'NOT_ALLOWED')];
  show(success({ snapshot }), { 'POST /hand-off': () => codes.shift() ?? 'offline' });
  const link = await screen.findByRole('link', { name: 'Who needs attention' });
  expect(link.getAttribute('href')).toBe('/class-attention/3?assessment_id=8');
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(opened).toHaveBeenCalledWith('/api/live/learning/teachers/snapshot/export?assessment_id=8&code=abc', '_blank'));
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  await screen.findByText('server says NOT_ALLOWED');
  expect(opened).toHaveBeenCalledTimes(1);
});

test('groups stand by themselves where the school allows them; without two of them it says why there are none', async () => {
  const groups = [
    { value: 'Bonga', students: 8, first: 2, second: 6, transfer: 4, gain: -0.25 },
    { value: '', students: 6, first: 6, second: 6, transfer: 6, gain: null },
    { value: null, students: 7, first: 0, second: 7, transfer: 7, gain: 1 },
  ];
  show(success({ snapshot: { ...snapshot, subgroups: { field: 'city', groups } } }));
  const region = await screen.findByRole('region', { name: 'By city' });
  const rows = within(region)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Group', 'Students', 'Form - 1A', 'Form - 1B', 'Form - 2', 'Gain'],
    ['Bonga', '8', '25%', '75%', '50%', '−0.25'],
    ['Not stated', '6', '100%', '100%', '100%', '–'],
    ['All others', '7', '0%', '100%', '100%', '1.00'],
  ]);
  closeScreen();
  show(success({ snapshot: { ...snapshot, subgroups: { field: 'zip', groups: [] } } }));
  expect((await screen.findByRole('region', { name: 'By zip' })).textContent).toContain('There are not two groups with at least five students');
});

test('other lessons with the question are asked for when somebody wants them: the own by name, those of others as one sum', async () => {
  const counts = {
    moves: { kept_right: 1, wrong_to_right: 2, right_to_wrong: 0, kept_wrong: 1 },
    first: { answered: 4, right: 1 },
    second: { answered: 4, right: 3 },
  };
  const lesson = {
    ...counts,
    assessment_id: 9,
    title: 'Circuits again',
    class_name: '9C',
    held_on: '2025-03-03',
    gain: 2 / 3,
    transfer: null,
    is_same_version: false,
  };
  const call = 'GET /live/learning/teachers/snapshot/compare';
  const replies = [failure(429, 'RATE_LIMITED'), success({ lessons: [lesson], total: 3, others: { ...counts, lessons: 5, gain: null } })];
  show(success({ snapshot }), { [call]: () => replies.shift() ?? 'offline' });
  const part = await screen.findByRole('region', { name: 'The same question in other lessons' });
  expect(within(part).queryByRole('table')).toBeNull();
  await userEvent.click(within(part).getByRole('button', { name: 'Compare with other lessons' }));
  await userEvent.click(await within(part).findByRole('button', { name: /Retry/ }));
  await within(part).findByRole('table');
  const rows = within(part)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));
  expect(rows.slice(1)).toEqual([
    ['This lesson9B, Mon, Mar 2, 2026', '50%2 of 4', '33%1 of 3', '75%3 of 4', '0', '1', '1', '1', '0.00'],
    ['Circuits again9C, Mon, Mar 3, 2025 · the question had different wording then', '25%1 of 4', '75%3 of 4', '–', '1', '2', '0', '1', '0.67'],
    ['Other teachers, 5 lessons', '25%1 of 4', '75%3 of 4', '–', '1', '2', '0', '1', '–'],
  ]);
  expect(within(part).getByRole('link', { name: 'Circuits again' }).getAttribute('href')).toBe('/live-snapshot?assessment_id=9');
  expect(part.textContent).toContain('2 older lessons are not shown.');
  expect(part.textContent).toContain('new ones are added five at a time');
});

test('without other lessons it says so, and from when on those of others are told', async () => {
  show(success({ snapshot }), { 'GET /live/learning/teachers/snapshot/compare': success({ lessons: [], total: 0, others: null }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Compare with other lessons' }));
  await screen.findByText('You have no other lesson with this question.');
  expect(screen.getByText(/once there are five lessons by two teachers/)).toBeTruthy();
});

test('[K411] the school’s own site of snapshots is opened for the lesson with a code; without one there is no such button', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(window);
  const launcher = [{ module: 'snapshot', url: 'https://snap.school.test/show?of=us', target: 'live-snapshot' }];
  show(success({ snapshot }), { 'GET /settings/school': success({ launcher }), 'POST /hand-off': success({ code: 'abc', expires_in: 60 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Snapshot site' }));
  await waitFor(() => expect(opened).toHaveBeenCalledWith('https://snap.school.test/show?of=us&assessment_id=8&code=abc', '_blank'));
  closeScreen();
  show(success({ snapshot }), { 'GET /settings/school': success({ launcher: [] }) });
  await screen.findByRole('button', { name: 'Print' });
  expect(screen.queryByRole('button', { name: 'Snapshot site' })).toBeNull();
});

test('[B2245] [B2247] the results say how many were right when asked again, next to Form - 2, and who has done the lesson alone', async () => {
  show(success({ snapshot }), {
    [AGAIN]: success({
      results: {
        rounds: [
          { round: 1, asked: 19, answered: 16, right: 10 },
          { round: 2, asked: 4, answered: 0, right: 0 },
        ],
        transfer: { answered: 20, right: 11 },
      },
    }),
    [SOLO]: success({
      results: {
        students: [
          { account_id: 5, name: 'Eva Lind', state: 'done', first: false, second: true, transfer: true },
          { account_id: 6, name: 'Finn Orr', state: 'not-started', first: null, second: null, transfer: null },
        ],
      },
    }),
  });
  const again = await screen.findByRole('region', { name: 'Asked again' });
  expect([...again.querySelectorAll('p')].map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'After a week 63% were right (19 asked, 16 answered).',
    'After three weeks the idea was asked again (4 asked). Nobody has answered yet.',
    'Form - 2 in the lesson: 55% right.',
  ]);
  const missed = within(screen.getByRole('region', { name: 'Students who missed the lesson' }));
  expect(missed.getByRole('heading').textContent).toBe('1 of 2 students who missed it have done it alone.');
  expect(missed.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Eva Linddone · not correct · correct · correct',
    'Finn Orrnot started',
  ]);
});
