import { randomUUID } from 'node:crypto';
import { apiClientCreate, API_SCOPES } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, startTestApp, type TestApp, type TestClass } from '../../testing/index.ts';
import { scopeUrls } from './testing/program.ts';

let app: TestApp;
let room: TestClass;
let url: string;
beforeAll(async () => {
  app = await startTestApp({ isAlone: true });
  room = await createScenario(app).class({ students: 2 });
  url = await app.listen();
});
afterAll(() => app.close());

/**
 * The way that Google's suite for OneRoster 1.2 goes (googleworkspace/oneroster-integration-conformance-tests, 3550c21):
 * the same requests in the same order, over real HTTP, with what it asks of each answer.
 */
test('[B1056] the requests of Google’s conformance suite are answered as it asks', async () => {
  const made = await room.admin.call(apiClientCreate, { body: { name: 'Google', school_id: room.schoolId, scopes: API_SCOPES } });
  const basic = Buffer.from(`${made.body.client.client_id}:${made.body.client_secret}`).toString('base64');
  const granted = await fetch(`${url}/ims/oneroster/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: scopeUrls(API_SCOPES) }),
  });
  expect(granted.status).toBe(200);
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const ask = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${url}/ims/oneroster${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    // biome-ignore lint/suspicious/noExplicitAny: whatever a program would get
    return { status: reply.status, body: (text === '' ? null : JSON.parse(text)) as any };
  };
  expect((await ask('GET', '/rostering/v1p2/teachers?limit=1')).status).toBe(200);
  const { email } = await app.db.selectFrom('accounts').select('email').where('id', '=', room.teacher.accountId).executeTakeFirstOrThrow();
  const teachers = (await ask('GET', `/rostering/v1p2/teachers?filter=email='${email}'&limit=10000`)).body.users;
  expect(teachers).toMatchObject([{ email, sourcedId: expect.any(String) }]);
  const [inClass] = (await ask('GET', `/rostering/v1p2/teachers/${teachers[0].sourcedId}/classes?limit=10000&filter=status='active'`)).body.classes;
  const [classId, schoolId, termId] = [inClass.sourcedId, inClass.school.sourcedId, inClass.terms[0].sourcedId];
  const [student] = (await ask('GET', `/rostering/v1p2/classes/${classId}/students?limit=10000`)).body.users;
  expect(student).toMatchObject({ email: expect.any(String), sourcedId: expect.any(String) });
  const [category] = (await ask('GET', `/gradebook/v1p2/classes/${classId}/categories?limit=10000`)).body.categories;
  const periods = (await ask('GET', `/rostering/v1p2/terms/${termId}/gradingPeriods?limit=10000`)).body.academicSessions;
  expect(Object.keys(periods[0])).toEqual(expect.arrayContaining(['sourcedId', 'title', 'startDate', 'endDate', 'schoolYear']));
  expect(new Set(periods.map(({ type }: { type: string }) => type))).toEqual(new Set(['gradingPeriod']));

  const lineItemId = randomUUID();
  const lineItem = {
    sourcedId: lineItemId,
    title: 'New test item',
    description: 'Test Line Item',
    resultValueMin: 0,
    resultValueMax: 100,
    assignDate: '2026-11-24T10:00:00.000Z',
    dueDate: '2026-11-24T10:01:00.000Z',
    class: { sourcedId: classId },
    category: { sourcedId: category.sourcedId },
    school: { sourcedId: schoolId },
  };
  expect((await ask('PUT', `/gradebook/v1p2/lineItems/${lineItemId}`, { lineItem })).status).toBe(201);
  const lineItems = async () => (await ask('GET', `/gradebook/v1p2/classes/${classId}/lineItems?limit=10000`)).body.lineItems;
  expect(await lineItems()).toMatchObject([{ sourcedId: lineItemId, description: 'Test Line Item', dueDate: '2026-11-24T10:01:00.000Z', resultValueMax: 100 }]);
  const longTitle = `[Amended] Rea${'l'.repeat(66)}y Long Google Test Line Item Title`;
  expect((await ask('PUT', `/gradebook/v1p2/lineItems/${lineItemId}`, { lineItem: { ...lineItem, title: longTitle } })).status).toBe(200);
  expect((await lineItems())[0].title).toBe(longTitle);

  const resultId = randomUUID();
  const put = (changes: object) =>
    ask('PUT', `/gradebook/v1p2/results/${resultId}`, {
      result: {
        sourcedId: resultId,
        score: 80,
        comment: '',
        scoreStatus: 'fully graded',
        scoreDate: '2026-11-24T10:00:00.000Z',
        lineItem: { sourcedId: lineItemId },
        student: { sourcedId: student.sourcedId },
        ...changes,
      },
    });
  const results = async () => (await ask('GET', `/gradebook/v1p2/classes/${classId}/lineItems/${lineItemId}/results?limit=10000`)).body.results;
  expect((await put({})).status).toBe(201);
  expect(await results()).toMatchObject([{ sourcedId: resultId, score: 80, scoreStatus: 'fully graded' }]);
  expect((await put({ score: 300 })).status).toBe(200);
  expect(await results()).toMatchObject([{ sourcedId: resultId, score: 300 }]);
  expect((await put({ scoreStatus: 'exempt' })).status).toBe(200);
  expect(await results()).toMatchObject([{ sourcedId: resultId, scoreStatus: 'exempt' }]);
  expect((await ask('DELETE', `/gradebook/v1p2/results/${resultId}`)).status).toBe(204);
  expect(await results()).toEqual([]);
  expect((await ask('DELETE', `/gradebook/v1p2/lineItems/${lineItemId}`)).status).toBe(204);
  expect(await lineItems()).toEqual([]);
});
