import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, startTestApp, type TestApp, type TestClass } from '../../../testing/index.ts';
import { readPage } from './provider/page-queries.ts';
import { approveApp, type Program, type ProgramReply } from './testing/program.ts';

let app: TestApp;
let room: TestClass;
let program: Program;
beforeAll(async () => {
  app = await startTestApp({ isAlone: true });
  room = await createScenario(app).class({ students: 20 });
  program = await approveApp(app, room.admin, room.schoolId);
  await sql`UPDATE accounts SET first_name = 'Same' WHERE school_id = ${room.schoolId}`.execute(app.db);
});
afterAll(() => app.close());

const filtered = (filter: string, path = '/users') => program.get(`${path}?limit=10000&filter=${encodeURIComponent(filter)}`);
const minorOf = ({ body }: ProgramReply): string => body.imsx_CodeMinor.imsx_codeMinorField[0].imsx_codeMinorFieldValue;
const ids = ({ body }: ProgramReply): string[] => (Object.values(body)[0] as { sourcedId: string }[]).map(({ sourcedId }) => sourcedId);

describe('pages', () => {
  test('[B1072] go on from each other in one order, also where all rank alike; the total and the ways on are told', async () => {
    const all = ids(await program.get('/users?sort=givenName&orderBy=desc&limit=10000'));
    const seen: string[] = [];
    let path: string | undefined = '/users?sort=givenName&orderBy=desc&limit=7';
    while (path !== undefined) {
      const reply: ProgramReply = await program.get(path);
      expect(reply.headers['x-total-count']).toBe(String(all.length));
      seen.push(...ids(reply));
      const links: string = String(reply.headers['link']);
      expect(links).toMatch(/rel="first".*rel="last"/);
      path = /<https?:\/\/[^/]+\/ims\/oneroster\/rostering\/v1p2([^>]+)>; rel="next"/.exec(links)?.[1];
    }
    expect(seen).toEqual(all);
    expect(new Set(all).size).toBe(24);
    const beyond = await program.get('/users?offset=1000');
    expect([beyond.body.users, beyond.headers['x-total-count']]).toEqual([[], '24']);
    expect((await program.get('/users')).body.users).toHaveLength(24);
  });

  test('a page is asked for within limits: it ends after five seconds and keeps one processor of the database busy', async () => {
    const limits = { statement: sql`current_setting('statement_timeout')`, workers: sql`current_setting('max_parallel_workers_per_gather')` };
    const collection = { rows: sql`(SELECT 1 AS id) row`, about: null, tie: sql`row.id`, fields: limits, comparables: {} };
    const page = await readPage(app.db, collection, { filter: [], sort: null, fields: ['statement', 'workers'], limit: 1, offset: 0, goneBefore: null });
    expect(page.pieces.map((piece) => JSON.parse(piece))).toEqual([{ statement: '5s', workers: '0' }]);
  });

  test('[B1073] hold the fields that are asked for, and always what a record is called', async () => {
    expect((await program.get('/users?fields=email,givenName&limit=1')).body.users[0]).toEqual({
      sourcedId: expect.any(String),
      givenName: 'Same',
      email: expect.any(String),
    });
    expect((await program.get(`/users/user-${room.teacher.accountId}?fields=familyName`)).body.user).toEqual({
      sourcedId: expect.any(String),
      familyName: expect.any(String),
    });
    const wrong = await program.get('/users?fields=email,password_hash');
    expect([wrong.status, minorOf(wrong)]).toEqual([400, 'invalid_selection_field']);
  });

  test('[B1074] filters find by each predicate, with AND before OR, and by what lies within', async () => {
    const { email } = await app.db.selectFrom('accounts').select('email').where('id', '=', room.teacher.accountId).executeTakeFirstOrThrow();
    expect(ids(await filtered(`email='${email.toUpperCase()}'`))).toEqual([`user-${room.teacher.accountId}`]);
    expect(ids(await filtered(`email~'${email.slice(2, -2)}'`))).toEqual([`user-${room.teacher.accountId}`]);
    expect(ids(await filtered("role='teacher'"))).toHaveLength(3);
    expect(ids(await filtered("role!='teacher'"))).toHaveLength(21);
    expect(ids(await filtered(`role='teacher' AND email='${email}' OR role='nobody'`))).toHaveLength(1);
    expect(ids(await filtered(`role='nobody' OR role='teacher' AND givenName='Same'`))).toHaveLength(3);
    expect(ids(await filtered(`sourcedId='user-${room.teacher.accountId}'`))).toHaveLength(1);
    expect(ids(await filtered("dateLastModified>'2020-01-01'"))).toHaveLength(24);
    expect(ids(await filtered("dateLastModified<'2020-01-01T00:00:00Z'"))).toHaveLength(0);
    expect(ids(await filtered("enabledUser='false'"))).toHaveLength(0);
    expect(ids(await filtered(`class.sourcedId='class-${room.courseId}' AND beginDate>='2020-01-01'`, '/enrollments'))).toHaveLength(22);
    expect(ids(await filtered("endDate>'2020-01-01'", '/enrollments'))).toHaveLength(0);
    expect(ids(await filtered("givenName='O''Neill'"))).toHaveLength(0);
    const total = await program.get(`/users?limit=2&filter=${encodeURIComponent("role='student'")}`);
    expect(total.headers['x-total-count']).toBe('21');
  });

  test('[B1075] hostile filters are refused or find nothing, quickly, and change nothing', async () => {
    const before = await app.db.selectFrom('accounts').select('id').execute();
    for (const filter of [
      ...[
        "' OR 1=1",
        "email='x' OR 1=1",
        "email='x'; DROP TABLE accounts",
        '1=1',
        'email=x',
        'email',
        '',
        ' ',
        "email='x' AND",
        "AND email='x'",
        "email='x' email='y'",
      ],
      ...[
        "password_hash~'a'",
        "constructor='x'",
        "__proto__='x'",
        "a.b.c.d='x'",
        "email LIKE '%'",
        "(email='x')",
        `${'('.repeat(900)}email='x'${')'.repeat(900)}`,
      ],
      ...[
        `email='${'x'.repeat(10_000)}'`,
        Array.from({ length: 21 }, () => "email='x'").join(' OR '),
        "dateLastModified>'yesterday'",
        "dateLastModified>'2026-02-31T25:00:00Z'",
      ],
      ...["beginDate='2026-02-30'", "enabledUser='yes'", "email='a\u0000b'", "' ".repeat(900), `email='${"''".repeat(990)}`],
    ]) {
      const reply = await filtered(filter, filter.startsWith('beginDate') ? '/enrollments' : '/users');
      expect([filter, reply.status, reply.status < 500 && minorOf(reply)]).toEqual([filter, 400, 'invalid_filter_field']);
    }
    for (const filter of [
      "email=''' OR 1=1 --'",
      "email~'%_\\'",
      "email='$1'",
      "givenName='\u202e'",
      "sourcedId='user-999999999999999'",
      "sourcedId='user-1 OR 1=1'",
    ])
      expect([filter, ids(await filtered(filter))]).toEqual([filter, []]);
    expect(await app.db.selectFrom('accounts').select('id').execute()).toEqual(before);
  });

  test('[B1076] what else is asked wrongly is refused in the standard’s form, naming what is taken', async () => {
    for (const [query, minor] of [
      ['sort=password_hash', 'invalid_sort_field'],
      ['sort=givenName&orderBy=sideways', 'invalid_sort_field'],
      ['limit=0', 'invaliddata'],
      ['limit=10001', 'invaliddata'],
      ['limit=many', 'invaliddata'],
      ['offset=-1', 'invaliddata'],
      ['offset=99999999999999999999', 'invaliddata'],
      ['limit=1&limit=2', 'invaliddata'],
    ]) {
      const reply = await program.get(`/users?${query}`);
      expect([query, reply.status, minorOf(reply)]).toEqual([query, 400, minor]);
      expect(reply.body).toMatchObject({ imsx_codeMajor: 'failure', imsx_severity: 'error', imsx_description: expect.any(String) });
    }
    const missing = await program.get('/ims/oneroster/nothing');
    expect([missing.status, minorOf(missing)]).toEqual([404, 'unknownobject']);
    const method = await program.ask('PUT', '/users/x', {});
    expect([method.status, minorOf(method), method.headers['allow']]).toEqual([405, 'unsupported', 'GET']);
    for (const id of ["x' OR '1'='1", '%00', '..%2F..%2Fetc', 'user-0', 'user--1', 'ä'.repeat(20), 'user-1e3'])
      expect([id, (await program.get(`/users/${encodeURIComponent(id)}`)).status < 500]).toEqual([id, true]);
    expect((await program.ask('GET', '/users', undefined, null)).headers['www-authenticate']).toBe('Bearer realm="oneroster"');
  });
});
