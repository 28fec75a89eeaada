import { once } from 'node:events';
import PusherModule, { type Channel } from 'pusher-js';
import { WebSocket } from 'ws';
import { eventually, TEST_KEY, type TestRealtime } from './realtime.ts';

/** A received event, with its data parsed. */
export interface WireEvent {
  event: string;
  channel?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the data of every event
  data: any;
}

/** A client that sends single protocol messages, so that tests can also send those that no real client would. */
export interface WireClient {
  ws: WebSocket;
  socketId: string;
  events: WireEvent[];
  /** Set once the socket has been closed. */
  closed: { code: number; reason: string } | null;
  send: (message: unknown) => void;
  named: (event: string) => WireEvent[];
  /** Waits for the next event of this name that has not been waited for. */
  next: (event: string) => Promise<WireEvent>;
  /** Authorizes and subscribes. Resolves with the server's reply. */
  subscribe: (channel: string, accountId: number, tokenId?: number) => Promise<WireEvent>;
}

export function socketUrl(port: number, path = `/app/${TEST_KEY}?protocol=7&client=test&version=1`): string {
  return `ws://127.0.0.1:${port}${path}`;
}

export async function connectWire(
  { port, realtime }: TestRealtime,
  { path, headers, protocols = [] }: { path?: string; headers?: Record<string, string>; protocols?: string[] } = {},
): Promise<WireClient> {
  const ws = new WebSocket(socketUrl(port, path), protocols, { perMessageDeflate: false, ...(headers ? { headers } : {}) });
  const waited = new Map<string, number>();
  const client: WireClient = {
    ws,
    socketId: '',
    events: [],
    closed: null,
    send: (message) => ws.send(typeof message === 'string' ? message : JSON.stringify(message)),
    named: (event) => client.events.filter((received) => received.event === event),
    async next(event) {
      const index = waited.get(event) ?? 0;
      waited.set(event, index + 1);
      await eventually(
        () => client.named(event).length > index,
        `${event}, number ${index + 1}, among ${client.events.map((received) => received.event).join(' ')}`,
      );
      return client.named(event)[index]!;
    },
    async subscribe(channel, accountId, tokenId = accountId) {
      const authorisation = await realtime.authoriseChannel({ socketId: client.socketId, channel, accountId, tokenId });
      if (!authorisation) throw new Error(`${accountId} may not hear ${channel}`);
      client.send({ event: 'pusher:subscribe', data: { channel, ...authorisation } });
      return client.next('pusher_internal:subscription_succeeded');
    },
  };
  ws.on('message', (bytes, isBinary) => {
    if (isBinary) throw new Error('the server sent a binary message');
    const message = JSON.parse(String(bytes)) as WireEvent;
    client.events.push({ ...message, data: typeof message.data === 'string' ? JSON.parse(message.data) : message.data });
  });
  ws.on('close', (code, reason) => {
    client.closed = { code, reason: String(reason) };
  });
  ws.on('error', () => undefined);
  await once(ws, 'open');
  const established = await client.next('pusher:connection_established').catch(() => null);
  client.socketId = established?.data.socket_id ?? '';
  return client;
}

type PusherClass = typeof import('pusher-js').default;
const Pusher = PusherModule as unknown as PusherClass; // a CommonJS module whose export is the class itself

export interface PusherClient {
  pusher: InstanceType<PusherClass>;
  /** The names of its states, after the first. */
  states: string[];
  /** Subscribes and waits for the reply. Fails with the text of a refusal. */
  subscribe: (channel: string) => Promise<Channel>;
  close: () => void;
}

interface PusherOptions {
  key: string;
  port: number;
  /** Returns the proof for a subscription, or null when it is refused. */
  authorise: (socketId: string, channel: string) => Promise<{ auth: string; channel_data?: string | undefined } | null>;
}

/** Connects the official client as a browser's page would, authorized as the account. */
export const connectPusher = ({ port, realtime }: Pick<TestRealtime, 'port' | 'realtime'>, accountId: number, tokenId = accountId): PusherClient =>
  openPusher({ key: TEST_KEY, port, authorise: (socketId, channel) => realtime.authoriseChannel({ socketId, channel, accountId, tokenId }) });

/** Opens the official client at any server of sockets. */
export function openPusher({ key, port, authorise }: PusherOptions): PusherClient {
  const pusher = new Pusher(key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
    channelAuthorization: {
      endpoint: '/unused',
      transport: 'ajax',
      customHandler: ({ socketId, channelName }, done) => {
        void authorise(socketId, channelName).then((authorisation) =>
          done(authorisation ? null : new Error('403'), authorisation as Parameters<typeof done>[1]),
        );
      },
    },
  });
  const states: string[] = [];
  pusher.connection.bind('state_change', ({ current }: { current: string }) => states.push(current));
  return {
    pusher,
    states,
    subscribe: (name) =>
      new Promise((resolve, reject) => {
        const channel = pusher.subscribe(name);
        channel.bind('pusher:subscription_succeeded', () => resolve(channel));
        channel.bind('pusher:subscription_error', (failure: { type: string; error: string }) => reject(new Error(`${failure.type}: ${failure.error}`)));
      }),
    close: () => pusher.disconnect(),
  };
}
