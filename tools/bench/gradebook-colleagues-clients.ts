import { clientEvents } from '@classwright/contract/lesson/live/events';
import type { WebSocket } from 'ws';
import { call, openSocket, passMs } from './phone-line.ts';

/** The screens of the colleagues bench, in a separate process: all have a gradebook open, some move in it. */
export type ToColleagues =
  | { kind: 'open'; url: string; key: string; courseId: number; tokens: string[] }
  /** Each of the first `movers` screens moves to another cell at this interval for this time. */
  | { kind: 'move'; movers: number; courseId: number; everyMs: number; forMs: number };
/** `latenciesMs`: from a move to each other screen. */
export type FromColleagues = { kind: 'opened' } | { kind: 'moved'; sent: number; latenciesMs: number[] } | { kind: 'failed'; problem: string };

let sockets: WebSocket[] = [];
let latenciesMs: number[] = [];
const sentAt: number[] = [];
const channelOf = (courseId: number): string => `presence-gradebook-${courseId}`;
const tell = (message: FromColleagues): void => void process.send?.(message);

process.on('message', (message: ToColleagues) => {
  handle(message).then(tell, (error: unknown) => tell({ kind: 'failed', problem: String(error) }));
});

async function handle(message: ToColleagues): Promise<FromColleagues> {
  if (message.kind === 'open') {
    sockets = await Promise.all(message.tokens.map((token) => open(message, token)));
    return { kind: 'opened' };
  }
  const { movers, courseId, everyMs, forMs } = message;
  const before = sentAt.length;
  latenciesMs = [];
  await Promise.all(
    sockets.slice(0, movers).map((socket, at) => move(socket, { channel: channelOf(courseId), startMs: (at / movers) * everyMs, everyMs, forMs })),
  );
  await passMs(1000);
  return { kind: 'moved', sent: sentAt.length - before, latenciesMs };
}

async function open({ url, key, courseId }: Extract<ToColleagues, { kind: 'open' }>, token: string): Promise<WebSocket> {
  const channel_name = channelOf(courseId);
  const { socket, subscribed } = openSocket({
    address: `${url.replace(/^http/, 'ws')}/app/${key}?protocol=7`,
    names: [channel_name],
    sign: async (socket_id) => ({
      [channel_name]: (await call('POST', `${url}/api/broadcasting/auth`, token, { body: { socket_id, channel_name } })) as unknown as {
        auth: string;
        channel_data: string;
      },
    }),
    onEvent: (event, data) => {
      if (event === clientEvents.gradebookCell) latenciesMs.push(performance.now() - sentAt[(JSON.parse(data) as { item: number }).item - 1]!);
    },
  });
  await subscribed;
  return socket;
}

async function move(
  socket: WebSocket,
  { channel, startMs, everyMs, forMs }: { channel: string; startMs: number; everyMs: number; forMs: number },
): Promise<void> {
  await passMs(startMs);
  for (let left = forMs; left > 0; left -= everyMs) {
    const item = sentAt.push(performance.now());
    socket.send(JSON.stringify({ event: clientEvents.gradebookCell, channel, data: { item, student: item } }));
    await passMs(everyMs);
  }
}
