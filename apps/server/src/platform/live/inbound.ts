import { monotonicMs } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Authorisation } from './authorisation.ts';
import type { Connection } from './connection.ts';
import type { LiveCounters } from './counters.ts';
import { pongFrame } from './frames.ts';
import { CODES, type ClientMessage, eventText, messages, parseClientMessage } from './protocol.ts';

interface Context {
  authorisation: Authorisation;
  counters: LiveCounters;
  log: Log;
  /** Returns true when clients may send each other this event on a channel. */
  allowsClientEvent: (channel: string, name: string, data: unknown) => boolean;
  /** Sends it to the other listeners of the channel, in every process. */
  relay: (channel: string, text: string, sender: Connection) => void;
}

/** The maximum size: a client event carries a position, not a text that somebody writes. */
const MOST_CLIENT_EVENT_BYTES = 1024;

/** A message counts as one for each part of this size. */
const BYTES_OF_ONE = 4096;

/** Reads the messages of a client, counts them against its budgets, and acts on them. */
export class Inbound {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  handleMessage(connection: Connection, bytes: Buffer, isBinary: boolean): void {
    if (!this.#admit(connection, 1 + Math.floor(bytes.length / BYTES_OF_ONE))) return;
    this.#context.counters.messagesReceived += 1;
    const message = isBinary ? 'The message is binary; messages are text' : parseClientMessage(bytes);
    if (typeof message === 'string') this.#complain(connection, message);
    else this.#act(connection, message);
  }

  handlePing(connection: Connection, payload: Buffer): void {
    if (this.#admit(connection)) connection.write(pongFrame(payload));
  }

  /** Counts a reply to our ping like a ping: nobody may send without limit. */
  handlePong(connection: Connection): void {
    this.#admit(connection);
  }

  #act(connection: Connection, message: ClientMessage): void {
    const { authorisation, log } = this.#context;
    switch (message.kind) {
      case 'ping':
        return connection.send(messages.pong());
      case 'pong':
        return;
      case 'subscribe':
        authorisation.subscribe(connection, message).catch((error: unknown) => log.error({ err: error }, 'a subscribe failed'));
        return;
      case 'unsubscribe':
        return authorisation.unsubscribe(connection, message.channel);
      case 'client-event':
        return this.#relay(connection, message);
    }
  }

  #relay(connection: Connection, { name, channel, data }: ClientMessage & { kind: 'client-event' }): void {
    const { relay, allowsClientEvent } = this.#context;
    const text = typeof data === 'string' ? data : JSON.stringify(data ?? {});
    const isSmall = Buffer.byteLength(text) <= MOST_CLIENT_EVENT_BYTES;
    if (!isSmall || !connection.subscriptions.has(channel) || !allowsClientEvent(channel, name, data)) {
      return connection.sendError(CODES.clientEventRefused, `This client event is not accepted on ${channel}`);
    }
    if (!connection.budget.clientEvents.take(monotonicMs())) return connection.sendError(CODES.clientEventRefused, 'Too many client events');
    const member = connection.subscriptions.get(channel);
    relay(channel, eventText(name, channel, text, member?.user_id), connection);
  }

  /** Notes that the socket is alive. Closes it when it sends more than any honest client does. */
  #admit(connection: Connection, weight = 1): boolean {
    if (connection.isEnded) return false;
    connection.lastHeardAtMs = monotonicMs();
    if (connection.budget.messages.take(connection.lastHeardAtMs, weight)) return true;
    this.#context.counters.closedAbusive += 1;
    connection.dismiss(CODES.overCapacity, 'Too many messages');
    return false;
  }

  #complain(connection: Connection, complaint: string): void {
    this.#context.counters.malformedMessages += 1;
    if (connection.budget.malformed.take(connection.lastHeardAtMs)) return connection.sendError(CODES.malformed, complaint);
    this.#context.counters.closedAbusive += 1;
    connection.dismiss(CODES.malformed, 'Too many malformed messages');
  }
}
