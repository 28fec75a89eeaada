import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  accountBulk,
  accountCreate,
  accountIds,
  accountStatus,
  accountUpdate,
  calendarFeed,
  calendarFeedCreate,
  channels,
  contract,
  courseArchiveMany,
  courseGet,
  courseJoin,
  courseUpdate,
  courseUnarchiveMany,
  courseWorkCreate,
  courseWorkDelete,
  courseWorkRestoreMany,
  courseWorkUpdate,
  type Endpoint,
  gradeBookReturn,
  gradeActUndo,
  gradeBook,
  gradeBookImport,
  gradeBookImportApply,
  gradeBulk,
  gradeSettingCreate,
  gradeSettingUpdate,
  gradeSubmission,
  markingPeriods,
  peopleRemoveMany,
  peopleReturnMany,
  privateNoteSave,
  returnMany,
  returnSubmission,
  schools,
  submissionSubmit,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReferenceRow } from './modules/school/reference/index.ts';
import { foldTableChanges, inTransaction } from './platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from './testing/index.ts';
import type { TestArguments } from './testing/app.ts';
import { postWork, submissionsOf } from './modules/class/submissions/testing/work.ts';

/*
 * An answer with an ETag may say "you have this already" (304). It never says so after a change of what it holds that
 * somebody was told is saved: not at once, not at another process, not when transactions commit in another order than they
 * began, and not when the change came past the calls, as a source's run or a repair by hand does.
 */
let app: TestApp;
let other: TestApp;
let scenario: Scenario;
let room: TestClass;
let workId: number;
/** Work that the calendar shows. */
let dueSoon: number;
let feed: { secret: string };
let STUDENT: { type: number; role: number | null };

beforeAll(async () => {
  app = await startTestApp({ isAlone: true });
  other = await app.another({ sharesFolder: true, role: 'web' });
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
  const elsewhere = await scenario.school(); // its name sorts after this one's
  await scenario.person('teachers', elsewhere);
  workId = await postWork(app, room, { title: 'Circuits', due_on: '2020-01-10', due_at: new Date('2020-01-10T23:59:59Z'), due_zone: 'UTC' });
  const due = new Date(Date.now() + 3 * 86_400_000);
  dueSoon = await postWork(app, room, { title: 'Lenses', due_on: due.toISOString().slice(0, 10), due_time: '08:00', due_at: due, due_zone: 'UTC' });
  const created = await room.teacher.call(gradeSettingCreate, {
    body: { course_id: room.courseId, calculation_type: 'TOTAL_POINTS', categories: [{ category_name: 'Tests', category_point: 40 }] },
  });
  expect(created.status).toBe(201);
  const [student] = await app.db.selectFrom('accounts').select(['account_type_id', 'role_id']).where('id', '=', room.students[0]!.accountId).execute();
  STUDENT = { type: student!.account_type_id, role: student!.role_id };
  const [first] = await submissionsOf(app, workId, room.students);
  await room.teacher.call(privateNoteSave, { params: { id: first }, body: { note: 'Ask about it', was: '' } });
  await makePeriod('January');
  const { url } = (await room.students[0]!.call(calendarFeedCreate)).body;
  feed = { secret: url.split('/').at(-2) as string };
}, 120_000);
afterAll(async () => {
  await other.close();
  await app.close();
});

/** A request that may return 304: the caller and its arguments. */
interface Asked {
  endpoint: Endpoint;
  args: () => TestArguments;
  by: () => TestPerson | null;
}

const ANSWERS: Readonly<Record<string, Asked>> = {
  'gradeBook.get': { endpoint: gradeBook, args: () => ({ query: { class: room.courseId, left: true } }), by: () => room.coTeacher },
  'account.ids by name': { endpoint: accountIds, args: () => ({ query: {} }), by: () => room.admin },
  'account.ids by school': { endpoint: accountIds, args: () => ({ query: { sort: 'school_name', status: true } }), by: () => room.admin },
  'calendarFeed.read': { endpoint: calendarFeed, args: () => ({ params: feed }), by: () => null },
};

const ask = (process: TestApp, { endpoint, args, by }: Asked, etag?: string) => {
  const token = by()?.token;
  return process.call(endpoint, args(), { ...(token ? { token } : {}), headers: etag === undefined ? {} : { 'if-none-match': etag } });
};

