import * as oidc from 'openid-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callAs, reasonOf } from './client.ts';
import { scope, type SimulatedClassroom, startClassroom, teacherScopes, type User } from './index.ts';

let now = Date.UTC(2026, 8, 1);
let google: SimulatedClassroom;
let teacher: User;

beforeEach(async () => {
  now = Date.UTC(2026, 8, 1);
  google = await startClassroom({ clock: () => now });
  teacher = google.people.add({ email: 'lena@school.example', isTeacher: true });
});
afterEach(() => google.close());

const back = 'http://127.0.0.1:9/back';
const courses = (token: string) => callAs(google.url, token)('GET', '/v1/courses');

async function discover(): Promise<oidc.Configuration> {
  return oidc.discovery(new URL(google.issuer), google.clientId, google.clientSecret, undefined, {
    execute: [oidc.enableNonRepudiationChecks, oidc.allowInsecureRequests],
  });
}

async function token(form: Record<string, string>, secret = google.clientSecret) {
  const body = new URLSearchParams({ client_id: google.clientId, client_secret: secret, ...form });
  const response = await fetch(`${google.url}/token`, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

test('[B1000] openid-client gets tokens and a signed identity from it, by code, PKCE, state and nonce, through its page', async () => {
  const configuration = await discover();
  const verifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  const rosters = scope('classroom.rosters');
  const address = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: back,
    scope: `openid email ${rosters} ${scope('classroom.topics')}`,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
  });
  const page = await (await fetch(address)).text();
  expect(page).toContain('lena@school.example');
  const form = new URLSearchParams(
    [...page.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']): [string, string] => [name, value]),
  );
  form.set('person', teacher.id);
  for (const granted of ['openid', 'email', rosters]) form.append('granted', granted); // topics are unticked
  const sent = await fetch(`${google.url}/o/oauth2/v2/auth`, { method: 'POST', body: form, redirect: 'manual' });
  const tokens = await oidc.authorizationCodeGrant(configuration, new URL(sent.headers.get('location') ?? ''), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  expect(tokens.claims()).toMatchObject({ iss: google.issuer, sub: teacher.id, email: 'lena@school.example', email_verified: true });
  expect(tokens.scope?.split(' ')).toEqual(['openid', 'https://www.googleapis.com/auth/userinfo.email', rosters]);
  const refreshed = await oidc.refreshTokenGrant(configuration, tokens.refresh_token ?? '');
  const call = callAs(google.url, refreshed.access_token);
  expect((await call('GET', '/v1/invitations?userId=me')).status).toBe(200);
  expect((await call('GET', '/v1/courses')).body.error.details[0].reason).toBe('ACCESS_TOKEN_SCOPE_INSUFFICIENT');
});

test('[B1000] a person who cancels comes back with access_denied', async () => {
  const query = { client_id: google.clientId, redirect_uri: back, response_type: 'code', scope: 'openid', state: 'kept' };
  const form = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [`asked.${name}`, value]));
  const sent = await fetch(`${google.url}/o/oauth2/v2/auth`, { method: 'POST', body: form, redirect: 'manual' });
  const came = new URL(sent.headers.get('location') ?? '');
  expect([came.searchParams.get('error'), came.searchParams.get('state')]).toEqual(['access_denied', 'kept']);
});

test.each([
  ['another address to come back to', { redirect_uri: 'https://elsewhere.example/' }],
  ['a client that nobody registered', { client_id: 'nobody' }],
  ['a scope that is none', { scope: 'everything' }],
  ['a challenge in plain text', { code_challenge: 'x', code_challenge_method: 'plain' }],
])('[B1000] the page refuses %s and sends nobody on', async (_what, wrong) => {
  const query = { client_id: google.clientId, redirect_uri: back, response_type: 'code', scope: 'openid', ...wrong };
  const response = await fetch(`${google.url}/o/oauth2/v2/auth?${new URLSearchParams(query)}`, { redirect: 'manual' });
  expect(response.status).toBe(400);
  expect(response.headers.get('location')).toBeNull();
});

