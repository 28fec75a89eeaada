import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** What an attacker knows: where the school's server is, and who they are in it. */
export interface World {
  url: string;
  /** The attacker's own, so that limits per address are the attacker's. */
  address: string;
  /** Public: of the socket's address. */
  key: string;
  /** Students of the lesson beside the phones that are measured, each with several sign-ins. */
  students: { email: string; tokens: string[] }[];
  admin: { token: string };
  sessionId: number;
  /** A student's post in a form that the attacker has answered. */
  postId: number;
  /** Of `given-calls.ts` alone: what is called over and over, so many at a time. */
  given?: { calls: Call[]; lanes: number };
}

/** One way to stop a lesson. Runs until the signal comes; bounded in what it has open at once. */
export interface Attack {
  /** What it does, in a few words. */
  title: string;
  run(world: World, signal: AbortSignal): Promise<void>;
}

const agents = new Map<string, Agent>();
function agentFrom(localAddress: string): Agent {
  const known = agents.get(localAddress);
  if (known) return known;
  const agent = new Agent({ keepAlive: true, maxSockets: 200, localAddress });
  agents.set(localAddress, agent);
  return agent;
}
const PATIENCE_MS = 30_000;
/** Between calls that are refused: an attacker, not a burn of this machine's other core. */
const AFTER_REFUSAL_MS = 20;

export interface Call {
  method?: string;
  path: string;
  token?: string;
  body?: unknown;
  /** In place of a body: a form with these files. */
  files?: { field: string; name: string; bytes: Uint8Array }[];
  /** The form's other fields. */
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

/** One call; the status it got, or 0 when the line broke. */
export function call(world: World, { method = 'POST', path, token, body, files, fields = {}, headers = {} }: Call, signal: AbortSignal): Promise<number> {
  const { payload, type } = files ? toForm(files, fields) : { payload: Buffer.from(body === undefined ? '' : JSON.stringify(body)), type: 'application/json' };
  return new Promise((resolve) => {
    const outgoing = request(
      world.url + path,
      {
        method,
        agent: agentFrom(world.address),
        signal,
        timeout: PATIENCE_MS,
        headers: { ...headers, 'content-length': payload.length, 'content-type': type, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      },
      (incoming) =>
        incoming
          .resume()
          .on('end', () => resolve(incoming.statusCode ?? 0))
          .on('error', () => resolve(0)),
    );
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => resolve(0));
    outgoing.end(payload);
  });
}

/** How often something was done since somebody asked, by what came of it. */
export type Acts = Record<number, number>;
let acts: Acts = {};
export function takeActs(): Acts {
  const done = acts;
  acts = {};
  return done;
}
/** How many calls were answered since then. */
export const countActs = (): number => Object.values(acts).reduce((sum, count) => sum + count, 0);

/** Does something over and over, so many at a time, until the signal comes. */
export async function keepBusy(lanes: number, signal: AbortSignal, act: (index: number) => Promise<number>): Promise<void> {
  let index = 0;
  const lane = async (): Promise<void> => {
    while (!signal.aborted) {
      const status = await act(index++);
      acts[status] = (acts[status] ?? 0) + 1;
      if (status >= 400) await sleep(AFTER_REFUSAL_MS);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** A socket that nobody claims; resolves when it is open, or refused. */
export function openSocket({ url, key, address }: World): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/u, 'ws')}/app/${key}?protocol=7`, { perMessageDeflate: false, localAddress: address });
  return new Promise((resolve) => {
    socket.on('open', () => resolve(socket));
    socket.on('error', () => resolve(socket));
  });
}

function toForm(files: NonNullable<Call['files']>, fields: NonNullable<Call['fields']>): { payload: Buffer; type: string } {
  const boundary = randomBytes(12).toString('hex');
  const named = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  const parts = files.flatMap(({ field, name, bytes }) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return { payload: Buffer.concat([...named, ...parts, Buffer.from(`--${boundary}--\r\n`)]), type: `multipart/form-data; boundary=${boundary}` };
}
