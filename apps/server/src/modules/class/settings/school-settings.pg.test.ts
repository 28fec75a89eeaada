import { authLogin, authMe, censorshipLevels, schoolSettingsGet, schoolSettingsUpdate, settingsSchoolGet } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { hashPassword } from '../../people/accounts/index.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let schoolId: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());
beforeEach(async () => {
  schoolId = await scenario.school();
});

const read = async (person = admin, id = schoolId) => person.call(schoolSettingsGet, { params: { id } });
const save = (body: object, person = admin, id = schoolId) => person.call(schoolSettingsUpdate, { params: { id }, body: body as never });
const aLevel = async (name: string) => (await admin.call(censorshipLevels.endpoints.create, { body: { name } as never })).body.data.id as number;
const entries = async () =>
  (
    await sql<{ action: string; before: object; after: object }>`
    SELECT action, before, after FROM audit_entries WHERE subject_type = 'school_settings' AND subject_id = ${schoolId} ORDER BY id`.execute(app.db)
  ).rows;

describe('GET and PUT /api/schools/{id}/settings', () => {
  test('a school that has set up nothing has what holds then', async () => {
    expect((await read()).body.settings).toMatchObject({
      school_id: schoolId,
      time_zone: 'UTC',
      several_devices_for_staff: true,
      commenting_in_streams: true,
      asks_again: true,
      simulated_classes: true,
      censorship_levels: null,
      mail_url: '',
      snapshot_url: '',
    });
  });

  test('keeps every setting, leaves what is not said, and tells the audit trail what changed', async () => {
    const level = await aLevel(`Strong ${schoolId}`);
    const chosen = {
      time_zone: 'Europe/Berlin',
      several_devices_for_staff: false,
      commenting_in_streams: false,
      asks_again: false,
      simulated_classes: false,
      censorship_levels: [level, level],
      mail_url: ' https://mail.school.test ',
      live_learning_url: 'https://live.school.test/enter?from=cw',
    };
    const reply = await save(chosen);
    expect(reply).toMatchObject({ status: 200, body: { message: 'School Settings Updated Successfully' } });
    const kept = { ...chosen, censorship_levels: [level], mail_url: 'https://mail.school.test' };
    expect((await read()).body.settings).toMatchObject(kept);
    expect((await save({ mail_url: '', censorship_levels: null })).status).toBe(200);
    expect((await read()).body.settings).toMatchObject({ ...kept, mail_url: '', censorship_levels: null });
    const told = await entries();
    expect(told).toMatchObject([
      { action: 'schoolSettings.update', before: { time_zone: 'UTC' }, after: { time_zone: 'Europe/Berlin', name: expect.stringContaining('School') } },
      { before: { mail_url: 'https://mail.school.test' }, after: { mail_url: '' } },
    ]);
    expect((await save({ time_zone: 'Europe/Berlin' })).status).toBe(200);
    expect(await entries()).toHaveLength(2); // nothing changed
  });

  test('what else is stored of a school stays', async () => {
    await sql`UPDATE schools SET settings = '{"of_another_part": 1, "launcher": {"mail": "javascript:alert(1)"}}' WHERE id = ${schoolId}`.execute(app.db);
    expect((await save({ drive_url: 'https://drive.test' })).body.settings).toMatchObject({ mail_url: '', drive_url: 'https://drive.test' });
    const { rows } = await sql<{ settings: object }>`SELECT settings FROM schools WHERE id = ${schoolId}`.execute(app.db);
    expect(rows[0]?.settings).toMatchObject({ of_another_part: 1, launcher: { drive: 'https://drive.test' } });
  });

  test('[B057] who saves an older version is told, with the newer one, and overwrites nothing', async () => {
    const { updated_at } = (await read()).body.settings;
    expect((await save({ time_zone: 'Asia/Tokyo', updated_at })).status).toBe(200);
    const late = await save({ time_zone: 'America/Lima', updated_at });
    expect(late).toMatchObject({ status: 409, error: { code: 'EDIT_CONFLICT', params: { row: { time_zone: 'Asia/Tokyo' } } } });
    expect((await read()).body.settings.time_zone).toBe('Asia/Tokyo');
  });

  test.each([
    [{ time_zone: 'Atlantis/Center' }, 'time_zone'],
    [{ time_zone: 'posix/Europe/Berlin' }, 'time_zone'],
    [{ time_zone: "UTC'; DROP TABLE schools" }, 'time_zone'],
    [{ time_zone: null }, 'time_zone'],
    [{ censorship_levels: [987_654_321] }, 'censorship_levels'],
    [{ censorship_levels: 'all' }, 'censorship_levels'],
    [{ mail_url: 'javascript:alert(1)' }, 'mail_url'],
    [{ drive_url: 'drive' }, 'drive_url'],
    [{ store_url: 'https://user:secret@store.test' }, 'store_url'],
    [{ academy_url: `https://a.test/${'x'.repeat(500)}` }, 'academy_url'],
    [{ several_devices_for_staff: 'perhaps' }, 'several_devices_for_staff'],
    [{ commenting_in_streams: 7 }, 'commenting_in_streams'],
    [{ asks_again: 'maybe' }, 'asks_again'],
    [{ simulated_classes: 'often' }, 'simulated_classes'],
    [{ sender_name: 'x'.repeat(81) }, 'sender_name'],
    [{ sender_name: 7 }, 'sender_name'],
    [{ sender_address: 'office' }, 'sender_address'],
    [{ sender_address: 'office@riverside.example, all@riverside.example' }, 'sender_address'],
    [{ sender_address: 'a@b@riverside.example' }, 'sender_address'],
    [{ sender_address: `${'x'.repeat(200)}@riverside.example` }, 'sender_address'],
    [{ sender_address: 'office@riverside.example' }, 'sender_address'],
  ])('[B055] %j is refused at its field', async (body, field) => {
    const before = (await read()).body.settings;
    const reply = await save(body);
    expect(reply).toMatchObject({ status: 422, error: { code: 'VALIDATION_FAILED', errors: { [field]: [expect.stringMatching(/\S+ \S+/)] } } });
    expect(Object.keys(reply.error?.errors ?? {}).map((name) => name.split('.')[0])).toEqual([field]);
    expect((await read()).body.settings).toEqual(before);
  });

  test('[B055] a very large body is refused', async () => {
    expect((await save({ mail_url: `https://x.test/${'x'.repeat(20_000)}` })).status).toBe(413);
  });

  test('[B056] another school’s, a school that was archived and none at all answer alike', async () => {
    const keeper = await scenario.person('teachers', schoolId);
    await giveRights(app.db, keeper.accountId, ['school-settings:view', 'school-settings:edit']);
    const other = await scenario.school();
    expect((await save({ time_zone: 'Asia/Tokyo' }, keeper)).status).toBe(200);
    for (const id of [other, 987_654_321])
      for (const reply of [await read(keeper, id), await save({ time_zone: 'Asia/Tokyo' }, keeper, id)])
        expect(reply).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
    await sql`UPDATE schools SET archived_at = app_now() WHERE id = ${other}`.execute(app.db);
    expect((await read(admin, other)).status).toBe(404);
  });
});

