import { authLogin, authMe, channels, liveActive, liveClose, liveRunning, liveState, liveStudentLogin } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword, createAccount } from '../../people/accounts/index.ts';
import { enrol } from '../../class/classes/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, hear, readStudentPage, runLesson, type Scenario, startLesson, startTestApp, type TestApp, until } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

describe('live.running', () => {
  test('[L403] names the running lesson, else nothing, and the last one that was finished', async () => {
    const lesson = await scenario.lesson();
    const [student, absent] = lesson.students;
    const ask = async (person = student!) => (await person.call(liveRunning)).body;
    expect(await ask()).toMatchObject({ assessment_id: null, assessment: null, last: null });
    const running = await runLesson(app, lesson);
    expect(await ask()).toMatchObject({
      assessment_id: lesson.assessmentId,
      assessment: { id: lesson.assessmentId, teacher_name: `${lesson.teacher.firstName} ${lesson.teacher.lastName}` },
      last: null,
    });
    expect(await ask(lesson.otherStudent)).toMatchObject({ assessment_id: null });
    await running.login(student!);
    for (const type of ['re-assign', 'next', 'finished'] as const) await running.step(type);
    expect(await ask()).toMatchObject({ assessment_id: null, last: { assessment_id: lesson.assessmentId } });
    expect(await ask(absent)).toMatchObject({ last: null }); // was not there
    await scenario.remove(lesson.courseId, student!.accountId);
    expect(await ask()).toMatchObject({ assessment_id: null, last: null });
  });

  test('[LIVE-62] a student with two running sessions is sent to the newest', async () => {
    const one = await startLesson(app, scenario, { students: 1 });
    const other = await scenario.lesson({ students: 0 });
    const student = await scenario.person('student', one.schoolId);
    await inTransaction(app.db, (tx) => enrol(tx, one.courseId, [student.accountId], 'STUDENT'));
    const second = await scenario.class({ schoolId: one.schoolId, students: 0 });
    await inTransaction(app.db, (tx) => enrol(tx, second.courseId, [student.accountId], 'STUDENT'));
    const newest = { ...second, ...(await scenario.assessment({ owner: second.teacher, schoolId: second.schoolId, classId: second.courseId })) };
    await runLesson(app, newest);
    await runLesson(app, other);
    expect((await student.call(liveRunning)).body.assessment_id).toBe(newest.assessmentId);
    await newest.teacher.call(liveClose, { body: { id: newest.assessmentId } });
    expect((await student.call(liveRunning)).body.assessment_id).toBe(one.assessmentId);
  });

  test('is for students', async () => {
    const lesson = await scenario.lesson();
    expect((await lesson.teacher.call(liveRunning)).error?.code).toBe('NOT_ALLOWED');
    expect((await app.call(liveRunning)).status).toBe(401);
  });
});

describe('live.state', () => {
  test('[B3064] says in which form opened last the caller has an answer, and nobody else’s', async () => {
    const lesson = await startLesson(app, scenario, { students: 2 });
    const [student, other] = lesson.students;
    const ask = async (person: Pick<typeof lesson.teacher, 'call'>) =>
      (await person.call(liveState, { query: { assessment_id: lesson.assessmentId, epoch: lesson.sessionId, since: 0 } })).body.own_answer;
    for (const person of lesson.students) await lesson.login(person);
    expect(await ask(student!)).toBeNull();
    expect((await lesson.answer(student!, 'Form - 1A', 0)).status).toBe(200);
    expect(await Promise.all([ask(student!), ask(other!), ask(lesson.teacher)])).toEqual(['Form - 1A', null, null]);
    await lesson.step('re-assign');
    expect(await ask(student!)).toBeNull();
    expect((await lesson.answer(student!, 'Form - 1B', 1)).status).toBe(200);
    expect(await Promise.all([ask(other!), ask(student!)])).toEqual([null, 'Form - 1B']);
  });
});

