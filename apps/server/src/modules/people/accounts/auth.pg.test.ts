import { createHash } from 'node:crypto';
import { authLogin, authLogout, authMe, channels, en, type Endpoint } from '@classwright/contract';
import { sql } from 'kysely';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Gate } from '../../../platform/waiting/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, hear, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import type { TestArguments } from '../../../testing/build-app.ts';
import { createAccount, deactivateAccount, hashPassword } from './index.ts';

let app: TestApp;
let passwordHash: string;
let counter = 0;

beforeAll(async () => {
  app = await startTestApp();
  passwordHash = await hashPassword('a long enough password');
});
afterAll(() => app.close());

async function person(kind: 'Admin' | 'Teachers' | 'Student' = 'Student', schoolId: number | null = null): Promise<{ id: number; email: string }> {
  const email = `person${++counter}@example.org`;
  const id = await inTransaction(app.db, (tx) =>
    createAccount(tx, {
      schoolId,
      accountType: kind,
      roleKey: kind.toLowerCase(),
      firstName: 'Noor',
      lastName: `Person ${counter}`,
      email,
      passwordHash,
    }),
  );
  return { id, email };
}
const signIn = (email: string, password = 'a long enough password', device = '') => app.call(authLogin, { body: { email, password, device } });

describe('[K358] POST /api/auth/login', () => {
  test('[K209–K211] [K284] [L188] [L218] [L220] answers user, token, courses, assessment and message; user_id and account_id are one number', async () => {
    const { id, email } = await person('Teachers');
    const reply = await signIn(email);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ status: 'success', new_account: true, courses: [], assessment: null, message: expect.stringContaining('Noor') });
    expect(reply.body.user).toMatchObject({
      id,
      user_id: id,
      account_id: id,
      name: `Noor Person ${counter}`,
      user_name: `Noor Person ${counter}`,
      first_name: 'Noor',
      last_name: `Person ${counter}`,
      mobile: '',
      picture: null,
      photoUrl: null,
      profile_picture: null,
      user_type: 'Teachers',
      email,
      has_active_assessment: false,
      api_token: reply.body.api_token,
    });
    expect(reply.body.user.menus.teacher).toEqual([
      { name: 'Classes', res_url: 'classes' },
      { name: 'Live Learning', res_url: 'teacher-live-learning' },
      { name: 'Topics', res_url: 'topics' },
      { name: 'Students', res_url: 'students' },
    ]);
    expect(reply.body.user.menus.student ?? []).toEqual([]);
    expect((await signIn(email)).body.new_account).toBe(false);
  });

  test('[B3080] the last activity of a school is known from the first sign-in on, and no refused one counts', async () => {
    const schoolId = await createScenario(app).school();
    const { email } = await person('Teachers', schoolId);
    const activity = async () => (await app.db.selectFrom('school_activity').select('school_id').where('school_id', '=', schoolId).execute()).length;
    expect([(await signIn(email, 'not this one')).status, await activity()]).toEqual([401, 0]);
    expect([(await signIn(email)).status, await activity()]).toEqual([200, 1]);
  });

  test('an unknown e-mail and a wrong password get the same answer', async () => {
    const { email } = await person();
    const [wrong, unknown] = [await signIn(email, 'not the password'), await signIn('nobody@example.org')];
    expect(wrong).toMatchObject({ status: 401, error: { code: 'SIGN_IN_REFUSED' } });
    expect({ ...unknown.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' });
  });

  test('[B148] an unknown e-mail takes what a known one takes, and no hashing', async () => {
    const { email } = await person();
    const time = async (address: string): Promise<number> => {
      const beganMs = performance.now();
      expect((await signIn(address, 'not the password')).status).toBe(401);
      return performance.now() - beganMs;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let times = 0; times < 3; times += 1) {
      known.push(await time(email));
      unknown.push(await time(`nobody${times}@example.org`));
    }
    expect(Math.max(...unknown)).toBeGreaterThan(Math.min(...known) / 4); // not at once
    const hashed = vi.spyOn(Gate.prototype, 'run');
    await signIn('nobody-at-all@example.org');
    expect(hashed).toHaveBeenCalledOnce(); // to look it up
    hashed.mockRestore();
  });

  test('[B118] sign-ins that come at once are looked up a few at a time, so that others reach the database; every one is answered', async () => {
    const countWaiting = sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
       WHERE pg_database.datname = current_database() AND relation = 'accounts'::regclass AND NOT granted`;
    const replies = await app.db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE`.execute(tx);
      const tries = Array.from({ length: 8 }, (_, index) => signIn(`none${index}@example.org`));
      const waiting = async () => (await countWaiting.execute(tx)).rows[0]!.count;
      await expect.poll(waiting).toBe(3);
      for (let looks = 0; looks < 5; looks += 1) {
        await sql`SELECT pg_sleep(0.05)`.execute(tx);
        expect(await waiting()).toBe(3);
      }
      return { tries };
    });
    expect((await Promise.all(replies.tries)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 401));
  });

  test('[B165] a password that was hashed with less is hashed anew when it was right, and stays as it is when it was wrong', async () => {
    const { id, email } = await person();
    const weak = await hash('a long enough password', { memoryCost: 4096, timeCost: 1, parallelism: 1 });
    const kept = async () => (await app.db.selectFrom('accounts').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()).password_hash;
    await app.db.updateTable('accounts').set({ password_hash: weak }).where('id', '=', id).execute();
    expect((await signIn(email, 'not the password')).status).toBe(401);
    expect(await kept()).toBe(weak);
    expect((await signIn(email)).status).toBe(200);
    const strong = await kept();
    expect(strong).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn(email)).status).toBe(200);
    expect(await kept()).toBe(strong);
  });

  test('the e-mail is compared without case, space and compatibility forms', async () => {
    const { email } = await person();
    expect((await signIn(`  ${email.toUpperCase()} `)).status).toBe(200);
    expect((await signIn(email.replace('p', 'ｐ'))).status).toBe(200);
  });

  test('empty, missing, too long and of the wrong type are named per field', async () => {
    expect((await app.call(authLogin, { body: {} })).body.errors).toEqual({ email: ['Email is required'], password: ['Password is required'] });
    expect((await signIn('', '')).body.errors).toEqual({ email: ['Email is required'], password: ['Password is required'] });
    const long = await signIn('x'.repeat(400), 'y'.repeat(2000));
    expect(long).toMatchObject({ status: 422, error: { code: 'VALIDATION_FAILED' } });
    expect(long.body.errors!.email![0]).toContain('at most 320');
    const odd = await app.call(authLogin, { body: { email: { $ne: null }, password: ['x'] } });
    expect(odd.status).toBe(422);
  });

  test.each(["' OR 1=1 --", '<script>alert(1)</script>', 'a\u0000b', '\ud800', '٣'.repeat(50)])(
    'hostile text %j is refused as a sign-in, never as a fault',
    async (text) => {
      const reply = await signIn(text, text);
      expect([401, 422, 400]).toContain(reply.status);
      expect(reply.error?.code).not.toBe('INTERNAL');
    },
  );

  test('a deactivated account cannot sign in, and its token ends at once', async () => {
    const { id, email } = await person();
    const { body } = await signIn(email);
    await inTransaction(app.db, (tx) => deactivateAccount(tx, id));
    expect(await app.call(authMe, {}, { token: body.api_token })).toMatchObject({ status: 401, error: { code: 'ACCOUNT_DEACTIVATED' } });
    expect(await signIn(email)).toMatchObject({ status: 401, error: { code: 'ACCOUNT_DEACTIVATED' } });
  });

  test('the token itself is nowhere in the database', async () => {
    const { email } = await person();
    const { body } = await signIn(email);
    const rows = await app.db.selectFrom('access_tokens').selectAll().execute();
    expect(JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash.toString('utf8') })))).not.toContain(body.api_token);
  });
});

