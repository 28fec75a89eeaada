import { Agent, request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { WebSocket } from 'ws';

/**
 * Scripted phones that behave like browsers: calls over persistent connections, and a socket with the Pusher protocol.
 */
const agent = new Agent({ keepAlive: true });

export interface PhoneCall {
  body?: unknown;
  /** The Idempotency-Key. */
  key?: string;
  /** True when the response is not parsed, since the server is measured. */
  isUnread?: boolean;
  /** The content coding that the phone accepts. The default is that of the page's files. */
  coding?: 'br' | 'gzip';
  /** The phone's own address, of this machine's loopback network. */
  from?: string | undefined;
}

/**
 * Returns the response's body. A connection that broke before a response is retried. @throws for any status but 200
 */
export async function call(method: 'GET' | 'POST' | 'PUT', url: string, token: string, sent: PhoneCall = {}): Promise<Record<string, never>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await callOnce(method, url, token, sent);
    } catch (error) {
      if ((error as { code?: string }).code !== 'ECONNRESET' || tries === 5) throw error;
    }
  }
}

function callOnce(method: string, url: string, token: string, { body, key, isUnread, coding = 'br', from }: PhoneCall): Promise<Record<string, never>> {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token}`,
      'accept-encoding': coding,
      prefer: 'return=minimal', // as the page
      ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const sent = request(url, { method, agent, headers, ...(from !== undefined && { localAddress: from }) }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => (isUnread ? undefined : parts.push(part)));
      reply.on('end', () => {
        if (isUnread && reply.statusCode === 200) return resolve({});
        const bytes = Buffer.concat(parts);
        const text = (reply.headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes).toString();
        if (reply.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${reply.statusCode} ${url} ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(payload);
  });
}

export const passMs = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Joins a lesson by one call. Returns its question and the state of the run. */
export async function joinLesson(api: string, token: string, assessment_id: number, from?: string) {
  const { assessment, session, socket_ticket } = (await call('POST', `${api}/live/learning/join`, token, { body: { assessment_id }, from })) as unknown as {
    assessment?: { questions: { responses: { id: number }[] }[] };
    session: { epoch: number; form: string };
    socket_ticket?: string;
  };
  const [question] = assessment?.questions.length === 1 ? assessment.questions : [];
  if (!question) throw new Error('a phone got no question');
  return { question, session, ticket: socket_ticket };
}

/** Returns the signatures with which a socket subscribes to the lesson and the account. */
export async function signByJoining(api: string, token: string, assessment_id: number, socket_id: string): Promise<Record<string, string>> {
  return (await call('POST', `${api}/live/learning/join`, token, { body: { assessment_id, socket_id } }))['auth'] ?? {};
}

export interface Subscription {
  address: string;
  names: readonly string[];
  /** The subprotocols that the phone offers. */
  protocols?: string[];
  /** The phone's own address. */
  from?: string | undefined;
  /** Returns the signatures by channel; for a presence channel with the member's data. Without it nothing is asked. */
  sign?: (socketId: string) => Promise<Record<string, string | { auth: string; channel_data: string }>>;
  onEvent?: (event: string, data: string) => void;
}

/** Opens a socket. `subscribed` resolves when it receives all of the channels. */
export function openSocket({ address, names, sign, onEvent, protocols = [], from }: Subscription): { socket: WebSocket; subscribed: Promise<void> } {
  const socket = new WebSocket(address, protocols, { perMessageDeflate: false, ...(from !== undefined && { localAddress: from }) });
  const subscribed = new Promise<void>((resolve, reject) => {
    let entered = 0;
    socket.on('error', (error) => reject(new Error(`socket: ${String(error)}`)));
    socket.on('message', (bytes) => {
      const { event, data } = JSON.parse(String(bytes)) as { event: string; data: string };
      if (event === 'pusher:connection_established')
        sign?.((JSON.parse(data) as { socket_id: string }).socket_id).then((signed) => {
          for (const channel of names) {
            const auth = signed[channel];
            socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...(typeof auth === 'object' ? auth : { auth }) } }));
          }
        }, reject);
      else if (event === 'pusher:ping') socket.send(JSON.stringify({ event: 'pusher:pong', data: {} }));
      else if (event === 'pusher_internal:subscription_succeeded' && ++entered === names.length) resolve();
      else if (event.startsWith('pusher:')) reject(new Error(String(bytes)));
      else onEvent?.(event, data);
    });
  });
  return { socket, subscribed };
}