describe('live.studentLogin', () => {
  test('[L400] [LIVE-64] the first login counts, however often it is repeated, and the room hears of it once', async () => {
    const lesson = await startLesson(app, scenario);
    const [student] = lesson.students;
    const ear = await hear(app, lesson.teacher, channels.assessment(lesson.assessmentId));
    const replies = await Promise.all(Array.from({ length: 5 }, () => lesson.login(student!)));
    const first = replies[0]!.body;
    expect(first).toMatchObject({ assessment_id: lesson.assessmentId });
    expect(new Set(replies.map(({ body }) => body.logged_in_at)).size).toBe(1);
    await app.clock.advanceMs(30_000);
    expect((await lesson.login(student!)).body.logged_in_at).toBe(first.logged_in_at);
    await lesson.login(lesson.students[1]!);
    await until(() => ear.events.some(({ data }) => data.items?.includes(lesson.students[1]!.accountId)), 'the second login');
    expect(ear.events.filter(({ data }) => data.items?.includes(student!.accountId))).toHaveLength(1);
    ear.close();
  });

  test('[L440] repeated under its key it answers the first result; another lesson under the key is refused', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const [student] = lesson.students;
    const login = (assessment_id: number) => student!.call(liveStudentLogin, { body: { assessment_id } }, { key: 'login-1' });
    const [first, second] = [await login(lesson.assessmentId), await login(lesson.assessmentId)];
    expect([first.status, second.body]).toEqual([200, first.body]);
    expect(await login(lesson.assessmentId + 1)).toMatchObject({ status: 409, error: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  test('is refused where nothing runs, and to people outside the class', async () => {
    const lesson = await scenario.lesson();
    const body = { assessment_id: lesson.assessmentId };
    expect((await lesson.students[0]!.call(liveStudentLogin, { body })).error?.code).toBe('SESSION_NOT_RUNNING');
    await runLesson(app, lesson);
    expect((await lesson.otherStudent.call(liveStudentLogin, { body })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    await scenario.remove(lesson.courseId, lesson.students[0]!.accountId);
    expect((await lesson.students[0]!.call(liveStudentLogin, { body })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  });
});

describe('live.active', () => {
  test('[L401] [L402] [LIVE-39] [LIVE-34] shows the one question of the form opened last, without what is right, and the time that is left', async () => {
    const lesson = await startLesson(app, scenario, { minutes: 61 });
    const { body } = await readStudentPage(lesson.students[0]!, lesson.assessmentId);
    expect(body.assessment).toMatchObject({
      id: lesson.assessmentId,
      class_id: lesson.courseId,
      teacher_name: `${lesson.teacher.firstName} ${lesson.teacher.lastName}`,
    });
    expect(body.assessment.questions).toHaveLength(1);
    expect(body.assessment.questions[0]).toMatchObject({ id: lesson.first.questionId, title: lesson.first.title });
    expect(body.time).toEqual({ hour: 1, minute: expect.any(Number), second: expect.any(Number) });
    expect(body).toMatchObject({ post_response: null, draft: null, late: [], logged_in_at: null, session: { form: 'Form - 1A' } });
    const text = JSON.stringify(body);
    for (const secret of ['is_valid', 'Reasoning', 'match_label', lesson.transfer.title]) expect(text).not.toContain(secret);

    await lesson.step('re-assign');
    await lesson.step('next');
    const later = (await readStudentPage(lesson.students[0]!, lesson.assessmentId)).body;
    expect(later.assessment.questions).toMatchObject([{ id: lesson.transfer.questionId }]);
    await lesson.runOut();
    expect((await readStudentPage(lesson.students[0]!, lesson.assessmentId)).body).toMatchObject({
      time: { hour: 0, minute: 0, second: 0 },
      session: { phase_open: false, form: 'Form - 2' },
    });
  });

  test('[L244] [LIVE-22] a question edited in mid-lesson stays what it was when the lesson started', async () => {
    const lesson = await startLesson(app, scenario);
    const { editQuestion } = await import('../../bank/questions/index.ts');
    await inTransaction(app.db, (tx) =>
      editQuestion(tx, {
        questionId: lesson.first.questionId,
        editor: { accountId: lesson.teacher.accountId, schoolId: lesson.schoolId },
        content: { title: 'Edited', description: 'Edited', responses: [{ title: 'A' }, { title: 'B', is_valid: true }], published_state: 'PUBLISHED' },
      }),
    );
    await lesson.step('re-assign');
    expect((await readStudentPage(lesson.students[0]!, lesson.assessmentId)).body.assessment.questions[0]).toMatchObject({
      title: lesson.first.title,
      responses: lesson.first.titles.map((response) => ({ response })),
    });
    expect((await lesson.answer(lesson.students[0]!, 'Form - 1B', 1)).status).toBe(200);
  });

  test('is for students of the class, while the lesson runs', async () => {
    const lesson = await startLesson(app, scenario);
    expect((await readStudentPage(lesson.otherStudent, lesson.assessmentId)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await readStudentPage(lesson.teacher, lesson.assessmentId)).error?.code).toBe('NOT_ALLOWED');
    expect((await readStudentPage(lesson.students[0]!, 999_999)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    for (const assessment_id of ['', 'x', -1, '1;DROP TABLE accounts'])
      expect((await lesson.students[0]!.call(liveActive, { query: { assessment_id } })).status).toBe(422);
    await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
    expect((await readStudentPage(lesson.students[0]!, lesson.assessmentId)).error?.code).toBe('SESSION_NOT_RUNNING');
  });
});

describe('channels', () => {
  test('[L372] [L386] [L387] each is open to those whom it is for, and to nobody else', async () => {
    const lesson = await startLesson(app, scenario);
    const other = await scenario.lesson();
    const [student] = lesson.students;
    const may = async (person: typeof lesson.teacher, channel: string): Promise<boolean | string> => {
      try {
        (await hear(app, person, channel)).close();
        return true;
      } catch (error) {
        return (error as Error).message === '403 CHANNEL_REFUSED' ? false : (error as Error).message;
      }
    };
    const assessment = channels.assessment(lesson.assessmentId);
    const table = {
      [assessment]: { teacher: true, coTeacher: true, admin: true, student: true, otherTeacher: false, otherStudent: false, stranger: false },
      [channels.staff(lesson.assessmentId)]: {
        teacher: true,
        coTeacher: true,
        admin: true,
        student: false,
        otherTeacher: false,
        otherStudent: false,
        stranger: false,
      },
      [channels.classPresence(lesson.courseId)]: {
        teacher: true,
        coTeacher: true,
        admin: true,
        student: false,
        otherTeacher: false,
        otherStudent: false,
        stranger: false,
      },
      [channels.account(student!.accountId)]: {
        teacher: false,
        coTeacher: false,
        admin: false,
        student: true,
        otherTeacher: false,
        otherStudent: false,
        stranger: false,
      },
      'private-channel-assessment-999999': { teacher: false, admin: false, student: false },
      'private-channel-assessment-01': { teacher: false },
      'private-channel-assessment-1 OR 1=1': { teacher: false },
      'private-everything': { admin: false },
    };
    const people = {
      teacher: lesson.teacher,
      coTeacher: lesson.coTeacher,
      admin: lesson.admin,
      student: student!,
      otherTeacher: lesson.otherTeacher,
      otherStudent: lesson.otherStudent,
      stranger: other.students[0]!,
    };
    for (const [channel, expected] of Object.entries(table)) {
      const found = Object.fromEntries(
        await Promise.all(Object.keys(expected).map(async (who) => [who, await may(people[who as keyof typeof people], channel)] as const)),
      );
      expect({ channel, ...found }).toEqual({ channel, ...expected });
    }
  });

  test('[L362] [L397] when a role ends, the open subscriptions that need it are closed; those of others stay', async () => {
    const lesson = await startLesson(app, scenario);
    const channel = channels.assessment(lesson.assessmentId);
    const [ending, staying] = [await hear(app, lesson.coTeacher, channel), await hear(app, lesson.teacher, channel)];
    await app.db.updateTable('account_roles').set({ is_active: false }).where('account_id', '=', lesson.coTeacher.accountId).execute();
    await until(() => ending.isEnded(), 'the end of the subscription');
    await lesson.login(lesson.students[0]!);
    await staying.first('assessment.studentlogin');
    expect([ending.events, staying.isEnded()]).toEqual([[], false]);
    staying.close();
  });
});

describe('signing in while a lesson runs', () => {
  test('[K283] staff are told which lesson runs, students that one does', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const passwordHash = await hashPassword('classwright-demo');
    const signIn = async (roleKey: string, role: 'TEACHER' | 'STUDENT' | null, email: string) => {
      const id = await inTransaction(app.db, async (tx) => {
        const account = await createAccount(tx, {
          schoolId: roleKey === 'admin' ? null : lesson.schoolId,
          accountType: roleKey === 'student' ? 'Student' : 'Teachers',
          roleKey,
          firstName: 'A',
          lastName: 'B',
          email,
          passwordHash,
        });
        if (role) await enrol(tx, lesson.courseId, [account], role);
        return account;
      });
      const { body } = await app.call(authLogin, { body: { email, password: 'classwright-demo' } });
      expect(body.user.id).toBe(id);
      return body;
    };
    const assessment = { id: lesson.assessmentId, class_id: lesson.courseId };
    expect(await signIn('teachers', 'TEACHER', 'co@school.test')).toMatchObject({
      assessment,
      user: { has_active_assessment: true },
      courses: [{ id: lesson.courseId }],
    });
    expect(await signIn('teachers', null, 'other@school.test')).toMatchObject({ assessment: null, user: { has_active_assessment: false } });
    expect(await signIn('admin', null, 'admin@school.test')).toMatchObject({ assessment, user: { has_active_assessment: true } });
    expect(await signIn('student', 'STUDENT', 'learner@school.test')).toMatchObject({ assessment: null, user: { has_active_assessment: true } });
    expect((await lesson.students[0]!.call(authMe)).body.user.has_active_assessment).toBe(true);
    await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
    expect((await lesson.students[0]!.call(authMe)).body.user.has_active_assessment).toBe(false);
  });
});
