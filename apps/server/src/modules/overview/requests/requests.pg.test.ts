import {
  dataRequestAnswer,
  dataRequestCreate,
  dataRequestDays,
  dataRequestList,
  dataRequestOwn,
  dataRequestRecord,
  dataRequestReopen,
  dataRequestWithdraw,
  MAX_OPEN_REQUESTS,
  notificationList,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let ann: TestPerson;
let office: TestPerson;
let elsewhere: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  await app.clock.moveTo(new Date('2027-02-10T15:00:00Z'));
  scenario = createScenario(app);
  room = await scenario.class();
  ann = room.students[0]!;
  office = await scenario.person('teachers', room.schoolId);
  elsewhere = await scenario.person('teachers', await scenario.school());
  for (const { accountId } of [office, elsewhere]) await giveRights(app.db, accountId, ['data-requests:view', 'data-requests:edit']);
}, 60_000);
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['data_requests', 'data_request_days', 'notifications'] as const) await app.db.deleteFrom(table).execute();
});

const CORRECTION = { kind: 'correction', words: 'My last name is Ruiz.' } as const;
const ask = async (person: TestPerson, body: object = {}) => (await person.call(dataRequestCreate, { body: { ...CORRECTION, ...body } })).body.request;
const told = async (person: TestPerson) => (await person.call(notificationList)).body.data.map(({ kind, path }) => [kind, path]);
const guardianOf = async (child: TestPerson): Promise<TestPerson> => {
  const guardian = await scenario.person('guardian', room.schoolId);
  await sql`INSERT INTO guardian_ties (child_id, guardian_id, relation) VALUES (${child.accountId}, ${guardian.accountId}, 'Mother')`.execute(app.db);
  return guardian;
};
const runJobs = async () => {
  await app.server.jobs.runSchedules();
  await app.server.jobs.runDue();
};

