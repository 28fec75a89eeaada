import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

const NOTIFICATION = 'A'.charCodeAt(0);

/** Opens a proxy to a PostgreSQL on which LISTEN succeeds and nothing is delivered, as behind a pooler. */
export async function openDeafLine({ host, port }: { host: string; port: number }): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => [client, database].forEach((end) => end.destroy()));
    }
    client.pipe(database);
    let rest = Buffer.alloc(0);
    database.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const length = rest.readUInt32BE(1) + 1;
        if (rest[0] !== NOTIFICATION) client.write(rest.subarray(0, length));
        rest = rest.subarray(length);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
