import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import { toAddressKey } from '../address-key.ts';
import type { Log } from '../log.ts';
import { Notices } from '../notices.ts';
import { Paces, RateLimiter } from '../waiting/index.ts';
import { Connection } from './connection.ts';
import type { LiveCounters } from './counters.ts';
import type { Hub } from './hub.ts';
import type { Inbound } from './inbound.ts';
import type { LiveLimits } from './limits.ts';
import { CODES, messages, PROTOCOL_VERSION } from './protocol.ts';
import { chooseProtocol, type Ticket } from './ticket.ts';

interface Context {
  key: string;
  hub: Hub;
  inbound: Inbound;
  limits: LiveLimits;
  counters: LiveCounters;
  log: Log;
  /** Returns the ticket among the subprotocols that a client offers, or null without one that is valid. */
  readTicket: (offered: string) => Promise<Ticket | null>;
  /** Gives a new socket to the account of its ticket, and enters the ticket's channels. */
  enter: (connection: Connection, ticket: Ticket) => void;
  isOriginAllowed: (origin: string, request: IncomingMessage) => boolean;
  addressOf: (request: IncomingMessage) => string;
  /** Returns the close code for new sockets while the process drains. */
  drainingCode: () => number | null;
}

const PREFIX = '/app/';
/**
 * Returns two numbers, as the protocol has them: 128 random bits, since a signature for a socket is valid for anyone
 * who knows its name.
 */
const makeSocketId = (): string => `${randomBytes(8).readBigUInt64BE()}.${randomBytes(8).readBigUInt64BE()}`;

/** Turns HTTP upgrades of `/app/{key}` into sockets, or refuses them at low cost. */
export class Upgrade {
  /** Every socket whose connection is not closed yet, including those that are closing. */
  readonly open = new Set<Connection>();
  readonly #context: Context;
  readonly #perAddress = new Map<string, number>();
  readonly #upgrades: RateLimiter;
  readonly #paces: Paces;
  readonly #ticketPaces: Paces;
  /** Sockets that wait for their turn. They count for their address. */
  #waiting = 0;
  readonly #webSockets: WebSocketServer;
  readonly #notices: Notices;

  constructor(context: Context) {
    this.#context = context;
    this.#notices = new Notices(context.log);
    this.#upgrades = new RateLimiter(context.limits.upgradesPerAddress);
    this.#paces = new Paces(context.limits.openingsPerAddress);
    this.#ticketPaces = new Paces(context.limits.openingsPerTicket);
    const options: ServerOptions & { closeTimeout: number } = {
      // Its types do not have closeTimeout yet.
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false, // 40 KB a connection, and a frame could not be shared
      handleProtocols: chooseProtocol,
      autoPong: false, // pongs go through the bounded write like everything else
      maxPayload: context.limits.maxMessageBytes,
      maxFragments: 128,
      closeTimeout: context.limits.goodbyeMs,
    };
    this.#webSockets = new WebSocketServer(options);
    this.#webSockets.on('wsClientError', (_error, socket) => refuse(socket, 400));
  }

