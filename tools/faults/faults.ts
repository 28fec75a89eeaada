import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Chance, createChance } from '../simulate-class/chance.ts';
import type { Device } from './device.ts';
import type { Installation } from './installation.ts';
import type { Line } from './line.ts';
import type { Fault, FaultKind } from './plan.ts';
import type { Student } from './student.ts';
import type { Wall } from './wall.ts';

interface Scene {
  installation: Installation;
  students: readonly Student[];
  walls: readonly Wall[];
  /** The key of the socket. */
  key: string;
  chance: Chance;
}

/** The part of a student or a wall that a fault touches. */
interface Hit {
  readonly lines: readonly Line[];
  /** The phones, which hear from the browser that the network has gone. */
  readonly devices: readonly Device[];
}

type Strike = (fault: Fault, scene: Scene, hit: readonly Hit[]) => Promise<void>;

const BAD_FRAMES = 10_000;
const READERS = 20;
const HERD = 2_000;

/** The implementation of each kind of fault. A fault has ended when its promise resolves. */
const STRIKES: Readonly<Record<FaultKind, Strike>> = {
  async cut({ forMs }, _, hit) {
    for (const line of linesOf(hit)) line.cut();
    for (const { devices } of hit) for (const device of devices) device.tellOfNetwork('offline');
    await pause(forMs);
    for (const line of linesOf(hit)) line.restore();
    for (const { devices } of hit) for (const device of devices) device.tellOfNetwork('online');
  },
  async delay({ forMs }, _, hit) {
    for (const line of linesOf(hit)) line.delayMs = 400;
    await pause(forMs);
    for (const line of linesOf(hit)) line.delayMs = 0;
  },
  async 'black-hole'({ forMs, side }, _, hit) {
    for (const line of linesOf(hit)) line.swallow();
    await pause(forMs);
    for (const line of linesOf(hit)) line.release(side === 1);
  },
  'lost-answers': (fault, _, hit) => withShare(fault, hit, 'lost'),
  repeat: (fault, _, hit) => withShare(fault, hit, 'repeated'),
  reorder: (fault, _, hit) => withShare(fault, hit, 'reordered'),
  'kill-web': ({ side }, { installation }) => installation.kill(side === 0 ? 'web 1' : 'web 2'),
  async 'kill-webs'(_, { installation }) {
    await Promise.all([installation.kill('web 1'), installation.kill('web 2')]);
  },
  async 'kill-jobs'(_, { installation }) {
    await installation.broker?.kill();
    await installation.kill('jobs');
    await installation.broker?.start();
  },
  'database-immediate-stop': (_, { installation }) => installation.stopDatabase(),
  'database-frozen': ({ forMs }, { installation }) => installation.freezeDatabase(forMs),
  async 'process-clock'({ forMs, side }, { installation }) {
    installation.setClock('web 1', side === 0 ? 5_000 : -5_000);
    await pause(forMs);
    installation.setClock('web 1', 0);
  },
  async 'bad-frames'(_, scene) {
    const sockets = await openSockets(scene, 10);
    const frames = ['{', '[]', '{"event":5}', '{"event":"pusher:subscribe","data":{"channel":"private-account-1","auth":"x:y"}}', 'x'.repeat(300)];
    for (let at = 0; at < BAD_FRAMES; at += 1) {
      const socket = sockets[at % sockets.length];
      if (socket?.readyState === WebSocket.OPEN) socket.send(frames[at % frames.length] as string);
      if (at % 500 === 499) await pause(5);
    }
    for (const socket of sockets) socket.terminate();
  },
  async 'silent-readers'({ forMs }, scene) {
    const sockets = await openSockets(scene, READERS);
    for (const socket of sockets) socket.pause();
    await pause(forMs);
    for (const socket of sockets) socket.terminate();
  },
  async herd({ forMs }, scene) {
    const sockets = await openSockets(scene, HERD);
    await pause(forMs);
    for (const socket of sockets) socket.terminate();
    const again = await openSockets(scene, HERD);
    for (const socket of again) socket.terminate();
  },
};

/** Runs a fault at its time. Resolves when the fault has ended and everything that it stopped works again. */
export async function strike(fault: Fault, scene: Scene): Promise<void> {
  await pause(fault.atMs);
  const hit: readonly Hit[] = scene.students.filter(() => scene.chance.often(fault.share));
  const walls = scene.walls.map(({ line }) => ({ lines: [line], devices: [] }));
  await STRIKES[fault.kind](fault, scene, [...(hit.length > 0 ? hit : scene.students.slice(0, 1)), ...walls]);
}

const linesOf = (hit: readonly Hit[]) => hit.flatMap(({ lines }) => lines);

async function withShare({ forMs }: Fault, hit: readonly Hit[], what: 'lost' | 'repeated' | 'reordered'): Promise<void> {
  for (const line of linesOf(hit)) line.share[what] = 0.5;
  await pause(forMs);
  for (const line of linesOf(hit)) line.share[what] = 0;
}

/** Opens sockets without an account, in turns at both processes. Refused ones are left out. */
async function openSockets({ installation, key }: Scene, count: number): Promise<WebSocket[]> {
  const chance = createChance(count);
  const opened: WebSocket[] = [];
  for (let at = 0; at < count; at += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, count - at) }, async () => {
        const [port] = installation.ways.inTurn();
        const address = `10.9.${Math.floor(chance.next() * 250)}.${Math.floor(chance.next() * 250)}`;
        const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${key}?protocol=7`, { perMessageDeflate: false, headers: { 'x-forwarded-for': address } });
        socket.on('error', () => undefined);
        await new Promise((resolve) => socket.once('open', resolve).once('close', resolve));
        if (socket.readyState === WebSocket.OPEN) opened.push(socket);
      }),
    );
  return opened;
}
