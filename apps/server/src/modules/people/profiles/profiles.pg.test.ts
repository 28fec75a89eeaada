import { profileGet, profileUpdate } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, startTestApp, type Scenario, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { giveRights } from '../../../testing/rights.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let student: TestPerson;
let teacher: TestPerson;
let schoolId: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  admin = await scenario.person('admin', null);
  teacher = await scenario.person('teachers', schoolId);
  student = await scenario.person('student', schoolId);
});
afterAll(() => app.close());

const profile = { city: 'Springfield', state: 'Oregon', zip: '97477', phone: '+1 555 0100', dob: '2009-02-28', address: '12 Evergreen Terrace' };
const save = (by: TestPerson, values: object = {}) => by.call(profileUpdate, { body: { ...profile, ...values } });

describe('GET and PUT /api/profile', () => {
  test('[K245] [K389] one’s own: empty at first, then what was saved; the phone is the account’s', async () => {
    const first = (await student.call(profileGet)).body.profile;
    expect(first).toMatchObject({
      id: student.accountId,
      account_id: student.accountId,
      first_name: student.firstName,
      city: '',
      state: '',
      zip: '',
      address: '',
      dob: null,
      picture: null,
      updated_at: null,
    });
    const reply = await save(student);
    expect(reply.body).toMatchObject({ message: 'Profile Updated Successfully', profile });
    expect((await student.call(profileGet, { query: { account_id: student.accountId } })).body.profile).toMatchObject(profile);
    expect(await app.db.selectFrom('accounts').select('phone_number').where('id', '=', student.accountId).executeTakeFirst()).toEqual({
      phone_number: '+1 555 0100',
    });
  });

  test('[K316] each field is required, in the specified words', async () => {
    const empty = Object.fromEntries(Object.keys(profile).map((field) => [field, '']));
    const words = {
      city: ['City is required'],
      state: ['State is required'],
      zip: ['Zip is required'],
      phone: ['Phone Number is required'],
      dob: ['Date of Birth is required'],
      address: ['Address is required'],
    };
    expect(await save(student, empty)).toMatchObject({ status: 422, body: { errors: words } });
    expect((await student.call(profileUpdate, { body: {} })).body.errors).toEqual(words);
  });

  test('[K317] the server’s message about the phone stands at the phone', async () => {
    for (const phone of ['call me', '12', '=1+1', '+1 555 0100 and some', 'x'.repeat(60)])
      expect(Object.keys((await save(student, { phone })).error!.errors!)).toEqual(['phone']);
    for (const phone of ['5550100', '(0 30) 12 34-56', '+49 30 1234', '555-0100 x12']) expect((await save(student, { phone })).status).toBe(200);
  });

  test.each(['2999-01-01', '1899-12-31', '2009-02-30', '28.02.2009', 'yesterday', '2009-2-8', ''])('%j is no birthday', async (dob) => {
    expect(Object.keys((await save(student, { dob })).error!.errors!)).toEqual(['dob']);
  });

  test('an edit that names an older version is refused, with the newer', async () => {
    const { updated_at } = (await save(student, { city: 'One' })).body.profile;
    expect((await save(student, { city: 'Two', updated_at })).status).toBe(200);
    expect(await save(student, { city: 'Three', updated_at })).toMatchObject({
      status: 409,
      error: { code: 'EDIT_CONFLICT', params: { row: { city: 'Two' } } },
    });
    const fresh = await scenario.person('student', schoolId);
    await save(fresh);
    expect((await save(fresh, { updated_at: null })).error?.code).toBe('EDIT_CONFLICT');
  });

  test('[B2965] of five edits of one version in one moment one is saved', async () => {
    const { updated_at } = (await save(student)).body.profile;
    const replies = await Promise.all([1, 2, 3, 4, 5].map((number) => save(student, { city: `City ${number}`, updated_at })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });

  test('text of every script comes back as it was', async () => {
    const values = { city: 'Straßburg', state: 'الرياض', address: '東京都千代田区 1-1' };
    expect((await save(student, values)).body.profile).toMatchObject(values);
  });
});

describe('[ACCESS] profiles of others', () => {
  const of = (by: TestPerson, person: TestPerson) => by.call(profileGet, { query: { account_id: person.accountId } });

  test('administrators see and save them, and each look leaves an entry', async () => {
    expect((await of(admin, student)).status).toBe(200);
    expect((await save(admin, { account_id: student.accountId, city: 'Shelbyville' })).body.profile.city).toBe('Shelbyville');
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'account_id'])
      .where('subject_type', '=', 'profile')
      .where('subject_id', '=', student.accountId)
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(entries).toEqual([
      { action: 'profile.update', account_id: admin.accountId },
      { action: 'profile.get', account_id: admin.accountId },
    ]);
    await student.call(profileGet);
    expect(
      await app.db.selectFrom('audit_entries').select('id').where('account_id', '=', student.accountId).where('action', '=', 'profile.get').execute(),
    ).toEqual([]);
  });

  test('teachers and students see nobody else’s, as if there were none', async () => {
    const classmate = await scenario.person('student', schoolId);
    for (const [by, person] of [
      [teacher, student],
      [student, classmate],
      [student, admin],
    ] as const) {
      expect((await of(by, person)).status).toBe(404);
      expect((await save(by, { account_id: person.accountId })).status).toBe(404);
    }
    expect((await student.call(profileGet, { query: { account_id: 999_999 } })).status).toBe(404);
    for (const account_id of ['x', -1, 0, 1.5]) expect((await student.call(profileGet, { query: { account_id } })).status).toBe(422);
  });

  test('who has accounts of one school in hand sees no other school’s, and changes nobody who may do more', async () => {
    const clerk = await scenario.person('teachers', schoolId);
    const ofStudents = [
      'live-participation:view',
      'live-participation:answer',
      'std-classes:view',
      'std-classes:join',
      'std-classwork:view',
      'std-gradebook:view',
    ];
    await giveRights(app.db, clerk.accountId, ['accounts:view', 'accounts:edit', ...ofStudents, 'submissions:create', 'store:create']);
    const stranger = await scenario.person('student', await scenario.school());
    const principal = await scenario.person('admin', schoolId);
    expect((await of(clerk, student)).status).toBe(200);
    expect((await of(clerk, stranger)).status).toBe(404);
    expect((await save(clerk, { account_id: stranger.accountId })).status).toBe(404);
    expect((await save(clerk, { account_id: principal.accountId })).error?.code).toBe('PERSON_MAY_MORE');
    expect((await save(clerk, { account_id: student.accountId })).status).toBe(200);
  });
});
