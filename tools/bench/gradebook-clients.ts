import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { call, openSocket, passMs } from './phone-line.ts';

/** The screens of the crowd bench, in a separate process: some have a gradebook open, some type in it. */
export type ToScreens =
  | { kind: 'open'; url: string; key: string; courseId: number; tokens: string[] }
  | { kind: 'leave' }
  /** Each types a cell at this interval for this time. */
  | { kind: 'type'; url: string; courseId: number; works: number[]; students: number[]; tokens: string[]; everyMs: number; forMs: number };
export type FromScreens =
  | { kind: 'opened' }
  /** `most`: the maximum number of frames that one of the screens received within a second. */
  | { kind: 'left'; frames: number; most: number }
  | { kind: 'typed'; savedMs: number[] }
  | { kind: 'failed'; problem: string };

interface Screen {
  socket: WebSocket;
  heardMs: number[];
}
let screens: Screen[] = [];
let typed = 0;
const tell = (message: FromScreens): void => void process.send?.(message);

process.on('message', (message: ToScreens) => {
  handle(message).then(tell, (error: unknown) => tell({ kind: 'failed', problem: String(error) }));
});

async function handle(message: ToScreens): Promise<FromScreens> {
  if (message.kind === 'open') {
    screens = await Promise.all(message.tokens.map((token) => open(message, token)));
    return { kind: 'opened' };
  }
  if (message.kind === 'type') {
    const savedMs = (await Promise.all(message.tokens.map((token, at) => type(message, token, at)))).flat();
    return { kind: 'typed', savedMs };
  }
  for (const { socket } of screens) socket.terminate();
  const most = Math.max(
    ...screens.map(({ heardMs }) => heardMs.reduce((max, from) => Math.max(max, heardMs.filter((at) => at >= from && at < from + 1000).length), 0)),
  );
  return { kind: 'left', frames: screens.reduce((sum, { heardMs }) => sum + heardMs.length, 0), most };
}

/** Joins the channels of an open gradebook. */
async function open({ url, key, courseId }: Extract<ToScreens, { kind: 'open' }>, token: string): Promise<Screen> {
  const names = [`private-gradebook-${courseId}`, `private-class-staff-${courseId}`];
  const heardMs: number[] = [];
  const { socket, subscribed } = openSocket({
    address: `${url.replace(/^http/, 'ws')}/app/${key}?protocol=7`,
    names,
    sign: async (socket_id) => {
      const signed = await Promise.all(names.map((channel_name) => call('POST', `${url}/api/broadcasting/auth`, token, { body: { socket_id, channel_name } })));
      return Object.fromEntries(names.map((name, at) => [name, String(signed[at]!['auth'])]));
    },
    onEvent: () => heardMs.push(performance.now()),
  });
  await subscribed;
  await call('GET', `${url}/api/dashboard/grade-book?class=${courseId}`, token, { isUnread: true });
  return { socket, heardMs };
}

async function type({ url, courseId, works, students, everyMs, forMs }: Extract<ToScreens, { kind: 'type' }>, token: string, place: number): Promise<number[]> {
  const savedMs: number[] = [];
  await passMs((place / 10) * everyMs);
  for (let left = forMs; left > 0; left -= everyMs) {
    typed += 1;
    const cell = { courseWorkId: works[place % works.length], account_id: students[typed % students.length] };
    const startedAt = performance.now();
    const body = { courseId, ...cell, submission: { type: 'DRAFT_GRADE', draftGrade: (typed * 7 + Math.floor(typed / students.length)) % 50 } };
    await call('POST', `${url}/api/grade-submissions`, token, { body, key: randomUUID() });
    const tookMs = performance.now() - startedAt;
    savedMs.push(tookMs);
    await passMs(Math.max(0, everyMs - tookMs));
  }
  return savedMs;
}
