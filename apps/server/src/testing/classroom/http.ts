import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Answer, html, type Incoming, type Note } from './answer.ts';
import type { CallLog } from './calls.ts';
import { answerClassroom } from './classroom-calls.ts';
import { answerDrive } from './drive-calls.ts';
import { errorOfStatus, GoogleError } from './errors.ts';
import type { Fault, Faults } from './faults.ts';
import type { OAuth } from './oauth.ts';
import { answerOAuth } from './oauth-calls.ts';
import { answerPubSub } from './pubsub-calls.ts';
import type { Quota } from './quota.ts';
import { answerScreens } from './screens.ts';
import type { World } from './world.ts';

const MOST_BODY = 10 * 1024 * 1024;

export interface Parts {
  world: World;
  oauth: OAuth;
  quota: Quota;
  faults: Faults;
  calls: CallLog;
}

/** Listens on this machine only. `port` 0: a free one. */
export async function listen(parts: Parts, port: number): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    void handle(parts, request, response).catch((error: unknown) => {
      if (!request.destroyed) console.error('the simulated Classroom itself failed:', error);
      response.destroy();
    });
  });
  server.keepAliveTimeout = 60_000; // a client that keeps a connection is not cut off between two calls
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function handle(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', search = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const method = request.method ?? 'GET';
  const text = await readBody(request);
  const fault = parts.faults.strike(method, path, search);
  const note: Note = { id: null, bearer: null };
  const log = (status: number) => {
    const { id, bearer } = note;
    parts.calls.add({ id, method, path, query: search, status, at: parts.world.now(), user: bearer?.user.id ?? null, project: bearer?.project.id ?? null });
  };
  if (fault?.kind === 'meanwhile') await fault.act?.();
  if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.delayMs ?? 0));
  const incoming: Incoming = { method, path, query: new URLSearchParams(search), headers: request.headers, text };
  if (fault?.kind === 'hang') {
    if (fault.isDone) answerOf(parts, incoming, note);
    return log(0);
  }
  const answer = refuseBy(fault) ?? answerOf(parts, incoming, note);
  if (fault?.kind === 'changed' && fault.change && answer.status === 200) answer.body = fault.change(answer.body as Record<string, unknown>);
  log(fault?.kind === 'lostAnswer' || fault?.kind === 'cut' ? 0 : answer.status);
  await send(response, answer, fault);
}

async function readBody(request: IncomingMessage): Promise<string> {
  if (request.method === 'GET' || request.method === 'DELETE') return '';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BODY) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Returns the response of a fault that replaces the call. */
function refuseBy(fault: Fault | null): Answer | null {
  if (fault?.kind === 'status') {
    const error = errorOfStatus(fault.status ?? 500, fault.reason);
    const headers: Record<string, string> = fault.retryAfterSeconds === undefined ? {} : { 'retry-after': String(fault.retryAfterSeconds) };
    return { status: error.code, headers, body: error.toBody() };
  }
  return fault?.kind === 'html' ? html(fault.status ?? 502, '<!doctype html><title>Error 502 (Server Error)</title><p>That’s an error.') : null;
}

function answerOf({ world, oauth, quota, calls }: Parts, incoming: Incoming, note: Note): Answer {
  try {
    return (
      answerClassroom(world, oauth, quota, incoming, note) ??
      answerOAuth(world, oauth, incoming, note) ??
      answerDrive(world, oauth, incoming, note) ??
      answerPubSub(world, oauth, incoming, note) ??
      answerScreens(world, calls, incoming) ??
      html(404, '<!doctype html><title>Error 404 (Not Found)</title><p>The requested URL was not found on this server.')
    );
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error;
    const challenge: Record<string, string> =
      error.code === 401 ? { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' } : {};
    return { status: error.code, headers: challenge, body: error.toBody() };
  }
}

/** Sends a response, or the part of it that the fault allows. */
async function send(response: ServerResponse, { status, headers = {}, body }: Answer, fault: Fault | null): Promise<void> {
  if (fault?.kind === 'lostAnswer') return void response.destroy();
  const isCut = fault?.kind === 'cut';
  if (body instanceof Readable) {
    response.writeHead(status, headers);
    await pipeline(isCut ? Readable.from(firstOf(body)) : body, response, { end: !isCut }).catch(() => response.destroy());
    if (isCut) response.destroy();
    return;
  }
  const isJson = typeof body !== 'string';
  const text = Buffer.from(isJson ? JSON.stringify(body) : body);
  const sent = fault?.kind === 'garbage' ? Buffer.from(`)]}'${text.toString().slice(0, text.length / 2)}`) : text;
  response.writeHead(status, { ...(isJson ? { 'content-type': 'application/json; charset=UTF-8' } : {}), ...headers, 'content-length': sent.length });
  if (!isCut) return void response.end(sent);
  await new Promise<void>((resolve) => response.write(sent.subarray(0, Math.max(1, sent.length >> 1)), () => resolve()));
  response.destroy();
}

async function* firstOf(body: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of body as AsyncIterable<Buffer>) {
    yield chunk.subarray(0, Math.max(1, chunk.length >> 1));
    return;
  }
}
