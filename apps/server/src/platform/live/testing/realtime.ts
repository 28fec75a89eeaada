import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createLog } from '../../log.ts';
import { createRealtime, type Permission, type Realtime, type RealtimeOptions } from '../index.ts';

export const TEST_KEY = 'test-key';
export const TEST_SECRET = 'test-secret';

export interface TestRealtime {
  readonly realtime: Realtime;
  server: Server;
  port: number;
  /** Account ids that are refused, by channel, set by tests. Everybody may listen to channels that are not listed. */
  refused: Map<string, Set<number>>;
  /** The questions that the app was asked. */
  asked: { accountId: number; channel: string }[];
  /** Cuts every connection without a goodbye. */
  cutLines: () => void;
  /** Replaces `realtime` by a new, empty one, like the next process behind a balancer. */
  replace: () => void;
  close: () => Promise<void>;
}

/** Starts a real HTTP server that only serves sockets. `http://ours.example` is the accepted origin. */
export async function startTestRealtime(options: Partial<RealtimeOptions> = {}): Promise<TestRealtime> {
  const refused = new Map<string, Set<number>>();
  const asked: { accountId: number; channel: string }[] = [];
  const authorise = async (accountId: number, channel: string): Promise<Permission | null> => {
    asked.push({ accountId, channel });
    if (refused.get(channel)?.has(accountId)) return null;
    return channel.startsWith('presence-') ? { presence: { user_id: String(accountId), user_info: { name: `Person ${accountId}` } } } : {};
  };
  const create = () =>
    createRealtime({
      key: TEST_KEY,
      secret: TEST_SECRET,
      log: createLog('silent'),
      authorise,
      isOriginAllowed: (origin) => origin === 'http://ours.example',
      ...options,
    });
  const server = createServer((_request, response) => response.writeHead(404).end());
  let realtime = create();
  let detach = realtime.attach(server);
  const lines = new Set<Socket>();
  server.on('connection', (line) => {
    lines.add(line);
    line.on('close', () => lines.delete(line));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    get realtime() {
      return realtime;
    },
    server,
    port,
    refused,
    asked,
    replace() {
      detach();
      realtime = create();
      detach = realtime.attach(server);
    },
    cutLines() {
      for (const line of lines) line.destroy();
    },
    async close() {
      await realtime.drain({ overMs: 0 });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Waits until `check` holds, or fails after a while. */
export async function eventually(check: () => boolean, what: string, withinMs = 15_000): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!check()) {
    if (performance.now() > giveUpAt) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
