import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Chance } from '../simulate-class/chance.ts';
import type { Answer, Sent, Ways } from './calls.ts';

/** Data received over a line. */
export interface Received {
  /** The time at which the request was sent; for a frame, when it arrived. */
  sentAtMs: number;
  atMs: number;
  /** The source: "POST /posts/add", or "frame". */
  what: string;
  status: number;
  text: string;
  /** The student's device, counted from 0. */
  device?: number;
}

export interface LineOptions {
  ways: Ways;
  /** The address of its network. */
  address: string;
  chance: Chance;
  onSent: (sent: Sent, atMs: number) => void;
  onReceived: (received: Received) => void;
}

/** The calls that are named of a phone that stays behind. */
const LAST_CALLS = 8;
/** The maximum time that a reordered call waits for a later one. */
const REORDER_MS = 300;

/**
 * A phone's line: calls and sockets, which can be cut, delayed, swallowed, repeated and reordered. A failure looks to
 * the page as in a browser.
 */
export class Line {
  readonly #options: LineOptions;
  readonly #calls = new Set<AbortController>();
  /** The last calls, the oldest first. */
  #last: { what: string; sinceMs: number; outcome: string | null; tookMs: number }[] = [];
  readonly #sockets = new Set<LineSocket>();
  #isCut = false;
  #hole: { end: Promise<void>; open: () => void } | null = null;
  #overtaken: (() => void)[] = [];
  delayMs = 0;
  /** The shares of affected calls. */
  share = { lost: 0, repeated: 0, reordered: 0 };

