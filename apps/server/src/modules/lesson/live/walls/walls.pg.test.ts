import {
  authMe,
  authSessionEnd,
  authSessionEndOthers,
  authSessionList,
  broadcastingAuth,
  channels,
  liveClose,
  liveProjector,
  liveStatus,
  liveWall,
  WALL_CODE_LETTERS,
  WALL_CODE_MINUTES,
  wallChoose,
  wallCode,
  wallDisconnect,
  wallLesson,
  wallList,
  wallPair,
  wallPairing,
} from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hear } from '../../../../testing/hear.ts';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { runLesson, startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestLesson, type TestPerson } from '../../../../testing/scenario.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const newCode = async () => (await app.call(wallCode, {})).body;
const ask = async (secret: string) => (await app.call(wallPairing, { body: { secret } })).body;
const pair = (person: TestPerson, code: string, assessment_id: number | null = null) => person.call(wallPair, { body: { code, assessment_id } });
const lessonOf = (token: string) => app.call(wallLesson, {}, { token });
const look = (token: string, assessmentId: number) => app.call(liveProjector, { query: { assessment_id: assessmentId } }, { token });

/** Connects a screen to a teacher. Returns its token and its id in the teacher's list. */
async function connect(teacher: TestPerson, assessmentId: number | null = null): Promise<{ token: string; id: number }> {
  const { code, secret } = await newCode();
  const { body } = await pair(teacher, code, assessmentId);
  return { token: (await ask(secret)).token!, id: body.wall.id };
}

test('[B2135] [LIVE-84] a screen gets a code of six letters, waits, and has a token once somebody has entered it', async () => {
  const { teacher } = await scenario.lesson({ students: 1 });
  const { code, secret, expires_at, server_time } = await newCode();
  expect(code).toMatch(new RegExp(`^[${WALL_CODE_LETTERS}]{6}$`));
  expect(Math.round((Date.parse(expires_at) - Date.parse(server_time)) / 60_000)).toBe(WALL_CODE_MINUTES);
  expect(await ask(secret)).toMatchObject({ state: 'waiting', token: null });
  expect((await pair(teacher, ` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `)).status).toBe(200);
  const first = await ask(secret);
  expect(first.state).toBe('paired');
  // the response may have been lost, or the request may come twice: the token is the same one
  expect(await ask(secret)).toEqual(first);
  expect((await lessonOf(first.token!)).status).toBe(200);
  expect(await ask(secret)).toMatchObject({ state: 'expired', token: null });
});

