import { authMe, setUp, setUpCheck } from '@classwright/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { makeLink } from './make-link.ts';
import { makeSetUpLink } from './set-up.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const make = async () => (await makeSetUpLink(app.db, 'https://school.example', { hasGoogle: false }))?.split('#code=')[1] as string;
const person = {
  first_name: 'Ada',
  last_name: 'King',
  email: 'ada@school.test',
  password: 'four kettles and a moss',
  school_name: 'Riverside',
  time_zone: 'Europe/Berlin',
};
const run = (code: string, values: object = {}) => app.call(setUp, { body: { code, ...person, ...values } });

describe('the set-up link of a first start', () => {
  test('[B293] makes the first school and the first administrator, who is signed in, belongs to it and spans the installation', async () => {
    const code = await make();
    expect((await app.call(setUpCheck, { body: { code } })).body).toMatchObject({ min_characters: 15, asks_school: true });
    const reply = await run(code);
    const school = { school_name: 'Riverside', time_zone: 'Europe/Berlin' };
    expect(reply).toMatchObject({ status: 200, body: { new_account: true, user: { user_type: 'Admin', school, time_zone: 'Europe/Berlin' } } });
    expect((await app.call(authMe, {}, { token: reply.body.api_token })).body.user.rights).toContain('access:grant');
    expect(await app.db.selectFrom('schools').select(['school_name', 'time_zone']).execute()).toEqual([
      { school_name: 'Riverside', time_zone: 'Europe/Berlin' },
    ]);
  });

  test('counts once, and never where there is an administrator', async () => {
    const code = await make();
    const replies = await Promise.all([1, 2, 3].map((number) => run(code, { email: `ada${number}@school.test` })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(await makeSetUpLink(app.db, 'https://school.example', { hasGoogle: false })).toBeNull();
    expect((await app.call(setUpCheck, { body: { code } })).error?.code).toBe('LINK_REFUSED');
  });

  test('each start makes a new one, which ends the older; three days end it too', async () => {
    const [older, newer] = [await make(), await make()];
    expect((await run(older)).error?.code).toBe('LINK_REFUSED');
    await app.clock.advanceMs(73 * 3_600_000);
    expect((await run(newer)).error?.code).toBe('LINK_REFUSED');
  });

  test('what is wrong stands at its field, and the link stays good', async () => {
    const code = await make();
    expect((await run(code, { school_name: '' })).body.errors).toEqual({ school_name: ['School is required'] });
    expect((await run(code, { time_zone: 'Atlantis/Center' })).body.errors).toHaveProperty('time_zone');
    expect((await run(code, { email: 'ada' })).body.errors).toHaveProperty('email');
    expect((await run(code, { password: 'riverside riverside' })).body.errors).toHaveProperty('password');
    expect((await run(code, { first_name: '', last_name: '' })).body.errors).toEqual({
      first_name: ['First Name is required'],
      last_name: ['Last Name is required'],
    });
    expect((await run(code)).status).toBe(200);
  });

  test('[B293] a further school begins in the zone of the first; whoever has no school reads the zone of the only one, else none', async () => {
    const { api_token } = (await run(await make())).body;
    await app.db.updateTable('accounts').set({ school_id: null }).execute();
    const zone = async () => (await app.call(authMe, {}, { token: api_token })).body.user.time_zone;
    expect(await zone()).toBe('Europe/Berlin');
    await app.db.insertInto('schools').values({ school_name: 'Second' }).execute();
    expect((await app.db.selectFrom('schools').select('time_zone').execute()).map(({ time_zone }) => time_zone)).toEqual(['Europe/Berlin', 'Europe/Berlin']);
    expect(await zone()).toBeNull();
  });

  test('a school that is there already is kept', async () => {
    await app.db.insertInto('schools').values({ school_name: 'Old School' }).execute();
    const code = await make();
    expect((await app.call(setUpCheck, { body: { code } })).body.asks_school).toBe(false);
    expect((await run(code, { school_name: '' })).status).toBe(200);
    expect(await app.db.selectFrom('schools').select('school_name').execute()).toEqual([{ school_name: 'Old School' }]);
  });

  test('[B152] an administrator who cannot sign in is none: without a password, or with a link that is over', async () => {
    const code = await make();
    expect((await run(code)).status).toBe(200);
    expect(await make()).toBeUndefined();
    await app.db.updateTable('accounts').set({ password_hash: null }).execute();
    expect(await make()).toBeTruthy();
    const [{ id }] = (await app.db.selectFrom('accounts').select('id').execute()) as [{ id: number }];
    await inTransaction(app.db, (tx) => makeLink(tx, id, 'https://school.example'));
    expect(await make()).toBeUndefined();
    await app.clock.advanceMs(8 * 24 * 3_600_000);
    expect(await make()).toBeTruthy();
    await app.db.insertInto('google_identities').values({ account_id: id, issuer: 'https://id.example', subject: '1' }).execute();
    expect(await make()).toBeTruthy();
    expect(await makeSetUpLink(app.db, 'https://school.example', { hasGoogle: true })).toBeNull();
  });

  test('no other code sets anything up', async () => {
    await make();
    expect((await run('x')).error?.code).toBe('LINK_REFUSED');
    expect((await app.call(setUp, { body: {} })).status).toBe(422);
  });
});
