import type { authMe, broadcastingAuth } from '@classwright/contract/people/sign-in/calls';
import type Pusher from 'pusher-js';
import type { Channel } from 'pusher-js';
import { api, ApiError } from './api.ts';
import { loadChunk } from './chunk.ts';
import { loadConfig } from './config.ts';
import { retryConnection } from './reconnect.ts';
import { getSession, getToken, subscribeSession } from './session.ts';
import { createStore, type Store } from './store.ts';

/**
 * The only socket of the page, shared by all listeners. It belongs to the tab's token: another account gets another
 * socket. Connection failures are logged and not shown; the state reports them to screens that need it.
 */
export interface ConnectionState {
  /** `idle`: nobody listens. `connecting`: on the way. `online`: connected. `offline`: lost, being retried. */
  readonly status: 'idle' | 'connecting' | 'online' | 'offline';
  /** The time of the last contact with the server, in this device's time; null before the first. */
  readonly lastContactAt: number | null;
}

export interface ChannelListener {
  /** Handles an event. `data` is its parsed body. */
  onEvent: (name: string, data: unknown) => void;
  /** Passes Pusher's own channel, each time there is a new one: for presence, and messages between pages. */
  onEnter?: (channel: Channel) => void;
  /** Called when subscribed, for the first time or again after a gap: missed events have to be loaded. */
  onReady?: () => void;
  /** Called when the server refuses the channel to this person; it is not retried. */
  onRefused?: (error: ApiError) => void;
}

interface Room {
  readonly listeners: Set<ChannelListener>;
  channel: Channel | null;
  ready: boolean;
  retry: ReturnType<typeof setTimeout> | undefined;
  attempts: number;
}

const state = createStore<ConnectionState>({ status: 'idle', lastContactAt: null });
export const connectionStore: Pick<Store<ConnectionState>, 'get' | 'subscribe'> = { get: state.get, subscribe: state.subscribe };

/** The way in which a page opens its sockets, where it has a better one than pusher-js. */
export interface SocketOpener {
  /** Resolves when the socket may be opened. */
  ready: () => Promise<unknown>;
  open: (url: string, token: string | null) => WebSocket;
  /** Returns true, once for each channel, when the server enters it for a new socket without being asked. */
  isEntered: (channel: string) => boolean;
}
/** The time after which a channel that the server should have entered is asked for. */
const ENTERED_WITHIN_MS = 3_000;
let opener: SocketOpener | null = null;
export const setSocketOpener = (own: SocketOpener): void => void (opener = own);

const rooms = new Map<string, Room>();
let socket: Pusher | null = null;
let socketToken: string | null = null;
let starting = 0;
let failedStarts = 0;
let stopTrying = (): void => undefined;
let mayStart: Promise<unknown> = Promise.resolve();

/** Connects no earlier than this resolves or fails, so that the first screen of a slow phone need not wait for the socket's code. */
export function connectAfter(ready: Promise<unknown>): void {
  mayStart = ready.catch(() => undefined);
}

/** Listens on a channel until the returned function is called. Connects if nobody listened before. */
export function listen(name: string, listener: ChannelListener): () => void {
  const room = rooms.get(name) ?? { listeners: new Set(), channel: null, ready: false, retry: undefined, attempts: 0 };
  rooms.set(name, room);
  room.listeners.add(listener);
  if (room.channel) listener.onEnter?.(room.channel);
  if (room.ready) queueMicrotask(() => room.listeners.has(listener) && listener.onReady?.());
  void start();
  return () => {
    room.listeners.delete(listener);
    // a screen that only re-renders leaves and enters immediately: do not leave the channel for that
    setTimeout(() => room.listeners.size === 0 && rooms.get(name) === room && leave(name, room), 500);
  };
}

function leave(name: string, room: Room): void {
  clearTimeout(room.retry);
  rooms.delete(name);
  socket?.unsubscribe(name);
  if (rooms.size === 0) stop();
}

async function start(): Promise<void> {
  const token = getToken();
  if (!token || rooms.size === 0) return stop();
  if (socket && socketToken === token) return enterAll();
  stop();
  const turn = ++starting;
  socketToken = token;
  state.set({ ...state.get(), status: 'connecting' });
  try {
    await mayStart;
    const [config, { Pusher: Client }] = await Promise.all([loadConfig(), loadChunk(() => import('./pusher.ts')), opener?.ready()]);
    if (turn !== starting) return;
    const own = opener;
    if (own) Client.Runtime.createWebSocket = ((url: string) => own.open(url, socketToken)) as typeof Client.Runtime.createWebSocket;
    const { key, host, port, tls } = config.realtime;
    socket = new Client(key, {
      cluster: '',
      wsHost: host || location.hostname,
      wsPort: port,
      wssPort: port,
      forceTLS: tls,
      // without TLS, the secure address has no fallback
      enabledTransports: tls ? ['ws', 'wss'] : ['ws'],
      disableStats: true,
      unavailableTimeout: 8000,
      channelAuthorization: { transport: 'ajax', endpoint: config.realtime.auth_endpoint, customHandler: authorize },
    });
    socket.connection.bind('state_change', ({ current }: { current: string }) => onState(current));
    stopTrying = retryConnection(socket);
    socket.connection.bind('error', (error: unknown) => console.warn('The real-time connection reports:', error));
    socket.bind_global(() => heard());
    failedStarts = 0;
    enterAll();
  } catch (error) {
    if (turn !== starting) return;
    console.warn('The real-time connection could not be started:', error);
    socketToken = null;
    state.set({ ...state.get(), status: 'offline' });
    setTimeout(() => turn === starting && void start(), pauseMs(failedStarts++, 8000));
  }
}