/** Returns the content of a response, without the parts that change only with time. */
function contentOf(body: unknown): string {
  if (Buffer.isBuffer(body)) return body.toString();
  const { gradebook, ...tables } = body as { gradebook?: Record<string, unknown> };
  return JSON.stringify({ ...tables, gradebook: { ...gradebook, as_of: null, room: null } });
}

async function makePeriod(name: string): Promise<number> {
  const values = { name, start_date: '2020-01-01', end_date: '2020-01-31', school_id: [room.schoolId], active: true };
  return (await room.admin.call(markingPeriods.endpoints.create, { body: values })).body.data.id;
}

/** Returns the tag for which both processes respond with 304, once no event waits for a number. */
async function settledTag(asked: Asked): Promise<string> {
  await expect.poll(() => app.db.selectFrom('room_outbox').select('id').execute()).toEqual([]);
  const etag = String((await ask(app, asked)).headers['etag']);
  for (const process of [app, other]) expect((await ask(process, asked, etag)).status).toBe(304);
  return etag;
}

/** Runs `work` while no event of the class gets its number: tags must not wait for events that still wait for one. */
async function withoutNumbers<T>(work: () => Promise<T>): Promise<T> {
  const { courseId } = room;
  return app.db.connection().execute(async (session) => {
    const rooms = [channels.gradebook(courseId), channels.classStaff(courseId), channels.classroom(courseId)];
    for (const name of rooms) await sql`SELECT pg_advisory_lock(8207113, hashtext(${name}))`.execute(session);
    try {
      return await work();
    } finally {
      for (const name of rooms) await sql`SELECT pg_advisory_unlock(8207113, hashtext(${name}))`.execute(session);
    }
  });
}

test('[B1530] every answer that may be 304 has its row here', () => {
  const declared = contract.filter(({ hasETag }) => hasETag);
  expect(declared.map(({ name }) => name).sort()).toEqual([...new Set(Object.values(ANSWERS).map(({ endpoint }) => endpoint.name))].sort());
});

/** The files that set an ETag themselves, each with the reason why no change of data can make it wrong. */
const SETS_ETAG: Readonly<Record<string, string>> = {
  'platform/http/large-answer.ts': 'declared answers, each with a row above',
  'platform/http/file-answer.ts': 'declared answers, of what was just read',
  'platform/http/written-file.ts': 'files of the program, the same as long as the process lives',
  'platform/http/openapi-route.ts': 'a document of the program, the same as long as the process lives',
  'modules/school/files/file-send.ts': 'bytes of a file, which are never replaced; whether it is still there is asked first',
};

test('[B1530] nothing else sets an ETag or answers 304', () => {
  const root = import.meta.dirname;
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.includes('.test.'));
  const setting = sources.filter((file) => /\betag\b.*[,:(]|\.code\(304\)/.test(codeOf(path.join(root, file))) && !file.includes('testing'));
  expect(setting.filter((file) => !ABOUT_OTHERS.has(file)).sort()).toEqual(Object.keys(SETS_ETAG).sort());
});
/** Files that mention only an ETag of another service. */
const ABOUT_OTHERS = new Set(['platform/http/etag.ts']);
const codeOf = (file: string): string => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

/**
 * Tables about the caller and their access (a change gives another tag for another scope, or no response), and the
 * tables of tags and numbers themselves.
 */
const OF_WHO_ASKS = new Set([
  'factor_rules',
  ...['school_limits', 'school_suspensions'],
  'school_logos',
  'passkeys',
  'time_codes',
  ...['access_tokens', 'access_version', 'account_access', 'account_roles', 'actions', 'policies', 'resource_policies', 'resources'],
  ...['calendar_feeds', 'room_sequences', 'table_changes'],
]);
/** The rows that the responses contain, by table. */
const ROWS: Readonly<Record<string, () => string>> = {
  accounts: () => `id = ${room.students[0]!.accountId}`,
  account_types: () => 'true',
  assessment_periods: () => 'true',
  assessments: () => `class_id = ${room.courseId}`,
  course_members: () => `course_id = ${room.courseId} AND account_id = ${room.students[0]!.accountId}`,
  course_works: () => `id = ${dueSoon}`,
  courses: () => `id = ${room.courseId}`,
  grade_categories: () => `course_id = ${room.courseId}`,
  grade_settings: () => `course_id = ${room.courseId}`,
  live_sessions: () => 'true',
  marking_period_schools: () => `school_id = ${room.schoolId}`,
  marking_periods: () => 'true',
  roles: () => 'true',
  schools: () => `id = ${room.schoolId}`,
  submission_notes: () => `course_work_id = ${workId}`,
  submissions: () => `course_work_id = ${dueSoon} AND account_id = ${room.students[0]!.accountId}`,
};

