import { accountList, syncPeople, syncPeopleMatch, syncPersonMatch } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { User } from '../../../testing/classroom/types.ts';
import { startSyncedClass, type SyncedClass, type SyncedPerson } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());

const personOf = async (by: SyncedPerson, name: string) =>
  (await by.call(syncPeople, { query: { search: name, per_page: 200 } })).body.data.find((person) => person.name === name)!;
const membersOf = async (courseId: number): Promise<number[]> =>
  (await school.app.db.selectFrom('class_students').select('account_id').where('course_id', '=', courseId).execute()).map(({ account_id }) => account_id);

describe('who somebody is, said late or anew', () => {
  /** Creates a person known only at Google, with graded work that was last changed long ago. */
  async function bringStranger(klass: SyncedClass, name: string): Promise<User> {
    const there = school.google.people.add({
      email: `${name.toLowerCase()}@elsewhere.test`,
      givenName: name,
      familyName: 'Stranger',
      domain: 'elsewhere.test',
    });
    klass.asTeacher.add(klass.course, there, 'STUDENT');
    const work = klass.asTeacher.createWork(klass.course, { title: `Long ago, ${name}`, maxPoints: 20 });
    school.google.asStudent(there).turnIn(work);
    klass.asTeacher.grade(work, there, { draftGrade: 17 });
    klass.asTeacher.returnWork(work, there);
    work.updatedAt = school.now() - 90 * 86_400_000;
    await pressAll(klass);
    return there;
  }
  const pressAll = async (klass: SyncedClass) => {
    const people = await klass.press();
    await klass.pressWork();
    return people;
  };
  const gradeOf = async (klass: SyncedClass, name: string, accountId: number) => {
    const work = (await klass.worksHere()).find(({ title }) => title === `Long ago, ${name}`)!;
    const cells = await school.app.db.selectFrom('submissions').selectAll().where('course_work_id', '=', work.id).where('account_id', '=', accountId).execute();
    return cells[0]?.assigned_grade ?? null;
  };

  test('[B1351] work of somebody who is matched late is there with the next run, old work too', async () => {
    const klass = await startSyncedClass(school, { students: 1 });
    await bringStranger(klass, 'Late');
    const account = await school.bring('student', klass.schoolId);
    const person = await personOf(klass.teacher, 'Late Stranger');
    expect(person).toMatchObject({ state: 'unknown', account_id: null });
    expect((await klass.teacher.call(syncPersonMatch, { params: { id: person.id }, body: { account_id: account.accountId } })).status).toBe(200);
    await pressAll(klass);
    expect(await membersOf(klass.courseId)).toContain(account.accountId);
    expect(await gradeOf(klass, 'Late', account.accountId)).toBe(17);
  });

  test('[B1351] a wrong match is chosen anew: membership, work and grades go to the other account, and the first one leaves', async () => {
    const klass = await startSyncedClass(school, { students: 1 });
    await bringStranger(klass, 'Wrong');
    const [first, second] = [await school.bring('student', klass.schoolId), await school.bring('student', klass.schoolId)];
    const match = async (account: SyncedPerson) => {
      const { id } = await personOf(klass.teacher, 'Wrong Stranger');
      expect((await klass.teacher.call(syncPersonMatch, { params: { id }, body: { account_id: account.accountId } })).status).toBe(200);
      return pressAll(klass);
    };
    await match(first);
    expect(await gradeOf(klass, 'Wrong', first.accountId)).toBe(17);
    const run = await match(second);
    expect(run).toMatchObject({ status: 'finished', counts: { ended: 1 } });
    const members = await membersOf(klass.courseId);
    expect(members).toContain(second.accountId);
    expect(members).not.toContain(first.accountId);
    expect(await gradeOf(klass, 'Wrong', second.accountId)).toBe(17);
    for (const again of [await klass.press(), await klass.pressWork()])
      expect(again.counts).toMatchObject({ made: 0, changed: 0, ended: 0, sent: 0, refused: 0, conflicts: 0 });
  });

  test('[B1351] a match that is taken back ends the membership; an account that is suspended ends none', async () => {
    const klass = await startSyncedClass(school, { students: 1 });
    await bringStranger(klass, 'Nobody');
    const account = await school.bring('student', klass.schoolId);
    const { id } = await personOf(klass.teacher, 'Nobody Stranger');
    await klass.teacher.call(syncPersonMatch, { params: { id }, body: { account_id: account.accountId } });
    await klass.press();
    await school.app.db.updateTable('accounts').set({ status: false }).where('id', '=', account.accountId).execute();
    expect((await klass.press()).counts.ended).toBe(0);
    await school.app.db.updateTable('accounts').set({ status: true }).where('id', '=', account.accountId).execute();
    expect((await klass.teacher.call(syncPeopleMatch, { body: { ids: [id], choice: 'forget' } })).body).toMatchObject({ ids: [id], refused: [] });
    expect(await personOf(klass.teacher, 'Nobody Stranger')).toMatchObject({ state: 'unknown', account_id: null });
    expect((await klass.press()).counts.ended).toBe(1);
    expect(await membersOf(klass.courseId)).not.toContain(account.accountId);
  });

  test('[B1351] whoever is left out is nobody, even where an account still stands beside: old work is not read anew with each run', async () => {
    const klass = await startSyncedClass(school, { students: 1 });
    await bringStranger(klass, 'Out');
    const account = await school.bring('student', klass.schoolId);
    const { id } = await personOf(klass.teacher, 'Out Stranger');
    await klass.teacher.call(syncPeopleMatch, { body: { ids: [id], choice: 'ignore' } });
    await school.app.db.updateTable('external_links').set({ local_id: account.accountId }).where('id', '=', id).execute();
    await pressAll(klass);
    school.google.calls.clear();
    await pressAll(klass);
    expect(school.google.calls.list({ path: /courseWork\/-\/studentSubmissions/ })).toEqual([]);
    expect(await membersOf(klass.courseId)).not.toContain(account.accountId);
  });
});

