import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';

/**
 * The clients of the answers bench, in a separate process: phones that answer within a second, and phones that watch.
 */
export interface Phone {
  token: string;
  responseId: number;
}
export type ToPhones =
  | { kind: 'watch'; url: string; key: string; channel: string; tokens: string[] }
  | { kind: 'unwatch' }
  | {
      kind: 'answer';
      what: 'answer' | 'draft';
      url: string;
      sessionId: number;
      form: string;
      phones: Phone[];
      withinMs: number;
      beside?: { path: string; token: string };
    }
  | { kind: 'hammer'; url: string; calls: number };
export type FromPhones =
  | { kind: 'watching' }
  | { kind: 'unwatched' }
  | {
      kind: 'answered';
      latenciesMs: number[];
      failures: number /** The results of another person's calls, made `beside` the others, one after the other. */;
      besideMs: number[];
    }
  | { kind: 'hammered'; callsPerSecond: number };

/** Well within one account's rate limit. */
const BESIDE_EVERY_MS = 100;
const agent = new Agent({ keepAlive: true, maxSockets: 100 });
const watchers: WebSocket[] = [];
const tell = (message: FromPhones): void => void process.send?.(message);

process.on('message', (message: ToPhones) => {
  if (message.kind === 'watch') void watch(message).then(() => tell({ kind: 'watching' }));
  else if (message.kind === 'unwatch') {
    for (const watcher of watchers.splice(0)) watcher.terminate();
    tell({ kind: 'unwatched' });
  } else if (message.kind === 'hammer') void hammer(message).then(tell);
  else void answer(message).then(tell);
});

function send(method: 'POST' | 'PUT' | 'GET', url: string, token: string, body?: unknown): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? '' : JSON.stringify(body);
    const call = request(
      url,
      {
        method,
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          ...(method === 'GET' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload), 'idempotency-key': randomUUID() }),
        },
      },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part: string) => (text += part));
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }));
      },
    );
    call.on('error', reject);
    call.end(payload);
  });
}

async function watch({ url, key, channel, tokens }: Extract<ToPhones, { kind: 'watch' }>): Promise<void> {
  for (let at = 0; at < tokens.length; at += 50) await Promise.all(tokens.slice(at, at + 50).map((token) => watchOne(url, key, channel, token)));
}

function watchOne(url: string, key: string, channel: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const watcher = new WebSocket(`${url.replace(/^http/, 'ws')}/app/${key}?protocol=7`, { perMessageDeflate: false });
    watchers.push(watcher);
    watcher.on('error', reject);
    watcher.on('message', (bytes) => {
      const { event, data } = JSON.parse(String(bytes)) as { event: string; data: string };
      if (event === 'pusher:connection_established') {
        const { socket_id } = JSON.parse(data) as { socket_id: string };
        send('POST', `${url}/api/broadcasting/auth`, token, { socket_id, channel_name: channel })
          .then(({ text }) => watcher.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: (JSON.parse(text) as { auth: string }).auth } })))
          .catch(reject);
      } else if (event === 'pusher_internal:subscription_succeeded') resolve();
      else if (event === 'pusher:error') reject(new Error(String(bytes)));
    });
  });
}

async function answer({ what, url, sessionId, form, phones, withinMs, beside }: Extract<ToPhones, { kind: 'answer' }>): Promise<FromPhones> {
  const latenciesMs: number[] = [];
  const besideMs: number[] = [];
  let [failures, isOver] = [0, false];
  const besides = beside && callBeside();
  async function callBeside(): Promise<void> {
    while (!isOver) {
      const started = performance.now();
      await send('GET', url + beside!.path, beside!.token);
      besideMs.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, BESIDE_EVERY_MS));
    }
  }
  await Promise.all(
    phones.map(async ({ token, responseId }, index) => {
      await new Promise((resolve) => setTimeout(resolve, (index / phones.length) * withinMs));
      const started = performance.now();
      const body = {
        session_id: sessionId,
        form,
        response_id: responseId,
        comment: `The current has a second way round, so more of it flows through the first lamp (${index}).`,
      };
      const { status } =
        what === 'answer'
          ? await send('POST', `${url}/api/posts/add`, token, body)
          : await send('PUT', `${url}/api/live/learning/draft`, token, { ...body, revision: Date.now() });
      latenciesMs.push(performance.now() - started);
      if (status !== 200) failures += 1;
    }),
  );
  isOver = true;
  await besides;
  return { kind: 'answered', latenciesMs, failures, besideMs };
}

/** The same phones against a server that does nothing: `calls` calls, with all connections busy. */
async function hammer({ url, calls }: Extract<ToPhones, { kind: 'hammer' }>): Promise<FromPhones> {
  const started = performance.now();
  let left = calls;
  const line = async (): Promise<void> => {
    while (left-- > 0) await send('POST', url, '', { response_id: 1, comment: 'The current has a second way round.' });
  };
  await Promise.all(Array.from({ length: 100 }, line));
  return { kind: 'hammered', callsPerSecond: (calls * 1000) / (performance.now() - started) };
}
