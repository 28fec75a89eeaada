import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { markPhone } from '../platform/http/index.ts';
import { isLoopback } from '../platform/network.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { BACKLOG, refuseAddress } from './listen.ts';

type Interfaces = ReturnType<typeof networkInterfaces>;

/** The ranges that home and school networks use, the more common ones first. */
const LOCAL = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./];

/** Returns this machine's address in the local network, or null when it has none. */
function findLocalAddress(interfaces: Interfaces = networkInterfaces()): string | null {
  const own = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  return LOCAL.map((range) => own.find((address) => range.test(address))).find((address) => address !== undefined) ?? own[0] ?? null;
}

/**
 * Returns the address for phones of the demo. @throws StartRefusal where phones reach the product anyway, where there is no
 * demo, and where this machine has no network
 */
export function requirePhonesUrl(
  { isProduction, isDemo, host }: { isProduction: boolean; isDemo: boolean; host: string },
  address: string | null = findLocalAddress(),
): URL {
  if (isProduction || !isLoopback(host))
    throw new StartRefusal('--phones is for the demo, which only this machine can reach. Phones reach this server already, so leave it out.');
  if (!isDemo) throw new StartRefusal('--phones is for the demo school. Start without it, or without DEMO=off and DATABASE_URL.');
  if (address === null)
    throw new StartRefusal('--phones needs a local network, and this computer is in none. Connect it to the Wi-Fi of the phones, then start again.');
  return new URL(`http://${address}`);
}

/**
 * Listens for phones on the address of the local network as well, with the same server behind. Every connection is marked,
 * so the server gives it the page for phones and the calls of seats alone. It closes with the server.
 */
export async function listenForPhones(app: FastifyInstance, url: URL, port: number): Promise<() => Promise<void>> {
  const server = createServer({ requestTimeout: 60_000, keepAliveTimeout: 65_000 }, (request, response) => void app.server.emit('request', request, response));
  server.on('connection', markPhone);
  server.on('upgrade', (request, socket, head) => void app.server.emit('upgrade', request, socket, head));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(refuseAddress(error, url.hostname, port)));
    server.listen({ host: url.hostname, port, backlog: BACKLOG }, resolve);
  });
  url.port = String(port);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