test('[B2136] wrong, old, used and foreign codes are one answer; a code taken by two teachers at once is one’s', async () => {
  const [{ teacher, students }, other] = [await scenario.lesson({ students: 1 }), await scenario.lesson({ students: 1 })];
  for (const wrong of ['', 'ABC', 'BCDFGH1', 'ÄBCDFG', '123456', 'x'.repeat(41)]) {
    const reply = await pair(teacher, wrong);
    expect([reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([422, ['code']]);
  }
  expect((await pair(teacher, 'BBBBBB')).error?.code).toBe('WALL_CODE_UNKNOWN');
  expect((await pair(students[0]!, (await newCode()).code)).error?.code).toBe('NOT_ALLOWED');
  const contested = await newCode();
  const replies = await Promise.all([pair(teacher, contested.code), pair(other.teacher, contested.code)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect((await pair(teacher, contested.code)).error?.code).toBe('WALL_CODE_UNKNOWN');
  const old = await newCode();
  await app.clock.advanceMs(WALL_CODE_MINUTES * 60_000);
  expect((await pair(teacher, old.code)).error?.code).toBe('WALL_CODE_UNKNOWN');
  expect((await ask(old.secret)).state).toBe('expired');
  expect((await ask('a secret that no screen has')).state).toBe('expired');
  const foreign = await pair(teacher, (await newCode()).code, other.assessmentId);
  expect(foreign.error?.code).toBe('ASSESSMENT_NOT_FOUND');
});

test('[B2137] [LIVE-84] a connected screen follows its teacher from one lesson to the next, and sees no other', async () => {
  const lesson = await startLesson(app, scenario);
  const other = await startLesson(app, scenario);
  const { token } = await connect(lesson.teacher);
  const first = (await lessonOf(token)).body;
  expect(first.assessment_id).toBe(lesson.assessmentId);
  expect(first.teacher_name).toBe(`${lesson.teacher.firstName} ${lesson.teacher.lastName}`);
  expect((await look(token, lesson.assessmentId)).body.projector.stage).toBe('running');
  expect((await look(token, other.assessmentId)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  const hears = async (channel: string) => (await app.call(broadcastingAuth, { body: { socket_id: '1.1', channel_name: channel } }, { token })).status;
  expect(await hears(channels.projector(lesson.assessmentId))).toBe(200);
  for (const channel of [channels.staff(lesson.assessmentId), channels.assessment(lesson.assessmentId), channels.projector(other.assessmentId)])
    expect(await hears(channel)).toBe(403);
  for (const step of ['re-assign', 'next'] as const) await lesson.step(step);
  await lesson.teacher.call(liveStatus, { body: { id: lesson.assessmentId, type: 'finished' } });
  // the results may still be shown; half an hour later the screen waits for the next lesson
  expect((await lessonOf(token)).body.assessment_id).toBe(lesson.assessmentId);
  await app.clock.advanceMs(31 * 60_000);
  expect((await lessonOf(token)).body.assessment_id).toBeNull();
  expect((await look(token, lesson.assessmentId)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
});

test('[B2138] the teacher sees the own screens, chooses a lesson for each, and disconnects one at once', async () => {
  const lesson = await scenario.lesson({ students: 1 });
  const stranger = await scenario.lesson({ students: 1 });
  const { token, id } = await connect(lesson.teacher);
  expect((await lessonOf(token)).body.assessment_id).toBeNull();
  const choose = (person: TestPerson, { assessmentId }: TestLesson) => person.call(wallChoose, { params: { id }, body: { assessment_id: assessmentId } });
  expect((await choose(lesson.teacher, stranger)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  expect((await choose(stranger.teacher, stranger)).error?.code).toBe('WALL_NOT_FOUND');
  expect((await choose(lesson.teacher, lesson)).body.wall.assessment_id).toBe(lesson.assessmentId);
  expect((await lessonOf(token)).body.assessment_id).toBe(lesson.assessmentId);
  expect((await look(token, lesson.assessmentId)).body.projector.stage).toBe('ready');
  const { walls } = (await lesson.teacher.call(wallList, {})).body;
  expect(walls).toMatchObject([{ id, assessment_id: lesson.assessmentId, last_seen_at: expect.any(String) as string }]);
  expect((await stranger.teacher.call(wallList, {})).body.walls).toEqual([]);
  expect((await stranger.teacher.call(wallDisconnect, { params: { id } })).error?.code).toBe('WALL_NOT_FOUND');
  expect((await lesson.teacher.call(wallDisconnect, { params: { id } })).status).toBe(200);
  expect((await lessonOf(token)).status).toBe(401);
  expect((await lesson.teacher.call(wallDisconnect, { params: { id } })).error?.code).toBe('WALL_NOT_FOUND');
});

test('[B2139] [LIVE-84] a wall outlives its teacher’s sign-in elsewhere, and ends with its day, the class and the account', async () => {
  const lesson = await startLesson(app, scenario);
  const teacher = lesson.coTeacher;
  const { token } = await connect(teacher);
  await lessonOf(token);
  await app.endByNewDevice(teacher.accountId);
  expect((await look(token, lesson.assessmentId)).status).toBe(200);
  expect((await app.call(liveWall, { body: { assessment_id: lesson.assessmentId, show: 'nothing' } }, { token })).error?.code).toBe('NOT_ALLOWED');
  expect((await app.call(authMe, {}, { token })).error?.code).toBe('NOT_ALLOWED');
  await app.db.updateTable('course_members').set({ left_at: new Date() }).where('account_id', '=', teacher.accountId).execute();
  expect((await lessonOf(token)).body.assessment_id).toBeNull();
  expect((await look(token, lesson.assessmentId)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  await scenario.deactivate(teacher.accountId);
  expect((await lessonOf(token)).error?.code).toBe('ACCOUNT_DEACTIVATED');
  const next = await startLesson(app, scenario);
  const daily = await connect(next.teacher);
  await lessonOf(daily.token);
  await app.clock.advanceMs(24 * 3_600_000);
  expect((await lessonOf(daily.token)).error?.code).toBe('NOT_SIGNED_IN');
});

/** Listens with the token of a screen to the channel of its teacher's screens. */
const hearAs = (token: string, { accountId }: TestPerson) =>
  hear(app, { call: (endpoint: never, sent: never) => app.call(endpoint, sent, { token }) } as unknown as TestPerson, channels.walls(accountId));

test('[B2282] a changed password, and an end in the own list of sign-ins, end the screen and take it from the desk’s list', async () => {
  const { teacher } = await scenario.lesson({ students: 1 });
  const walls = async () => (await teacher.call(wallList, {})).body.walls.map(({ id }: { id: number }) => id);
  const sessions = async () => (await teacher.call(authSessionList, {})).body.sessions.filter(({ is_wall }: { is_wall: boolean }) => is_wall);
  const [ended, other] = [await connect(teacher), await connect(teacher)];
  const waiting = await newCode();
  const { id: waitingId } = (await pair(teacher, waiting.code)).body.wall; // its screen has not asked for the token yet
  expect(await sessions()).toMatchObject([{ browser: null, system: null, is_current: false }, { is_wall: true }]);
  const stranger = (await scenario.lesson({ students: 1 })).teacher;
  const [newest] = await sessions();
  expect((await stranger.call(authSessionEnd, { params: { id: newest!.id } })).status).toBe(404);
  expect((await teacher.call(authSessionEnd, { params: { id: newest!.id } })).status).toBe(200);
  expect([(await lessonOf(ended.token)).status, (await lessonOf(other.token)).status].toSorted()).toEqual([200, 401]);
  expect(await walls()).toHaveLength(2);
  expect(await walls()).toContain(waitingId);
  // "Sign out everywhere else" and a changed password end what is left
  await teacher.call(authSessionEndOthers, {});
  expect([(await lessonOf(ended.token)).status, (await lessonOf(other.token)).status]).toEqual([401, 401]);
  expect(await walls()).toEqual([waitingId]);
});

test('[B2283] a screen whose token is lost, or whose teacher is deactivated while its code waits, gets none', async () => {
  const { teacher } = await scenario.lesson({ students: 1 });
  const { code, secret } = await newCode();
  await pair(teacher, code);
  await scenario.deactivate(teacher.accountId);
  const { token } = await ask(secret);
  expect((await lessonOf(token!)).error?.code).toBe('ACCOUNT_DEACTIVATED');
  const school = await scenario.school();
  const { teacher: colleague } = await scenario.class({ schoolId: school });
  const foreign = await scenario.lesson({ students: 1 });
  const fresh = await newCode();
  expect((await pair(colleague, fresh.code, foreign.assessmentId)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  expect((await ask(fresh.secret)).state).toBe('waiting'); // a refused pairing does not use the code up
  expect((await pair(colleague, fresh.code)).status).toBe(200);
});

test('a sign-in is no screen', async () => {
  const { teacher } = await scenario.lesson({ students: 1 });
  expect((await teacher.call(wallLesson, {})).error?.code).toBe('WALL_NOT_FOUND');
});

test('[B2281] [LIVE-130] every screen of the teacher hears when a lesson begins, ends, is canceled or is chosen, in any process, and a stranger may not listen', async () => {
  await app.listen(); // calls go to two processes in turns, and so do sockets
  const lesson = await scenario.lesson({ students: 1 });
  const stranger = await scenario.lesson({ students: 1 });
  const [one, two] = [await connect(lesson.teacher), await connect(lesson.teacher)];
  await expect(hearAs((await connect(stranger.teacher)).token, lesson.teacher)).rejects.toThrow('403');
  const ears = [await hearAs(one.token, lesson.teacher), await hearAs(two.token, lesson.teacher)];
  const heardAfter = async (work: () => Promise<unknown>) => {
    for (const ear of ears) ear.events.length = 0;
    await work();
    for (const ear of ears) expect((await ear.first('live-walls.changed')).data).toEqual({});
  };
  await heardAfter(() => runLesson(app, lesson));
  for (const { token } of [one, two])
    expect((await lessonOf(token)).body).toMatchObject({ account_id: lesson.teacher.accountId, assessment_id: lesson.assessmentId });
  await heardAfter(() => lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } }));
  await heardAfter(() => lesson.teacher.call(wallChoose, { params: { id: one.id }, body: { assessment_id: lesson.assessmentId } }));
  const again = await runLesson(app, lesson);
  await again.step('re-assign');
  await again.step('next');
  await heardAfter(() => again.step('finished'));
  for (const ear of ears) ear.close();
});

test('[B2136] forty wrong codes end asking', async () => {
  const { teacher } = await scenario.lesson({ students: 1 });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 90; attempt += 1) statuses.push((await pair(teacher, 'ZZZZZZ')).status);
  const wrong = statuses.filter((status) => status === 404).length;
  expect(wrong).toBeGreaterThan(20); // others of this address have tried too
  expect(wrong).toBeLessThanOrEqual(80); // each of the two processes counts for itself
  expect(statuses.at(-1)).toBe(429);
});
