import { apiClientCreate, apiClientList, apiClientReads, apiClientRestore, apiClientRevoke, apiClientRotate, auditList } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, giveRights, startTestApp, type Scenario, type TestApp, type TestClass } from '../../../testing/index.ts';
import { askToken, approveApp, scopeUrls } from './testing/program.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
const lines: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ isAlone: true, logLevel: 'trace', logTo: { write: (line) => void lines.push(line) } });
  scenario = createScenario(app);
  room = await scenario.class({ students: 1 });
});
afterAll(() => app.close());

describe('programs that an administrator lets in', () => {
  test('[B1067] the secret is told once, and kept and logged nowhere; nor are tokens', async () => {
    const made = await room.admin.call(apiClientCreate, {
      body: { name: ' School office ', school_id: room.schoolId, scopes: ['roster.readonly', 'roster.readonly'] },
    });
    expect(made).toMatchObject({ status: 201, body: { client: { name: 'School office', scopes: ['roster.readonly'], last_used_at: null } } });
    const { client, client_secret: secret } = made.body;
    const token = (await askToken(app, { clientId: client.client_id, secret })).body.access_token as string;
    expect((await app.server.app.inject({ url: '/ims/oneroster/rostering/v1p2/orgs', headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(200);
    await askToken(app, { clientId: client.client_id, secret: `${secret}x` });
    const listed = await room.admin.call(apiClientList);
    const rows = JSON.stringify([
      await app.db.selectFrom('api_clients').selectAll().execute(),
      await app.db.selectFrom('api_client_tokens').selectAll().execute(),
    ]);
    const trail = await room.admin.call(auditList, { query: { subject_type: 'apiClient' } });
    for (const text of [JSON.stringify(listed.body), rows, JSON.stringify(trail.body), lines.join('')]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(token);
    }
    expect(listed.body.token_url).toMatch(/\/ims\/oneroster\/token$/);
    expect(trail.body.data[0]?.sentence).toContain('gave the app School office access');
  });

  test('[B1068] a token is given for the right secret alone, in the header or in the body, with the scopes that are held', async () => {
    const { clientId, secret } = await approveApp(app, room.admin, room.schoolId, ['roster.readonly', 'gradebook.readonly']);
    const inBody = await app.server.app.inject({
      method: 'POST',
      url: '/ims/oneroster/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret }).toString(),
    });
    expect(inBody.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: scopeUrls(['roster.readonly', 'gradebook.readonly']) });
    expect(inBody.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
    const scoped = await askToken(app, { clientId, secret, scope: `${scopeUrls(['roster.readonly', 'gradebook.delete'])} https://else/scope` });
    expect(scoped.body.scope).toBe(scopeUrls(['roster.readonly']));
    const core = await askToken(app, { clientId, secret, scope: 'https://purl.imsglobal.org/spec/or/v1p2/scope/gradebook-core.readonly' });
    expect(core.body.scope).toBe(scopeUrls(['gradebook.readonly']));
    for (const [asked, status, error] of [
      [{ clientId, secret: 'wrong' }, 401, 'invalid_client'],
      [{ clientId: 'nobody', secret }, 401, 'invalid_client'],
      [{ clientId: "' OR 1=1 --", secret: '\u0000' }, 401, 'invalid_client'],
      [{ clientId: 'x'.repeat(300), secret }, 401, 'invalid_client'],
      [{ clientId, secret, grant: 'password' }, 400, 'unsupported_grant_type'],
      [{ clientId, secret, scope: scopeUrls(['gradebook.delete']) }, 400, 'invalid_scope'],
    ] as const) {
      const reply = await askToken(app, asked);
      expect([reply.status, reply.body]).toEqual([status, { error }]);
    }
    const bare = await app.server.app.inject({ method: 'POST', url: '/ims/oneroster/token', headers: { authorization: 'Basic !!' } });
    expect([bare.statusCode, bare.headers['www-authenticate']]).toEqual([401, 'Basic realm="oneroster"']);
  });

  test('[B1069] a token counts for an hour, for its scopes, and until the access ends or the secret is renewed', async () => {
    const program = await approveApp(app, room.admin, room.schoolId, ['roster.readonly']);
    expect((await program.get('/orgs')).status).toBe(200);
    const wrong = await program.get('/ims/oneroster/gradebook/v1p2/results');
    expect([wrong.status, wrong.body.imsx_CodeMinor.imsx_codeMinorField[0].imsx_codeMinorFieldValue]).toEqual([403, 'forbidden']);
    expect((await program.ask('DELETE', '/ims/oneroster/gradebook/v1p2/results/x')).status).toBe(403);
    for (const token of [null, 'cwt_unknown', room.admin.token]) expect((await program.ask('GET', '/orgs', undefined, token)).status).toBe(401);
    // an app's token is not valid for the product's own calls
    expect((await app.call(apiClientList, {}, { token: program.token })).status).toBe(401);

    const revoked = await room.admin.call(apiClientRevoke, { params: { id: program.id } });
    expect(revoked.body.client).toMatchObject({ can_restore: true, revoked_at: expect.any(String) });
    expect((await program.get('/orgs')).status).toBe(401);
    expect((await askToken(app, program)).status).toBe(401);
    expect((await room.admin.call(apiClientRotate, { params: { id: program.id } })).error?.code).toBe('API_CLIENT_ENDED');
    await room.admin.call(apiClientRestore, { params: { id: program.id } });
    expect((await program.get('/orgs')).status).toBe(401); // old tokens stay ended
    const again = (await askToken(app, program)).body.access_token as string;
    expect((await program.ask('GET', '/orgs', undefined, again)).status).toBe(200);

    const rotated = await room.admin.call(apiClientRotate, { params: { id: program.id } });
    expect((await program.ask('GET', '/orgs', undefined, again)).status).toBe(401);
    expect((await askToken(app, program)).status).toBe(401);
    const newest = (await askToken(app, { clientId: program.clientId, secret: rotated.body.client_secret })).body.access_token as string;
    expect((await program.ask('GET', '/orgs', undefined, newest)).status).toBe(200);
    await app.clock.advanceMs(3_601_000);
    expect((await program.ask('GET', '/orgs', undefined, newest)).status).toBe(401);
    await room.admin.call(apiClientRevoke, { params: { id: program.id } });
    await app.clock.advanceMs(3_600_000);
    expect((await room.admin.call(apiClientRestore, { params: { id: program.id } })).error?.code).toBe('API_CLIENT_ENDED');
  });

  test('[B1071] whoever keeps programs of one school sees and lets in no others', async () => {
    const other = await scenario.class({ students: 0 });
    const theirs = await approveApp(app, other.admin, other.schoolId);
    const keeper = await scenario.person('teachers', room.schoolId);
    await giveRights(app.db, keeper.accountId, ['api-clients:view', 'api-clients:edit']);
    const listed = await keeper.call(apiClientList);
    expect(listed.body.schools).toMatchObject([{ id: room.schoolId }]);
    expect(listed.body.data.some(({ id }) => id === theirs.id)).toBe(false);
    for (const endpoint of [apiClientRotate, apiClientRevoke, apiClientRestore, apiClientReads])
      expect((await keeper.call(endpoint, { params: { id: theirs.id } })).status).toBe(404);
    const named = { name: 'X', scopes: ['roster.readonly'] };
    expect((await keeper.call(apiClientCreate, { body: { ...named, school_id: other.schoolId } })).body.errors).toHaveProperty('school_id');
    expect((await keeper.call(apiClientCreate, { body: named })).body.client.school_id).toBe(room.schoolId);
    expect((await room.admin.call(apiClientCreate, { body: named })).body.errors).toHaveProperty('school_id');
    for (const [body, field] of [
      [{ ...named, name: '  ' }, 'name'],
      [{ ...named, name: 'x'.repeat(101) }, 'name'],
      [{ ...named, scopes: [] }, 'scopes'],
      [{ ...named, scopes: ['demographics'] }, 'scopes.0'],
    ] as const)
      expect((await keeper.call(apiClientCreate, { body })).body.errors).toHaveProperty([field]);
  });

  test('[B1070] what was read and written stands there with how much it was, newest first; what was refused does not', async () => {
    const program = await approveApp(app, room.admin, room.schoolId, ['roster.readonly']);
    await program.get('/users?limit=2');
    await program.get("/users?filter=email='nobody@x.test'");
    await program.get('/users?filter=nonsense');
    await program.get(`/users/user-${room.teacher.accountId}`);
    const { body } = await room.admin.call(apiClientReads, { params: { id: program.id }, query: { per_page: 2 } });
    expect(body).toMatchObject({
      client: { last_used_at: expect.any(String) },
      data: [
        { method: 'GET', path: `/rostering/v1p2/users/user-${room.teacher.accountId}`, rows: 1, address: '127.0.0.1' },
        { path: "/rostering/v1p2/users?filter=email='nobody@x.test'", rows: 0 },
      ],
      pagination: { total: 3 },
    });
    await app.clock.advanceMs(401 * 86_400_000);
    await app.server.folded.jobs.find(({ kind }) => kind === 'oneroster.tend')?.run({ missed: 0 } as never, {} as never);
    expect(await app.db.selectFrom('api_client_reads').select('id').execute()).toEqual([]);
  });
});
