import {
  channels,
  commentAdd,
  lessonCodeNames,
  lessonCodeOpen,
  liveDraft,
  liveJoin,
  liveRunning,
  liveSettingsUpdate,
  liveStart,
  liveState,
  liveStudentSnapshot,
  liveSummary,
  postAdd,
  rehearsalMake,
  rehearsalRemove,
  schoolSettingsUpdate,
  simulatedClassPhone,
  seatAnswer,
  seatEnd,
  seatGuest,
  seatWithdraw,
  seatLetIn,
  seatList,
  seatPinList,
  seatPinOwn,
  seatPinRenew,
  seatPinRenewAll,
  seatRequest,
  seatTake,
  type SeatView,
  signInCardsCreate,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createScenario,
  hear,
  type RunningLesson,
  runLesson,
  type Scenario,
  startLesson,
  startTestApp,
  type TestApp,
  type TestPerson,
  until,
} from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());

const listOf = async (lesson: RunningLesson) => (await lesson.teacher.call(seatList, { query: { assessment_id: lesson.assessmentId } })).body;
const codeOf = async (lesson: RunningLesson): Promise<string> => (await listOf(lesson)).code as string;
const asksFor = (lesson: RunningLesson, seat_check: string) => admin.call(schoolSettingsUpdate, { params: { id: lesson.schoolId }, body: { seat_check } });
const pinsOf = async (lesson: RunningLesson): Promise<Map<number, string>> => {
  const { body } = await lesson.teacher.call(seatPinList, { body: { class_id: lesson.courseId } });
  return new Map(body.pins.map(({ student_id, pin }: { student_id: number; pin: string }) => [student_id, pin]));
};
const tokenOf = (seat: SeatView): string => (seat.state === 'seated' ? seat.api_token : '');
/** Runs the scheduled work that is due. */
async function endOldSeats(): Promise<void> {
  await app.server.jobs.runSchedules();
  await app.server.jobs.runDue();
}
const take = (code: string, student_id: number, more: object = {}) => app.call(seatTake, { body: { code, student_id, ...more } });

/** Seats a student in a lesson of a school that asks for nothing. Returns the token. */
async function sit(lesson: RunningLesson, student: TestPerson): Promise<string> {
  await asksFor(lesson, 'nothing');
  const { body } = await take(await codeOf(lesson), student.accountId);
  expect(body.seat).toMatchObject({ state: 'seated', assessment_id: lesson.assessmentId, student: { account_id: student.accountId } });
  return tokenOf(body.seat);
}

describe('[LIVE-85] [B2154] the code of a lesson', () => {
  test('leads to the lesson while it runs, however it is typed, and to nothing before and after', async () => {
    const lesson = await startLesson(app, scenario);
    const code = await codeOf(lesson);
    expect(code).toMatch(/^[BCDFGHJKMNPRSTVWXZ]{6}$/);
    const typed = `${code.slice(0, 3).toLowerCase()} - ${code.slice(3)}`;
    const { body } = await app.call(lessonCodeOpen, { body: { code: typed } });
    expect(body.lesson).toMatchObject({ assessment_id: lesson.assessmentId, asks: 'pin' });
    expect(Object.keys(body.lesson).toSorted()).toEqual(['asks', 'assessment_id', 'class_name', 'teacher_name']);
    await lesson.step('re-assign');
    await lesson.step('next');
    await lesson.step('finished');
    expect((await app.call(lessonCodeOpen, { body: { code } })).error?.code).toBe('LESSON_CODE_ENDED');
    expect((await listOf(lesson)).code).toBeNull();
  });

  test('what cannot be a code is refused at once, and counts nowhere', async () => {
    for (const code of ['ABCDEF', 'B', '??????']) expect((await app.call(lessonCodeOpen, { body: { code } })).error?.code).toBe('LESSON_CODE_REFUSED');
    expect((await app.call(lessonCodeOpen, { body: { code: '' } })).error).toMatchObject({ code: 'VALIDATION_FAILED', errors: { code: expect.anything() } });
    expect(await app.db.selectFrom('live_code_guesses').selectAll().execute()).toEqual([]);
  });
});

