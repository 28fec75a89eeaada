import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import { monotonicMs } from '../clock.ts';
import type { Notices } from '../notices.ts';
import { Bucket } from '../waiting/index.ts';
import type { LiveCounters } from './counters.ts';
import { textFrame } from './frames.ts';
import type { LiveLimits } from './limits.ts';
import { messages } from './protocol.ts';

/** A person's appearance in a presence channel. */
export interface Member {
  user_id: string;
  user_info: unknown;
}

/** The time for a close code to reach a client that is no longer read. */
const LAST_WORD_MS = 500;

export interface ConnectionOptions {
  socketId: string;
  /** The client's address, in the form that limits use. */
  address: string;
  ws: WebSocket;
  /** The byte stream below `ws`. Frames for many sockets are written directly to it. */
  stream: Duplex;
  limits: LiveLimits;
  counters: LiveCounters;
  notices: Notices;
  /** Called once, as soon as nothing more is sent to this socket. */
  onEnded: (connection: Connection) => void;
}

/** One client's socket: its owner, its channels, and the only way to write to it. */
export class Connection {
  readonly socketId: string;
  readonly address: string;
  /** The owner, set for good by the first subscription: a socket never changes owners. */
  holder: { accountId: number; tokenId: number } | null = null;
  readonly subscriptions = new Map<string, Member | null>();
  /** Channels whose subscription is being decided. */
  readonly rechecking = new Set<string>();
  readonly openedAtMs = monotonicMs();
  lastHeardAtMs = this.openedAtMs;
  readonly budget: { messages: Bucket; malformed: Bucket; clientEvents: Bucket };

  readonly #ws: WebSocket;
  readonly #stream: Duplex;
  readonly #maxUnsentBytes: number;
  readonly #counters: LiveCounters;
  readonly #notices: Notices;
  readonly #onEnded: (connection: Connection) => void;
  #isEnded = false;

  constructor({ socketId, address, ws, stream, limits, counters, notices, onEnded }: ConnectionOptions) {
    this.socketId = socketId;
    this.address = address;
    this.budget = {
      messages: new Bucket(limits.messages),
      malformed: new Bucket(limits.malformed),
      clientEvents: new Bucket(limits.clientEvents),
    };
    this.#ws = ws;
    this.#stream = stream;
    this.#maxUnsentBytes = limits.maxUnsentBytes;
    this.#counters = counters;
    this.#notices = notices;
    this.#onEnded = onEnded;
  }

  /** True when nothing more is sent to it or read from it. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Writes a frame that may be shared with other sockets. A socket that does not read is ended. */
  write(frame: Buffer): void {
    if (this.#isEnded || this.#ws.readyState !== WebSocket.OPEN) return;
    if (this.#stream.writableLength > this.#maxUnsentBytes) {
      this.#counters.droppedSlow += 1;
      this.#note('It does not read what it is sent');
      this.destroy();
      return;
    }
    this.#stream.write(frame);
    this.#counters.framesSent += 1;
    this.#counters.bytesSent += frame.length;
  }

  send(text: string): void {
    this.write(textFrame(text));
  }

  sendError(code: number, message: string): void {
    this.send(messages.error(code, message));
  }

  /** Closes with a close code. Frames written before still arrive. */
  close(code: number, reason: string): void {
    if (this.#isEnded) return;
    this.#ws.close(code, reason);
    this.#end();
  }

  /**
   * Closes a socket that sends too much or claims nothing, and reads nothing more from it, so that further data costs
   * nothing.
   */
  dismiss(code: number, reason: string): void {
    this.#note(reason);
    this.close(code, reason);
    this.#ws.pause();
    setTimeout(() => this.#ws.terminate(), LAST_WORD_MS).unref();
  }

  /** Ends the socket immediately, without a goodbye. */
  destroy(): void {
    this.#ws.terminate();
    this.#end();
  }

  /** Called when the other side, or `ws` after a violation of its protocol, has ended the socket. */
  handleClosed(): void {
    this.#end();
  }

  #note(reason: string): void {
    if (this.#isEnded) return;
    this.#notices.tell('socket closed', { account: this.holder?.accountId, address: this.address }, reason);
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#onEnded(this);
  }
}
