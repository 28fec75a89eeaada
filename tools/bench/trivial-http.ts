import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts a server that reads a body and responds with a fixed text: the machine's current speed without any product.
 */
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
