import type { Endpoint } from '@classwright/contract';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const sockets = new WeakSet<Socket>();

/** Marks a connection as one of a phone in the local network of a demo, which may do very little. */
export const markPhone = (socket: Socket): void => void sockets.add(socket);

/** Returns true for a request that came over such a connection. */
export const isOfPhone = ({ socket }: Pick<IncomingMessage, 'socket'>): boolean => sockets.has(socket);

/** The page for phones and the files that it loads. Nothing in these addresses is encoded, so that none means another. */
const PAGE = /^\/(?:j(?:\/[\w%-]{0,60})?|assets\/[\w.-]+|words\/[\w.-]+|favicon\.svg|files\/[\w.~/-]+)\/?$/;

/**
 * Decides whether a phone of the local network may make a request: the page for phones with its files, and calls that a
 * seat may make. `endpoint`: the call, if the address is one. A call that is not public also needs a seat's token.
 */
export function isForPhones(method: string, url: string, endpoint: Pick<Endpoint, 'allows'> | undefined): boolean {
  if (endpoint) return endpoint.allows?.includes('seat') === true;
  return (method === 'GET' || method === 'HEAD') && PAGE.test(url.split('?', 1)[0] as string);
}
