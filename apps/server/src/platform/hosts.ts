import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { isLoopback } from './network.ts';

export interface HostRules {
  /** The address where people reach the product. Null: any address of this machine. */
  publicUrl: URL | null;
  /** The address or name to listen on. */
  listensOn: string;
  /** The address where phones of the local network reach a demo, in addition. */
  phonesUrl?: URL | null;
  /** The name of the machine in its network. */
  machineName?: string;
}

/**
 * The paths for monitoring. They are served under any name because they contain nobody's data; pages and calls only
 * under our own names.
 */
const MONITORED = /^\/(?:healthz|readyz)(?:\?|$)/;

/**
 * Returns the name or address in a Host header, in lower case, without port and brackets. Null when there is none or it
 * is not a host.
 */
export function hostNameOf(host: string | undefined): string | null {
  const [, address, name] = /^(?:\[([\da-f:.]+)\]|([a-z\d._-]+))(?::\d{1,5})?$/i.exec(host ?? '') ?? [];
  if (address !== undefined) return isIP(address) === 6 ? address.toLowerCase() : null;
  return name?.toLowerCase().replace(/\.$/, '') || null;
}

/**
 * Creates the check that a call came under one of our names. A stranger's page whose name points to this machine (DNS
 * rebinding) sends the stranger's name, never an address. So without PUBLIC_URL every address is accepted when the
 * product listens on all of them, and the machine's own name too.
 */
export function createHostRule({ publicUrl, listensOn, phonesUrl, machineName = hostname() }: HostRules): (host: string | undefined, path?: string) => boolean {
  const bare = (name: string): string => name.replace(/^\[|\]$/g, '').toLowerCase();
  const names = new Set(publicUrl ? [bare(publicUrl.hostname)] : [bare(listensOn)]);
  if (phonesUrl) names.add(bare(phonesUrl.hostname));
  const isEverywhere = publicUrl === null && (listensOn === '0.0.0.0' || listensOn === '::');
  if (isEverywhere) for (const name of [machineName, `${machineName}.local`]) names.add(name.toLowerCase());
  return (host, path = '') => {
    if (MONITORED.test(path)) return true;
    const name = hostNameOf(host);
    if (name === null) return false;
    return names.has(name) || isLoopback(name) || (isEverywhere && isIP(name) !== 0) || (isIP(name) !== 0 && /^\/metrics(?:\?|$)/.test(path));
  };
}
