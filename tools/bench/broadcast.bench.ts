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
 * One event to a thousand sockets of another process, through the room engine and as a bare loop that writes the same
 * bytes to the same sockets. What the engine adds is the ratio.
 */
const SOCKETS = 1000;
const EVENTS_PER_ROUND = 20;
const ROUNDS = 15;
const CHANNEL = 'private-bench-1';
const EVENT = { name: 'bench.event', data: { text: 'x'.repeat(900), items: [1, 2, 3] } };

const realtime = createRealtime({
  key: 'bench',
  secret: 'bench',
  log: createLog('silent'),
  authorise: async () => ({}),
  isOriginAllowed: () => true,
  limits: { maxUnsentBytes: 256 * 1024 * 1024 }, // a round is written faster than any client reads; nobody is slow here
});
const server = createServer();
const lines = new Set<Socket>();
server.on('connection', (line) => lines.add(line));
realtime.attach(server);
server.listen(0, '127.0.0.1');
await once(server, 'listening');

const clients = fork(fileURLToPath(new URL('./broadcast-clients.ts', import.meta.url)));
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

tell({ kind: 'connect', port: (server.address() as AddressInfo).port, path: '/app/bench?protocol=7', sockets: SOCKETS });
const { socketIds } = await waitFor('connected');
const signatures: string[] = [];
for (const [index, socketId] of socketIds.entries()) {
  const authorisation = await realtime.authoriseChannel({ socketId, channel: CHANNEL, accountId: index + 1, tokenId: index + 1 });
  if (!authorisation) throw new Error('a socket was not authorised');
  signatures.push(authorisation.auth);
}
tell({ kind: 'subscribe', channel: CHANNEL, signatures });
await waitFor('subscribed');

const frame = await captureFrame();
const writing = { engine: [] as number[], bare: [] as number[] };

/** The bytes that the engine writes for the event, taken from one of its writes. */
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

/** Time from the first write until every client has every byte. */
async function measure(side: keyof typeof writing, broadcast: () => void): Promise<number> {
  tell({ kind: 'expect', bytesPerSocket: EVENTS_PER_ROUND * frame.length });
  await waitFor('ready');
  const received = waitFor('received');
  const started = performance.now();
  for (let event = 0; event < EVENTS_PER_ROUND; event++) broadcast();
  writing[side].push(performance.now() - started);
  await received;
  return performance.now() - started;
}

await new Promise((resolve) => setTimeout(resolve, 200)); // the captured event arrives
const times = await interleave({
  rounds: ROUNDS,
  sides: {
    'bare write loop': () =>
      measure('bare', () => {
        for (const line of lines) line.write(frame);
      }),
    'room engine': () => measure('engine', () => realtime.publish(CHANNEL, EVENT.name, EVENT.data)),
  },
});
console.log(`${EVENTS_PER_ROUND} events of ${frame.length} bytes to ${SOCKETS} sockets, ${ROUNDS} rounds in turns`);
printComparison('until the last client has the last byte', times);
printComparison('until the last write returns', { 'bare write loop': writing.bare.slice(-ROUNDS), 'room engine': writing.engine.slice(-ROUNDS) });
clients.kill();
await realtime.drain({ overMs: 0 });
server.close();
