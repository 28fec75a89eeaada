import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** An attacker's knowledge: the address of the school's server, and their own accounts in it. */
export interface World {
  url: string;
  /** The attacker's own address, so that limits per address apply to the attacker. */
  address: string;
  /** The public key in the socket's address. */
  key: string;
  /** Students of the lesson besides the measured phones, each with several sign-ins. */
  students: { email: string; tokens: string[] }[];
  admin: { token: string };
  sessionId: number;
  /** A student's post in a form that the attacker has answered. */
  postId: number;
  /** For `given-calls.ts` only: the calls to repeat, and the number at a time. */
  given?: { calls: Call[]; lanes: number };
}

/** An attempt to stop a lesson. It runs until the signal comes, with a bounded number of things open at a time. */
export interface Attack {
  /** A short description. */
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
/** The pause after a refused call, since this is an attacker, not a burn of this machine's other core. */
const AFTER_REFUSAL_MS = 20;

export interface Call {
  method?: string;
  path: string;
  token?: string;
  body?: unknown;
  /** A form with these files instead of a body. */
  files?: { field: string; name: string; bytes: Uint8Array }[];
  /** The form's other fields. */
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Makes one call. Returns its status, or 0 when the connection broke. */
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

/** The number of acts since the last read, by result. */
export type Acts = Record<number, number>;
let acts: Acts = {};
export function takeActs(): Acts {
  const done = acts;
  acts = {};
  return done;
}
/** Counts the calls answered since then. */
export const countActs = (): number => Object.values(acts).reduce((sum, count) => sum + count, 0);

/** Repeats an act, with this many at a time, until the signal comes. */
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

/** Opens a socket without an account. Resolves when it is open, or refused. */
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
