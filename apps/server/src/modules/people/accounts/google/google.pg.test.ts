import { accountLinkCreate, authGoogleBegin, authGoogleFinish, authMe, configGet, linkUse } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp } from '../../../../testing/index.ts';
import { startOpenIdProvider, type TestProvider } from '../../../../testing/openid-provider.ts';
import { deleteOldBegun } from './queries.ts';

const ORIGIN = 'https://learn.school.test';
let provider: TestProvider;
let app: TestApp;
let scenario: Scenario;
let without: TestApp;

beforeAll(async () => {
  provider = await startOpenIdProvider(`${ORIGIN}/google-sign-in`);
  [app, without] = await Promise.all([startTestApp({ google: provider.setting, publicUrl: new URL(ORIGIN) }), startTestApp()]);
  scenario = createScenario(app);
});
afterAll(() => Promise.all([app.close(), without.close(), provider.close()]));
beforeEach(() => {
  provider.broken = null;
});

let made = 0;
/** Creates a person with an account here, known to the provider as `name`. */
async function bring({ email, verified = true }: { email?: string; verified?: boolean } = {}) {
  made += 1;
  const school = await scenario.school();
  await app.db.updateTable('schools').set({ settings: '{}' }).where('id', '=', school).execute(); // one device for each person
  const person = await scenario.person('teachers', school);
  const own = `Someone${made}@School.test`;
  await app.db.updateTable('accounts').set({ email: own, email_key: own.toLowerCase() }).where('id', '=', person.accountId).execute();
  const name = `sub-${made}`;
  provider.people.set(name, { email: email ?? own, email_verified: verified });
  return { ...person, name };
}

const begin = async () => (await app.call(authGoogleBegin)).body;
const finish = (answer: string, secret: string, device = '') => app.call(authGoogleFinish, { body: { answer, secret, device } });
async function signInAs(name: string | null) {
  const { url, secret } = await begin();
  return finish(await provider.choose(url, name), secret);
}
const accounts = async (): Promise<number> => (await sql<{ count: number }>`SELECT count(*) AS count FROM accounts`.execute(app.db)).rows[0]!.count;