describe('[B2706] people ask the school about their data, and the office answers by a day', () => {
  test('a student asks; the office is notified, answers, and the student reads the answer', async () => {
    const made = await ann.call(dataRequestCreate, { body: CORRECTION });
    expect(made.body.request).toMatchObject({ ...CORRECTION, asked_on: '2027-02-10', due_on: '2027-03-27', state: 'open', answer: '' });
    expect(made.body.message).toContain('Mar 27, 2027');
    expect(await told(office)).toEqual([['data-request', '/data-requests']]);
    expect(await told(elsewhere)).toEqual([]);
    const { requests, schools } = (await office.call(dataRequestList)).body;
    expect(requests).toMatchObject([
      { person: `${ann.firstName} ${ann.lastName}`, asker: `${ann.firstName} ${ann.lastName}`, is_on_paper: false, days_left: 45 },
    ]);
    expect(schools).toMatchObject([{ id: room.schoolId, days: 45 }]);
    const { id } = requests[0]!;
    const answered = await office.call(dataRequestAnswer, { params: { id }, body: { state: 'done', answer: 'It is corrected.' } });
    expect([answered.status, answered.body.request.answered_by]).toEqual([200, `${office.firstName} ${office.lastName}`]);
    expect(await told(office)).toEqual([]);
    expect(await told(ann)).toEqual([['data-request-answered', '/profile']]);
    expect((await ann.call(dataRequestOwn)).body.requests).toMatchObject([{ state: 'done', answer: 'It is corrected.', answered_on: '2027-02-10' }]);
    expect((await office.call(dataRequestList)).body.requests).toEqual([]);
    expect((await office.call(dataRequestList, { query: { show: 'closed' } })).body.requests).toMatchObject([{ id }]);
  });

  test('an answer can be undone; a closed request is not answered twice, nor withdrawn', async () => {
    const { id } = await ask(ann);
    await office.call(dataRequestAnswer, { params: { id }, body: { state: 'refused', answer: 'The passport says otherwise.' } });
    expect((await office.call(dataRequestAnswer, { params: { id }, body: { state: 'done' } })).error?.code).toBe('DATA_REQUEST_CLOSED');
    expect((await ann.call(dataRequestWithdraw, { params: { id } })).error?.code).toBe('DATA_REQUEST_CLOSED');
    const { request } = (await office.call(dataRequestReopen, { params: { id } })).body;
    expect(request).toMatchObject({ state: 'open', due_on: '2027-03-27', answered_by: null, answer: 'The passport says otherwise.' });
    expect(await told(ann)).toEqual([]);
    expect((await office.call(dataRequestReopen, { params: { id } })).status).toBe(200);
    expect((await office.call(dataRequestAnswer, { params: { id }, body: { state: 'done' } })).status).toBe(200);
  });

  test('a refusal needs a reason, words are visible and not too long, a kind is one of the list', async () => {
    const { id } = await ask(ann);
    expect((await office.call(dataRequestAnswer, { params: { id }, body: { state: 'refused', answer: '\u200b' } })).error).toMatchObject({
      errors: { answer: ['Write why the request is refused.'] },
    });
    const send = (body: object) => ann.call(dataRequestCreate, { body: { ...CORRECTION, ...body } });
    expect((await send({ words: '\u200b \u200b' })).error).toMatchObject({ errors: { words: [expect.any(String)] } });
    expect((await send({ words: 'a'.repeat(2_001) })).error).toMatchObject({ errors: { words: [expect.any(String)] } });
    expect((await send({ kind: 'revenge' })).error).toMatchObject({ errors: { kind: ['Choose one of the kinds of requests.'] } });
  });

  test(`a person has ${MAX_OPEN_REQUESTS} requests open at most, also when all are made in one moment`, async () => {
    const replies = await Promise.all(Array.from({ length: MAX_OPEN_REQUESTS + 3 }, () => ann.call(dataRequestCreate, { body: CORRECTION })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(MAX_OPEN_REQUESTS);
    expect(replies.find(({ status }) => status !== 200)?.error?.code).toBe('MANY_DATA_REQUESTS');
    const { id } = (await ann.call(dataRequestOwn)).body.requests[0]!;
    expect((await ann.call(dataRequestWithdraw, { params: { id } })).status).toBe(200);
    expect((await ann.call(dataRequestCreate, { body: CORRECTION })).status).toBe(200);
  });
});

describe('[B2707] guardians ask about their children, and only while they are tied', () => {
  test('the request is theirs; the child does not withdraw it, and the answer leads to My Children', async () => {
    const guardian = await guardianOf(ann);
    const { id } = await ask(guardian, { account_id: ann.accountId, kind: 'erasure' });
    expect((await ann.call(dataRequestOwn)).body.requests).toEqual([]);
    expect((await ann.call(dataRequestWithdraw, { params: { id } })).status).toBe(404);
    await office.call(dataRequestAnswer, { params: { id }, body: { state: 'refused', answer: 'Grades are kept by law.' } });
    expect(await told(guardian)).toEqual([['data-request-answered', `/my-children?child=${ann.accountId}`]]);
    await sql`UPDATE guardian_ties SET ended_at = app_now() WHERE guardian_id = ${guardian.accountId}`.execute(app.db);
    expect((await guardian.call(dataRequestOwn, { query: { account_id: ann.accountId } })).status).toBe(404);
    expect((await guardian.call(dataRequestCreate, { body: { ...CORRECTION, account_id: ann.accountId } })).status).toBe(404);
  });

  test('nobody asks about others, or withdraws their requests', async () => {
    const { id } = await ask(ann);
    const other = room.students[1]!;
    expect((await other.call(dataRequestCreate, { body: { ...CORRECTION, account_id: ann.accountId } })).status).toBe(404);
    expect((await other.call(dataRequestWithdraw, { params: { id } })).status).toBe(404);
    expect((await room.teacher.call(dataRequestOwn, { query: { account_id: ann.accountId } })).status).toBe(404);
  });
});

describe('[B2708] the office enters requests on paper, and is reminded a week before the day', () => {
  test('a request on paper counts from the day on it, by the days of the school at that moment', async () => {
    const days = await office.call(dataRequestDays, { body: { school_id: room.schoolId, days: 30 } });
    expect([days.status, (await office.call(dataRequestList)).body.schools]).toMatchObject([200, [{ days: 30 }]]);
    const body = { account_id: ann.accountId, kind: 'copy', asker: 'Rosa Ruiz', words: 'All grades, please.', asked_on: '2027-02-01' } as const;
    const { request } = (await office.call(dataRequestRecord, { body })).body;
    expect(request).toMatchObject({ asker: 'Rosa Ruiz', is_on_paper: true, due_on: '2027-03-03', days_left: 21 });
    await office.call(dataRequestDays, { body: { school_id: room.schoolId, days: 45 } });
    expect((await office.call(dataRequestList)).body.requests).toMatchObject([{ due_on: '2027-03-03' }]);
    for (const asked_on of ['2027-02-11', '2025-12-31', '2027-02-30', ''])
      expect((await office.call(dataRequestRecord, { body: { ...body, asked_on } })).error).toMatchObject({
        errors: { asked_on: ['Choose a day of the past year, today at the latest.'] },
      });
    expect((await office.call(dataRequestDays, { body: { school_id: room.schoolId, days: 60 as 45 } })).status).toBe(422);
  });

  test('the reminder is sent once for each request, by any number of processes, and ends with the answer', async () => {
    const { request } = (await office.call(dataRequestRecord, { body: { account_id: ann.accountId, ...CORRECTION, asker: 'Rosa', asked_on: '2027-01-10' } }))
      .body;
    await runJobs();
    expect(await told(office)).toEqual([]);
    await sql`UPDATE data_requests SET due_on = '2027-02-17'`.execute(app.db);
    const second = await app.another();
    await app.clock.advanceMs(2 * 3_600_000);
    await Promise.all([runJobs(), second.server.jobs.runSchedules().then(() => second.server.jobs.runDue())]);
    await second.close();
    expect(await told(office)).toEqual([['data-request-due', '/data-requests']]);
    await app.db.deleteFrom('notifications').execute();
    await app.clock.advanceMs(2 * 3_600_000);
    await runJobs();
    expect(await told(office)).toEqual([]);
    await office.call(dataRequestAnswer, { params: { id: request.id }, body: { state: 'done' } });
  });

  test('teachers and students see nothing of it, another school answers 404', async () => {
    const { id } = await ask(ann);
    for (const person of [room.teacher, ann]) {
      expect((await person.call(dataRequestList)).status).toBe(403);
      expect((await person.call(dataRequestAnswer, { params: { id }, body: { state: 'done' } })).status).toBe(403);
    }
    const paper = { account_id: ann.accountId, ...CORRECTION, asker: 'Rosa', asked_on: '2027-02-01' };
    expect((await elsewhere.call(dataRequestList)).body.requests).toEqual([]);
    expect((await elsewhere.call(dataRequestAnswer, { params: { id }, body: { state: 'done' } })).status).toBe(404);
    expect((await elsewhere.call(dataRequestReopen, { params: { id } })).status).toBe(404);
    expect((await elsewhere.call(dataRequestRecord, { body: paper })).status).toBe(404);
    expect((await elsewhere.call(dataRequestDays, { body: { school_id: room.schoolId, days: 30 } })).status).toBe(404);
  });
});
