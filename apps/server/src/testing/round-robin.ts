import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { BACKLOG } from '../startup/listen.ts';

/** A connection to several processes of the product, like a load balancer without affinity. */
export interface RoundRobin {
  url: string;
  /** Closes everything that is open. */
  close(): Promise<void>;
}

/**
 * Sends each request and each socket to the next process. A process that does not listen is skipped; when none does,
 * the connection breaks like that of a server that is down.
 */
export async function openRoundRobin(ports: readonly number[], port = 0): Promise<RoundRobin> {
  let turn = 0;
  const inTurn = (): number[] => {
    turn += 1;
    return ports.map((_, at) => ports[(turn + at) % ports.length] as number);
  };

  function pass(incoming: IncomingMessage, answer: ServerResponse, [next, ...others]: number[]): void {
    if (next === undefined) return void incoming.socket.destroy();
    const { method, url, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port: next, method, path: url, headers, agent: false, setHost: false });
    onward.on('response', (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.statusMessage, reply.rawHeaders);
      reply.pipe(answer);
      reply.on('error', () => incoming.socket.destroy());
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      // Refused: it has not received the request, so the next process may.
      if (error.code === 'ECONNREFUSED' && !incoming.readableFlowing) return pass(incoming, answer, others);
      incoming.socket.destroy();
    });
    onward.on('socket', (socket) => socket.once('connect', () => incoming.pipe(onward)));
    answer.on('close', () => onward.destroy());
  }

  /** Sockets that have switched from HTTP, at both ends. */
  const upgraded = new Set<Duplex>();
  const server = createServer((incoming, answer) => pass(incoming, answer, inTurn()));
  server.on('upgrade', (incoming, near, head) => {
    upgraded.add(near);
    near.on('close', () => upgraded.delete(near));
    const tryNext = ([next, ...others]: number[]): void => {
      if (next === undefined) return void near.destroy();
      let isOpen = false;
      const far = connect(next, '127.0.0.1', () => {
        isOpen = true;
        const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
        for (let at = 0; at < incoming.rawHeaders.length; at += 2) lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
        far.write(`${lines.join('\r\n')}\r\n\r\n`);
        far.write(head);
        near.pipe(far);
        far.pipe(near);
      });
      far.setNoDelay(true);
      far.on('error', () => (isOpen ? near.destroy() : tryNext(others)));
      far.on('close', () => isOpen && near.destroy());
      near.on('close', () => far.destroy());
    };
    near.on('error', () => undefined);
    tryNext(inTurn());
  });
  server.keepAliveTimeout = 0; // as long as the browser likes
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', BACKLOG, resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      await closed;
    },
  };
}
