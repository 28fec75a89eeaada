import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * One person's connection to the server. Cutting it ends what is open and refuses what is new, sockets included, as a
 * lost network does; a browser's own offline switch does not affect open sockets.
 */
export interface Line {
  /** The address that the person's browser opens. */
  url: string;
  cut(): void;
  restore(): void;
  /** From now on requests arrive but responses do not: the effect happens, its acknowledgement is lost. */
  swallowAnswers(): void;
  close(): Promise<void>;
}

export async function openLine(serverPort: number): Promise<Line> {
  const pairs = new Set<[Socket, Socket]>();
  let state: 'open' | 'cut' | 'deaf' = 'open';
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect(serverPort, '127.0.0.1');
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.on('data', (chunk) => far.write(chunk));
    far.on('data', (chunk) => {
      if (state !== 'deaf') near.write(chunk);
    });
    for (const [socket, other] of [pair, [far, near]] as const) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
  });
  const cutAll = () => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      state = 'cut';
      cutAll();
    },
    restore() {
      const wasDeaf = state === 'deaf';
      state = 'open';
      if (wasDeaf) cutAll(); // half-open connections would wait for ever
    },
    swallowAnswers() {
      state = 'deaf';
    },
    async close() {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