test('[LIVE-86] [B2155] names come only for three letters of them, with who is here, and never of another class', async () => {
  const lesson = await startLesson(app, scenario, { students: 12 });
  const other = await startLesson(app, scenario, { students: 2 });
  const code = await codeOf(lesson);
  const names = async (typed: string) =>
    (await app.call(lessonCodeNames, { body: { code, typed } })).body as { students: { id: number; name: string; is_here: boolean }[]; has_more: boolean };
  const first = lesson.students[0] as TestPerson;
  const { firstName: own, lastName } = first;
  expect((await names(own.slice(0, 2))).students).toEqual([]);
  const found = await names(own);
  expect(found.students.length).toBeLessThanOrEqual(8);
  const ids = new Set(lesson.students.map(({ accountId }) => accountId));
  expect(found.students.every(({ id }) => ids.has(id))).toBe(true);
  expect(found.students.some(({ id }) => other.students.some(({ accountId }) => accountId === id))).toBe(false);
  await sit(lesson, first);
  const again = (await names(`${own} ${lastName}`)).students.find(({ id }) => id === first.accountId);
  expect(again?.is_here).toBe(true);
});

describe('[LIVE-89] [B2156] a seat', () => {
  test('joins, answers, comments and reads its own lesson, and no other', async () => {
    const lesson = await startLesson(app, scenario, { students: 2 });
    const [student, mate] = lesson.students as [TestPerson, TestPerson];
    const elsewhere = await startLesson(app, scenario, { students: 1 });
    const token = await sit(lesson, student);
    const as = { token };
    const joined = await app.call(liveJoin, { body: { assessment_id: lesson.assessmentId, socket_id: '1.1' } }, as);
    expect([joined.status, Object.keys(joined.body.auth ?? {}).toSorted()]).toEqual([
      200,
      [channels.assessment(lesson.assessmentId), channels.seat(student.accountId)].toSorted(),
    ]);
    const [choice] = await lesson.choices('Form - 1A');
    const body = { session_id: lesson.sessionId, form: 'Form - 1A' as const, response_id: choice, comment: 'Since it falls.' };
    expect((await app.call(liveDraft, { body: { ...body, revision: 1 } }, as)).status).toBe(200);
    expect((await app.call(postAdd, { body }, as)).status).toBe(200);
    await lesson.answer(mate, 'Form - 1A', 1);
    expect((await app.call(liveState, { query: { assessment_id: lesson.assessmentId } }, as)).status).toBe(200);
    expect((await app.call(liveRunning, {}, as)).body.assessment_id).toBe(lesson.assessmentId);
    const foreign = { assessment_id: elsewhere.assessmentId };
    expect((await app.call(liveJoin, { body: foreign }, as)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await app.call(liveState, { query: foreign }, as)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await app.call(postAdd, { body: { ...body, session_id: elsewhere.sessionId } }, as)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    const post = await app.db
      .selectFrom('live_posts')
      .select('id')
      .where('session_id', '=', lesson.sessionId)
      .where('account_id', '=', mate.accountId)
      .executeTakeFirstOrThrow();
    await lesson.teacher.call(liveSettingsUpdate, { body: { assessment_id: lesson.assessmentId, can_comment: true } });
    expect((await app.call(commentAdd, { body: { post_id: post.id, comment: 'Why?' } }, as)).status).toBe(200);
    await lesson.step('re-assign');
    await lesson.step('next');
    await lesson.step('finished');
    expect((await app.call(liveStudentSnapshot, { query: { assessment_id: lesson.assessmentId } }, as)).status).toBe(200);
    expect((await app.call(liveSummary, { query: { assessment_id: lesson.assessmentId } }, as)).status).toBe(200);
  });

  test('in one lesson is none in another lesson of the same student', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const [student] = lesson.students as [TestPerson];
    const token = await sit(lesson, student);
    await app.call(liveJoin, { body: { assessment_id: lesson.assessmentId } }, { token });
    await lesson.step('re-assign');
    await lesson.step('next');
    await lesson.step('finished');
    const next = await scenario.assessment({ owner: lesson.teacher, schoolId: lesson.schoolId, classId: lesson.courseId });
    const second = await runLesson(app, { ...lesson, ...next });
    expect((await app.call(liveJoin, { body: { assessment_id: second.assessmentId } }, { token })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await app.call(liveRunning, {}, { token })).body).toMatchObject({ assessment_id: null, last: { assessment_id: lesson.assessmentId } });
  });

  test('[B2269] ends when the account is deactivated in mid-lesson; what was answered stays', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const [student] = lesson.students as [TestPerson];
    const token = await sit(lesson, student);
    await lesson.answer(student, 'Form - 1A', 1, { token });
    await scenario.deactivate(student.accountId);
    expect((await app.call(liveState, { query: { assessment_id: lesson.assessmentId } }, { token })).error?.code).toBe('ACCOUNT_DEACTIVATED');
    expect((await take(await codeOf(lesson), student.accountId)).error?.code).toBe('STUDENT_NOT_FOUND');
    expect((await listOf(lesson)).seats).toEqual([]);
    expect(await app.db.selectFrom('live_posts').select('id').where('account_id', '=', student.accountId).execute()).toHaveLength(1);
  });

  test('ends a day after the lesson, and with the membership', async () => {
    const lesson = await startLesson(app, scenario, { students: 2 });
    const [student, leaver] = lesson.students as [TestPerson, TestPerson];
    const [token, left] = [await sit(lesson, student), await sit(lesson, leaver)];
    await scenario.remove(lesson.courseId, leaver.accountId);
    expect((await app.call(liveJoin, { body: { assessment_id: lesson.assessmentId } }, { token: left })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await take(await codeOf(lesson), leaver.accountId)).error?.code).toBe('STUDENT_NOT_FOUND');
    await lesson.step('re-assign');
    await lesson.step('next');
    await lesson.step('finished');
    const read = () => app.call(liveSummary, { query: { assessment_id: lesson.assessmentId } }, { token });
    await app.clock.advanceMs(23 * 3_600_000);
    await endOldSeats();
    expect((await read()).status).toBe(200);
    await app.clock.advanceMs(2 * 3_600_000);
    await endOldSeats();
    expect((await read()).error?.code).toBe('NOT_SIGNED_IN');
  }, 240_000); // all scheduled work of a day is done twice
});

