import { createServer } from 'node:net';
import { StartRefusal } from '../platform/start-refusal.ts';

/**
 * Whether the address is free, asked before anything is started, so that a start that cannot serve touches nothing.
 * Somebody may still take it in between: then listening itself fails, in the same words.
 */
export async function requireFreeAddress(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (error) {
    throw refuseAddress(error, host, port);
  }
  await new Promise((resolve) => server.close(resolve));
}

/** The sentence for an address that cannot be listened on; other errors stay what they are. */
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
