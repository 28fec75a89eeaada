import {
  accountList,
  assessmentGet,
  authMe,
  channels,
  courseList,
  liveActive,
  liveClose,
  liveSettingsUpdate,
  liveStart,
  liveStatus,
  postAdd,
  rehearsalList,
  rehearsalMake,
  rehearsalRemove,
  simulatedClassBring,
  simulatedClassGet,
  simulatedClassPhone,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listRehearsalRows, readRehearsal } from '../../../testing/rehearsal-rows.ts';
import type { Listener } from '../../../manifest.ts';
import { JobPostponed } from '../../../platform/jobs/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestLesson } from '../../../testing/index.ts';
import { classJob } from './class-job.ts';

let app: TestApp;
let scenario: Scenario;
let lesson: TestLesson;

beforeAll(async () => {
  app = await startTestApp({ isAlone: true });
  scenario = createScenario(app);
  lesson = await scenario.lesson({ students: 2 });
}, 60_000);
afterAll(() => app.close());

const body = (more: object = {}) => ({ body: { assessment_id: lesson.assessmentId, size: 30, speed: 8, ...more } });
const count = async (statement: string): Promise<number> =>
  Number((await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.raw(statement)}`.execute(app.db)).rows[0]!.count);
const simulatedAnswers = () => count('live_posts JOIN live_sessions ON live_sessions.id = session_id AND is_rehearsal');

async function make(more: object = {}): Promise<number> {
  const { error, body: made } = await lesson.teacher.call(rehearsalMake, body(more));
  expect(error).toBeNull();
  return made.assessment_id;
}
const remove = (id: number) => lesson.teacher.call(rehearsalRemove, { params: { id } });

/** Moves the clock on, and has the class do what is due. */
async function playOn(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 2) {
    await app.clock.advanceMs(2000);
    await app.server.jobs.runDue();
  }
}

describe('rehearsal.make', () => {
  test.each([
    ['size', { size: 7 }],
    ['size', { size: 'eight' }],
    ['size', { size: 61 }],
    ['size', { size: 'x' }],
    ['size', { size: 8.5 }],
    ['speed', { speed: 2 }],
    ['speed', { speed: 'fast' }],
  ])('[B2113] a wrong %s is named: %o', async (field, more) => {
    const { status, error } = await lesson.teacher.call(rehearsalMake, body(more));
    expect(status).toBe(422);
    expect(Object.keys(error?.errors ?? {})).toEqual([field]);
  });

  test('[B2113] is refused to students, strangers and teachers of other classes', async () => {
    expect((await lesson.students[0]!.call(rehearsalMake, body())).status).toBe(403);
    expect((await lesson.otherStudent.call(rehearsalMake, body())).status).toBe(403);
    expect((await lesson.otherTeacher.call(rehearsalMake, body())).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect(await count('rehearsals')).toBe(0);
  });

  test('[B2113] [LIVE-77] [LIVE-78] makes a copy in a hidden class, which stands in no list, and may be made twice', async () => {
    const before = (await lesson.teacher.call(assessmentGet, { params: { id: lesson.assessmentId } })).body;
    const [first, second] = [await make({ size: 8 }), await make({ size: 60, speed: '1' })];
    expect(await count(`accounts WHERE simulated_in = (SELECT course_id FROM rehearsals WHERE assessment_id = ${second})`)).toBe(60);
    expect(await count('(SELECT DISTINCT first_name, last_name FROM accounts WHERE simulated_in IS NOT NULL) named')).toBeGreaterThanOrEqual(60);
    const people = await lesson.admin.call(accountList, { query: { search_text: 'simulated' } });
    expect(people.body.data).toEqual([]);
    const classes = await lesson.teacher.call(courseList, { query: {} });
    expect(classes.body.data).toHaveLength(1);
    expect((await lesson.teacher.call(assessmentGet, { params: { id: first } })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await lesson.coTeacher.call(simulatedClassGet, { query: { assessment_id: first } })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await lesson.teacher.call(assessmentGet, { params: { id: lesson.assessmentId } })).body).toEqual(before);

    // A third that runs would be more than a school has at a time; one that waits gives its place to the next.
    const third = await make();
    await remove(third);
    for (const id of [first, second]) {
      await lesson.teacher.call(simulatedClassBring, { body: { assessment_id: id, size: 8, speed: 8 } });
      expect((await lesson.teacher.call(liveStart, { body: { assessment_id: id, time: 5 } })).status).toBe(200);
    }
    expect((await lesson.teacher.call(rehearsalMake, body())).error?.code).toBe('SIMULATED_CLASSES_BUSY');
    await remove(first);
    await remove(second);
    expect(await count('accounts WHERE simulated_in IS NOT NULL')).toBe(0);
  });

  test('[B2117] is refused where the school has switched simulated classes off', async () => {
    await sql`UPDATE schools SET settings = settings || '{"simulated_classes": false}' WHERE id = ${lesson.schoolId}`.execute(app.db);
    expect((await lesson.teacher.call(rehearsalMake, body())).error?.code).toBe('SIMULATED_CLASSES_OFF');
    expect((await lesson.teacher.call(rehearsalList)).body).toMatchObject({ rehearsals: [], can_open: false });
    expect((await lesson.teacher.call(simulatedClassGet, { query: { assessment_id: lesson.assessmentId } })).body.comes).toBeNull();
    await sql`UPDATE schools SET settings = settings - 'simulated_classes' WHERE id = ${lesson.schoolId}`.execute(app.db);
  });
});

/** Removes what a test that failed has left, so that the next one has a place for its class. */
afterEach(async () => {
  const { rows } = await sql<{ assessment_id: number }>`SELECT assessment_id FROM rehearsals`.execute(app.db);
  for (const { assessment_id } of rows) await lesson.admin.call(rehearsalRemove, { params: { id: assessment_id } });
});

describe('a simulated class', () => {
  test('[B2115] [LIVE-80] never comes to a real lesson', async () => {
    expect((await lesson.teacher.call(simulatedClassBring, body())).error?.code).toBe('NOT_A_REHEARSAL');
    expect((await lesson.teacher.call(simulatedClassPhone, { body: { assessment_id: lesson.assessmentId } })).error?.code).toBe('NOT_A_REHEARSAL');
    expect((await lesson.teacher.call(simulatedClassGet, { query: { assessment_id: lesson.assessmentId } })).body).toMatchObject({
      is_rehearsal: false,
      comes: 'rehearsal',
      brought: null,
    });
  });

  test('[B2115] [B2114] [LIVE-79] takes part in a whole lesson, in which talking moves people, and leaves with it', async () => {
    const id = await make();
    expect((await lesson.teacher.call(liveStart, { body: { assessment_id: id, time: 5 } })).status).toBe(200);
    await lesson.teacher.call(liveSettingsUpdate, { body: { assessment_id: id, can_comment: true } });
    await playOn(4);
    const early = await simulatedAnswers();
    expect(early).toBeLessThan(20);
    await playOn(50);
    expect(await simulatedAnswers()).toBe(26); // one is away, three write only drafts
    expect(await count('live_drafts JOIN live_phases ON live_phases.id = phase_id AND closed_at IS NULL')).toBeGreaterThanOrEqual(3);
    for (const type of ['re-assign', 'next'] as const) {
      expect((await lesson.teacher.call(liveStatus, { body: { id, type, time: 5 } })).status).toBe(200);
      await playOn(30);
    }
    const right = async (form: string) =>
      count(
        `live_posts post JOIN live_phases phase ON phase.id = post.phase_id AND phase.form = '${form}' JOIN question_responses r ON r.id = post.response_id AND r.is_valid`,
      );
    expect(await right('Form - 1B')).toBeGreaterThan(await right('Form - 1A'));
    expect(await count('post_reactions')).toBeGreaterThan(3);
    expect((await lesson.teacher.call(liveStatus, { body: { id, type: 'finished' } })).status).toBe(200);
    await playOn(2);
    expect(await count('simulated_classes WHERE ended_at IS NULL')).toBe(0);
    expect(await count('lesson_figures')).toBe(0);
    expect(await count('reward_points')).toBe(0);
    expect((await remove(id)).body.original_id).toBe(lesson.assessmentId);
    expect(await simulatedAnswers()).toBe(0);
    expect(await count("jobs WHERE kind = 'simulated-class'")).toBe(0);
  }, 120_000);

  test('[B2115] says nothing twice when its job runs again from the start, as after a killed process', async () => {
    const id = await make({ size: 16 });
    await lesson.teacher.call(liveStart, { body: { assessment_id: id, time: 5 } });
    await playOn(8);
    await sql`UPDATE jobs SET state = 'waiting', attempts = 0, run_at = app_now() WHERE kind = 'simulated-class'`.execute(app.db);
    await playOn(46);
    expect(await simulatedAnswers()).toBe(await count('(SELECT DISTINCT phase_id, account_id FROM live_posts) once'));
    expect(await simulatedAnswers()).toBe(12); // one is away, three write only drafts
    await remove(id);
  }, 60_000);

  test('[B3079] a class whose calls the database refused goes on within two seconds, and not after a pause that grows', async () => {
    const id = await make({ size: 16 });
    await lesson.teacher.call(liveStart, { body: { assessment_id: id, time: 5 } });
    await sql`CREATE FUNCTION refuse_post() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no post today'; END $$`.execute(app.db);
    await sql`CREATE TRIGGER refuse_post BEFORE INSERT ON live_posts FOR EACH ROW EXECUTE FUNCTION refuse_post()`.execute(app.db);
    await playOn(50);
    expect(await simulatedAnswers()).toBe(0);
    expect((await sql<{ attempts: number }>`SELECT attempts FROM jobs WHERE kind = 'simulated-class'`.execute(app.db)).rows[0]?.attempts).toBeGreaterThan(3);
    await sql`DROP FUNCTION refuse_post CASCADE`.execute(app.db);
    await playOn(2);
    expect(await simulatedAnswers()).toBeGreaterThan(3);
    await remove(id);
  }, 60_000);

  test('[B2114] a rehearsal is taken away while it runs, and its students are gone', async () => {
    const id = await make({ size: 8 });
    await lesson.teacher.call(liveStart, { body: { assessment_id: id, time: 5 } });
    await playOn(30);
    const made = await readRehearsal(app.db, id);
    expect([made.sessionIds.length, made.accountIds.length, await simulatedAnswers()]).toEqual([1, 8, expect.any(Number)]);
    expect((await remove(id)).status).toBe(200);
    await playOn(4);
    expect(await listRehearsalRows(app.db, made)).toEqual([]);
    expect(await count('live_sessions WHERE is_rehearsal')).toBe(0);
    expect(await count('courses WHERE is_rehearsal')).toBe(0);
    expect((await remove(id)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await remove(lesson.assessmentId)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  });

  test('[B2396] a rehearsal is taken away with what another process shows as connected', async () => {
    const id = await make({ size: 8 });
    const made = await readRehearsal(app.db, id);
    const { rows } = await sql<{ id: number }>`
      INSERT INTO server_processes (role, version, host, lease_until) VALUES ('jobs', '1', 'elsewhere', clock_timestamp() + interval '1 hour') RETURNING id`.execute(
      app.db,
    );
    for (const accountId of made.accountIds)
      await sql`INSERT INTO live_presence (channel, account_id, process_id) VALUES (${channels.assessment(id)}, ${accountId}, ${rows[0]!.id})`.execute(app.db);
    expect((await remove(id)).status).toBe(200);
    expect(await listRehearsalRows(app.db, made)).toEqual([]);
  });

  test('[B2397] students whom the database could not be made to forget are disconnected a moment later', async () => {
    const id = await make({ size: 8 });
    await lesson.teacher.call(liveStart, { body: { assessment_id: id, time: 5 } });
    await playOn(10);
    const shown = new Set<number>();
    let isAway = false;
    const { run } = classJob({
      db: app.db,
      makeCall: async () => undefined,
      findListener: async (accountId) => ({ accountId }) as Listener,
      realtime: {
        async standIn(_channel, accountIds, change) {
          if (isAway && accountIds.length > 0) throw new Error('the database is away');
          for (const accountId of accountIds) shown[change === 'joined' ? 'add' : 'delete'](accountId);
        },
      },
      hasDemo: false,
    });
    const slice = () => run({ assessment_id: id }, { id: 0, isLastTry: false, isAwaited: true, standBack: async () => undefined, isBusy: () => false });
    await expect(slice()).rejects.toThrow('the lesson goes on');
    expect(shown.size).toBeGreaterThan(3);
    await remove(id);
    isAway = true;
    await expect(slice()).rejects.toThrow(JobPostponed);
    isAway = false;
    await slice();
    expect([...shown]).toEqual([]);
  });

  test('[B2114] a rehearsal is removed after a day', async () => {
    const id = await make({ size: 8 });
    await app.server.jobs.runSchedules(); // from now on, schedules count
    await app.clock.advanceMs(25 * 3_600_000);
    await app.server.jobs.runSchedules();
    await app.server.jobs.runDue();
    expect(await count(`rehearsals WHERE assessment_id = ${id}`)).toBe(0);
  });

  test('[B2118] [B2251] [LIVE-125] its teacher plays one student by a seat of this lesson, which ends with it, and nobody else gets one', async () => {
    const id = await make({ size: 8 });
    await lesson.teacher.call(liveStart, { body: { assessment_id: id, time: 5 } });
    const args = { body: { assessment_id: id } };
    expect((await lesson.coTeacher.call(simulatedClassPhone, args)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await lesson.students[0]!.call(simulatedClassPhone, args)).status).toBe(403);
    const { seat } = (await lesson.teacher.call(simulatedClassPhone, args)).body;
    const as = { token: seat.api_token };
    expect(seat.student.first_name).not.toBe('');
    const page = await app.call(liveActive, { query: { assessment_id: id } }, as);
    expect(page.status).toBe(200);
    await playOn(30);
    const { session, assessment } = page.body;
    const sent = await app.call(
      postAdd,
      { body: { session_id: session.id, form: 'Form - 1A', response_id: assessment.questions[0]!.responses[0]!.id, comment: 'Mine.' } },
      as,
    );
    expect(sent.error).toBeNull();
    expect(await count(`live_posts WHERE account_id = ${seat.student.account_id}`)).toBe(1); // the class leaves this student alone
    expect([(await app.call(authMe, {}, as)).status, (await app.call(courseList, { query: {} }, as)).status]).toEqual([403, 403]);
    expect((await app.call(liveActive, { query: { assessment_id: lesson.assessmentId } }, as)).status).toBe(404);

    // Hidden and shown again, it is the same student, and the earlier phone has left.
    const again = (await lesson.teacher.call(simulatedClassPhone, args)).body.seat;
    expect(again.student).toEqual(seat.student);
    expect((await app.call(liveActive, { query: { assessment_id: id } }, as)).status).toBe(401);
    await lesson.teacher.call(liveClose, { body: { id } });
    await remove(id);
    expect((await app.call(liveActive, { query: { assessment_id: id } }, { token: again.api_token })).status).toBe(401);
  }, 60_000);
});

