import {
  channels,
  type Form,
  liveAdjustTime,
  liveClose,
  liveElapsedTime,
  liveReveal,
  liveSettings,
  liveSettingsUpdate,
  liveStart,
  liveState,
  liveStatus,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createScenario,
  hear,
  readStudentPage,
  type RunningLesson,
  runLesson,
  type Scenario,
  startLesson,
  startTestApp,
  type TestApp,
  type TestPerson,
  until,
  untilNumbered,
} from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const phasesOf = (sessionId: number) => app.db.selectFrom('live_phases').selectAll().where('session_id', '=', sessionId).orderBy('id').execute();
const stateOf = async ({ teacher, assessmentId }: RunningLesson, since = 0, epoch = 0) =>
  (await teacher.call(liveState, { query: { assessment_id: assessmentId, epoch, since } })).body;
/** Returns the names of a session's events in order, once all are numbered. */
async function namesOf(lesson: RunningLesson): Promise<string[]> {
  await untilNumbered(app.db, lesson.sessionId);
  return (await stateOf(lesson, 0, lesson.sessionId)).events!.map(({ name }: { name: string }) => name);
}

describe('live.status', () => {
  test('[L231–L233] [L246] [L374] [L383] [L425] [LIVE-3] [LIVE-16] Re-Assign, Next and Finish close the running form at once and take the next step, announced in that order', async () => {
    const lesson = await startLesson(app, scenario, { minutes: 5 });
    const second = await lesson.step('re-assign', 4);
    expect(second.body.session).toMatchObject({ form: 'Form - 1B', phase_open: true });
    expect((await lesson.step('next', 3)).body.session).toMatchObject({ form: 'Form - 2', phase_open: true });
    const last = await lesson.step('finished');
    expect(last.body).toMatchObject({ assessment: { status: 'finished' }, session: { state: 'finished', phase_open: false } });
    const phases = await phasesOf(lesson.sessionId);
    expect(phases.map(({ form, minutes }) => [form, minutes])).toEqual([
      ['Form - 1A', 5],
      ['Form - 1B', 4],
      ['Form - 2', 3],
    ]);
    expect(phases.map(({ question_version_id }) => question_version_id)).toEqual([lesson.first.versionId, lesson.first.versionId, lesson.transfer.versionId]);
    expect(phases.every(({ closed_at }) => closed_at !== null)).toBe(true);
    expect(await namesOf(lesson)).toEqual([
      'assessment.started',
      'assessment.phase.closed',
      'assessment.started',
      'assessment.phase.closed',
      'assessment.started',
      'assessment.phase.closed',
      'assessment.finished',
    ]);
    expect(await app.db.selectFrom('assessments').select('status').where('id', '=', lesson.assessmentId).executeTakeFirst()).toEqual({ status: 'finished' });
  });

  test('[LIVE-4] of two teachers who press Re-Assign at once one takes the step, and the other skips no form', async () => {
    for (let round = 0; round < 5; round += 1) {
      const lesson = await startLesson(app, scenario, { students: 1 });
      const press = (person: TestPerson) => person.call(liveStatus, { body: { id: lesson.assessmentId, type: 're-assign', time: 5 } });
      const replies = await Promise.all([press(lesson.teacher), press(lesson.coTeacher), press(lesson.admin)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(replies.filter(({ error }) => error?.code === 'STEP_NOT_ALLOWED')).toHaveLength(2);
      expect((await phasesOf(lesson.sessionId)).map(({ form }) => form)).toEqual(['Form - 1A', 'Form - 1B']);
    }
  });

  test('[LIVE-4] a step out of turn is STEP_NOT_ALLOWED, and every step of a lesson that does not run SESSION_NOT_RUNNING', async () => {
    const lesson = await startLesson(app, scenario, { students: 0 });
    for (const type of ['next', 'finished'] as const) expect((await lesson.step(type)).error?.code).toBe('STEP_NOT_ALLOWED');
    for (const type of ['re-assign', 'next', 'finished'] as const) await lesson.step(type);
    for (const type of ['re-assign', 'next', 'finished'] as const) expect((await lesson.step(type)).error).toMatchObject({ code: 'SESSION_NOT_RUNNING' });
    const unstarted = await scenario.lesson({ students: 0 });
    expect((await unstarted.teacher.call(liveStatus, { body: { id: unstarted.assessmentId, type: 're-assign', time: 5 } })).error?.code).toBe(
      'SESSION_NOT_RUNNING',
    );
  });

  test.each([
    [undefined, 'Please increase the time'],
    [0, 'Please increase the time'],
    [-1, 'Please increase the time'],
    ['x', 'Please increase the time'],
    [1.5, 'The time must be a whole number of minutes'],
    [525_600, 'The time can be at most 180 minutes'],
  ])('[B024] [L235] [L318] [L437] [LIVE-7] [LIVE-8] Re-Assign for %j minutes is refused and leaves the form open: %s', async (time, message) => {
    const lesson = await startLesson(app, scenario, { students: 0 });
    const reply = await lesson.teacher.call(liveStatus, { body: { id: lesson.assessmentId, type: 're-assign', time } });
    expect([reply.status, reply.error?.errors]).toEqual([422, { time: [message] }]);
    expect((await phasesOf(lesson.sessionId)).map(({ closed_at }) => closed_at)).toEqual([null]);
  });

  test('[L243] a type that is none is 422 and names those that are', async () => {
    const lesson = await startLesson(app, scenario, { students: 0 });
    const reply = await lesson.teacher.call(liveStatus, { body: { id: lesson.assessmentId, type: 'stop', time: 5 } });
    expect(reply.status).toBe(422);
    expect(JSON.stringify(reply.error?.errors)).toContain('re-assign, next, finished');
  });
});

describe('live.adjustTime', () => {
  const adjust = (lesson: RunningLesson, type: string, time: unknown, person = lesson.teacher) =>
    person.call(liveAdjustTime, { body: { assessment_id: lesson.assessmentId, type, time } });

  test('[L375] [L428] [LIVE-12] more and less time move the deadline, for everybody who hears the lesson', async () => {
    const lesson = await startLesson(app, scenario, { minutes: 5 });
    const before = Date.parse((await stateOf(lesson)).session!.deadline_at);
    const more = await adjust(lesson, 'increase', 2);
    expect(Date.parse(more.body.session.deadline_at)).toBe(before + 2 * 60_000);
    const less = await adjust(lesson, 'decrease', 1);
    expect(Date.parse(less.body.session.deadline_at)).toBe(before + 60_000);
    await namesOf(lesson);
    const { events } = await stateOf(lesson, 1, lesson.sessionId);
    expect(events).toMatchObject([
      {
        name: 'assessment.time.adjustment',
        type: 'increase',
        time: 2,
        assessment_id: lesson.assessmentId,
        deadline_at: more.body.session.deadline_at,
        form: 'Form - 1A',
      },
      { name: 'assessment.time.adjustment', type: 'decrease', time: 1, deadline_at: less.body.session.deadline_at },
    ]);
  });

  test('[L317] [LIVE-12] taking away more than remains leaves 0 and begins the grace', async () => {
    const lesson = await startLesson(app, scenario, { minutes: 5, students: 1 });
    const reply = await adjust(lesson, 'decrease', 180);
    const now = Date.parse(reply.body.session.server_time);
    expect(Math.abs(Date.parse(reply.body.session.deadline_at) - now)).toBeLessThan(3_000);
    expect(reply.body.session.phase_open).toBe(true);
    expect((await readStudentPage(lesson.students[0]!, lesson.assessmentId)).body.time).toEqual({ hour: 0, minute: 0, second: 0 });
    await app.clock.advanceMs(3_001);
    await app.server.modules.live.deadlines.runDueDeadlines();
    expect((await stateOf(lesson)).session!.phase_open).toBe(false);
  });

  test('[LIVE-13] between two forms, and once the grace is over, it is PHASE_CLOSED', async () => {
    const lesson = await startLesson(app, scenario, { minutes: 1 });
    await app.clock.advanceMs(63_001);
    expect((await adjust(lesson, 'increase', 5)).error?.code).toBe('FORM_NOT_RUNNING'); // nobody has closed it yet
    await app.server.modules.live.deadlines.runDueDeadlines();
    expect((await adjust(lesson, 'increase', 5)).error?.code).toBe('FORM_NOT_RUNNING');
  });

  test('[B024] [LIVE-8] no time, a fraction, a year and another type are 422; without a session it is 409, from others 404 and 403', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    for (const time of [0, -1, 1.5, 525_600, null]) expect((await adjust(lesson, 'increase', time)).status).toBe(422);
    expect((await adjust(lesson, 'double', 5)).status).toBe(422);
    expect((await adjust(lesson, 'increase', 5, lesson.otherTeacher)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await adjust(lesson, 'increase', 5, lesson.students[0])).error?.code).toBe('NOT_ALLOWED');
    await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
    expect((await adjust(lesson, 'increase', 5)).error?.code).toBe('SESSION_NOT_RUNNING');
  });
});

describe('live.settings', () => {
  const read = async ({ assessmentId }: RunningLesson, person: TestPerson) =>
    (await person.call(liveSettings, { query: { assessment_id: assessmentId } })).body.settings;

  test('[L380] [L427] [LIVE-18] commenting is off at first, is switched for everybody, and a repeat announces nothing', async () => {
    const lesson = await startLesson(app, scenario);
    const { assessmentId: assessment_id, teacher, students } = lesson;
    expect(await read(lesson, students[0]!)).toEqual({ can_comment: false });
    const on = await teacher.call(liveSettingsUpdate, { body: { assessment_id, can_comment: 'true' } });
    expect(on.body.settings).toEqual({ can_comment: true });
    await teacher.call(liveSettingsUpdate, { body: { assessment_id, can_comment: true } });
    expect(await read(lesson, students[0]!)).toEqual({ can_comment: true });
    await teacher.call(liveSettingsUpdate, { body: { assessment_id, can_comment: false } });
    expect((await namesOf(lesson)).filter((name) => name === 'assessment.settings.changed')).toHaveLength(2);
    for (const can_comment of ['perhaps', 2, null, {}])
      expect((await teacher.call(liveSettingsUpdate, { body: { assessment_id, can_comment } })).status).toBe(422);
  });

  test('[L201] [L406] only members read them, only staff change them, only while it runs', async () => {
    const lesson = await startLesson(app, scenario);
    const query = { assessment_id: lesson.assessmentId };
    for (const person of [lesson.otherTeacher, lesson.otherStudent])
      expect((await person.call(liveSettings, { query })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    const change = (person: TestPerson) => person.call(liveSettingsUpdate, { body: { ...query, can_comment: true } });
    expect((await change(lesson.students[0]!)).error?.code).toBe('NOT_ALLOWED');
    expect((await change(lesson.otherTeacher)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
    expect((await change(lesson.teacher)).error?.code).toBe('SESSION_NOT_RUNNING');
    expect(await read(lesson, lesson.students[0]!)).toEqual({ can_comment: false });
  });
});

describe('live.reveal', () => {
  const reveal = (lesson: RunningLesson, form: string, what: string, person = lesson.teacher) =>
    person.call(liveReveal, { body: { assessment_id: lesson.assessmentId, form, what } });
  const revealed = async (lesson: RunningLesson, form: Form) => {
    const { attempts } = (await stateOf(lesson)).session!;
    const attempt = attempts.find((one: { form: Form }) => one.form === form);
    return [attempt!.distribution_revealed, attempt!.correctness_revealed];
  };

  test('[L384] [LIVE-19] [LIVE-20] the distribution can be shown at any time, what is right of the first question only after Form - 1B', async () => {
    const lesson = await startLesson(app, scenario);
    expect((await reveal(lesson, 'Form - 1A', 'distribution')).status).toBe(200);
    expect(await revealed(lesson, 'Form - 1A')).toEqual([true, false]);
    const early = await reveal(lesson, 'Form - 1A', 'correctness');
    expect([early.status, early.error?.code]).toEqual([409, 'PHASE_NOT_CLOSED']);
    await lesson.step('re-assign');
    for (const form of ['Form - 1A', 'Form - 1B']) expect((await reveal(lesson, form, 'correctness')).error?.code).toBe('PHASE_NOT_CLOSED');
    expect((await reveal(lesson, 'Form - 2', 'distribution')).error?.code).toBe('STEP_NOT_ALLOWED');
    await lesson.runOut();
    expect((await reveal(lesson, 'Form - 1A', 'correctness')).status).toBe(200);
    expect(await revealed(lesson, 'Form - 1A')).toEqual([true, true]);
    await reveal(lesson, 'Form - 1A', 'correctness');
    const events = (await namesOf(lesson)).filter((name) => name === 'assessment.revealed');
    expect(events).toHaveLength(2);
  });

  test('[LIVE-34] a student’s question holds what is right only once it is revealed', async () => {
    const lesson = await startLesson(app, scenario);
    const look = async () => (await readStudentPage(lesson.students[0]!, lesson.assessmentId)).body.assessment.questions[0];
    await lesson.step('re-assign');
    await reveal(lesson, 'Form - 1B', 'distribution');
    const text = JSON.stringify(await look());
    for (const secret of ['is_valid', 'Reasoning', 'match_label']) expect(text).not.toContain(secret);
    await lesson.runOut();
    expect(JSON.stringify(await look())).not.toContain('is_valid');
    await reveal(lesson, 'Form - 1B', 'correctness');
    expect((await look()).responses.map((one: { is_valid?: boolean }) => one.is_valid)).toEqual([false, true, false, false]);
  });

  test('a form or thing that is none is 422; others are told 404 and 403', async () => {
    const lesson = await startLesson(app, scenario);
    for (const [form, what] of [
      ['Form 1A', 'distribution'],
      ['Form - 1A', 'names'],
      ['', ''],
    ] as const)
      expect((await reveal(lesson, form, what)).status).toBe(422);
    expect((await reveal(lesson, 'Form - 1A', 'distribution', lesson.otherTeacher)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await reveal(lesson, 'Form - 1A', 'distribution', lesson.students[0])).error?.code).toBe('NOT_ALLOWED');
    await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
    expect((await reveal(lesson, 'Form - 1A', 'distribution')).error?.code).toBe('SESSION_NOT_RUNNING');
  });
});

describe('live.close', () => {
  test('[L381] [L426] [LIVE-17] cancel ends the run, keeps what was written, files no drafts, and the class is told', async () => {
    const lesson = await startLesson(app, scenario);
    await lesson.answer(lesson.students[0]!, 'Form - 1A', 1);
    await lesson.login(lesson.students[1]!);
    const ear = await hear(app, lesson.students[2]!, channels.assessment(lesson.assessmentId));
    expect((await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } })).status).toBe(200);
    expect((await ear.first('assessment.canceled')).data).toMatchObject({ epoch: lesson.sessionId, assessment_id: lesson.assessmentId });
    expect(ear.events.map(({ name }) => name)).not.toContain('assessment.phase.closed');
    ear.close();
    const posts = await app.db.selectFrom('live_posts').select(['account_id', 'filed_by']).where('session_id', '=', lesson.sessionId).execute();
    expect(posts).toEqual([{ account_id: lesson.students[0]!.accountId, filed_by: 'student' }]);
    const again = await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
    expect([again.status, again.error?.code]).toEqual([409, 'SESSION_NOT_RUNNING']);
    expect((await stateOf(lesson)).session).toMatchObject({ state: 'canceled', phase_open: false });
  });

  test('only staff cancel', async () => {
    const lesson = await startLesson(app, scenario);
    expect((await lesson.otherTeacher.call(liveClose, { body: { id: lesson.assessmentId } })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await lesson.students[0]!.call(liveClose, { body: { id: lesson.assessmentId } })).error?.code).toBe('NOT_ALLOWED');
  });
});

describe('live.elapsedTime', () => {
  test('[L404] [LIVE-15] says the time that is left, in both spellings, and 0 once the form has closed', async () => {
    const lesson = await startLesson(app, scenario, { minutes: 125, students: 1 });
    const read = async (person: TestPerson) => (await person.call(liveElapsedTime, { query: { assessment_id: lesson.assessmentId } })).body;
    await app.clock.advanceMs(30_500);
    for (const person of [lesson.teacher, lesson.students[0]!]) {
      const body = await read(person);
      expect(body).toMatchObject({ minuites: 124, minutes: 124, question_id: lesson.first.questionId, session: { form: 'Form - 1A' } });
      expect(body.seconds).toBeGreaterThanOrEqual(25);
      expect(body.seconds).toBeLessThanOrEqual(30);
    }
    await lesson.runOut(125);
    expect(await read(lesson.students[0]!)).toMatchObject({ minutes: 0, seconds: 0, session: { phase_open: false } });
  });

  test('is refused to outsiders and where nothing runs', async () => {
    const lesson = await scenario.lesson();
    const call = (person: TestPerson) => person.call(liveElapsedTime, { query: { assessment_id: lesson.assessmentId } });
    expect((await call(lesson.teacher)).error?.code).toBe('SESSION_NOT_RUNNING');
    expect((await call(lesson.otherStudent)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await call(lesson.otherTeacher)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  });
});

describe('live.state', () => {
  test('[L431] [LIVE-59] [LIVE-54] events since a number are without gaps; another epoch, or a number that was never given, gets the whole state', async () => {
    const lesson = await startLesson(app, scenario);
    for (const student of lesson.students) await lesson.answer(student, 'Form - 1A', 0);
    await lesson.step('re-assign');
    await namesOf(lesson);
    const whole = await stateOf(lesson);
    expect(whole).toMatchObject({ epoch: lesson.sessionId, events: null, session: { epoch: lesson.sessionId, form: 'Form - 1B' } });
    expect(whole.sequence).toBe(whole.session!.sequence);
    for (let since = 0; since <= whole.sequence; since += 1) {
      const { events, sequence } = await stateOf(lesson, since, lesson.sessionId);
      expect(sequence).toBe(whole.sequence);
      let at = since;
      for (const event of events!) {
        expect(event.from).toBeLessThanOrEqual(at + 1);
        expect(event.sequence).toBeGreaterThan(at);
        at = event.sequence;
      }
      expect(at).toBe(whole.sequence);
    }
    expect((await stateOf(lesson, whole.sequence + 1, lesson.sessionId)).events).toBeNull();
    expect((await stateOf(lesson, 0, lesson.sessionId - 1)).events).toBeNull();
  });

  test('[LIVE-54] events that have been forgotten are not bridged: the whole state comes instead', async () => {
    const lesson = await startLesson(app, scenario, { students: 0 });
    await lesson.step('re-assign');
    await namesOf(lesson);
    await app.db.deleteFrom('room_events').where('epoch', '=', lesson.sessionId).where('sequence', '<', 3).execute();
    expect((await stateOf(lesson, 0, lesson.sessionId)).events).toBeNull();
    expect((await stateOf(lesson, 2, lesson.sessionId)).events).toHaveLength(1);
  });

  test('before the first run it is empty; a new run is a new epoch that counts from 1', async () => {
    const lesson = await scenario.lesson();
    const empty = await lesson.students[0]!.call(liveState, { query: { assessment_id: lesson.assessmentId } });
    expect(empty.body).toMatchObject({ epoch: 0, sequence: 0, events: null, session: null });
    const first = await runLesson(app, lesson);
    await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
    const second = await runLesson(app, lesson);
    await namesOf(second);
    expect(second.sessionId).toBeGreaterThan(first.sessionId);
    expect(await stateOf(second, 0, second.sessionId)).toMatchObject({
      epoch: second.sessionId,
      sequence: 1,
      events: [{ name: 'assessment.started', from: 1, sequence: 1 }],
    });
  });

  test.each([
    ['abc', 0],
    [-1, 0],
    [0, -1],
    [0, 1.5],
  ])('epoch %j and since %j are 422', async (epoch, since) => {
    const lesson = await startLesson(app, scenario, { students: 0 });
    expect((await lesson.teacher.call(liveState, { query: { assessment_id: lesson.assessmentId, epoch, since } })).status).toBe(422);
    expect((await lesson.otherTeacher.call(liveState, { query: { assessment_id: lesson.assessmentId } })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  });
});

describe('events', () => {
  test('[L388] the start calls every student of the class on their account, and the question rides with the signal', async () => {
    const lesson = await scenario.lesson({ students: 2 });
    const accountEars = await Promise.all(lesson.students.map((student) => hear(app, student, channels.account(student.accountId))));
    const ear = await hear(app, lesson.students[0]!, channels.assessment(lesson.assessmentId));
    const started = await lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 10 } });
    for (const { first } of accountEars) expect((await first('assessment-student-started')).data).toEqual({ assessment_id: lesson.assessmentId });
    const { data } = await ear.first('assessment.started');
    expect(data).toMatchObject({
      time: { hour: 0, minute: 10, second: 0 },
      question_id: lesson.first.questionId,
      GenerateEventOnStudentSide: true,
      form: 'Form - 1A',
      deadline_at: started.body.session.deadline_at,
      epoch: started.body.session.id,
      from: 1,
      sequence: 1,
      question: { id: lesson.first.questionId, title: lesson.first.title },
    });
    expect(data.question.responses.map(({ response }: { response: string }) => response)).toEqual(lesson.first.titles);
    for (const secret of ['is_valid', 'Reasoning', 'match_label']) expect(JSON.stringify(data)).not.toContain(secret);
    for (const { close } of [...accountEars, ear]) close();
  });

  test('a question of 10 KB and more does not ride with the signal; a student asks for it', async () => {
    const lesson = await startLesson(app, scenario, { students: 1, description: 'long '.repeat(2_500) });
    await namesOf(lesson);
    const [event] = (await stateOf(lesson, 0, lesson.sessionId)).events!;
    expect(event).toMatchObject({ name: 'assessment.started', question_id: lesson.first.questionId });
    expect(event!.question).toBeUndefined();
    const [question] = (await readStudentPage(lesson.students[0]!, lesson.assessmentId)).body.assessment.questions;
    expect(JSON.stringify(question.description)).toContain('long long');
  });

  test('[LIVE-43] the staff hear the figures, absolute and unnumbered; students do not', async () => {
    const lesson = await startLesson(app, scenario);
    const ear = await hear(app, lesson.teacher, channels.staff(lesson.assessmentId));
    await expect(hear(app, lesson.students[0]!, channels.staff(lesson.assessmentId))).rejects.toThrow('403');
    await lesson.answer(lesson.students[0]!, 'Form - 1A', 1);
    await lesson.answer(lesson.students[1]!, 'Form - 1A', 0);
    const last = await until(() => ear.events.findLast(({ data }) => data.tally?.answered === 2), 'a tally of two');
    expect(last).toMatchObject({
      name: 'assessment.tally.changed',
      data: { epoch: lesson.sessionId, tally: { form: 'Form - 1A', answered: 2, of: 2, right: 1, students: 3 } },
    });
    expect(last.data.sequence).toBeUndefined();
    ear.close();
  });
});