/** Some of the columns that each response shows. They prove that the test changes responses at all. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'gradeBook.get': ['submissions.draft_grade', 'submission_notes.account_id', 'course_works.title', 'accounts.last_name', 'marking_periods.end_date'],
  'account.ids by name': ['accounts.last_name'],
  'account.ids by school': ['accounts.status', 'schools.school_name'],
  'calendarFeed.read': ['course_works.title', 'courses.name', 'schools.time_zone'],
};

describe('past the calls', () => {
  async function tablesOf(asked: Asked): Promise<string[]> {
    const statements = await app.recordStatements(() => ask(app, asked));
    const found = new Set<string>();
    for (const text of new Set(statements.map(({ text }) => text.replace(/^\/\*.*?\*\//, '').trim())))
      if (/^(select|with)/i.test(text)) {
        const { rows } = await sql`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${sql.raw(text)}`.execute(app.db);
        for (const [, relation] of JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)) found.add(relation as string);
      }
    return [...found].filter((table) => !OF_WHO_ASKS.has(table)).sort();
  }

  interface Column {
    name: string;
    type: string;
    words: string[];
  }
  async function columnsOf(table: string): Promise<Column[]> {
    const { rows } = await sql<{ name: string; type: string; checks: string }>`
      SELECT attribute.attname AS name, format_type(attribute.atttypid, attribute.atttypmod) AS type,
             coalesce((SELECT string_agg(pg_get_constraintdef(checked.oid), ' ') FROM pg_constraint checked
                        WHERE checked.conrelid = attribute.attrelid AND checked.contype = 'c' AND attribute.attnum = ANY(checked.conkey)), '') AS checks
        FROM pg_attribute attribute
       WHERE attribute.attrelid = ${table}::regclass AND attribute.attnum > 0 AND NOT attribute.attisdropped AND attribute.attidentity = '' AND attribute.attgenerated = ''
       ORDER BY attribute.attnum`.execute(app.db);
    return rows.map(({ name, type, checks }) => ({ name, type, words: [...checks.matchAll(/'([^']+)'::text/g)].map(([, word]) => `'${word}'`) }));
  }
  function valuesOf({ name, type, words }: Column): string[] {
    if (type.startsWith('text[')) return [`'{changed}'`];
    if (type.startsWith('text')) return [`'0' || coalesce(${name}, '')`, `'z' || coalesce(${name}, '')`, ...words, 'NULL'];
    if (type === 'boolean') return [`NOT coalesce(${name}, false)`];
    if (type.startsWith('timestamp')) return [`coalesce(${name}, app_now()) - interval '1 day'`, 'NULL'];
    if (type === 'date') return [`coalesce(${name}, current_date) - 1`, 'NULL'];
    if (type.startsWith('time ')) return [`coalesce(${name}, '08:00') + interval '1 minute'`, 'NULL'];
    if (/^(bigint|integer|smallint|numeric|double)/.test(type)) return [`coalesce(${name}, 0) + 1`, 'NULL'];
    return [];
  }

  test.each(Object.keys(ANSWERS))(
    '[B1530] whatever is written to a table that %s is made of, no answer that has changed is said to be the same',
    { timeout: 240_000 },
    async (name) => {
      const asked = ANSWERS[name] as Asked;
      const tables = await tablesOf(asked);
      expect(
        tables.filter((table) => !ROWS[table]),
        'tables without their rows here',
      ).toEqual([]);
      const [stale, seen] = [new Set<string>(), new Set<string>()];
      const read = async () => {
        const reply = await ask(app, asked);
        return { etag: String(reply.headers['etag']), content: reply.status === 200 ? contentOf(reply.body) : null };
      };
      const original = await read();
      let known = original;
      for (const table of tables) {
        const rows = `ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${ROWS[table]!()} ORDER BY ctid LIMIT 1))`;
        for (const column of await columnsOf(table))
          for (const value of valuesOf(column)) {
            // Nobody can write a value that a constraint refuses.
            const written = await sql
              .raw<{ place: string; old: string | null }>(
                `WITH old AS (SELECT ${column.name}::text AS old FROM ${table} WHERE ${rows})
                 UPDATE ${table} SET ${column.name} = ${value} WHERE ${rows} RETURNING ctid::text AS place, (SELECT old FROM old) AS old`,
              )
              .execute(app.db)
              .catch(() => null);
            const row = written?.rows[0];
            if (!row) continue;
            const reply = await ask(other, asked, known.etag);
            const now = await (reply.status === 304
              ? read()
              : { etag: String(reply.headers['etag']), content: reply.status === 200 ? contentOf(reply.body) : null });
            if (reply.status === 304 && now.content !== known.content) stale.add(`${table}.${column.name}`);
            if (now.content !== original.content) seen.add(`${table}.${column.name}`);
            if (now.content !== null) known = now;
            await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column.name)} = ${row.old}::${sql.raw(column.type)} WHERE ctid = ${row.place}::tid`.execute(
              app.db,
            );
          }
      }
      expect([...stale].sort(), 'changes that a tag does not know').toEqual([]);
      expect([...seen]).toEqual(expect.arrayContaining(SHOWN[name] as string[]));
    },
  );

  test('[B1530] of two transactions that change work of a class, the one that began first and ends last is seen as well', async () => {
    const asked = ANSWERS['gradeBook.get'] as Asked;
    const second = await postWork(app, room, { title: 'Waves' });
    const title = (id: number, title: string) => sql`UPDATE course_works SET title = ${title} WHERE id = ${id}`;
    let etag = '';
    await app.db.transaction().execute(async (first) => {
      await title(workId, 'Began first').execute(first);
      await title(second, 'Began second').execute(app.db);
      etag = await settledTag(asked);
    });
    expect((await ask(other, asked, etag)).status).toBe(200);
  });

  test('[B1530] a tag stays when the marks of changes are folded, and a change after it is seen', async () => {
    const asked = ANSWERS['gradeBook.get'] as Asked;
    await grade(0, 21);
    await grade(0, 22);
    const etag = await settledTag(asked);
    await Promise.all([foldTableChanges(app.db), foldTableChanges(other.db)]);
    expect((await ask(other, asked, etag)).status).toBe(304);
    await grade(0, 23);
    expect((await ask(other, asked, etag)).status).toBe(200);
  });
});

type Change = () => Promise<{ status: number; error?: unknown }>;
const at = () => ({ courseId: room.courseId, courseWorkId: workId });
const cell = (student: number) => ({ courseWorkId: workId, account_id: room.students[student]!.accountId });
const draft = (draftGrade: number | null) => ({ type: 'DRAFT_GRADE', draftGrade });
const grade = (student: number, points: number) =>
  room.teacher.call(gradeSubmission, { body: { courseId: room.courseId, ...cell(student), submission: draft(points) } });
const newWork = async (title: string): Promise<number> => {
  const body = { title, workType: 'SHORT_ANSWER_QUESTION', maxPoints: 50, dueDate: { year: 2090, month: 1, day: 10 } };
  return (await room.teacher.call(courseWorkCreate, { params: { id: room.courseId }, body })).body.courseWork.id;
};
function later(days: number): { year: number; month: number; day: number } {
  const date = new Date(Date.now() + days * 86_400_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
/** Renames a student as the administrator. */
const rename = (student: number, last_name: string) =>
  room.admin.call(accountUpdate, {
    params: { id: room.students[student]!.accountId },
    body: { first_name: 'Zoë', last_name, email: `renamed${student}@school.test`, phone_number: '5550100', ...studentAccount(), status: true },
  });
