import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { isLoopback } from './config.ts';

export interface HostRules {
  /** Where people reach the product; null: under any address of this machine. */
  publicUrl: URL | null;
  /** The address or name that is listened on. */
  listensOn: string;
  /** What the machine is called in its network. */
  machineName?: string;
}

/** Pages and calls are answered under our own names only; what a monitor asks carries nobody's data. */
const MONITORED = /^\/(?:healthz|readyz)(?:\?|$)/;

/** The name or address of a Host header, in small letters, without port and brackets; null for none, and for what is no host. */
export function hostNameOf(host: string | undefined): string | null {
  const [, address, name] = /^(?:\[([\da-f:.]+)\]|([a-z\d._-]+))(?::\d{1,5})?$/i.exec(host ?? '') ?? [];
  if (address !== undefined) return isIP(address) === 6 ? address.toLowerCase() : null;
  return name?.toLowerCase().replace(/\.$/, '') || null;
}

/**
 * Whether a call came under a name of ours. A page of a stranger whose name leads to this machine (DNS rebinding) comes
 * under the stranger's name, never under an address: so without PUBLIC_URL every address will do where the product
 * listens on all of them, and beside it the machine's own name.
 */
export function createHostRule({ publicUrl, listensOn, machineName = hostname() }: HostRules): (host: string | undefined, path?: string) => boolean {
  const bare = (name: string): string => name.replace(/^\[|\]$/g, '').toLowerCase();
  const names = new Set(publicUrl ? [bare(publicUrl.hostname)] : [bare(listensOn)]);
  const isEverywhere = publicUrl === null && (listensOn === '0.0.0.0' || listensOn === '::');
  if (isEverywhere) for (const name of [machineName, `${machineName}.local`]) names.add(name.toLowerCase());
  return (host, path = '') => {
    if (MONITORED.test(path)) return true;
    const name = hostNameOf(host);
    if (name === null) return false;
    return names.has(name) || isLoopback(name) || (isEverywhere && isIP(name) !== 0) || (isIP(name) !== 0 && /^\/metrics(?:\?|$)/.test(path));
  };
}
