import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signOut } from '../../../../base/session.ts';
import { failure, success } from '../../../../testing/scripted-fetch.ts';
import { entered, fakeLesson, type FakeLesson } from '../testing/fake-lesson.ts';
import { assessment, event, feed, inForms, roster, tally } from '../testing/staff-data.ts';
import { phaseOf, takeSession } from './model.ts';
import { startStaffLesson, type StaffLesson } from './staff-lesson.ts';

// The package's browser build, which the bundler uses. Tests would otherwise load the one for Node.
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

const FEED = '/live/learning/live/feed';
const ROSTER = '/live/learning/student/responded';
const LOGS = '/live/learning/assessment/comment/logs';
const STATE = '/live/learning/state';
let server: FakeLesson;
let lesson: StaffLesson;
/** Advances the time, by default longer than the pause between two refreshes. */
const pause = (ms = 700) => vi.advanceTimersByTimeAsync(ms);

async function open(answers: Parameters<typeof fakeLesson>[0] = {}): Promise<void> {
  server = fakeLesson(answers);
  lesson = startStaffLesson(8);
  await vi.waitFor(() => expect(lesson.model.get().roster).not.toBeNull(), 10_000);
  lesson.show('Form - 1A');
  await entered(server);
  await vi.waitFor(() => expect(lesson.model.get().feeds['Form - 1A']).toBeDefined(), 10_000);
  await pause();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] });
  sessionStorage.clear();
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  lesson.stop();
  vi.useRealTimers();
  signOut();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('what is asked for', () => {
  test('at first the lesson, who is there, the feed on the screen and the comments; then nothing polls', async () => {
    await open();
    expect(lesson.model.get().assessment?.title).toBe('Simple circuits');
    expect(server.calls.filter(({ path }) => path === FEED).map(({ query }) => query.get('form'))).not.toContain('Form - 1B');
    const before = server.calls.length;
    await pause(30_000);
    expect(server.calls.length).toBe(before);
  });

  test('thirty answers in half a second refresh feed and people at most twice a second, and the last one is in', async () => {
    await open();
    const [feeds, rosters] = [server.asked(FEED), server.asked(ROSTER)];
    for (let count = 0; count < 30; count += 1) {
      server.say(event({ name: 'assessment.post.added', items: [100 + count] }, 6 + count));
      await pause(15);
    }
    await pause(1_200);
    expect(server.asked(FEED) - feeds).toBeGreaterThanOrEqual(1);
    expect(server.asked(FEED) - feeds).toBeLessThanOrEqual(4);
    expect(server.asked(ROSTER) - rosters).toBeLessThanOrEqual(4);
    expect(lesson.model.get().known?.sequence).toBe(35);
    expect(server.calls.at(-1)?.path).not.toBe(STATE);
  });

  test('a form that is not on the screen is asked for when it comes there, once', async () => {
    await open({
      'GET /live/learning/assessment': success({
        assessment: assessment({ session: inForms(['Form - 1A', 'Form - 1B']), tally: tally({ form: 'Form - 1B' }) }),
      }),
    });
    const forms = () => server.calls.filter(({ path }) => path === FEED).map(({ query }) => query.get('form'));
    expect(forms()).not.toContain('Form - 1B');
    lesson.show('Form - 1B');
    await vi.waitFor(() => expect(lesson.model.get().feeds['Form - 1B']).toBeDefined(), 10_000);
    lesson.show('Form - 1A');
    await pause();
    expect(forms().filter((form) => form === 'Form - 1B')).toHaveLength(1);
  });

  test('answers that come in any order keep one another', async () => {
    let answer: (() => void) | undefined;
    await open({ 'GET /live/learning/summary': () => new Promise((resolve) => (answer = () => resolve(success({ summary: { title: 'Simple circuits' } })))) });
    server.answers[`GET ${LOGS}`] = success({ logs: [], data: [], total: 3 });
    server.say(event({ name: 'assessment.finished', assessment_id: 8 }));
    await vi.waitFor(() => expect(lesson.model.get().logs?.total).toBe(3), 10_000);
    await vi.waitFor(() => expect(answer).toBeDefined(), 10_000);
    answer?.();
    await vi.waitFor(() => expect(lesson.model.get().summary).not.toBeNull(), 10_000);
    expect(lesson.model.get()).toMatchObject({ logs: { total: 3 }, known: { state: 'finished' } });
  });
});