/**
 * Returns a pause of a quarter to half a second that doubles with each failure: a single answer is easily lost, and the
 * clients of a class must not come back simultaneously.
 */
const pauseMs = (before: number, most: number): number => Math.min(most, 500 * 2 ** before) * (0.5 + Math.random() / 2);

function stop(): void {
  starting += 1;
  socketToken = null;
  for (const room of rooms.values()) {
    clearTimeout(room.retry);
    Object.assign(room, { channel: null, ready: false, attempts: 0 });
  }
  stopTrying();
  socket?.disconnect();
  socket = null;
  state.set({ status: 'idle', lastContactAt: null });
}

const heard = () => state.set({ ...state.get(), lastContactAt: Date.now() });

function onState(current: string): void {
  if (current === 'connected') return state.set({ status: 'online', lastContactAt: Date.now() });
  for (const room of rooms.values()) room.ready = false;
  if (current === 'disconnected') setTimeout(askWhetherEnded);
  const status = current === 'connecting' || current === 'initialized' ? 'connecting' : 'offline';
  // a retry is still offline for a reader: only a first attempt is on the way
  state.set({ ...state.get(), status: status === 'connecting' && state.get().lastContactAt !== null ? 'offline' : status });
}

/** Checks the sign-in after the server rejected this client: if it has ended, the 401 signs the tab out. */
function askWhetherEnded(): void {
  if (socketToken && socket?.connection.state === 'disconnected') api<typeof authMe>('GET', '/auth/me', { token: socketToken }).catch(() => undefined);
}

function enterAll(): void {
  for (const [name, room] of rooms) if (!room.channel) enter(name, room);
}

function enter(name: string, room: Room): void {
  const channel = socket?.subscribe(name);
  if (!channel) return;
  room.channel = channel;
  channel.unbind();
  channel.bind('pusher:subscription_succeeded', () => {
    room.ready = true;
    room.attempts = 0;
    for (const listener of [...room.listeners]) listener.onReady?.();
  });
  channel.bind('pusher:subscription_error', (failure: unknown) => onSubscriptionError(name, room, failure));
  channel.bind_global((event: string, data: unknown) => {
    if (!event.startsWith('pusher')) for (const listener of [...room.listeners]) listener.onEvent(event, data);
  });
  for (const listener of room.listeners) listener.onEnter?.(channel);
}

/**
 * Retries a failed subscription with growing pauses, if the failure may be temporary. pusher-js gives up a refused
 * channel until the next reconnect.
 */
function onSubscriptionError(name: string, room: Room, failure: unknown): void {
  room.ready = false;
  const cause = refusals.get(name);
  if (cause && !cause.isTransient) {
    console.warn(`The channel ${name} is not open:`, cause.code);
    if (cause.status !== 401) for (const listener of [...room.listeners]) listener.onRefused?.(cause);
    return;
  }
  console.warn(`The channel ${name} could not be entered:`, failure);
  clearTimeout(room.retry);
  room.retry = setTimeout(
    () => {
      if (rooms.get(name) !== room || socket?.connection.state !== 'connected') return;
      // refused on the socket it still counts as being entered, and pusher-js would not ask again
      if (room.channel) room.channel.subscriptionPending = false;
      socket.unsubscribe(name);
      enter(name, room);
    },
    cause?.retryAfterMs ?? pauseMs(room.attempts++, 30_000),
  );
}

/** The reasons of the last failed authorizations, by channel. pusher-js passes on only a text. */
const refusals = new Map<string, ApiError>();

type Authorised = { auth: string; channel_data?: string };
type SignChannel = (socketId: string, channel: string) => Promise<string | undefined>;
let signChannel: SignChannel | null = null;

/**
 * Makes a call that a page makes anyway sign channels. Channels that it does not sign are requested as usual, as are
 * all with null.
 */
export const setChannelSigner = (sign: SignChannel | null): void => void (signChannel = sign);

async function authorizeByCall(socketId: string, channelName: string): Promise<Authorised> {
  const auth = await signChannel?.(socketId, channelName);
  if (auth) return { auth };
  return api<typeof broadcastingAuth>('POST', '/broadcasting/auth', { body: { socket_id: socketId, channel_name: channelName }, token: socketToken });
}

function authorize(asked: { socketId: string; channelName: string }, done: (error: Error | null, data: Authorised | null) => void): void {
  if (!opener?.isEntered(asked.channelName)) return authorizeNow(asked, done);
  setTimeout(() => {
    const isWanted = socket?.connection.socket_id === asked.socketId && rooms.get(asked.channelName)?.ready === false;
    if (isWanted) authorizeNow(asked, done);
  }, ENTERED_WITHIN_MS);
}

function authorizeNow(
  { socketId, channelName }: { socketId: string; channelName: string },
  done: (error: Error | null, data: Authorised | null) => void,
): void {
  authorizeByCall(socketId, channelName).then(
    ({ auth, channel_data }) => {
      refusals.delete(channelName);
      done(null, channel_data === undefined ? { auth } : { auth, channel_data });
    },
    (error: unknown) => {
      refusals.set(channelName, error instanceof ApiError ? error : new ApiError('NETWORK', { cause: error }));
      done(error instanceof Error ? error : new Error(String(error)), null);
    },
  );
}

subscribeSession(() => {
  if (getSession()?.token !== socketToken) void start();
});
