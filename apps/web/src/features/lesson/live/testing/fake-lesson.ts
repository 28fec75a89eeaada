import { channels, type LessonEvent } from '@classwright/contract/lesson/live/events';
import type { ProjectorStandingView } from '@classwright/contract/lesson/live/projector';
import { vi } from 'vitest';
import { signIn } from '../../../../base/session.ts';
import { person } from '../../../../testing/people.ts';
import { fakeSockets, type FakeSocketServer } from '../../../../testing/fake-socket.ts';
import { scriptFetch, success, type Reply, type SeenCall } from '../../../../testing/scripted-fetch.ts';
import { projector } from './projector-data.ts';
import { assessment, feed, inForms, roster, tally } from './staff-data.ts';

type Answers = Parameters<typeof scriptFetch>[0];

/** A fake server with a running lesson behind calls and socket. A test can change single answers. */
export interface FakeLesson {
  sockets: FakeSocketServer;
  calls: SeenCall[];
  answers: Record<string, Reply | ((call: SeenCall) => Reply | Promise<Reply>)>;
  asked: (path: string) => number;
  /** Sends an event on the class's channel. */
  say: (event: LessonEvent) => void;
  /** Sends a value on the staff's channel. */
  sayToStaff: (name: string, data: object) => void;
  /** Sends the lesson's state on the projector's channel. */
  sayToWall: (standing: ProjectorStandingView) => void;
}

export const USER = person({ rights: ['assessments:view', 'live-lessons:run'] });

export function fakeLesson(answers: Answers = {}): FakeLesson {
  const sockets = fakeSockets();
  const given: FakeLesson['answers'] = {
    'GET /config': success({
      version: '1',
      realtime: { key: 'school-key', host: 'school.test', port: 8443, tls: true, auth_endpoint: '/api/broadcasting/auth' },
      messages: {},
    }),
    'POST /broadcasting/auth': success({ auth: 'school-key:signature' }),
    'GET /live/learning/assessment': success({ assessment: assessment() }),
    'GET /live/learning/projector': success({ projector: projector() }),
    'GET /live/learning/student/responded': success({ ...roster(), tally: tally() }),
    'GET /live/learning/live/feed': (call) => success({ ...feed(call.query.get('form') as 'Form - 1A'), data: [] }),
    'GET /live/learning/assessment/comment/logs': success({ logs: [], data: [], total: 0 }),
    'GET /live/learning/state': success({ epoch: 40, sequence: 5, events: [], session: inForms(['Form - 1A']) }),
    'GET /live/learning/simulated-class': success({ is_rehearsal: false, original_id: null, comes: null, brought: null, rehearsal: null }),
    'GET /auth/me': success({ user: USER }),
    ...answers,
  };
  const calls = scriptFetch(new Proxy(given, {}));
  signIn('token-1', USER);
  return {
    sockets,
    calls,
    answers: given,
    asked: (path) => calls.filter((call) => call.path === path).length,
    say: ({ name, ...data }) => sockets.newest().say(name, data, channels.assessment(8)),
    sayToStaff: (name, data) => sockets.newest().say(name, data, channels.staff(8)),
    sayToWall: (standing) => sockets.newest().say('assessment.projector.changed', standing, channels.projector(8)),
  };
}

/** Waits until the channels are joined. The desk has two. */
export const entered = (lesson: FakeLesson, count = 2) =>
  vi.waitFor(() => {
    const joined = lesson.sockets.newest().sent.filter(({ event }) => event === 'pusher:subscribe');
    if (joined.length < count) throw new Error('the channels are not entered yet');
  }, 10_000);