describe('what is heard', () => {
  test('[L399] a gap asks for the state and ends where the lesson is, with everything refreshed', async () => {
    await open();
    const feeds = server.asked(FEED);
    server.answers[`GET ${STATE}`] = success({ epoch: 40, sequence: 11, events: null, session: inForms(['Form - 1A'], { sequence: 11, can_comment: true }) });
    server.say(event({ name: 'assessment.settings.changed', can_comment: true }, 11));
    await vi.waitFor(() => expect(lesson.model.get().known).toMatchObject({ sequence: 11, canComment: true }), 10_000);
    await vi.waitFor(() => expect(server.asked(FEED)).toBeGreaterThan(feeds), 10_000);
    expect(server.calls.findLast(({ path }) => path === STATE)?.query.get('since')).toBe('5');
  });

  test('the next form opens on every teacher’s screen at once, and is told', async () => {
    await open();
    server.say(event({ name: 'assessment.phase.closed', form: 'Form - 1A' }));
    expect(phaseOf(lesson.model.get())?.closed).toBe(true);
    server.say(
      event(
        {
          name: 'assessment.started',
          time: { hour: 0, minute: 10, second: 0 },
          question_id: 1,
          GenerateEventOnStudentSide: true,
          form: 'Form - 1B',
          deadline_at: '2026-11-20T10:11:00.000Z',
        },
        7,
      ),
    );
    expect(lesson.news.get()).toMatchObject({ turn: 'opened', form: 'Form - 1B' });
    expect(lesson.model.get().tally).toMatchObject({ form: 'Form - 1B', answered: 0 });
  });

  test('[L385] figures and lost connections come over the staff’s channel without a call', async () => {
    await open();
    const before = server.calls.length;
    server.sayToStaff('assessment.tally.changed', { epoch: 40, tally: tally({ answered: 4, as_of: 1001 }), server_time: '2026-11-20T10:01:00.000Z' });
    server.sayToStaff('assessment.presence.changed', { connected: [1], as_of: 1001 });
    expect(lesson.model.get().tally?.answered).toBe(4);
    expect(lesson.model.get().roster?.students.map(({ connected }) => connected)).toEqual([true, false]);
    expect(server.calls.length).toBe(before);
  });

  test('[LIVE-68] figures that say that somebody’s own time went on or ended bring feed and people, since no event tells of the post', async () => {
    const session = inForms(['Form - 1A'], {}, true);
    const own_time = { students: 2, until: '2026-11-20T10:31:00Z' };
    const first = tally({ own_time });
    await open({
      'GET /live/learning/assessment': success({ assessment: assessment({ session, attempts: session.attempts, tally: first }) }),
      'GET /live/learning/student/responded': success({ ...roster(), tally: first }),
    });
    const told = async (change: Parameters<typeof tally>[0]) => {
      const [feeds, rosters] = [server.asked(FEED), server.asked(ROSTER)];
      const figures = tally({ own_time, ...change });
      server.answers[`GET ${ROSTER}`] = success({ ...roster(), tally: figures });
      server.sayToStaff('assessment.tally.changed', { epoch: 40, tally: figures, server_time: '2026-11-20T10:30:00.000Z' });
      await pause(1_500);
      return [server.asked(FEED) - feeds, server.asked(ROSTER) - rosters];
    };
    expect(await told({ as_of: 1001, own_time: { ...own_time, students: 1 } })).toEqual([1, 1]);
    expect(await told({ as_of: 1002, own_time: { ...own_time, students: 1 } })).toEqual([0, 0]);
    expect(await told({ as_of: 1003, own_time: { ...own_time, students: 1 }, answered: 4 })).toEqual([1, 1]);
    expect(await told({ as_of: 1004, own_time: undefined, answered: 4 })).toEqual([1, 1]);
    expect(await told({ as_of: 1005, own_time: undefined, students: 6, answered: 4 })).toEqual([0, 0]);
  });

  test('figures that were heard while people were asked for are not replaced by older ones', async () => {
    await open();
    let answer: (() => void) | undefined;
    server.answers[`GET ${ROSTER}`] = () => new Promise((resolve) => (answer = () => resolve(success({ ...roster(), tally: tally({ answered: 3 }) }))));
    lesson.reload('roster');
    await vi.waitFor(() => expect(answer).toBeDefined(), 10_000);
    server.sayToStaff('assessment.tally.changed', { epoch: 40, tally: tally({ answered: 4, as_of: 1001 }), server_time: '2026-11-20T10:01:00.000Z' });
    answer?.();
    await pause(50);
    expect(lesson.model.get().tally?.answered).toBe(4);
  });
});

