import { WebSocket } from 'ws';
import { call, joinLesson, openSocket, passMs, signByJoining } from './phone-line.ts';

/**
 * The phones of the join bench, in a separate process. Each opens its socket and joins, as the student's page does.
 */
export interface JoiningPhone {
  token: string;
  accountId: number;
}
/** `one`: by the joining call. `five`: by the separate calls that it replaces. */
export type Way = 'one' | 'five';
/** A phone that joins as the page does, with an address of its own or the school's. */
export type PagePhone = JoiningPhone & { from: string };
export type ToPhones =
  | { kind: 'join'; way: Way; url: string; key: string; assessmentId: number; phones: JoiningPhone[]; withinMs: number }
  | { kind: 'come'; url: string; key: string; assessmentId: number; phones: PagePhone[]; withinMs: number }
  | { kind: 'ask'; url: string; phones: number; withinMs: number }
  | { kind: 'leave' }
  | { kind: 'hammer'; url: string; calls: number }
  | { kind: 'listen'; url: string; sockets: number };
export type FromPhones =
  | { kind: 'joined'; questionMs: number[]; subscribedMs: number[]; problems: string[] }
  | { kind: 'answered'; answeredMs: number[] }
  | { kind: 'left' }
  | { kind: 'hammered'; callsPerSecond: number }
  | { kind: 'listening' }
  | { kind: 'heard' };

const sockets: WebSocket[] = [];
const tell = (message: FromPhones): void => void process.send?.(message);

process.on('message', (message: ToPhones) => {
  if (message.kind === 'join') void joinAll(message).then(tell);
  else if (message.kind === 'come') void comeAll(message).then(tell);
  else if (message.kind === 'ask') void askAll(message).then(tell);
  else if (message.kind === 'hammer') void hammer(message).then(tell);
  else if (message.kind === 'listen') void listen(message).then(tell);
  else {
    for (const socket of sockets.splice(0)) socket.terminate();
    tell({ kind: 'left' });
  }
});

async function joinAll({ way, url, key, assessmentId, phones, withinMs }: Extract<ToPhones, { kind: 'join' }>): Promise<FromPhones> {
  const questionMs: number[] = [];
  const subscribedMs: number[] = [];
  const problems: string[] = [];
  await Promise.allSettled(
    phones.map(async ({ token, accountId }, index) => {
      await passMs((index / phones.length) * withinMs);
      const began = performance.now();
      const names = [`private-account-${accountId}`, `private-channel-assessment-${assessmentId}`];
      const api = `${url}/api`;
      const asked: Promise<unknown> = way === 'one' ? joinLesson(api, token, assessmentId) : joinByFive(api, token, assessmentId);
      const question = asked.then(() => questionMs.push(performance.now() - began));
      const { socket, subscribed } = openSocket({
        address: `${url.replace(/^http/, 'ws')}/app/${key}?protocol=7`,
        names,
        sign: (socketId) => (way === 'one' ? signByJoining(api, token, assessmentId, socketId) : signEach(api, token, socketId, names)),
      });
      sockets.push(socket);
      await Promise.all([question, subscribed.then(() => subscribedMs.push(performance.now() - began))]);
      await passMs(Math.random() * 1000); // changes before the channel was entered are requested within a second
      await call('GET', `${api}/live/learning/state?assessment_id=${assessmentId}&epoch=1&since=0`, token);
    }),
  ).then((ends) => problems.push(...ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))));
  return { kind: 'joined', questionMs, subscribedMs, problems };
}

/** Joins as the page does: one call, then a socket with the ticket of its answer. */
async function comeAll({ url, key, assessmentId, phones, withinMs }: Extract<ToPhones, { kind: 'come' }>): Promise<FromPhones> {
  const questionMs: number[] = [];
  const subscribedMs: number[] = [];
  const problems: string[] = [];
  await Promise.allSettled(
    phones.map(async ({ token, accountId, from }, index) => {
      await passMs((index / phones.length) * withinMs);
      const began = performance.now();
      const { ticket } = await joinLesson(`${url}/api`, token, assessmentId, from);
      questionMs.push(performance.now() - began);
      const { socket, subscribed } = openSocket({
        address: `${url.replace(/^http/, 'ws')}/app/${key}?protocol=7`,
        names: [`private-account-${accountId}`, `private-channel-assessment-${assessmentId}`],
        protocols: ['classwright', `ticket.${ticket}`],
        from,
      });
      sockets.push(socket);
      await subscribed;
      subscribedMs.push(performance.now() - began);
      await passMs(Math.random() * 1000); // changes before the channel was entered are requested within a second
      await call('GET', `${url}/api/live/learning/state?assessment_id=${assessmentId}&epoch=1&since=0`, token, { from });
    }),
  ).then((ends) => problems.push(...ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))));
  return { kind: 'joined', questionMs, subscribedMs, problems };
}

/** The same phones ask a bare server once each. */
async function askAll({ url, phones, withinMs }: Extract<ToPhones, { kind: 'ask' }>): Promise<FromPhones> {
  const answeredMs: number[] = [];
  await Promise.all(
    Array.from({ length: phones }, async (_, index) => {
      await passMs((index / phones) * withinMs);
      const began = performance.now();
      await call('POST', url, '', { body: { assessment_id: 1 } });
      answeredMs.push(performance.now() - began);
    }),
  );
  return { kind: 'answered', answeredMs };
}

async function joinByFive(api: string, token: string, assessment_id: number): Promise<void> {
  const [{ assessment }] = await Promise.all([
    call('GET', `${api}/student/active/assessment?assessment_id=${assessment_id}`, token),
    call('GET', `${api}/live/learning/running/assessment`, token),
    call('POST', `${api}/live/learning/studentlogin`, token, { body: { assessment_id } }),
  ]);
  requireQuestion(assessment);
}

async function signEach(api: string, token: string, socket_id: string, names: readonly string[]): Promise<Record<string, string>> {
  const signed = await Promise.all(
    names.map(
      async (channel_name) =>
        [channel_name, (await call('POST', `${api}/broadcasting/auth`, token, { body: { socket_id, channel_name } }))['auth'] ?? ''] as const,
    ),
  );
  return Object.fromEntries(signed);
}

function requireQuestion(assessment: { questions: unknown[] } | undefined): void {
  if (assessment?.questions.length !== 1) throw new Error('a phone got no question');
}

/** The same phones against a server that does nothing: `calls` calls, with all connections busy. */
async function hammer({ url, calls }: Extract<ToPhones, { kind: 'hammer' }>): Promise<FromPhones> {
  const began = performance.now();
  let left = calls;
  const line = async (): Promise<void> => {
    while (left-- > 0) await call('POST', url, '', { body: { assessment_id: 1 } });
  };
  await Promise.all(Array.from({ length: 100 }, line));
  return { kind: 'hammered', callsPerSecond: (calls * 1000) / (performance.now() - began) };
}

/** Opens sockets of a bare server. Reports when the last one has received something. */
async function listen({ url, sockets: count }: Extract<ToPhones, { kind: 'listen' }>): Promise<FromPhones> {
  let heard = 0;
  for (let at = 0; at < count; at += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, count - at) }, async () => {
        const socket = new WebSocket(url, { perMessageDeflate: false });
        sockets.push(socket);
        await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
        socket.on('message', () => {
          heard += 1;
          if (heard % count === 0) tell({ kind: 'heard' });
        });
      }),
    );
  return { kind: 'listening' };
}
