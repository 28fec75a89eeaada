import { setSocketOpener } from '../../base/realtime.ts';

/**
 * A join gives a ticket for the next socket: opened with it, the socket belongs to the account from its first moment and
 * enters the channels that the ticket names.
 */
interface SocketTicket {
  readonly token: string;
  readonly text: string;
  readonly givenAt: number;
}

/** The server opens channels with a ticket for a minute. Later it only says whose the socket is. */
const OPENS_MS = 50_000;
/** The socket waits this long for a join that is on the way. */
const PATIENCE_MS = 3_000;
let ticket: SocketTicket | null = null;
let onTheWay: Promise<unknown> = Promise.resolve();
/** The channels that this socket enters without asking. */
const entered = new Set<string>();

/** Opens a socket as pusher-js does, and offers the ticket of its sign-in. */
function open(url: string, token: string | null): WebSocket {
  entered.clear();
  if (!ticket || ticket.token !== token) return new WebSocket(url);
  const names = (ticket.text.split('.')[3] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  if (performance.now() - ticket.givenAt < OPENS_MS) for (const name of atob(names).split(' ')) entered.add(name);
  return new WebSocket(url, ['classwright', `ticket.${ticket.text}`]);
}

/**
 * Opens the next sockets of this sign-in with the ticket of a join that is on the way, and waits for that join before it
 * connects, though not long.
 */
export function connectWithTicket(token: string, asked: Promise<string | undefined>): void {
  const taken = asked.then((text) => {
    if (text !== undefined) ticket = { token, text, givenAt: performance.now() };
  });
  onTheWay = Promise.race([taken, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]).catch(() => undefined);
  setSocketOpener({ ready: () => onTheWay, open, isEntered: (channel) => entered.delete(channel) });
}
