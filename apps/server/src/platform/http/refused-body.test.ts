import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { endpoint } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { appError } from '../errors.ts';
import { type HttpServer, implement } from './index.ts';
import { createSmallServer, somebody } from './testing/small-server.ts';

const MEGABYTE = 1024 * 1024;
const exhibitAdd = endpoint({
  name: 'exhibit.add',
  method: 'POST',
  path: '/exhibits',
  access: 'signed-in',
  summary: 'Add an exhibit',
  body: z.object({ title: z.string() }),
  form: { json: [], maxFiles: 2, maxFileBytes: 50 * MEGABYTE },
  response: z.object({}),
  errors: [],
});
const exhibitCount = endpoint({
  name: 'exhibit.count',
  method: 'GET',
  path: '/exhibits/count',
  access: 'signed-in',
  summary: 'How many are looked at',
  response: z.object({}),
  errors: [],
  readOnly: true,
});

let server: HttpServer;
let port: number;
let onCount: () => Promise<void> = async () => undefined;
const lines: Socket[] = [];

beforeAll(async () => {
  server = createSmallServer({
    contract: [exhibitAdd, exhibitCount],
    authenticate: async (token) => {
      if (!/^\d+$/.test(token)) throw appError('NOT_SIGNED_IN');
      return somebody(Number(token));
    },
    implementations: [
      implement(exhibitAdd, async () => ({})),
      implement(exhibitCount, async () => {
        await onCount();
        return {};
      }),
    ],
  });
  server.app.server.on('connection', (line) => lines.push(line));
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => server.app.close());

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function send(body: Buffer, headers: Record<string, string>): Promise<{ status: number; text: string; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const call = request({ port, agent, method: 'POST', path: '/api/exhibits', headers: { 'content-length': String(body.length), ...headers } }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part: string) => (text += part));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text, connection: reply.headers.connection }));
    });
    call.on('error', reject);
    call.end(body);
  });
}
const json = { 'content-type': 'application/json' };

test('[B113] a large body that is refused unread is not taken in: its sender hears why, and the next call goes its way', async () => {
  const from = lines.length;
  for (let count = 0; count < 3; count += 1) {
    const reply = await send(Buffer.alloc(40 * MEGABYTE), json);
    expect(reply).toMatchObject({ status: 401, connection: 'close', text: expect.stringContaining('NOT_SIGNED_IN') });
  }
  await expect.poll(() => lines.slice(from).every(({ destroyed }) => destroyed)).toBe(true);
  for (const line of lines.slice(from)) expect(line.bytesRead).toBeLessThan(6 * MEGABYTE);
  expect(await send(Buffer.from('{"title":""}'), json)).toMatchObject({ status: 401, connection: 'keep-alive' });
});

test('whoever sends everything before reading finds the refusal, too', async () => {
  const heard = await new Promise<string>((resolve, reject) => {
    let text = '';
    const line = connect({ host: '127.0.0.1', port });
    line.setEncoding('utf8').on('error', reject);
    line.write(`POST /api/exhibits HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${MEGABYTE}\r\n\r\n`);
    line.write(Buffer.alloc(MEGABYTE), () => {
      line.on('data', (part) => (text += part)).on('close', () => resolve(text));
    });
  });
  expect(heard).toContain('HTTP/1.1 401');
  expect(heard).toContain('NOT_SIGNED_IN');
});

test('a small body that is refused is read to its end, and the line serves the next call', async () => {
  await send(Buffer.alloc(100), json); // opens the line
  const from = lines.length;
  for (let count = 0; count < 3; count += 1) expect(await send(Buffer.alloc(100_000), json)).toMatchObject({ status: 401, connection: 'keep-alive' });
  expect(lines.length).toBe(from);
});

test('[B113] a form that says that it holds more than it may is refused before it is sent', async () => {
  const heard = await new Promise<string>((resolve, reject) => {
    const line = connect({ host: '127.0.0.1', port });
    line.write(
      `POST /api/exhibits HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer 1\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${100 * MEGABYTE}\r\n\r\n`,
    );
    line
      .setEncoding('utf8')
      .on('data', (part) => {
        resolve(String(part));
        line.destroy();
      })
      .on('error', reject);
  });
  expect(heard).toContain('HTTP/1.1 413');
  expect(heard).toContain('BODY_TOO_LARGE');
});

test('[B116] a few calls of one person are worked on at a time, the others wait; another person does not', async () => {
  const running: (() => void)[] = [];
  onCount = () => new Promise<void>((resolve) => running.push(resolve));
  const ask = (token: string) => server.app.inject({ url: '/api/exhibits/count', headers: { authorization: `Bearer ${token}` } });
  const calls = Array.from({ length: 10 }, () => ask('1'));
  await expect.poll(() => running.length).toBe(4);
  const other = ask('2');
  await expect.poll(() => running.length).toBe(5);
  onCount = async () => undefined;
  for (const end of running.splice(0)) end();
  expect((await Promise.all([...calls, other])).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 11 }, () => 200));
});
