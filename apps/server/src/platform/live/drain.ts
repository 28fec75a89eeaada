import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import { CODES } from './protocol.ts';

export interface DrainOptions {
  /** The time over which sockets are closed, so that their clients do not all come back at the same instant. */
  overMs?: number;
  /**
   * `restarting`: clients wait a second before they try again. `elsewhere`: they come back immediately, to another
   * process.
   */
  comeBack?: 'restarting' | 'elsewhere';
}

const BATCH_EVERY_MS = 50;
const GOODBYE_MS = 1000;

export function drainingCode({ comeBack = 'restarting' }: DrainOptions): number {
  return comeBack === 'restarting' ? CODES.restarting : CODES.reconnectNow;
}

/**
 * Closes every socket in batches, then cuts those that have not answered the goodbye. The caller handles new sockets.
 */
export async function drainSockets(open: ReadonlySet<Connection>, options: DrainOptions): Promise<void> {
  const { overMs = 2000 } = options;
  const connections = [...open];
  const batches = Math.max(1, Math.floor(overMs / BATCH_EVERY_MS));
  const batchSize = Math.ceil(connections.length / batches);
  const code = drainingCode(options);
  for (let at = 0; at < connections.length; at += batchSize) {
    if (at > 0) await sleep(BATCH_EVERY_MS);
    for (const connection of connections.slice(at, at + batchSize)) connection.close(code, 'The server is restarting');
  }
  for (let waitedMs = 0; connections.some((connection) => open.has(connection)) && waitedMs < GOODBYE_MS; waitedMs += 20) await sleep(20);
  for (const connection of [...open]) connection.destroy();
}
