import type { Log } from '../../log.ts';
import type { Broker, Line, LineEvents } from './broker.ts';
import type { Bus } from './bus.ts';
import { createCarriedBus } from './carried-bus.ts';

export interface OutsideBusOptions {
  url: string;
  /** The id of the installation. Several may share a broker, and receive only their own messages. */
  installation: string;
  log: Log;
}

/** Creates a bus over PUBLISH and SUBSCRIBE of Redis or Valkey, version 6 or newer. Nothing is stored there. */
export function createRedisBus({ url, installation, log }: OutsideBusOptions): Bus {
  const { host } = new URL(url);
  const broker: Broker = {
    name: `Redis at ${host}`,
    remedy: 'Start it, set REDIS_URL to where it is, or leave REDIS_URL away: then the database carries what processes tell each other.',
    connect: (line) => openLine(url, `classwright:${installation}:rooms`, line),
  };
  return createCarriedBus(broker, log);
}

async function openLine(url: string, channel: string, { heard, broken }: LineEvents): Promise<Line> {
  const { createClient } = await import('@redis/client'); // 27 MB of memory that only who uses it pays
  const client = createClient({
    url,
    RESP: 3, // one connection both says and hears
    name: 'classwright',
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout: 5_000, reconnectStrategy: false },
  });
  client.on('error', broken);
  client.on('end', () => broken(new Error('the connection ended')));
  try {
    await client.connect();
    await client.subscribe(channel, heard);
  } catch (error) {
    if (client.isOpen) client.destroy();
    throw error;
  }
  return {
    send: (texts) => Promise.all(texts.map((text) => client.publish(channel, text))),
    ping: () => client.ping(),
    async close() {
      if (client.isOpen) client.destroy();
    },
  };
}