test('[B1000] a code is good once, for ten minutes, for its client, its address and its verifier alone', async () => {
  const consent = () =>
    google.consent({ subject: teacher.id, scopes: teacherScopes, redirectUri: back, codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' });
  const right = { grant_type: 'authorization_code', redirect_uri: back, code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' };
  const code = consent();
  expect((await token({ ...right, code })).status).toBe(200);
  expect((await token({ ...right, code })).body.error).toBe('invalid_grant');
  expect((await token({ ...right, code: consent(), code_verifier: 'another' })).body.error).toBe('invalid_grant');
  expect((await token({ ...right, code: consent(), redirect_uri: 'http://127.0.0.1:9/other' })).body.error).toBe('redirect_uri_mismatch');
  expect(await token({ ...right, code: consent() }, 'wrong')).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  const late = consent();
  now += 600_000;
  expect((await token({ ...right, code: late })).body.error).toBe('invalid_grant');
});

test('[B1000] a refresh token comes with the first consent to something, else only when it is asked for anew', async () => {
  const [topics, rosters] = [scope('classroom.topics'), scope('classroom.rosters')];
  const exchange = async (scopes: string[], more: object) => {
    const code = google.consent({ subject: teacher.email, scopes, redirectUri: back, isPrompted: false, ...more });
    return (await token({ grant_type: 'authorization_code', redirect_uri: back, code })).body;
  };
  expect((await exchange(['openid'], { isOffline: false })).refresh_token).toBeUndefined();
  expect((await exchange([topics], {})).refresh_token).toBeDefined();
  expect((await exchange([topics], {})).refresh_token).toBeUndefined();
  expect((await exchange([topics], { isPrompted: true })).refresh_token).toBeDefined();
  const more = await exchange([rosters], { isIncluding: true });
  expect(more.refresh_token).toBeDefined();
  expect(more.scope?.split(' ').sort()).toEqual(['openid', rosters, topics].sort());
});

test('[B1000] an access token ends after an hour, and every token with the consent', async () => {
  const { accessToken, refreshToken } = google.issue(teacher);
  now += 3_599_999;
  expect((await courses(accessToken)).status).toBe(200);
  now += 1;
  expect(await courses(accessToken)).toMatchObject({ status: 401, body: { error: { status: 'UNAUTHENTICATED' } } });
  const { body } = await token({ grant_type: 'refresh_token', refresh_token: refreshToken });
  expect((await courses(body.access_token ?? '')).status).toBe(200);
  google.withdraw(teacher);
  expect((await courses(body.access_token ?? '')).status).toBe(401);
  expect((await token({ grant_type: 'refresh_token', refresh_token: refreshToken })).body.error).toBe('invalid_grant');
  const second = google.issue(teacher);
  const revoke = () => fetch(`${google.url}/revoke`, { method: 'POST', body: new URLSearchParams({ token: second.refreshToken }) });
  expect((await revoke()).status).toBe(200);
  expect((await courses(second.accessToken)).status).toBe(401);
  expect((await revoke()).status).toBe(400);
});

test('[B1000] nobody comes in without a token, and an administrator or the project itself shuts the door in its own words', async () => {
  expect((await callAs(google.url, null)('GET', '/v1/courses')).status).toBe(401);
  const { accessToken, refreshToken } = google.issue(teacher);
  google.domain('school.example').isApiOff = true;
  expect(reasonOf(await courses(accessToken))).toBe('@ClassroomApiDisabled');
  google.domain('school.example').isClassroomOff = true;
  expect(reasonOf(await courses(accessToken))).toBe('@ClassroomDisabled');
  google.project.services.delete('classroom.googleapis.com');
  expect((await courses(accessToken)).body.error.details[0].reason).toBe('SERVICE_DISABLED');
  google.domain('school.example').blockedProjects.add(google.project.id);
  expect((await token({ grant_type: 'refresh_token', refresh_token: refreshToken })).body.error).toBe('admin_policy_enforced');
  google.people.change(teacher, { isDisabled: true });
  expect((await courses(accessToken)).status).toBe(401);
});

test('[B1000] scopes come back under other names, and are good under both', async () => {
  const asked = scope('classroom.student-submissions.students.readonly');
  const code = google.consent({ subject: teacher.id, scopes: [asked], redirectUri: back });
  const { body } = await token({ grant_type: 'authorization_code', redirect_uri: back, code });
  expect(body.scope).toBe(scope('classroom.coursework.students.readonly'));
  const course = google.asTeacher(teacher).createCourse({ name: 'Physics' });
  expect((await callAs(google.url, body.access_token ?? '')('GET', `/v1/courses/${course.id}/courseWork/-/studentSubmissions`)).status).toBe(200);
});
