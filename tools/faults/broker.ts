import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { findPort } from '@classwright/server/testing/free-port';

/** A separate Redis without persistence. */
export interface Broker {
  url: string;
  kill: () => Promise<void>;
  start: () => Promise<void>;
}

export const isRedisHere = (): boolean => spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

export async function startBroker(): Promise<Broker> {
  const port = await findPort();
  let child: ChildProcess | null = null;
  const broker: Broker = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore', cwd: '/' });
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
