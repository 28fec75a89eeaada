import { courseWorkCreate, courseWorkGet, gradeSettingCreate, gradeSettingGet, gradeSettingUpdate } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const read = (room: TestClass, by: TestPerson = room.teacher, course_id: unknown = room.courseId) =>
  by.call(gradeSettingGet, { query: { course_id } as never });
const create = (room: TestClass, body: Record<string, unknown> = {}, by: TestPerson = room.teacher) =>
  by.call(gradeSettingCreate, { body: { course_id: room.courseId, calculation_type: 'TOTAL_POINTS', ...body } as never });
const change = (setting_id: unknown, body: Record<string, unknown>, by: TestPerson) =>
  by.call(gradeSettingUpdate, { params: { setting_id } as never, body: body as never });
const made = async (room: TestClass, body: Record<string, unknown> = {}) => {
  const reply = await create(room, body);
  if (reply.error) throw new Error(JSON.stringify(reply.error));
  return reply.body.setting as { setting_id: number; updated_at: string; categories: { category_id: number }[] };
};

describe('reading and saving', () => {
  test('[K243] [K242] a class without a setting has the defaults: no overall grade, shown to students, missing work counted', async () => {
    const room = await scenario.class();
    const reply = await read(room);
    const defaults = {
      setting_id: null,
      courseid: room.courseId,
      course_id: room.courseId,
      calculation_type: 'NO_OVERALL_GRADE',
      show_grade: true,
      exclude_missing: false,
      categories: [],
      updated_at: null,
    };
    expect(reply).toMatchObject({ status: 200, body: { setting: defaults, data: defaults } });
    expect(await made(room)).toMatchObject({ setting_id: expect.any(Number), show_grade: true, exclude_missing: false });
  });

  test('[K395] [K242] [K397] it is made with POST, read with GET and changed with PATCH; categories come back with their ids, names and points', async () => {
    const room = await scenario.class();
    const created = await create(room, {
      calculation_type: 'WEIGHTED_BY_CATEGORY',
      show_grade: false,
      exclude_missing: true,
      categories: [
        { category_name: 'Tests', category_point: 60 },
        { category_name: '', category_point: '39.5', drop_lowest: 1 },
        { category_name: 'Extra', category_point: '' },
      ],
    });
    expect(created).toMatchObject({ status: 201, body: { message: 'Settings Changed Successfully' } });
    const { setting } = (await read(room)).body;
    expect(setting).toEqual(created.body.setting);
    expect(setting).toMatchObject({
      setting_id: expect.any(Number),
      courseid: room.courseId,
      calculation_type: 'WEIGHTED_BY_CATEGORY',
      show_grade: false,
      exclude_missing: true,
      categories: [
        { category_id: expect.any(Number), category_name: 'Tests', category_point: 60, drop_lowest: 0, work_count: 0 },
        { category_id: expect.any(Number), category_name: 'Category 2', category_point: 39.5, drop_lowest: 1, work_count: 0 },
        { category_id: expect.any(Number), category_name: 'Extra', category_point: 0 },
      ],
    });
    const [tests, second] = setting.categories;
    const changed = await change(
      setting.setting_id,
      {
        calculation_type: 'NO_OVERALL_GRADE',
        show_grade: true,
        exclude_missing: false,
        categories: [second, { category_name: 'Labs', category_point: 5 }, { ...tests, category_name: 'Exams' }],
      },
      room.coTeacher,
    );
    expect(changed).toMatchObject({ status: 200, body: { message: 'Settings Changed Successfully' } });
    expect((await read(room)).body.setting).toMatchObject({
      setting_id: setting.setting_id,
      calculation_type: 'NO_OVERALL_GRADE',
      show_grade: true,
      exclude_missing: false,
      categories: [
        { category_id: second?.category_id, category_name: 'Category 2' },
        { category_name: 'Labs', category_point: 5 },
        { category_id: tests?.category_id, category_name: 'Exams', category_point: 60 },
      ],
    });
    expect((await change(setting.setting_id, { show_grade: false }, room.teacher)).body.setting).toMatchObject({
      calculation_type: 'NO_OVERALL_GRADE',
      show_grade: false,
      categories: [{}, {}, {}],
    });
  });

  test('[K232] work carries a category of the class’s setting by its id and name, and only one of its own class', async () => {
    const [room, far] = [await scenario.class(), await scenario.class()];
    const [{ categories }, theirs] = [
      await made(room, { categories: [{ category_name: 'Labs', category_point: 40 }] }),
      await made(far, { categories: [{ category_name: 'Theirs' }] }),
    ];
    const category_id = categories[0]?.category_id;
    const post = (body: Record<string, unknown>) =>
      room.teacher.call(courseWorkCreate, { params: { id: room.courseId }, body: { title: 'W', ...body } as never });
    const { courseWork } = (await post({ category_id })).body;
    expect(courseWork.category).toEqual({ category_id, category_name: 'Labs' });
    expect((await room.students[0]?.call(courseWorkGet, { params: { id: room.courseId, workId: courseWork.id } }))?.body.courseWork.category).toEqual({
      category_id,
      category_name: 'Labs',
    });
    expect((await post({ category_id: theirs.categories[0]?.category_id })).error?.errors).toHaveProperty('category_id');
    expect((await read(room)).body.setting.categories[0]).toMatchObject({ work_count: 1 });
  });
});

