import {
  erasureCreate,
  erasureList,
  erasurePreview,
  holdCreate,
  holdEnd,
  holdRenew,
  retentionChange,
  retentionDue,
  retentionPreview,
  retentionView,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedDemoSchool } from '../../../demo/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { isAboutNobody } from '../../../platform/personal-data/index.ts';
import { allowErasing } from '../../../platform/personal-data/erase-queries.ts';
import { endSlice, planRetention } from '../../../platform/personal-data/retain-queries.ts';
import { readSchema } from '../../../platform/personal-data/read-schema.ts';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { explain, type PlanNode } from '../../../testing/plans.ts';
import { createFileStorage, deleteUnusedFiles } from '../../school/files/index.ts';
import { leaveOutDone, listSchoolsNow } from './queries.ts';
import { NIGHT, type RetentionDependencies, runNight, runNights } from './run.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let other: TestClass;
let ann: TestPerson;
let ben: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ schoolId: await scenario.school('America/Chicago'), students: 2 });
  other = await scenario.class({ schoolId: await scenario.school('UTC'), students: 1 });
  [ann, ben] = room.students as [TestPerson, TestPerson];
}, 60_000);
afterAll(() => app.close());
beforeEach(async () => {
  await sql`DELETE FROM retention_holds`.execute(app.db);
  await sql`DELETE FROM retention_runs`.execute(app.db);
  await sql`DELETE FROM retention_terms`.execute(app.db);
  await sql`DELETE FROM record_readings`.execute(app.db);
});

const dependencies = (of: TestApp = app): RetentionDependencies => ({
  backgroundDb: of.db,
  sources: () => ({ declared: of.server.folded.personalData, schema: readSchema() }),
  deleteUnusedFiles: (tx, ids) => deleteUnusedFiles(tx, { storage: createFileStorage(of.dataDir), uses: of.server.folded.fileUses }, ids),
});
const schoolNow = async (id: number | null) => (await listSchoolsNow(app.db)).find((school) => school.id === id)!;
/** Runs the night of a school, again if it has run. */
const night = async (schoolId: number, limits = NIGHT) => {
  await sql`DELETE FROM retention_runs WHERE school_id = ${schoolId}`.execute(app.db);
  await runNight(dependencies(), await schoolNow(schoolId), { limits });
};
/** Notes a look at a person's record, some days ago. */
const addReading = (person: TestPerson, days: number, times = 1) =>
  sql`INSERT INTO record_readings (account_id, reader_id, data_class, day, first_at, last_at, times, was_teacher)
      VALUES (${person.accountId}, ${(person === other.students[0] ? other : room).teacher.accountId}, 'grade', app_now()::date - ${days}::integer,
              app_now() - make_interval(days => ${days}), app_now() - make_interval(days => ${days}), ${times}, true)`.execute(app.db);
const readings = async (person: TestPerson) =>
  (await sql<{ n: number }>`SELECT count(*)::integer AS n FROM record_readings WHERE account_id = ${person.accountId}`.execute(app.db)).rows[0]!.n;
const inDays = async (days: number) =>
  (await sql<{ day: string }>`SELECT ((app_now() AT TIME ZONE 'America/Chicago')::date + ${days}::integer)::text AS day`.execute(app.db)).rows[0]!.day;

test('[B2741] every declared table with a term is reached by the job, with a school and a moment, or ends with its person', () => {
  const declared = app.server.folded.personalData;
  const { steps, withPerson, unreached } = planRetention(readSchema(), declared);
  expect(unreached).toEqual([]);
  const reached = new Set([...steps.map(({ table }) => table), ...withPerson, 'files']);
  const terms = [...declared].filter(([, declaration]) => !isAboutNobody(declaration) && typeof declaration.keep === 'string');
  expect(terms.map(([table]) => table).filter((table) => !reached.has(table))).toEqual([]);
  expect(steps.length).toBeGreaterThan(30);
});

test('[B2741] a table without a moment, or without a way to a school, is named', () => {
  const declared = new Map(app.server.folded.personalData);
  const { at: _, ...log } = declared.get('record_readings') as { at: string };
  declared.set('record_readings', log as never);
  declared.set('live_drafts', { ...declared.get('live_drafts'), school: 'phase_id.nowhere' } as never);
  expect(planRetention(readSchema(), declared).unreached.map((line) => line.split(':')[0])).toEqual(expect.arrayContaining(['record_readings', 'live_drafts']));
});

