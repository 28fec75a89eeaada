import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { findPort } from '@classwright/server/testing/free-port';

/** A separate broker without persistence. */
export interface Broker {
  /** The settings of a product that uses it. */
  env: Readonly<Record<string, string>>;
  kill: () => Promise<void>;
  start: () => Promise<void>;
}

const PROGRAMS = {
  redis: {
    name: 'redis-server',
    setting: 'REDIS_URL',
    argumentsOf: (port: number) => ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
  },
  nats: { name: 'nats-server', setting: 'NATS_URL', argumentsOf: (port: number) => ['-a', '127.0.0.1', '-p', `${port}`] },
};
export type BrokerKind = keyof typeof PROGRAMS;

/** Returns true when the broker's program is installed. */
export const isHere = (kind: BrokerKind): boolean => spawnSync(PROGRAMS[kind].name, ['--version'], { stdio: 'ignore' }).status === 0;

export async function startBroker(kind: BrokerKind): Promise<Broker> {
  const { name, setting, argumentsOf } = PROGRAMS[kind];
  const port = await findPort();
  let child: ChildProcess | null = null;
  const broker: Broker = {
    env: { [setting]: `${kind}://127.0.0.1:${port}` },
    async start() {
      child = spawn(name, argumentsOf(port), { stdio: 'ignore', cwd: '/' });
      while (!(await isListening(port))) await pause(20);
    },
    async kill() {
      const ending = child?.exitCode === null && once(child, 'exit');
      child?.kill('SIGKILL');
      await ending;
    },
  };
  await broker.start();
  return broker;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.destroy(resolve(true) as never));
    socket.on('error', () => resolve(false));
  });
}
