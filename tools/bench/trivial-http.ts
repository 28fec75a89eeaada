import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that reads a body and answers a fixed text: what this machine does at this moment without any product. */
export async function startTrivialServer(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{"status":"success"}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