const studentAccount = () => ({ school_id: room.schoolId, account_type_id: STUDENT.type, role_id: STUDENT.role });

/** Changes of each response that somebody makes by a call. A change first creates what it needs. */
const CHANGES: Readonly<Record<string, Readonly<Record<string, () => Promise<Change>>>>> = {
  'gradeBook.get': {
    'a grade': async () => () => grade(0, 41),
    'a grade that is cleared': async () => () => room.teacher.call(gradeSubmission, { body: { courseId: room.courseId, ...cell(0), submission: draft(null) } }),
    'a student who is excused': async () => () =>
      room.teacher.call(gradeSubmission, { body: { courseId: room.courseId, ...cell(1), submission: { type: 'EXCUSED', excused: true } } }),
    'many grades': async () => () =>
      room.teacher.call(gradeBulk, {
        body: { courseId: room.courseId, kind: 'edit', changes: [0, 2].map((student) => ({ ...cell(student), submission: draft(12) })) },
      }),
    'an act that is undone': async () => {
      const { act_id } = (await grade(0, 13)).body;
      return () => room.teacher.call(gradeActUndo, { params: { id: act_id } });
    },
    'an answer that is handed in': async () => () => room.students[1]!.call(submissionSubmit, { body: { ...at(), answer: 'They bend' } }),
    'a grade that is returned': async () => {
      const [id] = await submissionsOf(app, workId, room.students);
      return () => room.teacher.call(returnSubmission, { body: { id, ...at(), message: 'Good', paper: true } });
    },
    'many that are returned': async () => {
      const id = await newWork('Many');
      const ids = await submissionsOf(app, id, room.students);
      for (const { accountId } of room.students)
        await room.teacher.call(gradeSubmission, { body: { courseId: room.courseId, courseWorkId: id, account_id: accountId, submission: draft(3) } });
      return () => room.teacher.call(returnMany, { body: { courseId: room.courseId, courseWorkId: id, ids, message: 'Good', paper: true } });
    },
    'all that is graded returned': async () => {
      await grade(2, 17);
      return () => room.teacher.call(gradeBookReturn, { body: { courseId: room.courseId, message: 'Good' } });
    },
    'grades that are imported': async () => {
      const title = 'Imported';
      await newWork(title);
      const file = { name: 'grades.csv', bytes: Buffer.from(`Student ID;${title}\r\n${room.students[0]!.accountId};9\r\n`) };
      const { import_id } = (await room.teacher.call(gradeBookImport, { body: { class: room.courseId }, file })).body;
      return () => room.teacher.call(gradeBookImportApply, { params: { id: import_id }, body: { partial: true } });
    },
    'a private note': async () => {
      const [, second] = await submissionsOf(app, workId, room.students);
      return () => room.teacher.call(privateNoteSave, { params: { id: second }, body: { note: 'Ask', was: '' } });
    },
    'work that is posted': async () => () =>
      room.teacher.call(courseWorkCreate, { params: { id: room.courseId }, body: { title: 'New', workType: 'SHORT_ANSWER_QUESTION', maxPoints: 50 } }),
    'work with another title': async () => () => room.teacher.call(courseWorkUpdate, { params: { id: room.courseId, workId }, body: { title: 'Circuits II' } }),
    'work with another due date': async () => () => room.teacher.call(courseWorkUpdate, { params: { id: room.courseId, workId }, body: { dueDate: later(7) } }),
    'work that is deleted': async () => {
      const id = await newWork('Gone');
      return () => room.teacher.call(courseWorkDelete, { params: { id: room.courseId, workId: id }, query: { confirm: true } });
    },
    'work that is restored': async () => {
      const id = await newWork('Back');
      await room.teacher.call(courseWorkDelete, { params: { id: room.courseId, workId: id }, query: { confirm: true } });
      return () => room.teacher.call(courseWorkRestoreMany, { params: { id: room.courseId }, body: { ids: [id] } });
    },
    'a student who joins': async () => {
      const { enrollmentCode } = (await room.teacher.call(courseGet, { params: { id: room.courseId } })).body.course as never;
      return () => room.otherStudent.call(courseJoin, { body: { code: enrollmentCode } });
    },
    'a student who is removed': async () => () =>
      room.teacher.call(peopleRemoveMany, { params: { id: room.courseId }, body: { ids: [room.students[2]!.accountId] } }),
    'a student who is brought back': async () => {
      await room.teacher.call(peopleRemoveMany, { params: { id: room.courseId }, body: { ids: [room.students[2]!.accountId] } });
      return () => room.teacher.call(peopleReturnMany, { params: { id: room.courseId }, body: { ids: [room.students[2]!.accountId] } });
    },
    'a name': async () => () => rename(0, 'Åkesson'),
    'how grades are calculated': async () => {
      const { rows } = await sql<{ id: number }>`SELECT id FROM grade_settings WHERE course_id = ${room.courseId}`.execute(app.db);
      return () => room.teacher.call(gradeSettingUpdate, { params: { setting_id: rows[0]!.id }, body: { show_grade: false } });
    },
    'a marking period': async () => async () => ({ status: (await makePeriod('February')) > 0 ? 200 : 500 }),
    'a class that is archived': async () => () => room.admin.call(courseArchiveMany, { body: { ids: [room.courseId] } }),
    'a class that is active again': async () => {
      await room.admin.call(courseArchiveMany, { body: { ids: [room.courseId] } });
      return () => room.admin.call(courseUnarchiveMany, { body: { ids: [room.courseId] } });
    },
  },
  'account.ids by name': {
    'a name': async () => () => rename(1, 'Aardvark'),
  },
  'account.ids by school': {
    'an account': async () => () => {
      const body = { first_name: 'New', last_name: 'Person', email: 'new.person@school.test', phone_number: '5550100', ...studentAccount(), status: true };
      return room.admin.call(accountCreate, { body });
    },
    'a status': async () => () => room.admin.call(accountStatus, { params: { id: room.otherTeacher.accountId }, body: { status: false } }),
    'many accounts': async () => () => room.admin.call(accountBulk, { body: { act: 'activate', account_ids: [room.otherTeacher.accountId] } }),
    'the name of a school': async () => async () => {
      const { data } = (await room.admin.call(schools.endpoints.get, { params: { id: room.schoolId } })).body as { data: Record<string, unknown> };
      const said = Object.fromEntries(Object.entries(data).map(([field, value]) => [field, value ?? '']));
      const body = {
        ...said,
        school_name: 'Zebra School',
        city: 'c',
        state: 's',
        zip: '12345',
        district: 'd',
        contact_name: 'n',
        phone: '5550100',
        address: 'a',
      };
      return room.admin.call(schools.endpoints.update, { params: { id: room.schoolId }, body });
    },
  },
  'calendarFeed.read': {
    'work that is posted': async () => () =>
      room.teacher.call(courseWorkCreate, {
        params: { id: room.courseId },
        body: { title: 'Due soon', workType: 'SHORT_ANSWER_QUESTION', maxPoints: 50, dueDate: later(3) },
      }),
    'work with another due date': async () => {
      const id = await newWork('Moved');
      await room.teacher.call(courseWorkUpdate, { params: { id: room.courseId, workId: id }, body: { dueDate: later(4) } });
      return () => room.teacher.call(courseWorkUpdate, { params: { id: room.courseId, workId: id }, body: { dueDate: later(5) } });
    },
    'the name of the class': async () => {
      const level_id = await inTransaction(app.db, (tx) => createReferenceRow(tx, 'levels', { name: 'Grade 9' }));
      return () => room.admin.call(courseUpdate, { params: { id: room.courseId }, body: { name: 'Optics', level_id } });
    },
    'a student who is removed': async () => () =>
      room.teacher.call(peopleRemoveMany, { params: { id: room.courseId }, body: { ids: [room.students[0]!.accountId] } }),
  },
};

describe.each(Object.keys(ANSWERS))('%s', (name) => {
  const asked = ANSWERS[name] as Asked;
  test.each(Object.keys(CHANGES[name] as object))('[B1530] is read anew at once, at every process, after %s', { timeout: 30_000 }, async (what) => {
    const change = await CHANGES[name]![what]!();
    const etag = await settledTag(asked);
    const before = contentOf((await ask(app, asked)).body);
    await withoutNumbers(async () => {
      const { status, error } = await change();
      expect([status, error ?? null]).toEqual([status === 201 ? 201 : 200, null]);
      const [here, there] = await Promise.all([app, other].map((process) => ask(process, asked, etag)));
      expect([here!.status, there!.status]).toEqual([200, 200]);
      expect(contentOf(here!.body)).toBe(contentOf(there!.body));
      expect(contentOf(here!.body)).not.toBe(before);
    });
  });
});
