import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Caller, callAs } from './client.ts';
import { type Course, type SimulatedClassroom, startClassroom, type User } from './index.ts';
import { Quota } from './quota.ts';

let now = 0;
let google: SimulatedClassroom;
let lena: User;
let course: Course;
let call: Caller;

beforeEach(async () => {
  now = Date.UTC(2026, 8, 1);
  google = await startClassroom({ clock: () => now });
  lena = google.people.add({ email: 'lena@school.example', isTeacher: true });
  course = google.asTeacher(lena).createCourse({ name: 'Physics' });
  call = callAs(google.url, google.issue(lena).accessToken);
});
afterEach(() => google.close());

const topics = () => `/v1/courses/${course.id}/topics`;
const make = (name: string) => call('POST', topics(), { name });
const count = () => [...google.state.room(course.id).topics.values()].length;
const broken = async (what: Promise<unknown>): Promise<string> => {
  try {
    await what;
    return 'came';
  } catch (error) {
    return error instanceof SyntaxError ? 'no JSON' : 'no answer';
  }
};

test('[B1005] a window slides: what was called a minute ago is free again, one by one, for the project and for each person', async () => {
  google.quota.set({ project: 5, user: 3, windowMs: 60_000 });
  const other = callAs(google.url, google.issue(google.people.add({ email: 'omar@school.example' })).accessToken);
  const status = async (by = call) => (await by('GET', '/v1/courses')).status;
  expect([await status(), await status()]).toEqual([200, 200]);
  now += 30_000;
  expect([await status(), await status()]).toEqual([200, 429]);
  expect([await status(other), await status(other), await status(other)]).toEqual([200, 200, 429]);
  now += 29_999;
  expect(await status()).toBe(429);
  now += 1;
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
  const refused = await call('GET', '/v1/courses');
  expect(refused.body.error).toMatchObject({ code: 429, status: 'RESOURCE_EXHAUSTED' });
  expect(google.calls.count({ status: 200 })).toBe(7);
});

test('[B1005] no window of a minute ever holds more than the limit, however calls are spread', () => {
  const quota = new Quota({ project: 40, user: 40, windowMs: 1000 });
  const taken: number[] = [];
  const heldAtRefusals = new Set<number>();
  for (let at = 0; at < 20_000; at += 1 + ((at * 7919) % 13)) {
    try {
      quota.take('p', 'u', at);
      taken.push(at);
    } catch {
      heldAtRefusals.add(taken.filter((instant) => instant > at - 1000).length);
    }
  }
  expect([...heldAtRefusals]).toEqual([40]);
  for (const [index, at] of taken.entries()) expect(taken[index + 40] ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(at + 1000);
  expect(taken.length).toBeGreaterThan(700);
});

test('[B1006] a planned refusal changes nothing, and strikes the call that it names, as often as it says', async () => {
  google.faults.plan([
    { match: { method: 'POST', path: /topics$/ }, nth: 2, kind: 'status', status: 503 },
    { match: { path: /^\/v1\/courses$/ }, kind: 'status', status: 400, reason: '@CourseNotModifiable' },
  ]);
  expect([(await make('a')).status, (await make('b')).status, (await make('c')).status]).toEqual([200, 503, 200]);
  expect(count()).toBe(2);
  expect((await call('GET', '/v1/courses')).body.error.message).toMatch(/^@CourseNotModifiable /);
  expect((await call('GET', '/v1/courses')).status).toBe(400);
  google.faults.clear();
  expect((await call('GET', '/v1/courses')).status).toBe(200);
});

test.each([
  ['lostAnswer', 'no answer', 1],
  ['cut', 'no answer', 1],
  ['garbage', 'no JSON', 1],
  ['html', 'no JSON', 0],
] as const)('[B1006] %s: the client has %s, and %i topics were made', async (kind, outcome, made) => {
  google.faults.plan([{ match: { method: 'POST' }, nth: 1, kind }]);
  expect(await broken(make('a'))).toBe(outcome);
  expect(count()).toBe(made);
  expect((await make('b')).status).toBe(200);
});

test('[B1006] silence lasts until the client gives up, and nothing was done; a delay ends', async () => {
  google.faults.plan([
    { match: { method: 'DELETE' }, kind: 'hang' },
    { match: { method: 'POST' }, kind: 'delay', delayMs: 30 },
  ]);
  const { topicId } = (await make('a')).body;
  const headers = { authorization: `Bearer ${google.issue(lena).accessToken}` };
  const silent = fetch(`${google.url}${topics()}/${topicId}`, { method: 'DELETE', headers, signal: AbortSignal.timeout(50) });
  expect(await broken(silent)).toBe('no answer');
  expect(count()).toBe(1);
  expect(google.calls.list({ method: 'DELETE' })).toMatchObject([{ status: 0 }]);
});

test('[B1006] faults of a seed strike the same calls in whatever order they come, and others with another seed', async () => {
  const strikes = (seed: number, order: readonly number[]) => {
    google.faults.seeded(seed, 0.3);
    return order.map((at) => [at, google.faults.strike('GET', `/v1/courses/${at}`, '')?.kind ?? 'none'] as const).sort(([a], [b]) => a - b);
  };
  const order = Array.from({ length: 200 }, (_, at) => at);
  const first = strikes(7, order);
  expect(strikes(7, order.toReversed())).toEqual(first);
  expect(strikes(8, order)).not.toEqual(first);
  const struck = first.filter(([, kind]) => kind !== 'none').length;
  expect([struck > 30, struck < 90]).toEqual([true, true]);
  google.faults.seeded(7, 1);
  expect(google.faults.strike('POST', '/token', '')).toBeNull();
});

test('[B1006] every call stands in the log with who made it and what came of it', async () => {
  await make('a');
  await call('GET', '/v1/courses/1');
  await callAs(google.url, null)('GET', '/v1/courses');
  await call('GET', '/v1/courses?pageSize=3');
  expect(google.calls.all).toMatchObject([
    { id: 'courses.topics.create', method: 'POST', status: 200, user: lena.id, project: google.project.id, at: now },
    { id: 'courses.get', status: 404, path: '/v1/courses/1' },
    { id: 'courses.list', status: 401, user: null },
    { id: 'courses.list', status: 200, query: 'pageSize=3' },
  ]);
  expect(google.calls.byMethod()).toEqual({ 'courses.topics.create': 1, 'courses.get': 1, 'courses.list': 2 });
  expect([google.calls.count({ status: 200 }), google.calls.count({ path: /topics/ }), google.calls.total]).toEqual([2, 1, 4]);
  google.calls.clear();
  expect(google.calls.total).toBe(0);
});

test('[B1006] a path that Google does not have is a page with 404, not JSON', async () => {
  const response = await fetch(`${google.url}/v2/courses`);
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
});

test('[B1006] a body that is no JSON object is refused, and so is one of which nobody knows a field', async () => {
  const headers = { authorization: `Bearer ${google.issue(lena).accessToken}`, 'content-type': 'application/json' };
  for (const body of ['{', '[]', '3', '{"name":"a","unheardOf":1}'])
    expect((await fetch(google.url + topics(), { method: 'POST', headers, body })).status, body).toBe(400);
  expect(count()).toBe(0);
});