describe('[LIVE-87] [B2157] what the school asks for', () => {
  test('a PIN: the right one opens, five wrong ones make the seat wait, a new one opens at once', async () => {
    const lesson = await startLesson(app, scenario, { students: 2 });
    const [student, mate] = lesson.students as [TestPerson, TestPerson];
    const code = await codeOf(lesson);
    const pin = (await pinsOf(lesson)).get(student.accountId) as string;
    expect((await student.call(seatPinOwn, { body: {} })).body.pin).toBe(pin);
    const wrong = pin === '1357' ? '2468' : '1357';
    expect((await take(code, student.accountId)).error?.code).toBe('SEAT_PIN_REFUSED');
    for (const _ of [1, 2, 3, 4]) expect((await take(code, student.accountId, { secret: wrong })).error?.code).toBe('SEAT_PIN_REFUSED');
    expect((await take(code, student.accountId, { secret: wrong })).error).toMatchObject({ code: 'SEAT_PIN_PAUSE', params: { minutes: 10 } });
    expect((await take(code, student.accountId, { secret: pin })).error?.code).toBe('SEAT_PIN_PAUSE');
    const { body } = await lesson.teacher.call(seatPinList, { body: { class_id: lesson.courseId } });
    expect(body.pins.find(({ student_id }: { student_id: number }) => student_id === student.accountId)).toMatchObject({ locked_minutes: 10 });
    const renewed = await lesson.teacher.call(seatPinRenew, { body: { class_id: lesson.courseId, student_id: student.accountId } });
    expect((await take(code, student.accountId, { secret: renewed.body.pin.pin })).body.seat.state).toBe('seated');
    expect((await take(code, mate.accountId, { secret: renewed.body.pin.pin })).error?.code).toBe('SEAT_PIN_REFUSED');
    const foreign = await scenario.class({ students: 1 });
    expect((await foreign.teacher.call(seatPinList, { body: { class_id: lesson.courseId } })).error?.code).toBe('NOT_FOUND');
    expect((await lesson.teacher.call(seatPinRenew, { body: { class_id: lesson.courseId, student_id: foreign.students[0]!.accountId } })).error?.code).toBe(
      'STUDENT_NOT_FOUND',
    );
  });

  test('a sign-in card opens the seat without being used up, and only that of its holder', async () => {
    const lesson = await startLesson(app, scenario, { students: 2 });
    const [student, mate] = lesson.students as [TestPerson, TestPerson];
    const { body } = await lesson.teacher.call(signInCardsCreate, { body: { account_ids: [student.accountId], kind: 'once' } });
    const secret = body.cards[0]?.secret ?? '';
    const code = await codeOf(lesson);
    expect((await take(code, mate.accountId, { secret })).error?.code).toBe('SEAT_PIN_REFUSED');
    expect((await take(code, student.accountId, { secret: secret.toUpperCase() })).body.seat.state).toBe('seated');
  });

  test('a sign-in: no code gives a seat, or a name', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    await asksFor(lesson, 'sign-in');
    const code = await codeOf(lesson);
    expect((await app.call(lessonCodeOpen, { body: { code } })).body.lesson.asks).toBe('sign-in');
    expect((await take(code, lesson.students[0]!.accountId)).error?.code).toBe('SEAT_SIGN_IN');
    expect((await app.call(lessonCodeNames, { body: { code, typed: lesson.students[0]!.firstName } })).error?.code).toBe('SEAT_SIGN_IN');
  });

  test('anything else is refused at its field', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    expect((await asksFor(lesson, 'everything')).error).toMatchObject({ code: 'VALIDATION_FAILED', errors: { seat_check: expect.anything() } });
  });
});