test('[B2741] no table whose rows the job deletes is named by rows that would stop it', async () => {
  const { steps } = planRetention(readSchema(), app.server.folded.personalData);
  const deleted = steps.filter(({ ends }) => ends === 'deleted').map(({ table }) => table);
  const { rows } = await sql<{ key: string }>`
    SELECT conrelid::regclass || ' -> ' || confrelid::regclass AS key FROM pg_constraint
     WHERE contype = 'f' AND confrelid::regclass::text = ANY(${deleted}) AND confdeltype IN ('a', 'r') AND conrelid <> confrelid
       AND NOT conrelid::regclass::text = ANY(${deleted}) ORDER BY 1`.execute(app.db);
  expect(rows.map(({ key }) => key)).toEqual([]);
});

describe('[B2742] the job deletes what is due at a school, and nothing else', () => {
  test('records of use go after the term of the school, and the night says how many', async () => {
    await addReading(ann, 402);
    await addReading(ann, 398);
    await addReading(other.students[0]!, 402);
    await night(room.schoolId);
    expect([await readings(ann), await readings(other.students[0]!)]).toEqual([1, 1]);
    const { runs } = (await room.admin.call(retentionView)).body;
    expect(runs).toMatchObject([{ is_done: true, is_full: false, counts: { log: { deleted: expect.any(Number) } } }]);
  });

  test('a longer term of the school keeps them', async () => {
    await addReading(ann, 402);
    expect((await room.admin.call(retentionChange, { body: { terms: { log: 500 } } })).status).toBe(200);
    await night(room.schoolId);
    expect(await readings(ann)).toBe(1);
  });

  test('a night ends so much at most, and the next one goes on', async () => {
    for (let day = 402; day < 410; day += 1) await addReading(ann, day);
    for (let one = 0; one < 220; one += 1) await addReading(ben, 402 + one);
    await night(room.schoolId, { rows: 1, people: 0 });
    expect((await readings(ann)) + (await readings(ben))).toBe(28);
    expect((await room.admin.call(retentionView)).body.runs[0]).toMatchObject({ is_full: true });
    await night(room.schoolId);
    expect((await readings(ann)) + (await readings(ben))).toBe(0);
  });

  test('a night that is done does not run again, and two at once end everything once', async () => {
    for (let day = 402; day < 440; day += 1) await addReading(ann, day);
    const school = await schoolNow(room.schoolId);
    await Promise.all([runNight(dependencies(), school), runNight(dependencies(), school)]);
    const [run] = (await room.admin.call(retentionView)).body.runs;
    expect(run!.counts.log?.deleted).toBe(38);
    await addReading(ann, 402);
    await runNight(dependencies(), school);
    expect(await readings(ann)).toBe(1);
  });

  test('a person of a lesson that runs is left alone', async () => {
    await addReading(ann, 402);
    const { assessmentId } = await scenario.lesson({ students: 1 });
    const { rows } = await sql<{ id: number }>`
      INSERT INTO live_sessions (assessment_id, course_id, started_by) VALUES (${assessmentId}, ${room.courseId}, ${room.teacher.accountId}) RETURNING id`.execute(
      app.db,
    );
    await night(room.schoolId);
    expect(await readings(ann)).toBe(1);
    await sql`DELETE FROM live_sessions WHERE id = ${rows[0]!.id}`.execute(app.db);
    await night(room.schoolId);
    expect(await readings(ann)).toBe(0);
  });
});

