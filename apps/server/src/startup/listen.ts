import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartRefusal } from '../platform/start-refusal.ts';

/** Processes whose launcher was killed end in a moment; then their port is free. */
const PATIENCE_MS = 1_500;

/**
 * The number of new connections that may wait until the process accepts them; a system with a lower limit uses its own.
 * A class or two arrive within a moment, and a connection without a place tries again after 1, 3 and 7 seconds only, or
 * is cut off.
 */
export const BACKLOG = 4096;

/**
 * Requires that the address is free, before anything is started, so that a start that cannot serve changes nothing. If
 * somebody takes it afterwards, listening itself fails with the same message.
 */
export async function requireFreeAddress(host: string, port: number): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 100) {
    try {
      return await tryAddress(host, port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || waitedMs >= PATIENCE_MS) throw refuseAddress(error, host, port);
    }
    await sleep(100);
  }
}

async function tryAddress(host: string, port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}

/** Returns the refusal for an address that cannot be listened on. Other errors are unchanged. */
export function refuseAddress(error: unknown, host: string, port: number): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartRefusal(
        `The port ${port} is in use, perhaps by another Classwright. Stop that program, or choose another port: PORT=${port === 65_535 ? 3000 : port + 1} npm start`,
      );
    case 'EACCES':
      return new StartRefusal(`This user may not listen on port ${port}. Choose one from 1024 on with PORT.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartRefusal(`${host} is not an address of this machine. Correct HOST.`);
    default:
      return error;
  }
}
