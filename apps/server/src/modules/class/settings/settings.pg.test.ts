import {
  bookStore,
  DEFAULT_PREFERENCES,
  handOffCreate,
  handOffRedeem,
  settingsPreferencesGet,
  settingsPreferencesUpdate,
  settingsSchoolGet,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, startTestApp, type Scenario, type TestApp, type TestPerson } from '../../../testing/index.ts';

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
      expect((await choose(teacher, choice)).body.errors).toEqual({ [Object.keys(choice)[0] as string]: ['Choose one of the options.'] });
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

  const mail = { module: 'mail', url: 'mailto:', target: null };
  const store = { module: 'store', url: '/store', target: null };
  const calendar = { module: 'calendar', url: '/calendar', target: null };
  const drive = { module: 'drive', url: '/files', target: null };
  const live = { module: 'live_learning', url: '/teacher-live-learning', target: null };

  test('[K070] [K071] [K072] [K069] the configured addresses of one’s school in their order; without one our own pages and the mail program, as one may open them', async () => {
    expect(await launcher(teacher)).toEqual([mail, store, calendar, drive, live]);
    expect(await launcher(student)).toEqual([
      mail,
      store,
      { module: 'academy', url: '/std-classwork', target: null },
      calendar,
      drive,
      { ...live, url: '/student-live-learning' },
    ]);
    await setUp(schoolId, { drive: 'https://drive.school.test/home', mail: 'https://mail.school.test', academy: '', calendar: null, games: 'https://x.test' });
    const [ownMail, ownDrive] = [
      { module: 'mail', url: 'https://mail.school.test', target: null },
      { module: 'drive', url: 'https://drive.school.test/home', target: null },
    ];
    expect(await launcher(teacher)).toEqual([ownMail, store, calendar, ownDrive, live]);
    expect((await launcher(student)).map(({ url }) => url)).toEqual([
      ownMail.url,
      '/store',
      '/std-classwork',
      '/calendar',
      ownDrive.url,
      '/student-live-learning',
    ]);
    expect(await launcher(await scenario.person('teachers', await scenario.school()))).toEqual([mail, store, calendar, drive, live]);
  });

  test('[K098] [K411] the site of live learning and that of snapshots are opened with a hand-off code where the school has them; else live learning opens our page', async () => {
    const id = await scenario.school();
    const [own, learner] = [await scenario.person('teachers', id), await scenario.person('student', id)];
    expect(await launcher(own)).toContainEqual(live);
    expect((await launcher(own)).map(({ module }) => module)).not.toContain('snapshot');
    await setUp(id, { live_learning: 'https://live.school.test/login', snapshot: 'https://snap.school.test/?of=us' });
    for (const person of [own, learner])
      expect((await launcher(person)).slice(-2)).toEqual([
        { module: 'live_learning', url: 'https://live.school.test/login', target: 'live-learning' },
        { module: 'snapshot', url: 'https://snap.school.test/?of=us', target: 'live-snapshot' },
      ]);
  });

  test('an address is a web address or none', async () => {
    const id = await scenario.school();
    await setUp(id, { mail: 'javascript:alert(1)', store: 'file:///etc/passwd', academy: 'academy', calendar: 5, drive: 'http://drive.test' });
    expect((await launcher(await scenario.person('student', id))).map(({ url }) => url)).toEqual([
      'mailto:',
      '/store',
      '/std-classwork',
      '/calendar',
      'http://drive.test',
      '/student-live-learning',
    ]);
  });

  test('[B294] [K061] somebody of no school, who sets them up, has those of the first school that has any', async () => {
    const admin = await scenario.person('admin', null);
    const configured = async () => (await launcher(admin)).filter(({ url }) => url.startsWith('http'));
    expect(await configured()).toHaveLength(2);
    await setUp(schoolId, { drive: null, mail: 'https://mail.school.test' });
    expect(await configured()).toHaveLength(1);
  });
});

describe('GET /api/book/store', () => {
  const open = (person: TestPerson) => person.call(bookStore);

  test('[K402] leads to our own store, or to the school’s with a single-use code in place of a token', async () => {
    const id = await scenario.school();
    const person = await scenario.person('student', id);
    expect(await open(person)).toMatchObject({ status: 303, headers: { location: '/store', 'cache-control': 'no-store' } });
    await sql`UPDATE schools SET settings = '{"launcher": {"store": "https://books.test/in?shelf=1"}}' WHERE id = ${id}`.execute(app.db);
    const { status, headers } = await open(person);
    const address = new URL(String(headers['location']));
    expect([status, address.origin, address.searchParams.get('shelf')]).toEqual([303, 'https://books.test', '1']);
    const code = address.searchParams.get('code');
    const redeemed = await app.call(handOffRedeem, { body: { code, target: 'store' } });
    expect(redeemed.body).toMatchObject({ target: 'store', user: { account_id: person.accountId } });
    expect(JSON.stringify(redeemed.body)).not.toContain(person.token);
    expect((await app.call(handOffRedeem, { body: { code, target: 'store' } })).error?.code).toBe('HAND_OFF_REFUSED');
  });

  test('[K070] [K402] opens in a window with a hand-off code, once, and never with a token in its address', async () => {
    const { code } = (await student.call(handOffCreate, { body: { target: '/api/book/store' } })).body;
    expect((await app.call(bookStore, { query: { code } })).status).toBe(303);
    expect((await app.call(bookStore, { query: { code } })).error?.code).toBe('HAND_OFF_REFUSED');
    for (const query of [{}, { api_token: student.token }]) expect((await app.call(bookStore, { query })).status).toBe(401);
  });

  test('[B698] BOOK_STORE_URL is the store of every school that has entered none, in the launcher too', async () => {
    const there = await startTestApp({ bookStoreUrl: 'https://shelf.test/enter' });
    const people = createScenario(there);
    const [plain, own] = [await people.school(), await people.school()];
    await sql`UPDATE schools SET settings = '{"launcher": {"store": "https://own.test/"}}' WHERE id = ${own}`.execute(there.db);
    for (const [id, origin] of [
      [plain, 'https://shelf.test'],
      [own, 'https://own.test'],
      [null, 'https://own.test'],
    ] as const) {
      const person = await people.person(id === null ? 'admin' : 'student', id);
      const store = (await person.call(settingsSchoolGet)).body.launcher.find(({ module }) => module === 'store');
      expect([new URL(store?.url ?? '').origin, store?.target]).toEqual([origin, 'store']);
      const address = new URL(String((await open(person)).headers['location']));
      expect([address.origin, address.searchParams.get('code')]).toEqual([origin, expect.stringMatching(/.{20,}/)]);
    }
    await there.close();
  });
});