describe('[B2270] the PINs of a class', () => {
  test('are all new at once: the old ones no longer open, and the trail says who did it', async () => {
    const lesson = await startLesson(app, scenario, { students: 3 });
    const code = await codeOf(lesson);
    const before = await pinsOf(lesson);
    const { body } = await lesson.teacher.call(seatPinRenewAll, { body: { class_id: lesson.courseId } });
    expect(body.message).toBe('3 students have new PINs.');
    const after = await pinsOf(lesson);
    expect(body.pins.map(({ student_id, pin }: { student_id: number; pin: string }) => [student_id, pin])).toEqual([...after]);
    const changed = lesson.students.find(({ accountId }) => before.get(accountId) !== after.get(accountId)) as TestPerson;
    expect((await take(code, changed.accountId, { secret: before.get(changed.accountId) })).error?.code).toBe('SEAT_PIN_REFUSED');
    expect((await take(code, changed.accountId, { secret: after.get(changed.accountId) })).body.seat.state).toBe('seated');
    const entry = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'subject_id'])
      .where('account_id', '=', lesson.teacher.accountId)
      .where('action', '=', seatPinRenewAll.name)
      .execute();
    expect(entry).toEqual([{ action: 'seatPin.renewAll', subject_id: lesson.courseId }]);
  });

  test('are for those who teach it: not for its students, other teachers, or a class that does not exist', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const foreign = await scenario.class({ students: 1 });
    for (const call of [seatPinList, seatPinRenewAll]) {
      expect((await lesson.students[0]!.call(call, { body: { class_id: lesson.courseId } })).error?.code).toBe('NOT_ALLOWED');
      expect((await foreign.teacher.call(call, { body: { class_id: lesson.courseId } })).error?.code).toBe('NOT_FOUND');
      expect((await lesson.teacher.call(call, { body: { class_id: 999_999_999 } })).error?.code).toBe('NOT_FOUND');
      expect((await lesson.teacher.call(call, { body: {} })).error).toMatchObject({ code: 'VALIDATION_FAILED', errors: { class_id: expect.anything() } });
    }
    const empty = await scenario.class({ students: 0 });
    expect((await empty.teacher.call(seatPinRenewAll, { body: { class_id: empty.courseId } })).body).toMatchObject({
      pins: [],
      message: '0 students have new PINs.',
    });
  });
});

