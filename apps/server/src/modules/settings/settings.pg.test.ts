import { DEFAULT_PREFERENCES, settingsPreferencesGet, settingsPreferencesUpdate, settingsSchoolGet } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, startTestApp, type Scenario, type TestApp, type TestPerson } from '../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let schoolId: number;
let teacher: TestPerson;
let student: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  teacher = await scenario.person('teachers', schoolId);
  student = await scenario.person('student', schoolId);
});
afterAll(() => app.close());

describe('GET and PUT /api/settings/preferences', () => {
  const read = async (person: TestPerson) => (await person.call(settingsPreferencesGet)).body.preferences;
  const choose = (person: TestPerson, body: object) => person.call(settingsPreferencesUpdate, { body });

  test('[K077] [K078] [K080] [K081] [K082] each choice is one’s own and stays; what is left out stays too', async () => {
    expect(await read(teacher)).toEqual(DEFAULT_PREFERENCES);
    expect((await choose(teacher, { sidebar_color: 'teal', sidebar_gradient: true, dark_mode: true })).status).toBe(200);
    const reply = await choose(teacher, { mini_sidebar: true, sidebar_image: true, sidebar_image_choice: 'hills', dark_mode: null });
    const chosen = {
      ...DEFAULT_PREFERENCES,
      sidebar_color: 'teal',
      sidebar_gradient: true,
      dark_mode: null,
      mini_sidebar: true,
      sidebar_image: true,
      sidebar_image_choice: 'hills',
    };
    expect(reply.body.preferences).toEqual(chosen);
    expect(await read(teacher)).toEqual(chosen);
    expect(await read(student)).toEqual(DEFAULT_PREFERENCES);
  });

  test.each([{ sidebar_color: 'red; background: url(x)' }, { sidebar_gradient: 'yes' }, { dark_mode: 1 }, { sidebar_image_choice: '../x' }])(
    '%j is not offered',
    async (choice) => {
      const before = await read(teacher);
      expect((await choose(teacher, choice)).body.errors).toEqual({ [Object.keys(choice)[0] as string]: ['Choose one of the values that are offered.'] });
      expect(await read(teacher)).toEqual(before);
    },
  );

  test('nothing but the choices is stored, and a large body is refused', async () => {
    await choose(student, { sidebar_color: 'blue', note: 'x' });
    const row = await app.db.selectFrom('account_preferences').select('preferences').where('account_id', '=', student.accountId).executeTakeFirst();
    expect(row?.preferences).toEqual({ sidebar_color: 'blue' });
    expect((await choose(student, { note: 'x'.repeat(3000) })).status).toBe(413);
  });

  test('a value that is no longer offered falls back by itself', async () => {
    await sql`UPDATE account_preferences SET preferences = '{"sidebar_color": "gold", "sidebar_gradient": true}' WHERE account_id = ${student.accountId}`.execute(
      app.db,
    );
    expect(await read(student)).toEqual({ ...DEFAULT_PREFERENCES, sidebar_gradient: true });
  });

  test('is for those who are signed in', async () => {
    expect((await app.call(settingsPreferencesGet)).status).toBe(401);
    expect((await app.call(settingsPreferencesUpdate, { body: { sidebar_color: 'blue' } })).status).toBe(401);
  });
});

describe('GET /api/settings/school', () => {
  const launcher = async (person: TestPerson) => (await person.call(settingsSchoolGet)).body.launcher;
  const setUp = (id: number, addresses: object) =>
    sql`UPDATE schools SET settings = settings || ${JSON.stringify({ launcher: addresses })}::jsonb WHERE id = ${id}`.execute(app.db);

  test('[K069] the configured addresses of one’s school in their order; what has none is left out', async () => {
    expect(await launcher(teacher)).toEqual([]);
    await setUp(schoolId, { drive: 'https://drive.school.test/home', mail: 'https://mail.school.test', academy: '', calendar: null, games: 'https://x.test' });
    const expected = [
      { module: 'mail', url: 'https://mail.school.test', target: null },
      { module: 'drive', url: 'https://drive.school.test/home', target: null },
    ];
    expect(await launcher(teacher)).toEqual(expected);
    expect(await launcher(student)).toEqual(expected);
    expect(await launcher(await scenario.person('teachers', await scenario.school()))).toEqual([]);
  });

  test('an address is a web address or none', async () => {
    const id = await scenario.school();
    await setUp(id, { mail: 'javascript:alert(1)', store: 'file:///etc/passwd', academy: 'academy', calendar: 5, drive: 'http://drive.test' });
    expect(await launcher(await scenario.person('student', id))).toEqual([{ module: 'drive', url: 'http://drive.test', target: null }]);
  });

  test('[B294] [K061] somebody of no school, who sets them up, has those of the first school that has any', async () => {
    const admin = await scenario.person('admin', null);
    expect(await launcher(admin)).toHaveLength(2);
    await setUp(schoolId, { drive: null, mail: 'https://mail.school.test' });
    expect(await launcher(admin)).toHaveLength(1);
  });
});
