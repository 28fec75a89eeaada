import {
  fileAdd,
  rewardPointList,
  storeCancelMany,
  storeHandOverMany,
  storeItems,
  storeOffers,
  storeOwnCancel,
  storeOwnPurchases,
  storePicture,
  storePurchases,
  storeRedeem,
  storeReopenMany,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../platform/database/index.ts';
import { createScenario, giveRights, pngOf, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../../testing/index.ts';
import { insertEntries, lockBalances } from '../queries.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let made = 0;

beforeAll(async () => {
  app = await startTestApp({ accountLimit: { perMinute: 100_000, burst: 100_000 } });
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
});
afterAll(() => app.close());

async function fund({ accountId }: TestPerson, points: number): Promise<void> {
  made += 1;
  await inTransaction(app.db, async (tx) => {
    await lockBalances(tx, [accountId]);
    await insertEntries(tx, [{ accountId, type: 'gift', points, cause: `test:${made}` }]);
  });
}
async function addItem(values: object = {}, by: TestPerson = room.teacher): Promise<number> {
  made += 1;
  const reply = await by.call(storeItems.endpoints.create, { body: { name: `Pencil ${made}`, price: 10, ...values } });
  if (reply.error) throw new Error(JSON.stringify(reply.error));
  return reply.body.data.id as number;
}
const newStudent = () => scenario.person('student', room.schoolId);
const redeem = (by: TestPerson, item_id: unknown, key?: string) => by.call(storeRedeem, { body: { item_id } }, key === undefined ? {} : { key });
const pointsOf = async (by: TestPerson) => (await by.call(rewardPointList)).body.total_points as number;
const ledgerAgrees = async () => {
  const { rows } = await sql`
    SELECT balance.account_id FROM reward_balances balance
     WHERE balance.points <> coalesce((SELECT sum(points) FROM reward_points line WHERE line.account_id = balance.account_id), 0)`.execute(app.db);
  return rows;
};

describe('the store', () => {
  test('[K010] offers what the school has, with what is left of it and the points one has; students redeem', async () => {
    const student = await newStudent();
    const item = await addItem({ stock: 2, description: 'Yellow' });
    const hidden = await addItem({ is_active: false });
    await fund(student, 25);
    const offers = async (by: TestPerson) => (await by.call(storeOffers, { query: { per_page: 200 } })).body;
    expect(await offers(student)).toMatchObject({
      points: 25,
      can_redeem: true,
      data: expect.arrayContaining([expect.objectContaining({ id: item, left: 2, price: 10 })]),
    });
    expect((await offers(student)).data.map(({ id }: { id: number }) => id)).not.toContain(hidden);
    expect((await offers(room.teacher)).can_redeem).toBe(false);
    const reply = await redeem(student, item);
    expect(reply).toMatchObject({ status: 201, body: { points: 15, purchase: { state: 'redeemed', price: 10, item_id: item } } });
    expect((await offers(student)).data.find(({ id }: { id: number }) => id === item)).toMatchObject({ left: 1 });
    expect(await pointsOf(student)).toBe(15);
    expect((await student.call(storeOwnPurchases)).body.data).toMatchObject([{ id: reply.body.purchase.id, state: 'redeemed' }]);
    expect((await redeem(room.teacher, item)).status).toBe(403);
    const told = await app.db.selectFrom('notifications').selectAll().where('key', '=', `store-purchase:${reply.body.purchase.id}`).execute();
    expect(told).toMatchObject([
      {
        account_id: room.teacher.accountId,
        kind: 'reward-redeemed',
        path: '/store-purchases',
        params: { title: expect.stringMatching(/^Pencil/) },
        actor_id: student.accountId,
      },
    ]);
  });

  test('nothing is bought with points that are not there, nor what is sold out, hidden, archived, or another school’s', async () => {
    const student = await newStudent();
    const item = await addItem({ stock: 1 });
    expect(await redeem(student, item)).toMatchObject({
      status: 409,
      error: { code: 'POINTS_TOO_FEW', message: expect.stringContaining('costs 10 points, and you have 0') },
    });
    await fund(student, 100);
    expect((await redeem(student, item)).status).toBe(201);
    expect(await redeem(student, item)).toMatchObject({ status: 409, error: { code: 'STORE_SOLD_OUT' } });
    const elsewhere = await scenario.class({ students: 0 });
    const theirs = await addItem({}, elsewhere.teacher);
    const archived = await addItem();
    await room.teacher.call(storeItems.endpoints.remove, { params: { id: archived } });
    for (const id of [await addItem({ is_active: false }), theirs, archived, 999_999]) expect([id, (await redeem(student, id)).status]).toEqual([id, 404]);
    for (const id of ['x', null, 0, -1, {}]) expect((await redeem(student, id)).status).toBe(422);
    expect(await pointsOf(student)).toBe(90);
  });

  test('fifty students at once get the seven pieces there are, and nobody else pays', async () => {
    const students: TestPerson[] = [];
    for (let index = 0; index < 50; index += 1) students.push(await newStudent());
    for (const student of students) await fund(student, 10);
    const item = await addItem({ stock: 7 });
    const replies = await Promise.all(students.map((student) => redeem(student, item)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(7);
    expect(replies.filter(({ error }) => error?.code === 'STORE_SOLD_OUT')).toHaveLength(43);
    const left = await Promise.all(students.map(pointsOf));
    expect(left.filter((points) => points === 0)).toHaveLength(7);
    expect(await ledgerAgrees()).toEqual([]);
  });

  test('fifty who want the last piece, half of them at another process: one gets it, and so does one when it is given back', async () => {
    const other = await app.another();
    const students: TestPerson[] = [];
    for (let index = 0; index < 50; index += 1) students.push(await newStudent());
    for (const student of students) await fund(student, 10);
    const item = await addItem({ stock: 1 });
    const storm = () =>
      Promise.all(
        students.map((student, index) =>
          index % 2 === 0 ? redeem(student, item) : other.call(storeRedeem, { body: { item_id: item } }, { token: student.token }),
        ),
      );
    const first = await storm();
    expect(first.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    const winner = first.findIndex(({ status }) => status === 201);
    await other.call(storeCancelMany, { body: { ids: [first[winner]?.body.purchase.id] } }, { token: room.teacher.token });
    expect((await storm()).filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await Promise.all(students.map(pointsOf))).filter((points) => points === 0)).toHaveLength(1);
    expect(await ledgerAgrees()).toEqual([]);
    await other.close();
  });

  test('[B727] two tabs: the same key spends once, different keys spend what is there and not more', async () => {
    const student = await newStudent();
    const [one, other] = [await addItem(), await addItem()];
    await fund(student, 25);
    const same = await Promise.all(Array.from({ length: 5 }, () => redeem(student, one, 'tab')));
    expect(new Set(same.map(({ body }) => body.purchase.id)).size).toBe(1);
    const many = await Promise.all(Array.from({ length: 10 }, (_, index) => redeem(student, index % 2 === 0 ? one : other, `tab-${index}`)));
    expect(many.filter(({ status }) => status === 201)).toHaveLength(1);
    expect([await pointsOf(student), await ledgerAgrees()]).toEqual([5, []]);
  });

  test('whoever redeemed gives it back until it is handed over; the points come back once', async () => {
    const student = await newStudent();
    await fund(student, 20);
    const item = await addItem({ stock: 1 });
    const { purchase } = (await redeem(student, item)).body;
    const back = (by: TestPerson) => by.call(storeOwnCancel, { params: { id: purchase.id } });
    expect([(await back(room.students[0] as TestPerson)).status, (await back(room.teacher)).status]).toEqual([404, 403]);
    const replies = await Promise.all([back(student), back(student), back(student)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await pointsOf(student)).toBe(20);
    const again = (await redeem(student, item)).body.purchase;
    await room.teacher.call(storeHandOverMany, { body: { ids: [again.id] } });
    expect(await student.call(storeOwnCancel, { params: { id: again.id } })).toMatchObject({ status: 409, error: { code: 'PURCHASE_DECIDED' } });
  });
});

describe('handing over', () => {
  test('many at once, each that cannot be with its reason, and back again', async () => {
    const student = await newStudent();
    await fund(student, 1000);
    const item = await addItem();
    const ids: number[] = [];
    for (let index = 0; index < 4; index += 1) ids.push((await redeem(student, item)).body.purchase.id);
    const call = (endpoint: typeof storeHandOverMany | typeof storeCancelMany | typeof storeReopenMany, asked: unknown[], by: TestPerson = room.teacher) =>
      by.call(endpoint, { body: { ids: asked } });
    expect((await call(storeHandOverMany, ids.slice(0, 2))).body).toMatchObject({ message: '2 handed over.', ids: ids.slice(0, 2), refused: [] });
    const mixed = (await call(storeCancelMany, [...ids, 999_999])).body;
    expect(mixed.ids).toEqual(ids.slice(2));
    expect(mixed.refused.map(({ message }: { message: string }) => message)).toEqual([
      'It was already handed over',
      'It was already handed over',
      'It no longer exists',
    ]);
    expect(await pointsOf(student)).toBe(980);
    expect((await call(storeReopenMany, ids)).body).toMatchObject({ ids, refused: [] });
    expect(await pointsOf(student)).toBe(960);
    expect((await call(storeCancelMany, ids)).body.ids).toEqual(ids);
    expect((await call(storeReopenMany, ids)).body.ids).toEqual(ids);
    expect((await call(storeCancelMany, ids)).body.ids).toEqual(ids);
    expect([await pointsOf(student), await ledgerAgrees()]).toEqual([1000, []]);
    for (const [by, status] of [
      [student, 403],
      [room.admin, 200],
    ] as const)
      expect((await call(storeReopenMany, ids.slice(0, 1), by)).status).toBe(status);
    const far = await scenario.class({ students: 0 });
    expect((await call(storeHandOverMany, ids, far.teacher)).body).toMatchObject({
      ids: [],
      refused: expect.arrayContaining([expect.objectContaining({ name: `#${ids[0]}` })]),
    });
    for (const asked of [[], Array.from({ length: 301 }, (_, index) => index + 1), ['x']]) expect((await call(storeHandOverMany, asked)).status).toBe(422);
  });

  test('[B694] the keeper is told only of what waits, whoever handed it over, gave it back or had it wait again', async () => {
    const student = await newStudent();
    await fund(student, 1000);
    const item = await addItem();
    const ids: number[] = [];
    for (let index = 0; index < 6; index += 1) ids.push((await redeem(student, item)).body.purchase.id);
    const told = async () =>
      (
        await app.db
          .selectFrom('notifications')
          .select(['account_id', 'key'])
          .where(
            'key',
            'in',
            ids.map((id) => `store-purchase:${id}`),
          )
          .orderBy('key')
          .execute()
      ).map(({ account_id, key }) => [account_id, Number(key.split(':')[1])]);
    const keeper = room.teacher.accountId;
    const waits = (...which: number[]) => which.map((index) => [keeper, ids[index]]);
    expect(await told()).toEqual(waits(0, 1, 2, 3, 4, 5));
    const call = (endpoint: typeof storeHandOverMany | typeof storeCancelMany | typeof storeReopenMany, by: TestPerson, which: number[]) =>
      by.call(endpoint, { body: { ids: which.map((index) => ids[index]) } });
    await call(storeHandOverMany, room.admin, [0, 1]);
    await call(storeHandOverMany, room.teacher, [2]);
    await call(storeCancelMany, room.admin, [3]);
    await student.call(storeOwnCancel, { params: { id: ids[4] } });
    expect(await told()).toEqual(waits(5));
    await call(storeReopenMany, room.admin, [0, 3]);
    await call(storeReopenMany, room.teacher, [2]);
    expect(await told()).toEqual(waits(0, 3, 5));
    expect(await app.db.selectFrom('notifications').select(['params', 'actor_id']).where('key', '=', `store-purchase:${ids[0]}`).execute()).toEqual([
      { params: { title: expect.stringMatching(/^Pencil/) }, actor_id: student.accountId },
    ]);
  });

  test('[B1404] purchases are the keeper’s, the student’s own teachers’ and those of whoever keeps the school’s accounts, to read and to decide', async () => {
    const here = await scenario.class({ students: 1 });
    const student = here.students[0] as TestPerson;
    await fund(student, 100);
    const item = await addItem({ keeper_id: here.coTeacher.accountId }, here.teacher);
    const { id } = (await redeem(student, item)).body.purchase;
    const elsewhere = await scenario.class({ students: 0, schoolId: here.schoolId });
    const [keeper, office] = [elsewhere.teacher, elsewhere.coTeacher];
    await app.db.updateTable('store_items').set({ keeper_id: keeper.accountId }).where('id', '=', item).execute();
    await giveRights(app.db, office.accountId, ['accounts:view']);
    const read = async (by: TestPerson) => (await by.call(storePurchases, { query: { state: 'all', per_page: 200 } })).body.data.map((row) => row.id);
    const decide = async (by: TestPerson) => {
      const done = [];
      for (const endpoint of [storeHandOverMany, storeReopenMany, storeCancelMany, storeReopenMany])
        done.push((await by.call(endpoint, { body: { ids: [id] } })).body.ids.length);
      return done;
    };
    for (const by of [keeper, office, here.teacher, here.coTeacher])
      expect([await read(by), await decide(by)]).toEqual([expect.arrayContaining([id]), [1, 1, 1, 1]]);
    expect([await read(here.otherTeacher), await decide(here.otherTeacher)]).toEqual([[], [0, 0, 0, 0]]);
    await scenario.remove(here.courseId, student.accountId);
    expect([await read(here.coTeacher), await decide(here.coTeacher)]).toEqual([[], [0, 0, 0, 0]]);
  });

  test('what was cancelled waits again only as long as points and pieces are there', async () => {
    const student = await newStudent();
    await fund(student, 20);
    const item = await addItem({ stock: 2 });
    const ids = [(await redeem(student, item)).body.purchase.id, (await redeem(student, item)).body.purchase.id];
    await room.teacher.call(storeCancelMany, { body: { ids } });
    expect((await redeem(student, await addItem({ price: 5 }))).status).toBe(201);
    expect((await room.teacher.call(storeReopenMany, { body: { ids } })).body).toMatchObject({
      ids: [ids[0]],
      refused: [{ id: ids[1], message: 'The student no longer has enough points' }],
    });
    await fund(student, 100);
    expect((await redeem(student, item)).status).toBe(201);
    expect((await room.teacher.call(storeReopenMany, { body: { ids: [ids[1]] } })).body.refused).toMatchObject([{ message: 'None are left' }]);
    expect(await ledgerAgrees()).toEqual([]);
  });

  test('the list is of one state, found by student and item', async () => {
    const here = await scenario.class({ students: 1 });
    const student = here.students[0] as TestPerson;
    await fund(student, 100);
    const item = await addItem({ name: 'Rubber duck' }, here.teacher);
    for (let index = 0; index < 3; index += 1) await redeem(student, item);
    const ask = async (by: TestPerson, query: Record<string, unknown> = {}) => by.call(storePurchases, { query });
    expect((await ask(here.coTeacher, { search_text: 'duck' })).body).toMatchObject({
      pagination: { total: 3 },
      data: expect.arrayContaining([expect.objectContaining({ item_name: 'Rubber duck', last_name: student.lastName })]),
    });
    expect((await ask(here.teacher, { search_text: student.lastName, per_page: 2, page: 2 })).body.data).toHaveLength(1);
    expect((await ask(here.teacher, { state: 'cancelled' })).body.data).toEqual([]);
    expect((await ask(here.teacher, { state: 'all' })).body.data).toHaveLength(3);
    expect((await ask(room.teacher, { search_text: 'duck' })).body.data).toEqual([]);
    expect((await ask(here.admin, { search_text: 'duck' })).body.data).toHaveLength(3);
    expect([(await ask(student)).status, (await ask(here.teacher, { state: 'x' })).status]).toEqual([403, 422]);
  });
});

describe('items', () => {
  test('are kept by teachers for their school alone, with a picture of their own that students see', async () => {
    const item = await addItem();
    const rows = async (by: TestPerson) =>
      (await by.call(storeItems.endpoints.list, { query: { per_page: 200 } })).body.data.map(({ id }: { id: number }) => id);
    const far = await scenario.class({ students: 1 });
    expect([(await rows(room.otherTeacher)).includes(item), (await rows(far.teacher)).includes(item)]).toEqual([true, false]);
    const student = room.students[0] as TestPerson;
    expect((await student.call(storeItems.endpoints.list)).status).toBe(403);
    const upload = async (by: TestPerson, name: string, bytes: Buffer) => {
      const reply = await by.call(fileAdd, { files: [{ name, bytes }] });
      if (reply.error) throw new Error(JSON.stringify(reply.error));
      return reply.body.files[0]!.id;
    };
    const put = (by: TestPerson, file_id: unknown, id = item) => by.call(storePicture, { params: { id }, body: { file_id } });
    const picture = await upload(room.teacher, 'duck.png', pngOf(4, 4));
    expect((await put(room.teacher, picture)).body.store_item).toMatchObject({ id: item, picture: { file_id: picture } });
    const offer = (await student.call(storeOffers, { query: { per_page: 200 } })).body.data.find(({ id }: { id: number }) => id === item);
    expect((await app.server.app.inject({ url: offer?.picture_url ?? '' })).statusCode).toBe(200);
    const note = await upload(room.teacher, 'note.pdf', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'));
    expect((await put(room.teacher, note)).error?.errors).toEqual({ file_id: ['Choose a picture: a PNG, JPEG, GIF or WebP file.'] });
    expect((await put(room.otherTeacher, picture, await addItem({}, room.otherTeacher))).error?.errors).toHaveProperty('file_id');
    expect([(await put(far.teacher, null)).status, (await put(student, null)).status, (await put(room.teacher, 'x')).status]).toEqual([404, 403, 422]);
    expect((await put(room.otherTeacher, null)).body.store_item.picture).toBe(null);
  });

  test('one of a teacher is of the teacher’s school, whatever is said; a student cannot hand things over', async () => {
    const far = await scenario.school();
    const item = await addItem({ school_id: room.schoolId });
    expect((await room.teacher.call(storeItems.endpoints.get, { params: { id: item } })).body.data).toMatchObject({
      school_id: room.schoolId,
      account_id: room.teacher.accountId,
      left: null,
      redeemed: 0,
    });
    expect((await room.teacher.call(storeItems.endpoints.create, { body: { name: 'Far', price: 1, school_id: far } })).status).toBe(422);
    const keeper = (id: number) => room.teacher.call(storeItems.endpoints.create, { body: { name: `Kept ${id}`, price: 1, keeper_id: id } });
    expect((await keeper(room.students[0]?.accountId as number)).error?.errors).toHaveProperty('keeper_id');
    expect((await keeper(room.coTeacher.accountId)).status).toBe(201);
  });
});