describe('a setting takes effect', () => {
  test('[L286] several devices: a second sign-in of staff ends no token any more, a student’s still does', async () => {
    const [teacher, student] = [await scenario.person('teachers', schoolId), await scenario.person('student', schoolId)];
    const password = 'correct horse battery staple';
    await app.db
      .updateTable('accounts')
      .set({ password_hash: await hashPassword(password) })
      .where('school_id', '=', schoolId)
      .execute();
    const secondDevice = async ({ accountId }: TestPerson): Promise<string> => {
      const { email } = await app.db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow();
      return (await app.call(authLogin, { body: { email, password, device: 'a second one' } })).body.api_token;
    };
    expect((await teacher.call(authMe)).status).toBe(200);
    expect((await save({ several_devices_for_staff: true })).status).toBe(200);
    for (const person of [teacher, student]) {
      const token = await secondDevice(person);
      expect((await app.call(authMe, {}, { token })).status).toBe(200);
    }
    await app.clock.advanceMs(61_000); // an ended token may deliver for a minute
    expect((await teacher.call(authMe)).status).toBe(200);
    expect(await student.call(authMe)).toMatchObject({ status: 401, error: { code: 'SIGNED_IN_ELSEWHERE' } });
    expect((await save({ several_devices_for_staff: false })).status).toBe(200);
    await secondDevice(teacher);
    await app.clock.advanceMs(61_000);
    expect(await teacher.call(authMe)).toMatchObject({ status: 401, error: { code: 'SIGNED_IN_ELSEWHERE' } });
  });

  test('[L286] who belongs to no school keeps several devices where every school allows it', async () => {
    const hash = await hashPassword('correct horse battery staple');
    const nobodys = await scenario.person('admin', null);
    await app.db.updateTable('accounts').set({ password_hash: hash }).where('id', '=', nobodys.accountId).execute();
    const { email } = await app.db.selectFrom('accounts').select('email').where('id', '=', nobodys.accountId).executeTakeFirstOrThrow();
    const allow = (isAllowed: boolean) =>
      sql`UPDATE schools SET settings = settings || ${JSON.stringify({ several_devices_for_staff: isAllowed })}::jsonb WHERE archived_at IS NULL`.execute(
        app.db,
      );
    const tokensLeft = async (): Promise<number> => {
      await app.call(authLogin, { body: { email, password: 'correct horse battery staple', device: `device ${Math.random()}` } });
      const { rows } = await sql<{
        count: number;
      }>`SELECT count(*) AS count FROM access_tokens WHERE account_id = ${nobodys.accountId} AND ended_at IS NULL`.execute(app.db);
      return rows[0]!.count;
    };
    await allow(true);
    expect(await tokensLeft()).toBe(2);
    expect((await save({ several_devices_for_staff: false })).status).toBe(200); // one school of several
    expect(await tokensLeft()).toBe(1);
  });

  test('the time zone is what people’s screens reckon with, from their next load on', async () => {
    const teacher = await scenario.person('teachers', schoolId);
    expect((await teacher.call(authMe)).body.user.school?.time_zone).toBe('UTC');
    await save({ time_zone: 'Pacific/Auckland' });
    expect((await teacher.call(authMe)).body.user.school?.time_zone).toBe('Pacific/Auckland');
  });

  test('[K069] the launcher shows the addresses; sites that ask who has come are opened with a code', async () => {
    const student = await scenario.person('student', schoolId);
    await save({ drive_url: 'https://drive.test/', mail_url: 'https://mail.test/', snapshot_url: 'https://snap.test/' });
    expect((await student.call(settingsSchoolGet)).body.launcher.filter(({ url }) => url.startsWith('http'))).toEqual([
      { module: 'mail', url: 'https://mail.test/', target: null },
      { module: 'drive', url: 'https://drive.test/', target: null },
      { module: 'snapshot', url: 'https://snap.test/', target: 'live-snapshot' },
    ]);
  });
});
