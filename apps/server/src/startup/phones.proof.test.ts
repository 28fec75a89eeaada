import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, contract, type Endpoint } from '@classwright/contract';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { connectionOf, preparedFolder } from '../testing/prepared-folder.ts';
import { type ProductProcess, startProductProcess } from '../testing/product-process.ts';
import { withClient } from '../testing/scratch-database.ts';

const hasNetwork = Object.values(networkInterfaces()).some((own) => own?.some(({ family, internal }) => family === 'IPv4' && !internal));
if (!hasNetwork) console.log('This machine is in no network, so nothing is shown about phones that come over one.');

const PASSWORD = 'classwright-demo';
const CIRCUITS = 'Simple circuits: closing a switch';

/** The body of an answer. The tests read the parts that they need. */
type Body = Record<string, any>;

interface Asked {
  token?: string;
  body?: unknown;
  method?: string;
  accept?: string;
}

async function ask(origin: string, path: string, { token, body, method, accept }: Asked = {}): Promise<{ status: number; text: string; body: Body }> {
  const reply = await fetch(`${origin}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(accept === undefined ? {} : { accept }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  const isJson = text !== '' && reply.headers.get('content-type')?.includes('json') === true; // the answer to HEAD has no body
  return { status: reply.status, text, body: isJson ? (JSON.parse(text) as Body) : {} };
}

const folder = mkdtempSync(join(tmpdir(), 'classwright-phones-'));
const [dataDir, webRoot] = [join(folder, 'data'), join(folder, 'web')];
let product: ProductProcess | null = null;
/** The product's address on this machine, and the one in its network. */
let own = '';
let network = '';

/** Starts the product as `npm start -- --phones` does, with a process for people and one for jobs. */
beforeAll(async () => {
  if (!hasNetwork) return;
  // The page itself is walked by a journey, so these files are only served.
  for (const made of [dataDir, webRoot, join(webRoot, 'assets')]) mkdirSync(made);
  for (const made of [folder, dataDir]) chmodSync(made, 0o755); // the database may run as another user
  for (const page of ['index', 'join', 'wall', 'drive-picker']) writeFileSync(join(webRoot, `${page}.html`), '<!doctype html><title>Classwright</title>');
  writeFileSync(join(webRoot, 'assets', 'page-0123.js'), 'export {};');
  preparedFolder(dataDir);
  const started = startProductProcess({ env: { DATA_DIR: dataDir, ROLES: 'web,jobs' }, args: ['--phones'], webRoot });
  product = started;
  own = await started.running;
  const said = /join a running lesson at (http:\/\/\S+)\/j with the code/;
  await vi.waitFor(() => expect(started.output()).toMatch(said), { timeout: 120_000 });
  network = said.exec(started.output())?.[1] as string;
}, 240_000);
afterAll(async () => {
  await product?.end();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Signs a teacher of the demo school in, over this machine alone, and starts a lesson with this proof of who somebody is. */
async function startLesson(seatCheck: 'nothing' | 'pin'): Promise<{ token: string; id: number; code: string; address: string }> {
  const statement = `UPDATE schools SET settings = settings || '{"seat_check": "${seatCheck}"}'`;
  await withClient(connectionOf(dataDir), (client) => client.query(statement));
  const { body: signedIn } = await ask(own, '/api/auth/login', { body: { email: 'teacher@demo.school', password: PASSWORD } });
  const token = signedIn['api_token'] as string;
  const lessons = (await ask(own, '/api/live/learning/lessons?per_page=100', { token })).body['data'] as { title: string; assessment_id: number }[];
  const id = lessons.find(({ title }) => title === CIRCUITS)?.assessment_id as number;
  expect((await ask(own, '/api/live/learning/start', { token, body: { assessment_id: id, time: 5 } })).status).toBe(200);
  const { code, address } = (await ask(own, `/api/live/learning/seats?assessment_id=${id}`, { token })).body;
  return { token, id, code, address };
}

/** Makes a call that no endpoint accepts: a caller who is let in gets the reason. */
const tryCall = (origin: string, endpoint: Endpoint, token?: string) =>
  ask(origin, addressOf(endpoint).replace(/:\w+/g, 'none') + (endpoint.onlyWith === undefined ? '' : `?${endpoint.onlyWith}=none`), {
    method: endpoint.method,
    ...(endpoint.method === 'GET' || endpoint.method === 'HEAD' ? {} : { body: {} }),
    ...(token === undefined ? {} : { token }),
  });

const isForSeats = (endpoint: Endpoint): boolean => endpoint.allows?.includes('seat') === true;
const isForEverybody = ({ access }: Endpoint): boolean => access === 'public' || access === 'link' || access === 'client';

test.skipIf(!hasNetwork)(
  '[B2380] with --phones a phone of the network takes a seat by code, reads the question, answers and hears the lesson; the desk shows its address',
  { timeout: 300_000 },
  async () => {
    const { token: teacher, id, code, address } = await startLesson('pin');
    expect(address).toBe(`${network}/j/`);

    expect((await ask(network, `/j/${code}`, { accept: 'text/html' })).text).toContain('<title>Classwright');
    expect((await ask(network, '/assets/page-0123.js')).status).toBe(200);
    const { key } = (await ask(network, '/api/config')).body['realtime'];
    expect((await ask(network, '/api/lesson-code', { body: { code } })).body['lesson']).toMatchObject({ assessment_id: id, asks: 'pin' });
    const { students } = (await ask(network, '/api/lesson-code/names', { body: { code, typed: 'Ama' } })).body;
    const { id: student_id } = students[0];
    const classId = (await withClient(connectionOf(dataDir), (client) => client.query(`SELECT class_id FROM assessments WHERE id = ${id}`))).rows[0].class_id;
    const { pins } = (await ask(own, '/api/seat-pins', { token: teacher, body: { class_id: Number(classId) } })).body;
    const pin = pins.find((one: Body) => one['student_id'] === student_id).pin as string;
    const wrong = await ask(network, '/api/lesson-code/seat', { body: { code, student_id, secret: pin === '1357' ? '2468' : '1357' } });
    expect([wrong.status >= 400, wrong.body['code'], wrong.body['message']]).toEqual([true, 'SEAT_PIN_REFUSED', expect.stringContaining('wrong')]);
    const { seat } = (await ask(network, '/api/lesson-code/seat', { body: { code, student_id, secret: pin } })).body;
    expect(seat).toMatchObject({ state: 'seated', assessment_id: id, student: { account_id: student_id } });
    const token = seat.api_token as string;

    const socket = new WebSocket(`${network.replace('http', 'ws')}/app/${key}?protocol=7`, { origin: network });
    onTestFinished(() => socket.terminate());
    const heard: string[] = [];
    socket.on('message', (bytes) => heard.push(String(bytes)));
    await expect.poll(() => heard.some((text) => text.includes('connection_established'))).toBe(true);
    const socket_id = JSON.parse(JSON.parse(heard[0] as string).data).socket_id as string;
    const joined = (await ask(network, '/api/live/learning/join', { token, body: { assessment_id: id, socket_id } })).body;
    const question = joined['assessment'].questions[0];
    expect(question.responses.length).toBeGreaterThan(1);
    for (const [channel, auth] of Object.entries(joined['auth'])) socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }));
    // a channel that is not entered yet hears nothing of what happens now
    const entered = () => heard.filter((text) => text.includes('subscription_succeeded')).length;
    await expect.poll(entered).toBe(Object.keys(joined['auth']).length);
    const { epoch, form } = joined['session'];
    const answer = { session_id: epoch, form, response_id: question.responses[0].id, comment: 'It flows around.' };
    expect((await ask(network, '/api/posts/add', { token, body: answer })).status).toBe(200);
    expect((await ask(own, '/api/live/learning/phase/close', { token: teacher, body: { assessment_id: id, epoch } })).status).toBe(200);
    await expect.poll(() => heard.some((text) => text.includes('assessment.phase.closed'))).toBe(true);
    expect((await ask(own, '/api/live/learning/close', { token: teacher, body: { id } })).status).toBe(200);
  },
);

test.skipIf(!hasNetwork)(
  '[B2381] with --phones the network reaches nothing else: no other address, no call but those of a seat, no sign-in; this machine does as before',
  { timeout: 300_000 },
  async () => {
    const { token: teacher, id, code } = await startLesson('nothing');
    const { students } = (await ask(network, '/api/lesson-code/names', { body: { code, typed: 'Ama' } })).body;
    const seat = async () => (await ask(network, '/api/lesson-code/seat', { body: { code, student_id: students[0].id } })).body['seat'];
    const token = (await seat()).api_token as string;

    for (const path of [
      '/',
      '/home',
      '/index.html',
      '/sign-in',
      '/teacher-live-learning',
      '/wall',
      '/healthz',
      '/readyz',
      '/metrics',
      '/api/openapi.json',
      '/j/../home',
    ])
      expect([path, (await ask(network, path, { accept: 'text/html' })).status]).toEqual([path, 404]);
    const refused = await ask(network, '/home', { accept: 'text/html' });
    expect(refused.text).toBe('This does not exist, or you cannot see it.');

    const signIn = { email: 'teacher@demo.school', password: PASSWORD };
    const attempt = await ask(network, '/api/auth/login', { body: signIn });
    expect(attempt.body).toMatchObject({ code: 'NOT_FOUND', message: refused.text });
    for (const email of ['admin@demo.school', 'student1@demo.school'])
      expect((await ask(network, '/api/auth/login', { body: { email, password: PASSWORD } })).status).toBe(404);

    const wrong: string[] = [];
    for (const endpoint of contract as readonly Endpoint[]) {
      const { status, body } = await tryCall(network, endpoint, teacher);
      // a teacher's token, which is good on this machine, is nothing in the network
      const isRight = isForSeats(endpoint) ? isForEverybody(endpoint) || (status === 403 && body['code'] === 'NOT_ALLOWED') : status === 404;
      if (!isRight) wrong.push(`${endpoint.name} with a teacher's token: ${status}`);
      if (isForSeats(endpoint) && !isForEverybody(endpoint)) {
        const without = await tryCall(network, endpoint);
        if (without.status !== 401) wrong.push(`${endpoint.name} without a token: ${without.status}`);
        const seated = await tryCall(network, endpoint, token);
        if (seated.status === 401 || seated.body['code'] === 'NOT_ALLOWED') wrong.push(`${endpoint.name} with a seat's token: ${seated.status}`);
      } else if (!isForSeats(endpoint)) {
        const seated = await tryCall(network, endpoint, token);
        if (seated.status !== 404) wrong.push(`${endpoint.name} with a seat's token: ${seated.status}`);
      }
    }
    expect(wrong).toEqual([]);

    const page = await ask(own, '/home', { accept: 'text/html' });
    expect([page.status, (await ask(own, '/healthz')).status]).toEqual([200, 200]);
    expect((await ask(own, '/api/auth/login', { body: { email: 'student1@demo.school', password: PASSWORD } })).status).toBe(200);
    expect((await ask(own, `/api/live/learning/state?assessment_id=${id}`, { token: teacher })).status).toBe(200);
    expect((await ask(own, `/api/live/learning/state?assessment_id=${id}`, { token })).status).toBe(200);
  },
);