  /** Listens for upgrades. Those of other paths are left to other listeners, or get 404 when there are none. */
  attach(server: Server): () => void {
    const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      if (request.url?.startsWith(PREFIX)) this.handle(request, socket, head);
      else if (server.listenerCount('upgrade') === 1) refuse(socket, 404);
    };
    server.on('upgrade', onUpgrade);
    return () => server.off('upgrade', onUpgrade);
  }

  handle(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { counters, limits, isOriginAllowed } = this.#context;
    const { origin } = request.headers;
    const address = toAddressKey(this.#context.addressOf(request));
    if (origin !== undefined && !isOriginAllowed(origin, request)) {
      counters.refusedOrigin += 1;
      this.#notices.tell(
        'socket refused',
        { origin: origin.slice(0, 200), address },
        'a page of another origin asked for a socket; PUBLIC_URL says which one is ours',
      );
      return refuse(socket, 403);
    }
    const isFull = this.open.size + this.#waiting >= limits.maxSockets || (this.#perAddress.get(address) ?? 0) >= limits.maxSocketsPerAddress;
    if (isFull || this.#upgrades.take(address) > 0) {
      counters.refusedCapacity += 1;
      this.#notices.tell('no room for a socket', { sockets: this.open.size, address }, 'a socket was refused: too many, or too many new ones of this address');
      return refuse(socket, 503);
    }
    const open = (ticket: Ticket | null): void =>
      this.#webSockets.handleUpgrade(request, socket, head, (ws) => this.#open(ws, socket, request, { address, ticket }));
    const offered = request.headers['sec-websocket-protocol'];
    if (offered === undefined) return this.#inTurn(address, socket, () => open(null));
    const onError = (): void => void socket.destroy();
    socket.on('error', onError);
    void this.#context
      .readTicket(offered)
      .catch(() => null)
      .then((ticket) => {
        socket.off('error', onError);
        if (socket.destroyed) return;
        if (ticket && this.#ticketPaces.take(String(ticket.accountId), 1) === 0) return open(ticket);
        this.#inTurn(address, socket, () => open(ticket));
      });
  }

  /**
   * Runs upgrades of strangers in turn. A class that comes back takes no time, a school some seconds. A flood of new sockets has
   * little effect on the lessons of others, least of all when nobody claims them.
   */
  #inTurn(address: string, socket: Duplex, upgrade: () => void): void {
    const { hub, limits } = this.#context;
    const waitMs = this.#paces.take(address, hub.strangers.countOf(address) > limits.strangersAtFullPace ? 4 : 1);
    if (waitMs === 0) return upgrade();
    const onError = (): void => void socket.destroy();
    socket.on('error', onError);
    this.#waiting += 1;
    this.#perAddress.set(address, (this.#perAddress.get(address) ?? 0) + 1);
    setTimeout(() => {
      this.#waiting -= 1;
      this.#forgetAddress(address);
      socket.off('error', onError);
      if (!socket.destroyed) upgrade();
    }, waitMs).unref();
  }

  #open(ws: WebSocket, stream: Duplex, request: IncomingMessage, { address, ticket }: { address: string; ticket: Ticket | null }): void {
    const { key, hub, inbound, limits, counters, log } = this.#context;
    const draining = this.#context.drainingCode();
    // After a failed upgrade pusher-js waits 15 s and more; after a close it follows the code.
    const fault = draining === null ? faultOf(new URL(request.url ?? '', 'http://socket'), key) : { code: draining, message: 'The server is restarting' };
    const socketId = makeSocketId();
    const connection = new Connection({ socketId, address, ws, stream, limits, counters, notices: this.#notices, onEnded: (ended) => hub.remove(ended) });
    readInSlices(stream, () => connection.isEnded);
    this.open.add(connection);
    counters.connections = this.open.size;
    this.#perAddress.set(address, (this.#perAddress.get(address) ?? 0) + 1);
    ws.on('error', (error) => {
      log.debug({ err: error, address }, 'a socket broke its protocol or its line'); // ws closes it
      connection.handleClosed();
    });
    ws.on('close', () => {
      this.open.delete(connection);
      counters.connections = this.open.size;
      this.#forgetAddress(address);
      connection.handleClosed();
    });
    if (fault) {
      connection.sendError(fault.code, fault.message);
      return connection.close(fault.code, fault.message);
    }
    hub.add(connection);
    ws.on('message', (data, isBinary) => inbound.handleMessage(connection, data as Buffer, isBinary));
    ws.on('ping', (payload) => inbound.handlePing(connection, payload));
    ws.on('pong', () => inbound.handlePong(connection));
    connection.send(messages.established(socketId, Math.max(1, Math.round(limits.activityTimeoutMs / 1000))));
    if (ticket) this.#context.enter(connection, ticket);
  }

  /** Deletes addresses that have not connected for a while. */
  sweep(): void {
    this.#upgrades.sweep();
    this.#paces.sweep();
    this.#ticketPaces.sweep();
  }

  #forgetAddress(address: string): void {
    const sockets = (this.#perAddress.get(address) ?? 1) - 1;
    if (sockets > 0) this.#perAddress.set(address, sockets);
    else this.#perAddress.delete(address);
  }
}

/** About as many of the smallest frames as a client may send in a burst. */
const SLICE_BYTES = 2048;

/**
 * Passes incoming data on in small slices: a flood of small frames is only read until its sender is dismissed. `ws`
 * reads a piece of 64 KB, which may be ten thousand frames, to its end.
 */
function readInSlices(stream: Duplex, isEnded: () => boolean): void {
  const emit = stream.emit.bind(stream) as (event: string | symbol, ...values: unknown[]) => boolean;
  stream.emit = (event: string | symbol, ...values: unknown[]): boolean => {
    const [chunk] = values;
    if (event !== 'data' || !Buffer.isBuffer(chunk) || chunk.length <= SLICE_BYTES || isEnded()) return emit(event, ...values);
    for (let from = 0; from < chunk.length && !isEnded(); from += SLICE_BYTES) emit('data', chunk.subarray(from, from + SLICE_BYTES));
    return true;
  };
}

function faultOf({ pathname, searchParams }: URL, key: string): { code: number; message: string } | null {
  if (pathname !== PREFIX + key) return { code: CODES.unknownKey, message: 'There is no application with this key' };
  const version = searchParams.get('protocol');
  if (version === null) return { code: CODES.noVersion, message: 'The connection names no protocol version' };
  if (version !== String(PROTOCOL_VERSION))
    return { code: CODES.unsupportedVersion, message: `Only version ${PROTOCOL_VERSION} of the protocol is spoken here` };
  return null;
}

function refuse(socket: Duplex, status: number): void {
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
