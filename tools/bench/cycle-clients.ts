import type { WebSocket } from 'ws';
import type { Form } from '@classwright/contract';
import { call, joinLesson, openSocket, passMs, signByJoining } from './phone-line.ts';

/**
 * The phones of the cycle bench, in a separate process. Each goes through a whole lesson as the student's page does.
 */
export type ToPhones =
  | { kind: 'join'; url: string; key: string; assessmentId: number; phones: { token: string; accountId: number }[] }
  /** Everyone drafts twice, then answers within a second, and requests the feed whenever the page would. */
  | { kind: 'answer'; form: Form }
  /** From now on the phones wait for the question of this press. */
  | { kind: 'press'; atMs: number }
  | { kind: 'leave' };
export type FromPhones =
  | { kind: 'joined'; questionMs: number[]; subscribedMs: number[] }
  | { kind: 'answered'; answerMs: number[]; feeds: number }
  | { kind: 'ready' }
  /** Milliseconds from the press until each phone had the question, or knew that the lesson has ended. */
  | { kind: 'held'; heldMs: number[] }
  | { kind: 'left' }
  | { kind: 'failed'; problem: string };

interface Phone {
  token: string;
  socket: WebSocket;
  epoch: number;
  choices: { id: number }[];
  hasAnswered: boolean;
  isAsking: boolean;
  askedAtMs: number;
}

const phones: Phone[] = [];
let api = '';
let lesson = 0;
let feeds = 0;
let pressedAtMs = 0;
let heldMs: number[] = [];
/** The requests that the end of a lesson triggers on phones. */
const summaries: Promise<unknown>[] = [];
const tell = (message: FromPhones): void => void process.send?.(message);

process.on('message', (message: ToPhones) => {
  handle(message).catch((error: unknown) => tell({ kind: 'failed', problem: String(error) }));
});

async function handle(message: ToPhones): Promise<void> {
  switch (message.kind) {
    case 'join':
      return tell(await joinAll(message));
    case 'answer':
      return tell(await answerAll(message.form));
    case 'press':
      pressedAtMs = message.atMs;
      heldMs = [];
      return tell({ kind: 'ready' });
    case 'leave':
      await Promise.all(summaries.splice(0));
      for (const { socket } of phones.splice(0)) socket.terminate();
      return tell({ kind: 'left' });
  }
}

async function joinAll({ url, key, assessmentId, phones: people }: Extract<ToPhones, { kind: 'join' }>): Promise<FromPhones> {
  api = `${url}/api`;
  lesson = assessmentId;
  const questionMs: number[] = [];
  const subscribedMs: number[] = [];
  await Promise.all(
    people.map(async ({ token, accountId }, index) => {
      await passMs((index / people.length) * 1000);
      const began = performance.now();
      const joined = joinLesson(api, token, assessmentId).finally(() => questionMs.push(performance.now() - began));
      const { socket, subscribed } = openSocket({
        address: `${url.replace(/^http/, 'ws')}/app/${key}?protocol=7`,
        names: [`private-account-${accountId}`, `private-channel-assessment-${assessmentId}`],
        sign: (socketId) => signByJoining(api, token, assessmentId, socketId),
        onEvent: (event, data) => hear(phone, event, data),
      });
      const phone: Phone = { token, socket, epoch: 0, choices: [], hasAnswered: false, isAsking: false, askedAtMs: 0 };
      phones.push(phone);
      const [{ question, session }] = await Promise.all([joined, subscribed.then(() => subscribedMs.push(performance.now() - began))]);
      Object.assign(phone, { epoch: session.epoch, choices: question.responses });
      await passMs(Math.random() * 1000); // changes before the channel was entered are requested within a second
      await call('GET', `${api}/live/learning/state?assessment_id=${assessmentId}&epoch=${session.epoch}&since=0`, token);
    }),
  );
  return { kind: 'joined', questionMs, subscribedMs };
}

function hear(phone: Phone, event: string, data: string): void {
  if (event === 'assessment.started' || event === 'assessment.finished') {
    const { question } = JSON.parse(data) as { question?: { responses: { id: number }[] } };
    Object.assign(phone, { hasAnswered: false, choices: question?.responses ?? phone.choices });
    heldMs.push(Date.now() - pressedAtMs);
    if (event === 'assessment.finished')
      summaries.push(passMs(Math.random() * 1000).then(() => call('GET', `${api}/live/learning/summary?assessment_id=${lesson}`, phone.token)));
    if (heldMs.length === phones.length) tell({ kind: 'held', heldMs });
  } else if (event === 'assessment.post.added' && phone.hasAnswered)
    void askFeed(phone, Math.max(0, phone.askedAtMs + 1000 - performance.now()) + Math.random() * spreadMs());
}

/** The same spread as on the page: the more there is to read, the less often. */
const spreadMs = (): number => Math.max(1000, Math.min(3000, 3 * phones.length));

/** Requests the feed, one request at a time with a second between two, as the page does. */
async function askFeed(phone: Phone, inMs: number): Promise<void> {
  if (phone.isAsking) return;
  phone.isAsking = true;
  await passMs(inMs);
  phone.isAsking = false;
  feeds += 1;
  await call('GET', `${api}/posts/current/form?assessment_id=${lesson}`, phone.token, { isUnread: true });
  phone.askedAtMs = performance.now();
}

async function answerAll(form: Form): Promise<FromPhones> {
  const answerMs: number[] = [];
  feeds = 0;
  const keyOf = (index: number): string => `${form.slice(-2).trim()}-${phones[index]!.epoch}-${index}`;
  await Promise.all(
    phones.map(async (phone, index) => {
      const content = {
        session_id: phone.epoch,
        form,
        response_id: phone.choices[index % phone.choices.length]!.id,
        comment: `The current has a second way round (${index}).`,
      };
      const answersAtMs = 2000 + (index / phones.length) * 1000;
      const began = performance.now();
      for (const revision of [1, 2]) {
        await passMs(Math.random() * 900);
        await call('PUT', `${api}/live/learning/draft`, phone.token, { body: { ...content, revision }, key: `${keyOf(index)}-${revision}` });
      }
      await passMs(Math.max(0, answersAtMs - (performance.now() - began)));
      const sent = performance.now();
      await call('POST', `${api}/posts/add`, phone.token, { body: content, key: keyOf(index) });
      answerMs.push(performance.now() - sent);
      phone.hasAnswered = true;
      await askFeed(phone, 0);
    }),
  );
  await passMs(5000); // the last posts of others are requested too
  return { kind: 'answered', answerMs, feeds };
}