describe('[LIVE-127] [B2266] a guest of a rehearsal', () => {
  /** Makes and activates a rehearsal of a lesson. Returns its code. */
  async function rehearse() {
    const lesson = await scenario.lesson({ students: 1 });
    const { body: made } = await lesson.teacher.call(rehearsalMake, { body: { assessment_id: lesson.assessmentId, size: 8, speed: 8 } });
    const at = { assessment_id: made.assessment_id as number };
    await lesson.teacher.call(liveStart, { body: { ...at, time: 5 } });
    const list = async () => (await lesson.teacher.call(seatList, { query: at })).body;
    return { lesson, at, list, code: (await list()).code as string };
  }
  const joinAs = (code: string) => app.call(seatGuest, { body: { code } });

  test('joins with one press and no name, whatever the school asks for, and takes part', async () => {
    const { lesson, at, list, code } = await rehearse();
    await admin.call(schoolSettingsUpdate, { params: { id: lesson.schoolId }, body: { seat_check: 'sign-in' } });
    expect((await app.call(lessonCodeOpen, { body: { code } })).body.lesson.asks).toBe('guest');
    expect((await app.call(lessonCodeNames, { body: { code, typed: 'Ada' } })).body).toMatchObject({ students: [], has_more: false });
    const [first, second] = [(await joinAs(code)).body.seat, (await joinAs(code)).body.seat];
    expect(first.student).toMatchObject({ first_name: 'Guest', last_name: '1' });
    expect(second.student).toMatchObject({ first_name: 'Guest', last_name: '2' });
    const joined = await app.call(liveJoin, { body: at }, { token: first.api_token });
    expect(joined.body.session).toMatchObject({ form: 'Form - 1A' });
    const { id: session_id } = joined.body.session;
    const { error } = await app.call(
      postAdd,
      { body: { session_id, form: 'Form - 1A', response_id: joined.body.assessment.questions[0]!.responses[0]!.id, comment: 'As a colleague.' } },
      { token: first.api_token },
    );
    expect(error).toBeNull();
    expect(await app.db.selectFrom('live_posts').select('id').where('account_id', '=', first.student.account_id).execute()).toHaveLength(1);
    expect(await list()).toMatchObject({ asks: 'guest', seats: [{ name: 'Guest 1' }, { name: 'Guest 2' }] });
  });

  test('is nobody whom a simulated class plays, and no simulated student has a seat for a phone', async () => {
    const { lesson, at, list, code } = await rehearse();
    const { seat } = (await joinAs(code)).body;
    const simulated = await app.db
      .selectFrom('accounts')
      .select('id')
      .where('simulated_in', 'is not', null)
      .where('guest_number', 'is', null)
      .orderBy('id', 'desc')
      .execute();
    expect((await take(code, simulated[0]!.id)).error?.code).toBe('STUDENT_NOT_FOUND');
    await lesson.teacher.call(seatEnd, { body: { ...at, student_id: seat.student.account_id } });
    expect((await app.call(liveJoin, { body: at }, { token: seat.api_token })).error?.code).toBe('NOT_SIGNED_IN');
    expect((await list()).seats).toEqual([]);
    expect((await lesson.teacher.call(simulatedClassPhone, { body: at })).body.seat.student.first_name).not.toContain('Guest');
    expect((await joinAs(code)).body.seat.student.last_name).toBe('2');
  });

  test('[B2267] is one of sixty at most, also when all come in one moment, and is gone with the rehearsal', async () => {
    const { lesson, at, code } = await rehearse();
    const replies = await Promise.all(Array.from({ length: 63 }, () => joinAs(code)));
    const numbers = replies.filter(({ status }) => status === 200).map(({ body }) => Number(body.seat.student.last_name));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(replies.filter(({ status }) => status !== 200).map(({ error }) => [error?.code, error?.params])).toEqual(
      Array.from({ length: 3 }, () => ['SEAT_GUESTS_FULL', { max: 60 }]),
    );
    const { api_token: token } = replies.find(({ status }) => status === 200)!.body.seat;
    expect((await lesson.teacher.call(rehearsalRemove, { params: { id: at.assessment_id } })).status).toBe(200);
    expect((await app.call(liveState, { query: at }, { token })).error?.code).toBe('NOT_SIGNED_IN');
    expect((await joinAs(code)).error?.code).toBe('LESSON_CODE_REFUSED');
    expect(await app.db.selectFrom('accounts').select('id').where('guest_number', 'is not', null).where('simulated_in', 'is', null).execute()).toEqual([]);
  });

  test('is none of a real lesson, and wrong codes are refused as everywhere', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    await asksFor(lesson, 'nothing');
    const code = await codeOf(lesson);
    expect((await joinAs(code)).error?.code).toBe('NOT_A_REHEARSAL');
    expect((await joinAs('ABCDEF')).error?.code).toBe('LESSON_CODE_REFUSED');
    expect((await joinAs('')).error).toMatchObject({ code: 'VALIDATION_FAILED', errors: { code: expect.anything() } });
  });
});