describe('what is refused', () => {
  test('[K395] a second POST is refused with the setting that is there', async () => {
    const room = await scenario.class();
    const first = await made(room, { calculation_type: 'TOTAL_POINTS', categories: [{ category_name: 'Labs' }] });
    const second = await create(room, { calculation_type: 'NO_OVERALL_GRADE' }, room.coTeacher);
    expect(second).toMatchObject({
      status: 409,
      error: {
        code: 'SETTING_EXISTS',
        params: { row: { setting_id: first.setting_id, calculation_type: 'TOTAL_POINTS', categories: [{ category_name: 'Labs' }] } },
      },
    });
    expect((await read(room)).body.setting.calculation_type).toBe('TOTAL_POINTS');
  });

  test('[B630] two people who set it for the first time at once: one does, the other is told with the one that is there', async () => {
    const room = await scenario.class();
    const replies = await Promise.all(
      [room.teacher, room.coTeacher, room.admin].map((by, at) => create(room, { categories: [{ category_name: `Of ${at}` }] }, by)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const { setting } = (await read(room)).body;
    expect(setting.categories).toHaveLength(1);
    const refused = replies.flatMap(({ error }) => error ?? []);
    expect(refused.map(({ params }) => (params as { row: { setting_id: number } }).row.setting_id)).toEqual([setting.setting_id, setting.setting_id]);
  });

  test('of two who change it at once the second is refused, with what the first one saved', async () => {
    const room = await scenario.class();
    const { setting_id, updated_at } = await made(room);
    const replies = await Promise.all([
      change(setting_id, { calculation_type: 'NO_OVERALL_GRADE', updated_at }, room.teacher),
      change(setting_id, { calculation_type: 'WEIGHTED_BY_CATEGORY', updated_at }, room.coTeacher),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { setting } = (await read(room)).body;
    expect(replies.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'EDIT_CONFLICT',
      params: { row: { setting_id, calculation_type: setting.calculation_type, updated_at: setting.updated_at } },
    });
  });

  test('categories that work names go only where that is confirmed; the work then has none', async () => {
    const room = await scenario.class();
    const { setting_id, categories } = await made(room, { categories: [{ category_name: 'Labs' }, { category_name: 'Tests' }] });
    const params = { id: room.courseId };
    const work = (await room.teacher.call(courseWorkCreate, { params, body: { title: 'W', category_id: categories[0]?.category_id } })).body.courseWork;
    const kept = [{ category_id: categories[1]?.category_id, category_name: 'Tests' }];
    expect(await change(setting_id, { categories: kept }, room.teacher)).toMatchObject({
      status: 409,
      error: { code: 'CATEGORY_IN_USE', params: { names: 'Labs', works: 1 } },
    });
    expect((await read(room)).body.setting.categories).toHaveLength(2);
    expect((await change(setting_id, { categories: kept, confirm: true }, room.teacher)).body.setting.categories).toHaveLength(1);
    expect((await room.teacher.call(courseWorkGet, { params: { ...params, workId: work.id } })).body.courseWork.category).toBeNull();
  });

  test.each([
    ['no calculation type', { calculation_type: undefined }, 'calculation_type', 'Calculation type is required'],
    ['an unknown calculation type', { calculation_type: 'BEST_OF' }, 'calculation_type', 'Calculation type is required'],
    ['a number for it', { calculation_type: 7 }, 'calculation_type', 'Calculation type is required'],
    ['no class', { course_id: undefined }, 'course_id', 'required'],
    ['a text for the class', { course_id: 'x' }, 'course_id', 'not valid'],
    ['a word for a switch', { show_grade: 'perhaps' }, 'show_grade', 'Show overall grade to students'],
    ['a list for a switch', { exclude_missing: [] }, 'exclude_missing', 'Exclude missing coursework'],
    ['categories that are none', { categories: 'Labs' }, 'categories', 'could not be read'],
    ['51 categories', { categories: Array.from({ length: 51 }, () => ({ category_name: 'x' })) }, 'categories', 'at most 50'],
    ['a name of 201 signs', { categories: [{ category_name: 'x'.repeat(201) }] }, 'categories.0.category_name', '200'],
    ['a number for a name', { categories: [{ category_name: 7 }] }, 'categories.0.category_name', 'Category Name'],
    ['a name that cannot be stored', { categories: [{ category_name: 'a\u0000b' }] }, 'categories.0.category_name', 'cannot be stored'],
    ['half a sign in a name', { categories: [{ category_name: '\ud800' }] }, 'categories.0.category_name', 'cannot be stored'],
    ['a text for points', { categories: [{ category_point: 'much' }] }, 'categories.0.category_point', 'Category Point must be a number'],
    ['points below 0', { categories: [{}, { category_point: -1 }] }, 'categories.1.category_point', 'Category Point must be a number'],
    ['points of three decimals', { categories: [{ category_point: '1.234' }] }, 'categories.0.category_point', 'Category Point must be a number'],
    ['endless points', { categories: [{ category_point: '1e309' }] }, 'categories.0.category_point', 'Category Point must be a number'],
    ['points in other numerals', { categories: [{ category_point: '٤٠' }] }, 'categories.0.category_point', 'Category Point must be a number'],
    ['half a lowest', { categories: [{ drop_lowest: 0.5 }] }, 'categories.0.drop_lowest', 'Drop lowest must be a whole number'],
    ['a negative lowest', { categories: [{ drop_lowest: -1 }] }, 'categories.0.drop_lowest', 'Drop lowest must be a whole number'],
    ['a category that is not there', { categories: [{ category_id: 2_000_000_000 }] }, 'categories', 'could not be read'],
    ['a text for a category', { categories: [{ category_id: 'x' }] }, 'categories.0.category_id', 'not valid'],
  ])('[B631] %s is refused at its field, and nothing is saved', async (_what, body, field, words) => {
    const room = await scenario.class();
    const reply = await create(room, body);
    expect(reply.status).toBe(422);
    expect(reply.error?.errors?.[field]?.[0]).toContain(words);
    expect((await read(room)).body.setting).toMatchObject({ setting_id: null, categories: [] });
  });

  test('one category twice, and one of another class, are refused in a change', async () => {
    const [room, far] = [await scenario.class(), await scenario.class()];
    const [{ setting_id, categories }, theirs] = [
      await made(room, { categories: [{ category_name: 'Labs' }] }),
      await made(far, { categories: [{ category_name: 'Far' }] }),
    ];
    for (const bad of [
      [categories[0], categories[0]],
      [categories[0], theirs.categories[0]],
    ])
      expect((await change(setting_id, { categories: bad }, room.teacher)).error?.errors).toHaveProperty('categories');
    expect((await read(room)).body.setting.categories).toMatchObject([{ category_name: 'Labs' }]);
  });

  test.each(['<img src=x onerror=alert(1)>', "'; DROP TABLE grade_categories; --", 'امتحان نهائي', '期末考试', '{number} {max}', '🎻'])(
    'a category may be called %s, also twice in a class',
    async (category_name) => {
      const room = await scenario.class();
      await made(room, { categories: [{ category_name }, { category_name }] });
      expect((await read(room)).body.setting.categories).toMatchObject([{ category_name }, { category_name }]);
    },
  );
});

describe('who may', () => {
  test('staff of the class and Admin read, make and change it; its students are refused, others do not know of it', async () => {
    const room = await scenario.class();
    const far = await scenario.class();
    const student = room.students[0] as TestPerson;
    expect((await read(room, student)).status).toBe(403);
    expect((await create(room, {}, student)).status).toBe(403);
    for (const other of [room.otherTeacher, far.teacher]) {
      expect((await read(room, other)).status).toBe(404);
      expect((await create(room, {}, other)).status).toBe(404);
    }
    const { setting_id } = await made(room);
    expect((await change(setting_id, { show_grade: false }, student)).status).toBe(403);
    for (const other of [room.otherTeacher, far.teacher]) expect((await change(setting_id, { show_grade: false }, other)).status).toBe(404);
    expect((await read(room)).body.setting.show_grade).toBe(true);
    for (const by of [room.coTeacher, room.admin]) {
      expect((await read(room, by)).status).toBe(200);
      expect((await change(setting_id, { exclude_missing: true }, by)).status).toBe(200);
    }
    expect((await create(far, {}, room.admin)).status).toBe(201);
    for (const nowhere of [2_000_000_000, 0, -1, 'x']) expect([404, 422]).toContain((await change(nowhere, {}, room.teacher)).status);
    expect((await app.call(gradeSettingGet, { query: { course_id: room.courseId } })).status).toBe(401);
    expect((await app.call(gradeSettingCreate, { body: { course_id: room.courseId, calculation_type: 'TOTAL_POINTS' } })).status).toBe(401);
    expect((await app.call(gradeSettingUpdate, { params: { setting_id }, body: {} })).status).toBe(401);
  });
});