  constructor(options: LineOptions) {
    this.#options = options;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /** Ends what is open and refuses what is new. */
  cut(): void {
    this.#isCut = true;
    this.#reset();
  }

  restore(): void {
    this.#isCut = false;
  }

  /** From now on nothing arrives in either direction, without any error. */
  swallow(): void {
    if (this.#hole) return;
    let open = (): void => undefined;
    const end = new Promise<void>((resolve) => (open = resolve));
    this.#hole = { end, open };
  }

  /** Lets delayed traffic through. `broken`: the network has dropped open connections. */
  release(broken: boolean): void {
    if (broken) this.#reset();
    this.#hole?.open();
    this.#hole = null;
  }

  #reset(): void {
    for (const call of this.#calls) call.abort();
    for (const socket of this.#sockets) socket.breakOff();
  }

  /** Waits for the travel time. */
  async travel(): Promise<void> {
    if (this.delayMs > 0) await pause(this.#options.chance.next() * this.delayMs);
    while (this.#hole) await this.#hole.end;
  }

  async send(sent: Sent, given: AbortSignal): Promise<Answer> {
    const { chance, onSent, onReceived } = this.#options;
    if (this.#isCut) throw new Error('the line is cut');
    const isWrite = sent.method !== 'GET';
    const own = new AbortController();
    const noted = { what: nameOf(sent), sinceMs: Date.now(), outcome: null as string | null, tookMs: 0 };
    this.#last = [...this.#last, noted].slice(-LAST_CALLS);
    this.#calls.add(own);
    const signal = AbortSignal.any([given, own.signal]);
    const abandoned = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('the line broke')), { once: true }));
    abandoned.catch(() => undefined);
    const draws = [chance.next(), chance.next(), chance.next()] as const;
    const exchange = async (): Promise<Answer> => {
      if (draws[0] < this.share.reordered && isWrite) await this.#beOvertaken();
      await this.travel();
      signal.throwIfAborted();
      const sentAtMs = Date.now();
      onSent(sent, sentAtMs);
      const answering = this.#options.ways.send(this.#dressed(sent), signal);
      for (const goOn of this.#overtaken.splice(0)) goOn();
      if (draws[1] < this.share.repeated && isWrite) void this.#repeat(sent);
      const answer = await answering;
      await this.travel();
      if (draws[2] < this.share.lost && isWrite) throw new Error('the answer is lost');
      onReceived({ sentAtMs, atMs: Date.now(), what: nameOf(sent), status: answer.status, text: answer.text });
      return answer;
    };
    try {
      const answer = await Promise.race([exchange(), abandoned]);
      noted.outcome = String(answer.status);
      return answer;
    } catch (error) {
      noted.outcome = (error as Error).message;
      throw error;
    } finally {
      noted.tookMs = Date.now() - noted.sinceMs;
      this.#calls.delete(own);
    }
  }

  /** Lists the last calls and how each ended, for people who look at a phone that stays behind. */
  listLast(): string[] {
    const nowMs = Date.now();
    return this.#last.map(({ what, sinceMs, outcome, tookMs }) =>
      outcome === null ? `${what} since ${nowMs - sinceMs} ms` : `${what} ${nowMs - sinceMs} ms ago: ${outcome} after ${tookMs} ms`,
    );
  }

  #dressed(sent: Sent): Sent {
    return { ...sent, headers: { ...sent.headers, 'x-forwarded-for': this.#options.address } };
  }

  #beOvertaken(): Promise<unknown> {
    return Promise.race([new Promise<void>((resolve) => this.#overtaken.push(resolve)), pause(REORDER_MS)]);
  }

  /** Sends the same bytes once more, as a network that lost the first response may do. The result is ignored. */
  async #repeat(sent: Sent): Promise<void> {
    await pause(this.#options.chance.next() * 150);
    await this.#options.ways.send(this.#dressed(sent), AbortSignal.timeout(8_000)).catch(() => undefined);
  }

  /** Opens a socket as a browser does, at the next port. `protocols`: the subprotocols that it offers, a ticket among them. */
  openSocket(path: string, protocols: readonly string[] = []): LineSocket {
    const socket: LineSocket = new LineSocket(this, this.#options.ways.inTurn(), path, this.#options.address, protocols, {
      onText: (text) => this.#options.onReceived({ sentAtMs: Date.now(), atMs: Date.now(), what: 'frame', status: 0, text }),
      onEnd: () => this.#sockets.delete(socket),
    });
    this.#sockets.add(socket);
    return socket;
  }
}

const nameOf = ({ method, path }: Sent): string => `${method} ${path.replace(/^\/api|\?.*$/g, '')}`;

interface SocketUse {
  onText: (text: string) => void;
  onEnd: () => void;
}

/** The part of a browser's WebSocket that the client uses. */
export class LineSocket {
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onerror: ((error: unknown) => void) | null = null;
  onclose: ((closing: { code: number; reason: string; wasClean: boolean }) => void) | null = null;
  readyState = 0;
  bufferedAmount = 0;
  readonly #line: Line;
  readonly #use: SocketUse;
  readonly #protocols: string[];
  #socket: WebSocket | null = null;
  /** Passes received data on in order, however long each piece takes. */
  #arrivals: Promise<void> = Promise.resolve();
  #departures: Promise<void> = Promise.resolve();

  constructor(line: Line, ports: readonly number[], path: string, address: string, protocols: readonly string[], use: SocketUse) {
    this.#line = line;
    this.#protocols = [...protocols];
    this.#use = use;
    if (line.isCut) queueMicrotask(() => this.#end(1006, ''));
    else this.#connect(ports, path, address);
  }

  #connect([port, ...others]: readonly number[], path: string, address: string): void {
    if (port === undefined || this.readyState > 1) return this.#end(1006, '');
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, this.#protocols, { perMessageDeflate: false, headers: { 'x-forwarded-for': address } });
    this.#socket = socket;
    let isRefused = false;
    socket.on('error', (error: NodeJS.ErrnoException) => {
      isRefused = error.code === 'ECONNREFUSED';
      if (isRefused) this.#connect(others, path, address);
      else this.#arrive(() => this.onerror?.(error));
    });
    socket.on('open', () => {
      this.#arrive(() => {
        this.readyState = 1;
        this.onopen?.();
      });
    });
    socket.on('message', (bytes) => {
      const data = String(bytes);
      this.#arrive(() => {
        this.#use.onText(data);
        this.onmessage?.({ data });
      });
    });
    socket.on('close', (code, reason) => {
      if (!isRefused) this.#arrive(() => this.#end(code, String(reason)));
    });
  }

  #arrive(step: () => void): void {
    this.#arrivals = this.#arrivals.then(async () => {
      await this.#line.travel();
      if (this.readyState < 3) step();
    });
  }

  #end(code: number, reason: string): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.#use.onEnd();
    this.onclose?.({ code, reason, wasClean: code !== 1006 });
  }

  send(data: string): void {
    this.#departures = this.#departures.then(async () => {
      await this.#line.travel();
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(data);
    });
  }

  close(): void {
    if (this.readyState > 1) return;
    this.readyState = 2;
    this.#socket?.terminate();
    queueMicrotask(() => this.#end(1000, ''));
  }

  /** Closes it like a lost network. */
  breakOff(): void {
    this.#socket?.terminate();
    queueMicrotask(() => this.#end(1006, ''));
  }

  /** Drops it with its tab, without any event. */
  vanish(): void {
    this.readyState = 3;
    this.#use.onEnd();
    this.#socket?.terminate();
  }
}