describe('rehearsal.list', () => {
  test('[B2252] [LIVE-126] leads its maker back to a rehearsal from Home and from the lesson, and nobody else', async () => {
    const id = await make({ size: 8 });
    const own = { assessment_id: id, title: expect.any(String) };
    const list = async (person = lesson.teacher) => (await person.call(rehearsalList)).body.rehearsals;
    const at = async (person = lesson.teacher) => (await person.call(simulatedClassGet, { query: { assessment_id: lesson.assessmentId } })).body.rehearsal;
    expect((await lesson.teacher.call(rehearsalList)).body.can_open).toBe(true);
    expect([await list(), await at()]).toEqual([[{ ...own, state: 'ready' }], { ...own, state: 'ready' }]);
    await lesson.teacher.call(liveStart, { body: { assessment_id: id, time: 5 } });
    expect([await list(), await at()]).toEqual([[{ ...own, state: 'running' }], { ...own, state: 'running' }]);
    expect([await list(lesson.coTeacher), await at(lesson.coTeacher)]).toEqual([[], null]);
    expect([await list(lesson.admin), await at(lesson.admin)]).toEqual([[], null]);
    expect([(await lesson.students[0]!.call(rehearsalList)).status, (await app.call(rehearsalList)).status]).toEqual([403, 401]);
    await lesson.teacher.call(liveStatus, { body: { id, type: 're-assign', time: 5 } });
    await lesson.teacher.call(liveStatus, { body: { id, type: 'next', time: 5 } });
    await lesson.teacher.call(liveStatus, { body: { id, type: 'finished' } });
    expect(await list()).toEqual([{ ...own, state: 'finished' }]);
    await remove(id);
    expect([await list(), await at()]).toEqual([[], null]);
  }, 60_000);
});