describe('a new run', () => {
  test('people of the run before, whose answer comes late, do not stand in the new one', async () => {
    await open();
    let answerLate: (value: ReturnType<typeof success>) => void = () => undefined;
    server.answers[`GET ${ROSTER}`] = () => new Promise((resolve) => (answerLate = resolve));
    server.say(event({ name: 'assessment.post.added', items: [100] }));
    await pause();
    // In the meantime, someone else cancels the lesson and starts it again.
    const again = inForms(['Form - 1A'], { id: 41, epoch: 41, sequence: 1 });
    lesson.update((model) => takeSession(model, again));
    expect(lesson.model.get().roster).toBeNull();
    answerLate(success({ ...roster(), tally: tally() }));
    server.answers[`GET ${ROSTER}`] = () => new Promise(() => undefined);
    await pause();
    expect(lesson.model.get().known?.epoch).toBe(41);
    expect(lesson.model.get().roster).toBeNull();
  });
});

describe('what goes wrong', () => {
  test('[L537] a failed refresh is named and keeps what is shown; Retry asks again', async () => {
    await open();
    server.answers[`GET ${FEED}`] = failure(404, 'ASSESSMENT_NOT_FOUND');
    lesson.reload('feed');
    await vi.waitFor(() => expect(lesson.problems.get().feed).toMatchObject({ code: 'ASSESSMENT_NOT_FOUND' }), 10_000);
    expect(lesson.model.get().feeds['Form - 1A']).toBeDefined();
    server.answers[`GET ${FEED}`] = success({ ...feed('Form - 1A'), data: [] });
    lesson.reload('feed');
    await vi.waitFor(() => expect(lesson.problems.get().feed).toBeUndefined(), 10_000);
  });

  test('a student is told that the role does not allow it, and learns nothing of the lesson', async () => {
    server = fakeLesson({ 'GET /live/learning/assessment': success({ assessment: { id: 8, title: 'Simple circuits', questions: [] } }) });
    lesson = startStaffLesson(8);
    await vi.waitFor(() => expect(lesson.problems.get().assessment).toMatchObject({ code: 'NOT_ALLOWED' }), 10_000);
    expect(lesson.model.get().assessment).toBeNull();
  });

  test('[L257] with the socket down the lesson and its people are asked for every six seconds', async () => {
    await open();
    server.sockets.newest().drop(4001); // an end after which the client does not reconnect automatically
    const [states, rosters] = [server.asked(STATE), server.asked(ROSTER)];
    await pause(20_000);
    expect(server.asked(STATE) - states).toBeGreaterThanOrEqual(3);
    expect(server.asked(STATE) - states).toBeLessThanOrEqual(5);
    expect(server.asked(ROSTER) - rosters).toBeGreaterThanOrEqual(3);
  });
});
