import { once } from 'node:events';
import { broadcastingAuth, configGet } from '@classwright/contract';
import { WebSocket } from 'ws';
import type { Db } from '../platform/database/index.ts';
import type { TestApp } from './app.ts';
import type { TestPerson } from './scenario.ts';

export interface HeardEvent {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the data of every event
  data: any;
}

/** A person's socket that listens to one channel of the running server. */
export interface HeardChannel {
  /** The events of the channel so far, without the protocol's own messages. */
  events: HeardEvent[];
  /** Waits for the first event of this name and returns it. */
  first: (name: string, patienceMs?: number) => Promise<HeardEvent>;
  /** Returns true once the server has ended the subscription. */
  isEnded: () => boolean;
  close: () => void;
}

/** Connects as a person's page would and subscribes. @throws when the person may not listen to the channel */
export async function hear(app: TestApp, person: TestPerson, channel: string): Promise<HeardChannel> {
  const url = await app.listen();
  const { key } = (await app.call(configGet)).body.realtime;
  const ws = new WebSocket(`${url.replace(/^http/, 'ws')}/app/${key}?protocol=7&client=test&version=1`, { perMessageDeflate: false });
  const events: HeardEvent[] = [];
  const control: HeardEvent[] = [];
  ws.on('error', () => undefined);
  ws.on('message', (bytes) => {
    const { event, data } = JSON.parse(String(bytes)) as { event: string; data: unknown };
    const heard = { name: event, data: typeof data === 'string' ? JSON.parse(data) : data };
    (event.startsWith('pusher') ? control : events).push(heard);
  });
  await once(ws, 'open');
  const { data } = await until(() => control.find(({ name }) => name === 'pusher:connection_established'), 'the connection');
  const reply = await person.call(broadcastingAuth, { body: { socket_id: data.socket_id, channel_name: channel } });
  if (reply.error) {
    ws.close();
    throw new Error(`${reply.status} ${reply.error.code}`);
  }
  ws.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: reply.body.auth, channel_data: reply.body.channel_data } }));
  await until(() => control.find(({ name }) => name === 'pusher_internal:subscription_succeeded'), `the subscription to ${channel}`);
  return {
    events,
    first: (name, patienceMs) => until(() => events.find((event) => event.name === name), `${name} on ${channel}`, patienceMs),
    isEnded: () => control.some(({ name }) => name === 'pusher:subscription_error') || ws.readyState === WebSocket.CLOSED,
    close: () => ws.close(),
  };
}

/** Waits until `look` finds something. */
export async function until<T>(look: () => T | Promise<T>, what: string, patienceMs = 40_000): Promise<NonNullable<T>> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 10) {
    const found = await look();
    if (found) return found as NonNullable<T>;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`waited in vain for ${what}`);
}

/** Checks whether every event of a run has its number; without one, whether every event has. */
export async function isNumbered(db: Db, sessionId?: number): Promise<boolean> {
  const waiting = db.selectFrom('room_outbox').select('id').limit(1);
  return (await (sessionId === undefined ? waiting : waiting.where('epoch', '=', sessionId)).execute()).length === 0;
}

/** Waits until every event of a run has its number, or every event, since only those are read with a room's state. */
export async function untilNumbered(db: Db, sessionId?: number): Promise<void> {
  await until(() => isNumbered(db, sessionId), 'the numbers of events');
}