describe('several at once', () => {
  const MANY = 300;

  test('[B1352] 300 unknown people get accounts in one call, are in the class with the next run, and are taken back', async () => {
    const klass = await startSyncedClass(school, { students: 1 });
    const admin = await school.bring('admin', klass.schoolId);
    for (let at = 0; at < MANY; at += 1) {
      const there = school.google.people.add({ email: `many${at}@elsewhere.test`, givenName: `Many ${at}`, familyName: '李', domain: 'elsewhere.test' });
      klass.asTeacher.add(klass.course, there, 'STUDENT');
    }
    await klass.press();
    const listed = async (state: 'unknown' | 'ignored' | 'matched') => {
      const pages = await Promise.all([1, 2].map((page) => admin.call(syncPeople, { query: { state, search: '李', per_page: 200, page } })));
      return pages.flatMap(({ body }) => body.data.map(({ id }) => id));
    };
    const unknown = await listed('unknown');
    expect(unknown).toHaveLength(MANY);
    expect((await admin.call(syncPeopleMatch, { body: { ids: unknown, choice: 'ignore' } })).body.ids).toHaveLength(MANY);
    expect(await listed('ignored')).toHaveLength(MANY);
    const back = (await admin.call(syncPeopleMatch, { body: { ids: unknown, choice: 'forget' } })).body;
    expect([back.ids.length, back.message]).toEqual([MANY, expect.stringContaining('300')]);
    const statements = await school.app.recordStatements(async () => {
      expect((await admin.call(syncPeopleMatch, { body: { ids: unknown, choice: 'create' } })).body).toMatchObject({ ids: { length: MANY }, refused: [] });
    });
    expect(statements.length).toBeLessThan(40);
    await klass.press();
    expect(await membersOf(klass.courseId)).toHaveLength(MANY + 1);
    const accounts = (await admin.call(accountList, { query: { search_text: 'many17@elsewhere.test' } })).body.data;
    expect(accounts).toMatchObject([{ email: 'many17@elsewhere.test', last_name: '李' }]);
  });

  test('[B1352] what cannot be is named, and the rest is done: taken, without an address, another school’s, twice in one call', async () => {
    const klass = await startSyncedClass(school, { students: 2 });
    const admin = await school.bring('admin', klass.schoolId);
    const other = await startSyncedClass(school, { students: 1 });
    const namesake = klass.learners[0]!;
    await school.app.db.updateTable('accounts').set({ first_name: 'Kim', last_name: 'Park' }).where('id', '=', namesake.accountId).execute();
    const add = (said: { email: string; givenName: string; familyName: string; isEmailHidden?: boolean }) => {
      const there = school.google.people.add({ domain: 'elsewhere.test', ...said });
      klass.asTeacher.add(klass.course, there, 'STUDENT');
    };
    const free = await school.bring('student', klass.schoolId, { isEmailHidden: true });
    await school.app.db.updateTable('accounts').set({ first_name: 'Noor', last_name: 'حداد' }).where('id', '=', free.accountId).execute();
    add({ email: 'noor@elsewhere.test', givenName: 'Noor', familyName: 'حداد' });
    add({ email: 'hidden@elsewhere.test', givenName: 'Hidden', familyName: 'Address', isEmailHidden: true });
    const taken = await school.bring('student', klass.schoolId);
    add({ email: 'gone@elsewhere.test', givenName: 'Taken', familyName: 'Address' });
    await klass.press();
    await school.app.db
      .updateTable('accounts')
      .set({ email: 'gone@elsewhere.test', email_key: 'gone@elsewhere.test', status: false })
      .where('id', '=', taken.accountId)
      .execute();
    const noor = await personOf(admin, 'Noor حداد');
    expect(noor.state).toBe('proposed');
    const [hidden, gone] = [await personOf(admin, 'Hidden Address'), await personOf(admin, 'Taken Address')];
    const foreign = (await other.teacher.call(syncPeople)).body.data[0]!;
    const made = (await admin.call(syncPeopleMatch, { body: { ids: [hidden.id, gone.id, foreign.id, 999_999], choice: 'create' } })).body;
    expect(made.ids).toEqual([]);
    expect(made.refused.map(({ id, message }) => [id, message])).toEqual([
      [hidden.id, expect.stringMatching(/address/)],
      [gone.id, expect.stringMatching(/taken|already/i)],
      [foreign.id, expect.stringMatching(/not|exist/i)],
      [999_999, expect.stringMatching(/not|exist/i)],
    ]);
    const accepted = (await klass.teacher.call(syncPeopleMatch, { body: { ids: [noor.id, noor.id, hidden.id], choice: 'accept' } })).body;
    expect(accepted.ids).toEqual([noor.id]);
    expect(accepted.refused).toMatchObject([{ id: hidden.id, message: expect.stringMatching(/choose/i) }]);
    expect(await personOf(admin, 'Noor حداد')).toMatchObject({ state: 'matched', account_id: free.accountId });
    expect((await klass.teacher.call(syncPeopleMatch, { body: { ids: [hidden.id], choice: 'create' } })).error?.code).toBe('NOT_ALLOWED');
    expect((await klass.teacher.call(syncPeopleMatch, { body: { ids: [], choice: 'ignore' } })).status).toBe(422);
    expect((await klass.teacher.call(syncPeopleMatch, { body: { ids: Array.from({ length: 301 }, (_, at) => at + 1), choice: 'ignore' } })).status).toBe(422);
    expect((await klass.teacher.call(syncPeopleMatch, { body: { ids: [hidden.id], choice: 'all' as 'ignore' } })).status).toBe(422);
    expect((await klass.learners[0]!.call(syncPeopleMatch, { body: { ids: [hidden.id], choice: 'ignore' } })).status).toBe(403);
    expect((await other.teacher.call(syncPeopleMatch, { body: { ids: [hidden.id], choice: 'ignore' } })).body).toMatchObject({
      ids: [],
      refused: [{ id: hidden.id }],
    });
  });
});