test('[B3088] a rehearsal of sixty is removed in few statements, so that those who write in it wait for one round trip and not for hundreds', async () => {
  const id = await make({ size: 60 });
  expect((await lesson.teacher.call(liveStart, { body: { assessment_id: id, time: 5 } })).error).toBeNull();
  await playOn(20);
  const statements = await app.recordStatements(async () => {
    expect((await remove(id)).error).toBeNull();
  });
  expect(statements.length).toBeLessThanOrEqual(20);
  expect(await count(`assessments WHERE id = ${id}`)).toBe(0);
}, 60_000);

describe('a rehearsal of a lesson in another state', () => {
  const stateOf = async (id: number) => (await lesson.teacher.call(simulatedClassGet, { query: { assessment_id: id } })).body;

  test('[B2253] is made while the lesson runs, which goes on untouched, and of one that is finished', async () => {
    const other = await scenario.lesson({ students: 2 });
    const open = { body: { assessment_id: other.assessmentId, size: 8, speed: 8 } };
    const { body: run } = await other.teacher.call(liveStart, { body: { assessment_id: other.assessmentId, time: 5 } });
    const { body: made, error } = await other.teacher.call(rehearsalMake, open);
    expect(error).toBeNull();
    expect((await other.teacher.call(liveStart, { body: { assessment_id: made.assessment_id, time: 5 } })).error).toBeNull();
    const { body: still } = await other.students[0]!.call(liveActive, { query: { assessment_id: other.assessmentId } });
    expect(still.session.id).toBe(run.session.id);
    expect((await other.teacher.call(rehearsalRemove, { params: { id: made.assessment_id } })).error).toBeNull();
    for (const type of ['re-assign', 'next'] as const)
      expect((await other.teacher.call(liveStatus, { body: { id: other.assessmentId, type, time: 5 } })).error).toBeNull();
    expect((await other.teacher.call(liveStatus, { body: { id: other.assessmentId, type: 'finished' } })).error).toBeNull();
    const { body: later, error: refused } = await other.teacher.call(rehearsalMake, open);
    expect(refused).toBeNull();
    expect((await other.teacher.call(liveStart, { body: { assessment_id: later.assessment_id, time: 5 } })).error).toBeNull();
    expect((await other.teacher.call(rehearsalRemove, { params: { id: later.assessment_id } })).error).toBeNull();
  }, 60_000);

  test('[B2253] is made of an archived assessment, which stays archived and out of use', async () => {
    const other = await scenario.lesson({ students: 2 });
    await sql`UPDATE assessments SET is_archived = true WHERE id = ${other.assessmentId}`.execute(app.db);
    const { body: made, error } = await other.teacher.call(rehearsalMake, { body: { assessment_id: other.assessmentId, size: 8, speed: 8 } });
    expect(error).toBeNull();
    expect((await other.teacher.call(liveStart, { body: { assessment_id: made.assessment_id, time: 5 } })).error).toBeNull();
    expect((await other.teacher.call(liveStart, { body: { assessment_id: other.assessmentId, time: 5 } })).error?.code).toBe('ASSESSMENT_ARCHIVED');
    expect((await other.teacher.call(rehearsalRemove, { params: { id: made.assessment_id } })).body.original_id).toBe(other.assessmentId);
  }, 60_000);

  test('[B2254] two teachers rehearse one lesson at once, and neither sees or removes that of the other', async () => {
    const mine = await make({ size: 8 });
    const { body: theirs, error } = await lesson.coTeacher.call(rehearsalMake, body({ size: 8 }));
    expect(error).toBeNull();
    for (const [person, id] of [
      [lesson.teacher, mine],
      [lesson.coTeacher, theirs.assessment_id],
    ] as const)
      expect((await person.call(liveStart, { body: { assessment_id: id, time: 5 } })).error).toBeNull();
    await playOn(30);
    const answers = (id: number) => count(`live_posts JOIN live_sessions ON live_sessions.id = session_id WHERE assessment_id = ${id}`);
    expect([await answers(mine), await answers(theirs.assessment_id)].every((answered) => answered > 2)).toBe(true);
    expect((await remove(theirs.assessment_id)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await stateOf(lesson.assessmentId)).rehearsal?.assessment_id).toBe(mine);
    expect((await lesson.coTeacher.call(rehearsalRemove, { params: { id: theirs.assessment_id } })).error).toBeNull();
    expect((await stateOf(mine)).brought?.size).toBe(8);
    await remove(mine);
  }, 60_000);
});
