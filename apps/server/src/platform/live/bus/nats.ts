import type { Broker, Line, LineEvents } from './broker.ts';
import type { Bus } from './bus.ts';
import { createCarriedBus } from './carried-bus.ts';
import type { OutsideBusOptions } from './redis.ts';

/** Creates a bus over subjects of a NATS server of version 2. Nothing is stored there. */
export function createNatsBus({ url, installation, log }: OutsideBusOptions): Bus {
  const { host } = new URL(url);
  const broker: Broker = {
    name: `NATS at ${host}`,
    remedy: 'Start it, set NATS_URL to where it is, or leave NATS_URL away: then the database carries what processes tell each other.',
    connect: (line) => openLine(url, `classwright.${installation}.rooms`, line),
  };
  return createCarriedBus(broker, log);
}

async function openLine(url: string, subject: string, { heard, broken }: LineEvents): Promise<Line> {
  const { connect } = await import('@nats-io/transport-node');
  const client = await connect({ ...readAddress(url), name: 'classwright', noEcho: true, reconnect: false, timeout: 5_000 });
  void client.closed().then((error) => broken(error ?? new Error('the connection ended')));
  client.subscribe(subject, {
    callback: (error, message) => {
      if (error) broken(error);
      else heard(message.string());
    },
  });
  try {
    await client.flush(); // the server knows of the subscription
  } catch (error) {
    await client.close();
    throw error;
  }
  return {
    async send(texts) {
      for (const text of texts) client.publish(subject, text);
    },
    ping: () => client.flush(),
    close: () => client.close().catch(() => undefined),
  };
}

/** Parses the address, since the client reads no password or token from it. */
function readAddress(url: string): { servers: string; user?: string; pass?: string; token?: string; tls?: object } {
  const { host, username, password, protocol } = new URL(url);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: host,
    ...(user !== '' && pass !== '' ? { user, pass } : user !== '' ? { token: user } : {}),
    ...(protocol === 'tls:' ? { tls: {} } : {}),
  };
}