describe('[B3068] the nights of many schools', () => {
  const countStatements = async (schools: Parameters<typeof runNights>[1]): Promise<number> =>
    (await app.recordStatements(() => runNights(dependencies(), schools))).length;

  const listDone = async (): Promise<(number | null)[]> => {
    const schools = await listSchoolsNow(app.db);
    const open = await leaveOutDone(app.db, schools);
    return schools.filter((school) => !open.includes(school)).map(({ id }) => id);
  };

  test('take as many statements as one, where nothing is due, and all are done then, also one that had begun', async () => {
    const quiet: number[] = [];
    for (let one = 0; one < 12; one += 1) quiet.push(await scenario.school('America/Chicago'));
    const nights = (await listSchoolsNow(app.db)).filter(({ id }) => quiet.includes(id ?? 0));
    await sql`INSERT INTO retention_runs (school_id, day) VALUES (${quiet[4]}, ${nights[4]!.today}::date)`.execute(app.db);
    expect(await countStatements(nights.slice(0, 1))).toBe(await countStatements(nights.slice(1)));
    expect(await listDone()).toEqual(quiet);
  });

  test('end what is due at one of them, by its own term, and nothing of the others', async () => {
    const quiet = await schoolNow(await scenario.school('UTC'));
    expect((await room.admin.call(retentionChange, { body: { terms: { log: 500 } } })).status).toBe(200);
    await addReading(ann, 450);
    await addReading(other.students[0]!, 450);
    await runNights(dependencies(), [await schoolNow(room.schoolId), await schoolNow(other.schoolId), await schoolNow(null), quiet]);
    expect([await readings(ann), await readings(other.students[0]!)]).toEqual([1, 0]);
    expect(await listDone()).toEqual([room.schoolId, other.schoolId, quiet.id, null]);
  });
});

