import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createRealtime } from '@classwright/server/platform/live/index';
import { createLog } from '@classwright/server/platform/log';
import type { FromClients, ToClients } from './broadcast-clients.ts';
import { interleave, printComparison } from './lib.ts';

/**
 * Sends one event to many sockets of another process, through the room engine and as a bare loop that writes the same
 * bytes to the same sockets. The ratio shows the engine's cost. It also measures the memory of a connection.
 */
const SIZES = [
  { sockets: 10_000, events: 5, rounds: 8 }, // first: a process that has had as many keeps their memory
  { sockets: 1000, events: 20, rounds: 15 },
];
const CHANNEL = 'private-bench-1';
const EVENT = { name: 'bench.event', data: { text: 'x'.repeat(900), items: [1, 2, 3] } };
/** All connect from one address at the same time, and respond to no ping. */
const MANY = 1_000_000;
const LIMITS = {
  maxSocketsPerAddress: MANY,
  upgradesPerAddress: { burst: MANY, perMinute: MANY },
  openingsPerAddress: { burst: MANY, perSecond: MANY },
  maxStrangersPerAddress: MANY,
  maxStrangers: MANY,
  strangersAtFullPace: MANY,
  strangerMs: MANY,
  activityTimeoutMs: MANY,
  maxUnsentBytes: 256 * 1024 * 1024, // a round is written faster than any client reads; nobody is slow here
};

async function broadcastTo({ sockets, events, rounds }: (typeof SIZES)[number]): Promise<void> {
  const realtime = createRealtime({
    key: 'bench',
    secret: 'bench',
    log: createLog('silent'),
    authorise: async () => ({}),
    isOriginAllowed: () => true,
    limits: LIMITS,
  });
  const server = createServer();
  const lines = new Set<Socket>();
  server.on('connection', (line) => lines.add(line));
  realtime.attach(server);
  server.listen(0, '127.0.0.1', 4096);
  await once(server, 'listening');

  const clients = fork(fileURLToPath(new URL('./broadcast-clients.ts', import.meta.url)), { execArgv: [] });
  const tell = (message: ToClients): boolean => clients.send(message);
  const waitFor = <Kind extends FromClients['kind']>(kind: Kind): Promise<Extract<FromClients, { kind: Kind }>> =>
    new Promise((resolve, reject) => {
      const onMessage = (message: FromClients): void => {
        if (message.kind !== kind) return;
        clients.off('exit', onExit);
        clients.off('message', onMessage);
        resolve(message as Extract<FromClients, { kind: Kind }>);
      };
      const onExit = (): void => reject(new Error('the clients have ended early'));
      clients.on('message', onMessage);
      clients.once('exit', onExit);
    });

  const before = process.memoryUsage().rss;
  tell({ kind: 'connect', port: (server.address() as AddressInfo).port, path: '/app/bench?protocol=7', sockets });
  const { socketIds } = await waitFor('connected');
  const signatures: string[] = [];
  for (const [index, socketId] of socketIds.entries()) {
    const authorisation = await realtime.authoriseChannel({ socketId, channel: CHANNEL, accountId: index + 1, tokenId: index + 1 });
    if (!authorisation) throw new Error('a socket was not authorised');
    signatures.push(authorisation.auth);
  }
  tell({ kind: 'subscribe', channel: CHANNEL, signatures });
  await waitFor('subscribed');
  await new Promise((resolve) => setTimeout(resolve, 3000)); // garbage of the opening is collected
  const kilobytes = (process.memoryUsage().rss - before) / sockets / 1024;

  const frame = await captureFrame();
  const writing = { engine: [] as number[], bare: [] as number[] };

  /** Captures the bytes that the engine writes for the event. */
  async function captureFrame(): Promise<Buffer> {
    const [line] = lines as Set<Socket & { write: (bytes: Buffer) => boolean }>;
    const write = line!.write;
    const captured = await new Promise<Buffer>((resolve) => {
      line!.write = (bytes: Buffer) => {
        resolve(bytes);
        return write.call(line, bytes);
      };
      realtime.publish(CHANNEL, EVENT.name, EVENT.data);
    });
    line!.write = write;
    return captured;
  }

  /** Measures the time from the first write until every client has every byte. */
  async function measure(side: keyof typeof writing, broadcast: () => void): Promise<number> {
    tell({ kind: 'expect', bytesPerSocket: events * frame.length });
    await waitFor('ready');
    const received = waitFor('received');
    const started = performance.now();
    for (let event = 0; event < events; event++) broadcast();
    writing[side].push(performance.now() - started);
    await received;
    return performance.now() - started;
  }

  await new Promise((resolve) => setTimeout(resolve, 1000)); // the captured event arrives
  const times = await interleave({
    rounds,
    sides: {
      'bare write loop': () =>
        measure('bare', () => {
          for (const line of lines) line.write(frame);
        }),
      'room engine': () => measure('engine', () => realtime.publish(CHANNEL, EVENT.name, EVENT.data)),
    },
  });
  console.log(
    `${events} events of ${frame.length} bytes to ${sockets} sockets, ${rounds} rounds in turns; memory of the process: ${kilobytes.toFixed(1)} KB a connection`,
  );
  printComparison('until the last client has the last byte', times);
  printComparison('until the last write returns', { 'bare write loop': writing.bare.slice(-rounds), 'room engine': writing.engine.slice(-rounds) });
  clients.kill();
  await realtime.drain({ overMs: 0 });
  server.close();
}

for (const size of SIZES) await broadcastTo(size);