describe('[LIVE-90] [B2158] the desk', () => {
  test('sees who came in, and sends somebody out: the seat is free, what was answered stays, and a sign-in elsewhere too', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const [student] = lesson.students as [TestPerson];
    const ear = await hear(app, lesson.teacher, channels.staff(lesson.assessmentId));
    const token = await sit(lesson, student);
    await until(() => ear.events.some(({ name }) => name === 'assessment.seats.changed'), 'the seat on the desk');
    ear.close();
    expect((await listOf(lesson)).seats).toMatchObject([{ student_id: student.accountId, asked_by: null }]);
    await lesson.answer(student, 'Form - 1A', 1, { token });
    const out = { body: { assessment_id: lesson.assessmentId, student_id: student.accountId } };
    expect((await lesson.teacher.call(seatEnd, out)).body.message).toContain('left the lesson');
    expect((await app.call(liveState, { query: { assessment_id: lesson.assessmentId } }, { token })).error?.code).toBe('NOT_SIGNED_IN');
    expect((await listOf(lesson)).seats).toEqual([]);
    expect((await lesson.teacher.call(seatEnd, out)).error?.code).toBe('SEAT_NOT_FOUND');
    expect((await student.call(liveJoin, { body: { assessment_id: lesson.assessmentId } })).body.post_response).toMatchObject({ form: 'Form - 1A' });
    await sit(lesson, student);
  });

  test('is not for students, nor for teachers of other classes', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const other = await scenario.class({ students: 1 });
    const query = { assessment_id: lesson.assessmentId };
    expect((await lesson.students[0]!.call(seatList, { query })).error?.code).toBe('NOT_ALLOWED');
    expect((await other.teacher.call(seatList, { query })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    for (const call of [seatEnd, seatLetIn])
      expect((await other.teacher.call(call, { body: { ...query, student_id: 1 } })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  });
});

describe('[LIVE-88] [B2159] two phones at one seat', () => {
  async function twoPhones() {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const [student] = lesson.students as [TestPerson];
    const older = await sit(lesson, student);
    const code = await codeOf(lesson);
    const { body } = await take(code, student.accountId);
    expect(body.seat.state).toBe('waiting');
    const again = () => take(code, student.accountId, { request: body.seat.state === 'waiting' ? body.seat.request : '' });
    return { lesson, student, older, code, again, at: { assessment_id: lesson.assessmentId } };
  }

  test('the older one is asked, and lets the newer one in', async () => {
    const { older, again, at } = await twoPhones();
    expect((await again()).body.seat.state).toBe('waiting');
    expect((await app.call(seatRequest, { query: at }, { token: older })).body.asks).toEqual({ device: expect.any(String) });
    expect((await app.call(seatAnswer, { body: { ...at, lets_in: true } }, { token: older })).body.let_in).toBe(true);
    const { body } = await again();
    expect(body.seat.state).toBe('seated');
    expect((await app.call(liveState, { query: at }, { token: tokenOf(body.seat) })).status).toBe(200);
    expect((await app.call(liveState, { query: at }, { token: older })).error?.code).toBe('SIGNED_IN_ELSEWHERE');
  });

  test('the older one keeps its place, and the newer one is told so', async () => {
    const { older, again, at } = await twoPhones();
    await app.call(seatAnswer, { body: { ...at, lets_in: false } }, { token: older });
    expect((await again()).error?.code).toBe('SEAT_REQUEST_REFUSED');
    expect((await app.call(seatAnswer, { body: { ...at, lets_in: true } }, { token: older })).error?.code).toBe('SEAT_NOT_FOUND');
    expect((await app.call(liveState, { query: at }, { token: older })).status).toBe(200);
  });

  test('the teacher lets the newer one in, or sends the older one out', async () => {
    const one = await twoPhones();
    expect((await listOf(one.lesson)).seats[0]?.asked_by).toEqual(expect.any(String));
    await one.lesson.teacher.call(seatLetIn, { body: { ...one.at, student_id: one.student.accountId } });
    expect((await one.again()).body.seat.state).toBe('seated');
    const two = await twoPhones();
    await two.lesson.teacher.call(seatEnd, { body: { ...two.at, student_id: two.student.accountId } });
    expect((await two.again()).body.seat.state).toBe('seated');
  });

  test('a request is only that of its phone, and ends after five minutes', async () => {
    const { student, code, again } = await twoPhones();
    expect((await take(code, student.accountId, { request: 'made-up' })).error?.code).toBe('SEAT_REQUEST_REFUSED');
    await app.clock.advanceMs(4 * 60_000);
    expect((await again()).body.seat.state).toBe('waiting');
    await app.clock.advanceMs(2 * 60_000);
    expect((await again()).error?.code).toBe('SEAT_REQUEST_REFUSED');
  });

  test('[B2408] a phone that stops waiting withdraws its request: nobody is asked, and nobody gets the seat by it', async () => {
    const { lesson, student, older, code, again, at } = await twoPhones();
    const { body } = await take(code, student.accountId); // a newer phone asks in its place
    const request = body.seat.state === 'waiting' ? body.seat.request : '';
    const withdraw = (secret: string) => app.call(seatWithdraw, { body: { code, student_id: student.accountId, request: secret } });
    expect((await withdraw('made-up')).body.withdrawn).toBe(false);
    expect((await listOf(lesson)).seats[0]?.asked_by).toEqual(expect.any(String));
    expect((await withdraw(request)).body.withdrawn).toBe(true);
    expect((await withdraw(request)).body.withdrawn).toBe(false);
    expect((await listOf(lesson)).seats[0]?.asked_by).toBeNull();
    expect((await app.call(seatRequest, { query: at }, { token: older })).body.asks).toBeNull();
    expect((await app.call(seatAnswer, { body: { ...at, lets_in: true } }, { token: older })).error?.code).toBe('SEAT_NOT_FOUND');
    expect((await again()).error?.code).toBe('SEAT_REQUEST_REFUSED');
    expect((await app.call(liveState, { query: at }, { token: older })).status).toBe(200);
    expect((await app.call(seatWithdraw, { body: { code, student_id: student.accountId, request: '' } })).error?.code).toBe('VALIDATION_FAILED');
    expect((await app.call(seatWithdraw, { body: { code: 'BBBBBB', student_id: student.accountId, request } })).error?.code).toBe('LESSON_CODE_REFUSED');
  });

  test('[B2411] a phone whose response was lost has its seat, and asks nobody; one with another secret does', async () => {
    const lesson = await startLesson(app, scenario, { students: 2 });
    const [student, mate] = lesson.students as [TestPerson, TestPerson];
    const code = await codeOf(lesson);
    const pins = await pinsOf(lesson);
    const at = { assessment_id: lesson.assessmentId };
    const phone_secret = 'a'.repeat(32);
    const sitAgain = (more: object = {}) => take(code, student.accountId, { secret: pins.get(student.accountId), phone_secret, ...more });
    // the request arrives six times at one moment, as it does over a network that repeats it
    const replies = await Promise.all(Array.from({ length: 6 }, () => sitAgain()));
    const [token] = [...new Set(replies.map(({ body }) => tokenOf(body.seat)))];
    expect(replies.map(({ body }) => tokenOf(body.seat))).toEqual(Array.from({ length: 6 }, () => token));
    expect((await app.call(liveState, { query: at }, { token: token! })).status).toBe(200);
    // the secret is no proof: without the PIN it opens nothing, and at another seat it is another phone's
    expect((await sitAgain({ secret: '' })).error?.code).toBe('SEAT_PIN_REFUSED');
    expect(tokenOf((await take(code, mate.accountId, { secret: pins.get(mate.accountId), phone_secret })).body.seat)).not.toBe(token);
    const asking = (await sitAgain({ phone_secret: 'b'.repeat(32) })).body.seat;
    const request = asking.state === 'waiting' ? asking.request : '';
    await lesson.teacher.call(seatLetIn, { body: { ...at, student_id: student.accountId } });
    const letIn = () => take(code, student.accountId, { request, phone_secret: 'b'.repeat(32) });
    const [first, second] = [await letIn(), await letIn()];
    expect([tokenOf(second.body.seat), (await app.call(liveState, { query: at }, { token: tokenOf(first.body.seat) })).status]).toEqual([
      tokenOf(first.body.seat),
      200,
    ]);
    // a request that comes again after its seat has ended gets nothing
    await lesson.teacher.call(seatEnd, { body: { ...at, student_id: student.accountId } });
    for (const again of [sitAgain, () => sitAgain({ phone_secret: 'b'.repeat(32) })]) expect((await again()).error?.code).toBe('SEAT_REQUEST_REFUSED');
    expect((await sitAgain({ phone_secret: 'c'.repeat(32) })).body.seat.state).toBe('seated');
    for (const wrong of ['short', 'x'.repeat(101)])
      expect((await sitAgain({ phone_secret: wrong })).error).toMatchObject({ code: 'VALIDATION_FAILED', errors: { phone_secret: expect.anything() } });
  });

  test('of many phones that come in one moment, one sits', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const [student] = lesson.students as [TestPerson];
    await asksFor(lesson, 'nothing');
    const code = await codeOf(lesson);
    const replies = await Promise.all(Array.from({ length: 12 }, () => take(code, student.accountId)));
    expect(replies.map(({ body }) => body.seat.state).filter((state) => state === 'seated')).toHaveLength(1);
  });

  test('[B2385] a seat that was made free is taken by one of many phones in one moment, and one token works', async () => {
    const lesson = await startLesson(app, scenario, { students: 1 });
    const [student] = lesson.students as [TestPerson];
    await sit(lesson, student);
    const code = await codeOf(lesson);
    for (let round = 0; round < 5; round += 1) {
      await lesson.teacher.call(seatEnd, { body: { assessment_id: lesson.assessmentId, student_id: student.accountId } });
      const replies = await Promise.all(Array.from({ length: 6 }, () => take(code, student.accountId)));
      expect(replies.map(({ body }) => body.seat.state).filter((state) => state === 'seated')).toHaveLength(1);
      const works = app.db.selectFrom('access_tokens').select('id').where('account_id', '=', student.accountId).where('purpose', '=', 'seat');
      expect(await works.where('ended_at', 'is', null).execute()).toHaveLength(1);
    }
  });
});

test('[LIVE-87] [B2160] forty wrong codes end asking from an address for ten minutes, and right ones never count', async () => {
  const own = await startTestApp({ isAlone: true });
  const lesson = await startLesson(own, createScenario(own), { students: 1 });
  const { code } = (await lesson.teacher.call(seatList, { query: { assessment_id: lesson.assessmentId } })).body as { code: string };
  const open = (typed: string) => own.call(lessonCodeOpen, { body: { code: typed } });
  for (let times = 0; times < 60; times += 1) expect((await open(code)).status).toBe(200);
  const wrong = [...code].reverse().join('') === code ? 'BBBBBC' : [...code].reverse().join('');
  for (let times = 0; times < 40; times += 1) expect((await open(wrong)).error?.code).toBe('LESSON_CODE_REFUSED');
  expect((await open(wrong)).error).toMatchObject({ code: 'LESSON_CODE_PAUSE', params: { minutes: 10 } });
  await own.clock.advanceMs(10 * 60_000);
  expect((await open(code)).status).toBe(200);
  await own.close();
});

test('[LIVE-128] [B2268] a class whose phones came in goes on by its code while a joker of the same network guesses, up to four hundred wrong ones', async () => {
  const own = await startTestApp({ isAlone: true });
  const maker = createScenario(own);
  const [lesson, other] = [await startLesson(own, maker, { students: 2 }), await startLesson(own, maker, { students: 1 })];
  const codes = await Promise.all(
    [lesson, other].map(async ({ teacher, assessmentId }) => (await teacher.call(seatList, { query: { assessment_id: assessmentId } })).body.code as string),
  );
  const [code, unknown] = codes as [string, string];
  const open = (typed: string) => own.call(lessonCodeOpen, { body: { code: typed } });
  const wrong = ['BBBBBB', 'CCCCCC', 'DDDDDD'].find((made) => !codes.includes(made)) as string;
  expect((await open(code)).status).toBe(200); // the first phone of the class
  for (let times = 0; times < 40; times += 1) expect((await open(wrong)).error?.code).toBe('LESSON_CODE_REFUSED');
  expect((await open(wrong)).error?.code).toBe('LESSON_CODE_PAUSE');
  expect((await open(unknown)).error?.code).toBe('LESSON_CODE_PAUSE'); // a guess that is right shows nothing
  expect((await open(code)).status).toBe(200);
  expect((await own.call(lessonCodeNames, { body: { code, typed: 'zzz' } })).status).toBe(200);
  await own.db.updateTable('live_code_guesses').set({ wrong: 399 }).execute();
  expect((await open(code)).status).toBe(200);
  expect((await open(wrong)).error?.code).toBe('LESSON_CODE_PAUSE');
  expect((await open(code)).error).toMatchObject({ code: 'LESSON_CODE_PAUSE', params: { minutes: 10 } });
  await own.clock.advanceMs(10 * 60_000);
  expect((await open(unknown)).status).toBe(200);
  await own.close();
});