describe('signing in with a Google account', () => {
  test('gives whoever has an active account under the verified address a token, as a password does', async () => {
    const person = await bring();
    const reply = await signInAs(person.name);
    expect(reply).toMatchObject({
      status: 200,
      body: { user: { account_id: person.accountId }, api_token: expect.any(String), message: expect.stringMatching(/^Signed in as/) },
    });
    expect((await app.call(authMe, {}, { token: reply.body.api_token })).body.user.account_id).toBe(person.accountId);
    // signing in on another device takes over
    await app.clock.advanceMs(61_000);
    expect(await person.call(authMe)).toMatchObject({ status: 401, error: { code: 'SIGNED_IN_ELSEWHERE' } });
  });

  test('[B157] the account is the same person’s from then on: whoever gets the address later does not get in, and who has another one does', async () => {
    const person = await bring();
    expect((await signInAs(person.name)).status).toBe(200);
    const address = provider.people.get(person.name)!;
    provider.people.set('successor', { ...address });
    expect(await signInAs('successor')).toMatchObject({
      status: 403,
      error: { code: 'GOOGLE_OTHER_PERSON', message: expect.stringContaining('sign-in link') },
    });
    provider.people.set(person.name, { email: 'married@school.test', email_verified: true });
    expect((await signInAs(person.name)).body.user.account_id).toBe(person.accountId);
    // an administrator settles the owner of the account with a link, or with another address
    const boss = await scenario.person('admin', null);
    const { url } = (await boss.call(accountLinkCreate, { params: { id: person.accountId } })).body;
    expect((await app.call(linkUse, { body: { code: url!.split('#code=')[1], password: 'four kettles and a moss' } })).status).toBe(200);
    expect((await signInAs('successor')).body.user.account_id).toBe(person.accountId);
  });

  test('[B2615] a person with a second factor is asked for it, unless Google’s token says that Google asked for one', async () => {
    const person = await bring();
    expect((await signInAs(person.name)).status).toBe(200);
    await app.db
      .insertInto('time_codes')
      .values({ account_id: person.accountId, secret_sealed: Buffer.from('x'), last_step: 0 })
      .execute();
    const refused = await signInAs(person.name);
    expect([refused.error?.code, refused.error?.params?.['ways']]).toEqual(['FACTOR_NEEDED', ['code']]);
    const account = provider.people.get(person.name)!;
    provider.people.set(person.name, { ...account, amr: ['pwd'] });
    expect((await signInAs(person.name)).error?.code).toBe('FACTOR_NEEDED');
    provider.people.set(person.name, { ...account, amr: ['pwd', 'mfa'] });
    expect((await signInAs(person.name)).status).toBe(200);
  });

  test('[B157] a refused sign-in ends nobody’s other sign-ins', async () => {
    const person = await bring();
    const { api_token: token } = (await signInAs(person.name)).body;
    provider.people.set('thief', { ...provider.people.get(person.name)! });
    expect((await signInAs('thief')).error?.code).toBe('GOOGLE_OTHER_PERSON');
    expect((await app.call(authMe, {}, { token })).status).toBe(200);
  });

  test('[B058] an address counts in any case; one that only looks like it does not', async () => {
    const [person, other] = [await bring(), await bring()];
    const email = `SOMEONE${made - 1}@school.TEST`;
    provider.people.set('loud', { email, email_verified: true });
    expect((await signInAs('loud')).body.user.account_id).toBe(person.accountId);
    provider.people.set('wide', { email: `ｓomeone${made}@school.test`, email_verified: true });
    expect(await signInAs('wide')).toMatchObject({ status: 403, error: { code: 'GOOGLE_NO_ACCOUNT' } });
    expect((await other.call(authMe)).status).toBe(200);
  });

  test('goes by authorization code with PKCE, state and nonce, asks for the address alone, and no token stands in an address', async () => {
    const { url, secret } = await begin();
    const asked = new URL(url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: `${ORIGIN}/google-sign-in`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(url).not.toContain(secret);
    const person = await bring();
    const answer = await provider.choose(url, person.name);
    const { api_token } = (await finish(answer, secret)).body;
    expect(`${url}${answer}`).not.toContain(api_token);
  });

  test('staff whose school allows several devices keep the others', async () => {
    const person = await bring();
    await sql`UPDATE schools SET settings = '{"several_devices_for_staff": true}' WHERE id = (SELECT school_id FROM accounts WHERE id = ${person.accountId})`.execute(
      app.db,
    );
    expect((await signInAs(person.name)).status).toBe(200);
    await app.clock.advanceMs(61_000);
    expect((await person.call(authMe)).status).toBe(200);
  });
});

describe('[B058] is refused, in words that say what to do', () => {
  test('with an address that nobody here has; nobody gets an account', async () => {
    const before = await accounts();
    provider.people.set('stranger', { email: 'stranger@elsewhere.test', email_verified: true });
    expect(await signInAs('stranger')).toMatchObject({
      status: 403,
      error: { code: 'GOOGLE_NO_ACCOUNT', message: expect.stringContaining('Nobody here has the address stranger@elsewhere.test') },
    });
    expect(await accounts()).toBe(before);
  });

  test('with an address that Google has not verified', async () => {
    const person = await bring({ verified: false });
    expect(await signInAs(person.name)).toMatchObject({
      status: 403,
      error: { code: 'GOOGLE_EMAIL_UNVERIFIED', message: expect.stringContaining('Verify it there') },
    });
  });

  test('to a deactivated account', async () => {
    const person = await bring();
    await scenario.deactivate(person.accountId);
    expect(await signInAs(person.name)).toMatchObject({ status: 401, error: { code: 'ACCOUNT_DEACTIVATED' } });
  });

  test('when the person cancels', async () => {
    expect(await signInAs(null)).toMatchObject({ status: 403, error: { code: 'GOOGLE_CANCELLED' } });
  });

  const refused = { status: 403, error: { code: 'GOOGLE_REFUSED', message: expect.stringContaining('Start again') } };

  test('with a state that was never given, another one’s, or none', async () => {
    const person = await bring();
    const [first, second] = [await begin(), await begin()];
    const answer = new URLSearchParams(await provider.choose(first.url, person.name));
    const withState = (state: string | null) => {
      const changed = new URLSearchParams(answer);
      if (state === null) changed.delete('state');
      else changed.set('state', state);
      return `?${changed}`;
    };
    for (const state of ['x'.repeat(43), null, new URL(second.url).searchParams.get('state')])
      expect(await finish(withState(state), second.secret)).toMatchObject(refused);
    expect(await finish('', first.secret)).toMatchObject(refused);
    expect((await finish(`?${answer}`, first.secret)).status).toBe(200);
  });

  test('in another browser than the one that began it', async () => {
    const person = await bring();
    const [mine, theirs] = [await begin(), await begin()];
    const answer = await provider.choose(theirs.url, person.name);
    expect(await finish(answer, mine.secret)).toMatchObject(refused);
    expect(await finish(answer, '')).toMatchObject(refused);
  });

  test('the second time: an answer counts once, also when two come at the same moment', async () => {
    const person = await bring();
    const { url, secret } = await begin();
    const answer = await provider.choose(url, person.name);
    const replies = await Promise.all([finish(answer, secret), finish(answer, secret)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await finish(answer, secret)).toMatchObject(refused);
  });

  test('a code of another sign-in in a begun one: PKCE does not fit', async () => {
    const person = await bring();
    const [mine, theirs] = [await begin(), await begin()];
    const code = new URLSearchParams(await provider.choose(theirs.url, person.name)).get('code') as string;
    const own = new URLSearchParams(await provider.choose(mine.url, person.name));
    own.set('code', code);
    expect(await finish(`?${own}`, mine.secret)).toMatchObject(refused);
  });

  test('a quarter of an hour later', async () => {
    const person = await bring();
    const { url, secret } = await begin();
    const answer = await provider.choose(url, person.name);
    await app.clock.advanceMs(15 * 60_000 + 1);
    expect(await finish(answer, secret)).toMatchObject(refused);
  });

  test.each([[{ status: 500 }], [{ status: 503 }], [{ status: 401 }]])('when the provider answers %o', async (broken) => {
    const person = await bring();
    const { url, secret } = await begin();
    const answer = await provider.choose(url, person.name);
    provider.broken = broken;
    expect(await finish(answer, secret)).toMatchObject({
      status: 503,
      error: { code: 'GOOGLE_UNREACHABLE', message: expect.stringContaining('with your password or a card') },
    });
  });

  test('when the provider is down; when it is back, everything works without a restart', async () => {
    const down = await startOpenIdProvider(`${ORIGIN}/google-sign-in`);
    const port = Number(down.setting.issuer.port);
    await down.close();
    const other = await startTestApp({ google: down.setting, publicUrl: new URL(ORIGIN) });
    try {
      expect(await other.call(authGoogleBegin)).toMatchObject({ status: 503, error: { code: 'GOOGLE_UNREACHABLE' } });
      const back = await startOpenIdProvider(`${ORIGIN}/google-sign-in`, port);
      try {
        expect((await other.call(authGoogleBegin)).status).toBe(200);
      } finally {
        await back.close();
      }
    } finally {
      await other.close();
    }
  });

  test('where it is not set up, and then nothing offers it', async () => {
    expect(await without.call(authGoogleBegin)).toMatchObject({ status: 409, error: { code: 'GOOGLE_NOT_SET_UP' } });
    expect(await without.call(authGoogleFinish, { body: { answer: '?state=x&code=y', secret: 'x' } })).toMatchObject({
      status: 409,
      error: { code: 'GOOGLE_NOT_SET_UP' },
    });
    expect([(await without.call(configGet)).body.sign_in.google, (await app.call(configGet)).body.sign_in.google]).toEqual([false, true]);
  });

  test.each([[{ answer: 'x'.repeat(8001), secret: 's' }], [{ answer: '?', secret: 's'.repeat(201) }], [{}]])('what is no answer at all', async (body) => {
    expect((await app.call(authGoogleFinish, { body: body as never })).status).toBe(422);
  });
});

describe('what was begun and never finished', () => {
  const kept = async () => (await sql<{ row: string }>`SELECT google_sign_ins::text AS row FROM google_sign_ins`.execute(app.db)).rows;

  test('keeps neither the state nor the browser’s secret, and is forgotten', async () => {
    const { secret, url } = await begin();
    const state = new URL(url).searchParams.get('state') as string;
    const rows = await kept();
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) for (const hidden of [secret, state]) expect(row).not.toContain(hidden);
    await app.clock.advanceMs(15 * 60_000 + 1);
    await deleteOldBegun(app.db);
    expect(await kept()).toEqual([]);
  });
});
