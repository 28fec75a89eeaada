import { vi } from 'vitest';

/** A fake server for the page's WebSocket, with the part of the Pusher protocol that a client needs. */
export interface FakeSocketServer {
  /** The sockets opened so far, newest last. */
  sockets: PretendSocket[];
  newest: () => PretendSocket;
  /** Sets the members of a presence channel, by id, that the next subscriber receives. The default is none. */
  setPresent: (channel: string, members: Readonly<Record<string, unknown>>) => void;
  /** Lets tickets open no channels, as old ones do. */
  ignoreTickets: () => void;
  /** Asks the next subscriber of this channel to try again. */
  refuseOnce: (channel: string) => void;
}

class PretendSocket {
  static readonly OPEN = 1;
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string; wasClean: boolean }) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;
  readonly url: string;
  /** The messages that the client sent, parsed. */
  readonly sent: { event: string; data: Record<string, unknown> }[] = [];

  /** The subprotocols that the client offered. */
  readonly protocols: readonly string[];

  constructor(url: string, protocols: readonly string[] = []) {
    this.url = url;
    this.protocols = protocols;
    opened.push(this);
    setTimeout(() => {
      this.readyState = 1;
      this.onopen?.();
      this.say('pusher:connection_established', JSON.stringify({ socket_id: `1.${opened.length}`, activity_timeout: 120 }));
      const ticket = protocols.find((protocol) => protocol.startsWith('ticket.'));
      if (ticket && readsTickets)
        for (const channel of atob(ticket.split('.')[4] ?? '').split(' ')) this.say('pusher_internal:subscription_succeeded', '{}', channel);
    });
  }
  send(text: string): void {
    const message = JSON.parse(text) as { event: string; data: Record<string, unknown> };
    this.sent.push(message);
    const channel = String(message.data['channel']);
    if (message.event !== 'pusher:subscribe') return;
    const [answer, data] = refused.delete(channel)
      ? ['pusher:subscription_error', { type: 'AuthError', status: 503 }]
      : ['pusher_internal:subscription_succeeded', channel.startsWith('presence-') ? toPresence(present.get(channel) ?? {}) : '{}'];
    setTimeout(() => this.say(answer, data, channel));
  }
  close(): void {
    this.drop(1000);
  }
  /** Sends an event on a channel or on the connection. `userId`: the sender if a member sends it. */
  say(event: string, data: unknown, channel?: string, userId?: string): void {
    this.onmessage?.({
      data: JSON.stringify({
        event,
        data: typeof data === 'string' ? data : JSON.stringify(data),
        ...(channel ? { channel } : {}),
        ...(userId ? { user_id: userId } : {}),
      }),
    });
  }
  /** Closes the connection. */
  drop(code = 1006): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code, reason: '', wasClean: code === 1000 });
  }
}

const opened: PretendSocket[] = [];
let readsTickets = true;
const refused = new Set<string>();
const present = new Map<string, Readonly<Record<string, unknown>>>();
const toPresence = (hash: Readonly<Record<string, unknown>>) => ({ presence: { count: Object.keys(hash).length, ids: Object.keys(hash), hash } });

/** Connects every WebSocket opened from now on to a fake server. */
export function fakeSockets(): FakeSocketServer {
  opened.length = 0;
  readsTickets = true;
  refused.clear();
  present.clear();
  vi.stubGlobal('WebSocket', PretendSocket);
  return {
    sockets: opened,
    setPresent: (channel, members) => void present.set(channel, members),
    ignoreTickets: () => {
      readsTickets = false;
    },
    refuseOnce: (channel) => void refused.add(channel),
    newest: () => {
      const socket = opened.at(-1);
      if (!socket) throw new Error('no socket was opened');
      return socket;
    },
  };
}
