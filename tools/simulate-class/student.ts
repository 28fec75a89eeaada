import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type commentAdd,
  type configGet,
  type Form,
  type liveActive,
  type liveStudentLogin,
  type postAdd,
  type postReact,
  type postsCurrentForm,
  type replyAdd,
  type SessionView,
  channels,
  type ConfigView,
  type LessonEvent,
} from '@classwright/contract';
import type { Chance } from './chance.ts';
import { Refused, signIn } from './client.ts';
import { type LessonOptions, studentEmail } from './options.ts';
import PusherModule from 'pusher-js';
import { comments, reasonsFor, replies } from './words.ts';

const Pusher = PusherModule as unknown as typeof import('pusher-js').default;

/** Listens to a lesson with the official client, as a phone does. Returns a function that disconnects. */
function listenToLesson({
  config,
  url,
  token,
  assessmentId,
  onEvent,
}: {
  config: ConfigView;
  url: string;
  token: string;
  assessmentId: number;
  onEvent: (event: LessonEvent) => void;
}): () => void {
  const { key, port, tls, auth_endpoint } = config.realtime;
  const socket = new Pusher(key, {
    cluster: '',
    wsHost: new URL(url).hostname,
    wsPort: port,
    wssPort: port,
    forceTLS: tls,
    enabledTransports: ['ws', 'wss'],
    disableStats: true,
    channelAuthorization: { transport: 'ajax', endpoint: `${url}${auth_endpoint}`, headers: { authorization: `Bearer ${token}` } },
  });
  const channel = socket.subscribe(channels.assessment(assessmentId));
  channel.bind_global((name: string, data: unknown) => {
    if (name.startsWith('assessment.')) onEvent({ ...(data as object), name } as LessonEvent);
  });
  return () => socket.disconnect();
}

/** A student's way of taking part. */
export type Manner = 'answers' | 'silent' | 'loses connection';

/** The share of right choices: alone, after talking, in the transfer question. */
const RIGHT: Record<Form, number> = { 'Form - 1A': 0.41, 'Form - 1B': 0.8, 'Form - 2': 0.7 };

export interface StudentOptions {
  number: number;
  manner: Manner;
  options: LessonOptions;
  chance: Chance;
  signal: AbortSignal;
  onDone: (what: 'answers' | 'comments' | 'likes') => void;
}

/** Runs one student of the class, from signing in to the end of the lesson. */
export async function takePart({ number, manner, options, chance, signal, onDone }: StudentOptions): Promise<void> {
  const { call, token, account } = await signIn(options, studentEmail(number), `simulated-${number}`);
  const config = await call<typeof configGet>('GET', '/config');
  let canComment = false;
  let isOver = false;
  let form: Form | null = null;

  const hangUp = listenToLesson({
    config,
    url: options.url,
    token,
    assessmentId: options.assessment,
    onEvent: (event) => {
      if (event.name === 'assessment.started') void go(event.form);
      if (event.name === 'assessment.settings.changed') canComment = event.can_comment;
      if (event.name === 'assessment.finished' || event.name === 'assessment.canceled') isOver = true;
    },
  });
  const wait = (seconds: number) => pause(seconds * 1000, undefined, { signal });

  /** Handles a newly opened form: thinks, answers, and talks until the next one. */
  async function go(opened: Form): Promise<void> {
    if (form === opened) return;
    form = opened;
    try {
      await answer(opened);
      if (manner === 'answers') await talk(opened);
    } catch (error) {
      if (!(error instanceof Refused) && !signal.aborted) throw error; // a refusal is the lesson having moved on
    }
  }

  /**
   * Returns the seconds in a student's own extra time: after the class's deadline and before the student's own, which
   * only the student receives. Null without extra time.
   */
  function secondsOfOwnTime({ attempts, server_time }: SessionView): number | null {
    const last = attempts.at(-1);
    if (!last?.own_time) return null;
    const [opened, deadline, now] = [last.opened_at, last.deadline_at, server_time].map((at) => Date.parse(at) / 1000) as [number, number, number];
    const extra = (deadline - opened) * (options.percent / (100 + options.percent));
    return Math.max(0, deadline - now - extra * (0.1 + 0.8 * chance.next()));
  }

  async function answer(opened: Form): Promise<void> {
    await wait(chance.next() * Math.min(5, options.spreadSeconds / 4));
    await call<typeof liveStudentLogin>('POST', '/live/learning/studentlogin', { body: { assessment_id: options.assessment }, idempotencyKey: randomUUID() });
    if (manner === 'loses connection') {
      isOver = true; // for this student: the socket is gone, and so is its news of the end
      return;
    }
    const { assessment, session, post_response } = await call<typeof liveActive>('GET', '/student/active/assessment', {
      query: { assessment_id: options.assessment },
    });
    canComment = session.can_comment;
    const question = assessment.questions[0];
    if (post_response || manner === 'silent' || !question) return;
    await wait(secondsOfOwnTime(session) ?? (0.1 + 0.9 * chance.next()) * options.spreadSeconds);
    const choices = question.responses.toSorted((left, right) => left.position - right.position);
    const right = choices[options.right[opened === 'Form - 2' ? 1 : 0].charCodeAt(0) - 65];
    const others = choices.filter((choice) => choice !== right);
    const chosen = right && (others.length === 0 || chance.often(RIGHT[opened])) ? right : (others[Math.floor(chance.next() ** 2 * others.length)] ?? right);
    if (!chosen) return;
    await call<typeof postAdd>('POST', '/posts/add', {
      body: { session_id: session.id, form: opened, response_id: chosen.id, comment: toDocument(chance.pick(reasonsFor(chosen.response))) },
      idempotencyKey: randomUUID(),
    });
    onDone('answers');
  }

  async function talk(opened: Form): Promise<void> {
    while (!signal.aborted && !isOver && form === opened) {
      await wait(3 + 12 * chance.next());
      const { visible, posts } = await call<typeof postsCurrentForm>('GET', '/posts/current/form', { query: { assessment_id: options.assessment } });
      const others = posts.filter((post) => post.account.id !== account);
      if (!visible || others.length === 0) continue;
      const post = chance.pick(others);
      if (chance.often(0.5) && !post.total_likes.includes(account)) {
        await call<typeof postReact>('POST', '/posts/reaction/submit', { body: { post_id: post.id, reaction_type: 'like' } });
        onDone('likes');
      }
      if (!canComment || !chance.often(0.25)) continue;
      const comment = post.comments.at(-1);
      if (comment && chance.often(0.3))
        await call<typeof replyAdd>('POST', '/posts/comment/replies/add', { body: { comment_id: comment.id, reply: chance.pick(replies) } });
      else await call<typeof commentAdd>('POST', '/posts/comments/add', { body: { post_id: post.id, comment: chance.pick(comments) } });
      onDone('comments');
    }
  }

  try {
    const active = await call<typeof liveActive>('GET', '/student/active/assessment', { query: { assessment_id: options.assessment } }).catch(
      (error: unknown) => {
        if (error instanceof Refused) return null; // has not begun
        throw error;
      },
    );
    if (active) void go(active.session.form);
    while (!signal.aborted && !isOver) await wait(1);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    hangUp();
  }
}

/** Returns text with `**bold**` as a document. */
function toDocument(words: string) {
  const content = words
    .split('**')
    .flatMap((text, index) => (text === '' ? [] : [{ type: 'text', text, ...(index % 2 === 1 ? { marks: [{ type: 'bold' }] } : {}) }]));
  return { type: 'doc' as const, content: [{ type: 'paragraph', content }] };
}