describe('[B3068] the one look at each table finds', () => {
  const addOldFile = async (owner: TestPerson, schoolId: number): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO files (account_id, school_id, name, mime_type, byte_size, storage_key, sha256, created_at)
      VALUES (${owner.accountId}, ${schoolId}, 'Notes', 'text/plain', 1, ${`no/file-of-${schoolId}`}, '', app_now() - interval '6 years') RETURNING id`.execute(
      app.db,
    );
    return rows[0]!.id;
  };
  const hasFile = async (id: number): Promise<boolean> => (await sql`SELECT FROM files WHERE id = ${id}`.execute(app.db)).rows.length > 0;

  test('a file that only ending rows use, in the night in which they end', async () => {
    const file = await addOldFile(ann, room.schoolId);
    await sql`INSERT INTO drive_copies (account_id, drive_id, version, file_id) VALUES (${ann.accountId}, 'drive', '1', ${file})`.execute(app.db);
    await runNights(dependencies(), [await schoolNow(room.schoolId)]);
    expect(await hasFile(file)).toBe(false);
  });

  test('a file that nothing uses, at a school that has nothing else due', async () => {
    const here = await scenario.class({ students: 1 });
    const file = await addOldFile(here.teacher, here.schoolId);
    await runNights(dependencies(), [await schoolNow(room.schoolId), await schoolNow(here.schoolId)]);
    expect(await hasFile(file)).toBe(false);
  });

  test('a person who left, at a school that has nothing else due', async () => {
    const here = await scenario.class({ students: 2 });
    const [left, late] = here.students as [TestPerson, TestPerson];
    for (const [{ accountId }, years] of [
      [left, 8],
      [late, 6],
    ] as const) {
      await sql`UPDATE accounts SET status = false WHERE id = ${accountId}`.execute(app.db);
      await sql`UPDATE accounts SET inactive_since = app_now() - make_interval(years => ${years}) WHERE id = ${accountId}`.execute(app.db);
    }
    await runNights(dependencies(), [await schoolNow(room.schoolId), await schoolNow(here.schoolId)]);
    const { rows } = await sql<{ id: number }>`SELECT account_id AS id FROM erasures WHERE account_id IN (${left.accountId}, ${late.accountId})`.execute(
      app.db,
    );
    expect(rows.map(({ id }) => id)).toEqual([left.accountId]);
  });

  test('rows of people without a school, in the night of those', async () => {
    await addReading(room.admin, 402);
    await runNights(dependencies(), [await schoolNow(room.schoolId)]);
    expect(await readings(room.admin)).toBe(1);
    await runNights(dependencies(), [await schoolNow(null)]);
    expect(await readings(room.admin)).toBe(0);
  });
});

/** Tables in which a slice looks through all rows, with the reason why that is rare. */
const LOOKED_THROUGH: Readonly<Record<string, string>> = {
  grade_acts: 'rows of people who left years ago; an index would cost each grade that is saved',
  reward_gifts: 'few rows, of people who left years ago',
};

/** Checks whether a step reads its table from beginning to end, as it is or by the whole of an index. */
const isWhole = (node: PlanNode): boolean => /^(Seq|Index|Index Only) Scan$/.test(node['Node Type']) && node['Index Cond'] === undefined;

test('[B3069] a slice of a step finds its rows by an index: by their moment, or on the way from the school', async () => {
  const { declared, schema } = dependencies().sources();
  const whole: string[] = [];
  for (const step of planRetention(schema, declared).steps)
    await inTransaction(app.db, async (tx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(tx);
      await sql`SET LOCAL enable_mergejoin = off`.execute(tx);
      await allowErasing(tx);
      const statements = await app.recordStatements(() => endSlice(tx, schema, step, { schoolId: room.schoolId, before: new Date('2020-01-01') }));
      const plan = await explain(tx, statements.find((statement) => statement.text.includes('WITH due'))!);
      const tables = plan.filter(isWhole).map((node) => node['Relation Name'] ?? '');
      if (tables.some((table) => table === step.table || table.startsWith(`${step.table}_y`))) whole.push(step.table);
    });
  expect(whole).toEqual(Object.keys(LOOKED_THROUGH));
});

test('[B2743] a night that is interrupted at any statement goes on, and counts nothing twice', async () => {
  for (let day = 402; day < 450; day += 1) await addReading(ann, day);
  let interrupted = 0;
  for (let statements = 3; ; statements += 7) {
    let left = statements;
    const ends = {
      transformQuery({ node }: { node: never }) {
        if (--left < 0) throw new Error('the process has ended');
        return node;
      },
      transformResult: async ({ result }: { result: never }) => result,
    };
    try {
      await runNight({ ...dependencies(), backgroundDb: app.db.withPlugin(ends as never) }, await schoolNow(room.schoolId));
      break;
    } catch (error) {
      if ((error as Error).message !== 'the process has ended') throw error;
      interrupted += 1;
    }
  }
  expect(interrupted).toBeGreaterThan(10);
  expect(await readings(ann)).toBe(0);
  const [run] = (await room.admin.call(retentionView)).body.runs;
  expect(run).toMatchObject({ is_done: true, counts: { log: { deleted: 48 } } });
});

describe('[B2744] a hold keeps a person, or a class and its people', () => {
  const hold = async (what: { account_id?: number; course_id?: number }, days = 100) =>
    room.admin.call(holdCreate, { body: { ...what, reason: 'A claim of the family', until: await inDays(days) } });

  test('nothing of a held person is deleted until the hold ends', async () => {
    await addReading(ann, 402);
    await addReading(ben, 402);
    const made = await hold({ account_id: ann.accountId });
    expect(made).toMatchObject({ status: 200, body: { hold: { name: `${ann.firstName} ${ann.lastName}`, reason: 'A claim of the family' } } });
    await night(room.schoolId);
    expect([await readings(ann), await readings(ben)]).toEqual([1, 0]);
    expect((await room.admin.call(holdEnd, { params: { id: made.body.hold.id } })).status).toBe(200);
    await night(room.schoolId);
    expect(await readings(ann)).toBe(0);
    expect((await room.admin.call(holdEnd, { params: { id: made.body.hold.id } })).status).toBe(404);
  });

  test('a held class keeps its people, and a hold whose last day has passed keeps nobody', async () => {
    await addReading(ann, 402);
    const made = await hold({ course_id: room.courseId });
    await night(room.schoolId);
    expect(await readings(ann)).toBe(1);
    await sql`UPDATE retention_holds SET until = app_now()::date - 2 WHERE id = ${made.body.hold.id}`.execute(app.db);
    await night(room.schoolId);
    expect(await readings(ann)).toBe(0);
    expect((await room.admin.call(retentionView)).body.holds).toEqual([]);
    expect((await hold({ course_id: room.courseId })).status).toBe(200);
  });

  test('a hold that is made while the job runs stops it at the next slice', async () => {
    for (let day = 402; day < 900; day += 1) await addReading(ann, day);
    let slices = 0;
    await runNight(dependencies(), await schoolNow(room.schoolId), {
      standBack: async () => {
        if ((slices += 1) === 1) await hold({ account_id: ann.accountId });
      },
    });
    expect(await readings(ann)).toBe(498 - 200);
  });

  test('a hold waits for the slice that deletes now', async () => {
    let isMade = false;
    let making: Promise<unknown> = Promise.resolve();
    await inTransaction(app.db, async (tx) => {
      await sql`SELECT pg_advisory_xact_lock_shared(hashtext('retention holds'))`.execute(tx);
      making = hold({ account_id: ann.accountId }).then(() => (isMade = true));
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(isMade).toBe(false);
    });
    await making;
    expect(isMade).toBe(true);
  });

  test('a held person is not erased: asking is refused with the reason, and an erasure that runs waits', async () => {
    const carl = (await scenario.class({ schoolId: room.schoolId, students: 1 })).students[0]!;
    const begun = await room.admin.call(erasureCreate, { body: { account_id: carl.accountId } });
    expect(begun.status).toBe(200);
    const made = await hold({ account_id: carl.accountId });
    const preview = await room.admin.call(erasurePreview, { query: { account_id: carl.accountId } });
    expect(preview.body.hold).toMatchObject({ reason: 'A claim of the family', held_class: null });
    await sql`UPDATE erasures SET due_at = app_now() - interval '1 second' WHERE id = ${begun.body.erasure.id}`.execute(app.db);
    const erase = async () => {
      await app.server.jobs.runSchedules();
      await sql`UPDATE job_schedules SET next_at = app_now() WHERE kind = 'erasures'`.execute(app.db);
      await app.server.jobs.runSchedules();
      await app.server.jobs.runDue();
      return (await room.admin.call(erasureList)).body.erasures.find(({ id }) => id === begun.body.erasure.id)!.state;
    };
    expect(await erase()).toBe('waiting');
    await room.admin.call(holdEnd, { params: { id: made.body.hold.id } });
    expect(await erase()).toBe('done');
    await hold({ account_id: ben.accountId });
    expect(await room.admin.call(erasureCreate, { body: { account_id: ben.accountId } })).toMatchObject({ status: 409, body: { code: 'HOLD' } });
  });

  test('it lasts two years at most, can be renewed, and there is one for each person', async () => {
    const made = await hold({ account_id: ann.accountId });
    const { id } = made.body.hold;
    expect(await hold({ account_id: ann.accountId })).toMatchObject({ status: 409, body: { code: 'HOLD_OPEN' } });
    for (const days of [-1, 732])
      expect(await hold({ account_id: ben.accountId }, days)).toMatchObject({ status: 422, body: { errors: { until: [expect.any(String)] } } });
    const until = await inDays(700);
    expect(await room.admin.call(holdRenew, { params: { id }, body: { until } })).toMatchObject({ status: 200, body: { hold: { until } } });
    expect((await room.admin.call(holdRenew, { params: { id }, body: { until: await inDays(800) } })).status).toBe(422);
    const none = await room.admin.call(holdCreate, { body: { reason: 'None', until } });
    expect(none).toMatchObject({ status: 422, body: { errors: { account_id: [expect.any(String)] } } });
    const audited = await app.db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', ann.accountId)
      .where('action', 'like', 'hold.%')
      .execute();
    expect(audited.map(({ action }) => action)).toEqual(expect.arrayContaining(['hold.create', 'hold.renew']));
  });

  test('a person or class of another school is not found, and other roles are refused', async () => {
    const body = async (what: object) => ({ ...what, reason: 'Mine', until: await inDays(10) }) as never;
    const away = other.students[0]!;
    const near = await scenario.person('teachers', room.schoolId);
    await giveRights(app.db, near.accountId, ['retention:view', 'retention:edit']);
    expect((await near.call(retentionView)).status).toBe(200);
    expect((await near.call(retentionView, { query: { school_id: other.schoolId } })).status).toBe(404);
    expect((await near.call(holdCreate, { body: await body({ account_id: away.accountId }) })).status).toBe(404);
    expect((await near.call(holdCreate, { body: await body({ course_id: other.courseId }) })).status).toBe(404);
    for (const stranger of [room.teacher, ann]) {
      expect((await stranger.call(retentionView)).status).toBe(403);
      expect((await stranger.call(retentionDue)).status).toBe(403);
      expect((await stranger.call(retentionPreview, { query: { term: 'log', amount: 90 } })).status).toBe(403);
      expect((await stranger.call(retentionChange, { body: { terms: { log: 90 } } })).status).toBe(403);
      expect((await stranger.call(holdCreate, { body: await body({ account_id: ben.accountId }) })).status).toBe(403);
      expect((await stranger.call(holdRenew, { params: { id: 1 }, body: { until: await inDays(10) } })).status).toBe(403);
      expect((await stranger.call(holdEnd, { params: { id: 1 } })).status).toBe(403);
    }
    expect((await room.admin.call(holdCreate, { body: await body({ account_id: 987_654_321 }) })).status).toBe(404);
    expect((await room.admin.call(holdRenew, { params: { id: 987_654 }, body: { until: await inDays(10) } })).status).toBe(404);
    expect((await room.admin.call(retentionView, { query: { school_id: 987_654 } })).status).toBe(404);
  });
});

describe('[B2745] people who left', () => {
  const leave = async (person: TestPerson, years: number) => {
    await sql`UPDATE accounts SET status = false WHERE id = ${person.accountId}`.execute(app.db);
    await sql`UPDATE accounts SET inactive_since = app_now() - make_interval(years => ${years}) - interval '1 day' WHERE id = ${person.accountId}`.execute(
      app.db,
    );
  };
  const open = async (person: TestPerson) =>
    (await app.db.selectFrom('erasures').select(['state', 'asked_by']).where('account_id', '=', person.accountId).execute())[0];

  test('their erasure begins when the term of names has passed, and not for those who are active or left lately', async () => {
    const [dora, emil] = (await scenario.class({ schoolId: room.schoolId, students: 2 })).students as [TestPerson, TestPerson];
    await leave(dora, 7);
    await leave(emil, 6);
    expect((await room.admin.call(retentionDue)).body).toMatchObject({ people_count: 1, people: [{ id: dora.accountId }] });
    await night(room.schoolId);
    expect(await open(dora)).toEqual({ state: 'waiting', asked_by: null });
    expect(await open(emil)).toBeUndefined();
    expect((await room.admin.call(retentionView)).body.runs[0]).toMatchObject({ people: 1 });
  });

  test('[B3047] the night of a school counts and finishes no night of another school', async () => {
    const gone = (await scenario.class({ schoolId: room.schoolId, students: 1 })).students[0] as TestPerson;
    await leave(gone, 7);
    await night(other.schoolId);
    await sql`UPDATE retention_runs SET done_at = NULL WHERE school_id = ${other.schoolId}`.execute(app.db);
    const nights = async () => (await sql`SELECT * FROM retention_runs WHERE school_id = ${other.schoolId} ORDER BY id`.execute(app.db)).rows;
    const before = await nights();
    expect(before).toEqual([expect.objectContaining({ done_at: null })]);
    await night(room.schoolId);
    expect((await room.admin.call(retentionView)).body.runs[0]).toMatchObject({ people: 1 });
    expect(await nights()).toEqual(before);
  });

  test('an account says since when it is inactive, and no more once it is active', async () => {
    const since = async () =>
      (await sql<{ is: boolean }>`SELECT inactive_since IS NOT NULL AS is FROM accounts WHERE id = ${ben.accountId}`.execute(app.db)).rows[0]!.is;
    await sql`UPDATE accounts SET status = false WHERE id = ${ben.accountId}`.execute(app.db);
    expect(await since()).toBe(true);
    await sql`UPDATE accounts SET status = true WHERE id = ${ben.accountId}`.execute(app.db);
    expect(await since()).toBe(false);
  });
});

describe('[B2746] the terms of a school', () => {
  test('are the usual ones until it changes them, which is audited', async () => {
    expect((await room.admin.call(retentionView)).body).toMatchObject({ terms: { identity: 7, log: 400 }, own: [] });
    const saved = await room.admin.call(retentionChange, { body: { school_id: room.schoolId, terms: { schoolwork: 3, log: 200 } } });
    expect(saved).toMatchObject({ status: 200, body: { terms: { identity: 7, schoolwork: 3, log: 200 } } });
    const entry = await app.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('action', '=', 'retention.change')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ before: { schoolwork: 2, log: 400 }, after: { schoolwork: 3, log: 200 } });
    expect((await room.admin.call(retentionView, { query: { school_id: other.schoolId } })).body.terms.log).toBe(400);
  });

  test('have bounds, and grades do not outlast names', async () => {
    const change = (terms: object) => room.admin.call(retentionChange, { body: { terms } as never });
    for (const terms of [{ log: 89 }, { log: 1_101 }, { log: 90.5 }, { identity: 0 }, { identity: 31 }, { schoolwork: null }])
      expect((await change(terms)).status).toBe(422);
    expect(await change({ identity: 3 })).toMatchObject({ status: 422, body: { errors: { terms: [expect.any(String)] } } });
    expect((await change({ identity: 3, grades: 3 })).status).toBe(200);
    expect((await room.admin.call(retentionPreview, { query: { term: 'log', amount: 5 } })).status).toBe(422);
  });

  test('a shorter one says before it is saved how many rows it makes due', async () => {
    for (const days of [100, 200, 402]) await addReading(ann, days);
    const preview = await room.admin.call(retentionPreview, { query: { school_id: room.schoolId, term: 'log', amount: 150 } });
    expect(preview.body).toMatchObject({ rows: 2, now: 1 });
  });

  test('what becomes due in 30 days is counted by class of data before it happens', async () => {
    for (const days of [300, 390, 402]) await addReading(ann, days);
    const { due } = (await room.admin.call(retentionDue)).body;
    expect(due.find(({ class: of, term }) => of === 'log' && term === 'log')).toMatchObject({ rows: 2, people: 1 });
  });
});

test('[B2747] in a demo school of years ago, texts and files go, the numbers of lessons stay, and nothing stops the job', async () => {
  const old = await startTestApp();
  try {
    await seedDemoSchool(old.db, { storage: createFileStorage(old.dataDir) });
    const { rows: schools } = await sql<{ id: number }>`SELECT school_id AS id FROM people WHERE email = 'student1@demo.school'`.execute(old.db);
    const count = async (of: ReturnType<typeof sql>) => (await sql<{ n: number }>`SELECT count(*)::integer AS n FROM ${of}`.execute(old.db)).rows[0]!.n;
    const texts = sql`live_posts WHERE comment_text <> ''`;
    const [posts, said] = [await count(sql`live_posts`), await count(texts)];
    expect(said).toBeGreaterThan(0);
    await sql`UPDATE live_sessions SET state = 'finished', ended_at = app_now() WHERE ended_at IS NULL`.execute(old.db);
    const school = (await listSchoolsNow(old.db)).find(({ id }) => id === schools[0]!.id)!;
    const later = { ...school, today: `${Number(school.today.slice(0, 4)) + 5}${school.today.slice(4)}` };
    const nobody = { ...later, id: null, name: null };
    await runNights(dependencies(old), [later, nobody]);
    expect([await count(sql`live_posts`), await count(texts)]).toEqual([posts, 0]);
    expect(await count(sql`notifications`)).toBe(0);
    expect(await count(sql`retention_runs WHERE done_at IS NOT NULL AND row_count > 0`)).toBe(1);

    // The one look at each table for all schools has found everything that a look of each school finds.
    await sql`DELETE FROM retention_runs`.execute(old.db);
    for (const one of [later, nobody]) await runNight(dependencies(old), one);
    expect(await count(sql`retention_runs WHERE row_count > 0`)).toBe(0);
  } finally {
    await old.close();
  }
}, 120_000);

test('[B2750] an installation that had data before has 30 days before the first night, and its page names the day', async () => {
  const runJob = async () => {
    await app.server.jobs.runSchedules();
    await sql`UPDATE job_schedules SET next_at = app_now() WHERE kind = 'retention'`.execute(app.db);
    await app.server.jobs.runSchedules();
    await app.server.jobs.runDue();
    const { rows } = await sql<{ id: number }>`SELECT id FROM retention_runs WHERE school_id = ${other.schoolId}`.execute(app.db);
    return rows.length;
  };
  const now = await app.clock.now();
  await app.clock.advanceMs(((26 - now.getUTCHours()) * 60 + 30 - now.getUTCMinutes()) * 60_000); // at night in UTC
  await sql`UPDATE installation SET retention_from = app_now()::date + 29`.execute(app.db);
  expect(await runJob()).toBe(0);
  const view = await other.admin.call(retentionView, { query: { school_id: other.schoolId } });
  const day = new Date((await app.clock.now()).getTime() + 29 * 86_400_000).toISOString().slice(0, 10);
  expect(view.body.begins_on).toBe(day);
  await sql`UPDATE installation SET retention_from = app_now()::date`.execute(app.db);
  expect(await runJob()).toBe(1);
  expect((await other.admin.call(retentionView, { query: { school_id: other.schoolId } })).body.begins_on).toBeNull();
});