describe('[B017] one device at a time', () => {
  test('a sign-in ends the older tokens, of this device too: no device gathers tokens', async () => {
    const { email } = await person();
    const first = (await signIn(email, undefined, 'device-one')).body.api_token;
    const again = (await signIn(email, undefined, 'device-one')).body.api_token;
    expect((await app.call(authMe, {}, { token: again })).status).toBe(200);
    await signIn(email, undefined, 'device-two');
    for (const token of [first, again]) expect(await app.call(authMe, {}, { token })).toMatchObject({ status: 401, error: { code: 'SIGNED_IN_ELSEWHERE' } });
  });

  test('[B160] a sign-in without a device’s name is ended by one with it, and the other way round', async () => {
    const { email } = await person();
    const nameless = (await signIn(email)).body.api_token;
    const named = (await signIn(email, undefined, 'device-one')).body.api_token;
    expect(await app.call(authMe, {}, { token: nameless })).toMatchObject({ status: 401, error: { code: 'SIGNED_IN_ELSEWHERE' } });
    expect((await app.call(authMe, {}, { token: named })).status).toBe(200);
    await signIn(email);
    expect(await app.call(authMe, {}, { token: named })).toMatchObject({ status: 401, error: { code: 'SIGNED_IN_ELSEWHERE' } });
  });

  test('[B160] of twelve sign-ins on one device one token is left, also where staff may use several devices', async () => {
    const schoolId = (
      await app.db
        .insertInto('schools')
        .values({ school_name: 'Several', settings: JSON.stringify({ several_devices_for_staff: true }) })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
    const { id, email } = await person('Teachers');
    await app.db.updateTable('accounts').set({ school_id: schoolId }).where('id', '=', id).execute();
    const tokens: string[] = [];
    for (let times = 0; times < 12; times += 1) tokens.push((await signIn(email, undefined, 'laptop')).body.api_token);
    const other = (await signIn(email, undefined, 'tablet')).body.api_token;
    const alive = await Promise.all([...tokens, other].map(async (token) => (await app.call(authMe, {}, { token })).status));
    expect(alive).toEqual([...tokens.slice(1).map(() => 401), 200, 200]);
  });

  test('who signs in again where the sign-in has run out is not told to leave; whoever is still in is', async () => {
    const settings = JSON.stringify({ several_devices_for_staff: true });
    const school = await app.db.insertInto('schools').values({ school_name: 'Ran out', settings }).returning('id').executeTakeFirstOrThrow();
    const { id, email } = await person('Teachers');
    await app.db.updateTable('accounts').set({ school_id: school.id }).where('id', '=', id).execute();
    const tablet = (await signIn(email, undefined, 'tablet')).body.api_token;
    const ear = await hear(
      app,
      { call: (endpoint: Endpoint, args?: TestArguments) => app.call(endpoint, args, { token: tablet }) } as TestPerson,
      channels.account(id),
    );
    const ranOut = (await signIn(email, undefined, 'laptop')).body.api_token;
    await app.db
      .updateTable('access_tokens')
      .set({ expires_at: sql<Date>`app_now() - interval '1 minute'` })
      .where('token_hash', '=', createHash('sha256').update(ranOut).digest())
      .execute();
    const again = (await signIn(email, undefined, 'laptop')).body.api_token;
    await signIn(email, undefined, 'laptop');
    const { data } = await ear.first('new-device-login');
    expect(data).toMatchObject({ token_fingerprint: createHash('sha256').update(again).digest('hex') });
    ear.close();
  });

  test('[K085] [L284] [L389] the account’s channel is told of it: the fingerprint of the ended token and what to say, never a token', async () => {
    const { id, email } = await person();
    const first = (await signIn(email, undefined, 'device-one')).body.api_token;
    const holder = { call: (endpoint: Endpoint, args?: TestArguments) => app.call(endpoint, args, { token: first }) } as TestPerson;
    const ear = await hear(app, holder, channels.account(id));
    const second = (await signIn(email, undefined, 'device-two')).body.api_token;
    const { data } = await ear.first('new-device-login');
    expect(data).toEqual({
      token_fingerprint: createHash('sha256').update(first).digest('hex'),
      message: en['auth.newDevice'],
    });
    for (const token of [first, second]) expect(JSON.stringify(ear.events)).not.toContain(token);
    ear.close();
  });

  test('two devices that sign in at once: exactly one stays', async () => {
    const { email } = await person();
    const replies = await Promise.all(Array.from({ length: 6 }, (_, index) => signIn(email, undefined, `device-${index}`)));
    const alive = await Promise.all(replies.map(({ body }) => app.call(authMe, {}, { token: body.api_token })));
    expect(alive.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('POST /api/auth/logout', () => {
  test('ends this token and no other', async () => {
    const { id } = await person();
    const [token, other] = [await app.signIn(id), await app.signIn(id)];
    expect((await app.call(authLogout, {}, { token })).status).toBe(200);
    expect(await app.call(authMe, {}, { token })).toMatchObject({ status: 401, error: { code: 'NOT_SIGNED_IN' } });
    expect((await app.call(authMe, {}, { token: other })).status).toBe(200);
    expect((await app.call(authLogout, {}, {})).status).toBe(401);
  });
});

describe('GET /api/auth/me', () => {
  test.each(['', 'x', 'Bearer', '🙂'])('without a good token (%j) it is 401', async (token) => {
    expect((await app.call(authMe, {}, { headers: { authorization: `Bearer ${encodeURIComponent(token)}` } })).status).toBe(401);
  });

  test('a token past its life is 401', async () => {
    const { id } = await person();
    const token = await app.signIn(id);
    await app.db
      .updateTable('access_tokens')
      .set({ expires_at: new Date(0) })
      .where('account_id', '=', id)
      .execute();
    expect(await app.call(authMe, {}, { token })).toMatchObject({ status: 401, error: { code: 'NOT_SIGNED_IN' } });
  });

  test('menus and rights follow the access tables on the next call', async () => {
    const { id } = await person('Teachers');
    const token = await app.signIn(id);
    expect((await app.call(authMe, {}, { token })).body.user.rights).toContain('assessments:view');
    await app.db.updateTable('account_roles').set({ is_active: false }).where('account_id', '=', id).execute();
    const after = (await app.call(authMe, {}, { token })).body.user;
    expect(after.rights).toEqual(['own-account:edit', 'own-account:view']);
    expect(Object.values(after.menus).flat()).toEqual([]);
    expect(after.user_type).toBe('Teachers');
  });
});
