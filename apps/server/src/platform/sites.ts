import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { monotonicMs } from './clock.ts';
import { createHostRule, type HostRules, hostNameOf } from './hosts.ts';
import type { SchoolHost } from './sites-queries.ts';

/** An address at which people reach the product. */
export interface Site {
  /** The scheme, the host and the port, as a browser writes them. */
  readonly origin: string;
  /** The school whose own host it is; null for the address of the installation. */
  readonly school: SchoolOfSite | null;
}

/** A school as everybody sees it at its own host, signed in or not. */
export interface SchoolOfSite {
  readonly id: number;
  readonly name: string;
  /** The address of its logo, or null without one. */
  readonly logo: string | null;
  /** The address of the style sheet with its colors, or null when it has the product's. */
  readonly colors: string | null;
}

/** Returns the address of a school's logo by its digest. */
export const toLogoAddress = (schoolId: number, digest: string | null): string | null => (digest === null ? null : `/api/schools/${schoolId}/logo/${digest}`);

/** Returns the address of the style sheet of a school's color `#rrggbb`. */
export const toColorsAddress = (color: string | null): string | null => (color === null ? null : `/api/school-colors/${color.slice(1)}`);

/** Returns a school as everybody sees it. `logo`: its digest. `color`: `#rrggbb`. Null where it has none. */
export const toSchoolOfSite = ({ id, name, logo, color }: { id: number; name: string; logo: string | null; color: string | null }): SchoolOfSite => ({
  id,
  name,
  logo: toLogoAddress(id, logo),
  colors: toColorsAddress(color),
});

/** The Host header of a request, and how it came. */
interface Asked {
  host: string | undefined;
  isSecure: boolean;
  path?: string;
}

/** The addresses of the installation: its own, and those of its schools. */
export interface Sites {
  /** Returns the site that a request came to; null when no name of ours is in its Host header. */
  find(asked: Asked): Promise<Site | null>;
  /** Returns true for a Host header that names us, as far as this process knows. A name that is new is known soon after. */
  isOurs(host: string | undefined): boolean;
  /**
   * Returns the address for links that are sent to people of a school. Null: to somebody without a school.
   * @throws Error without PUBLIC_URL
   */
  addressOf(schoolId: number | null): Promise<URL>;
}

/** The time for which a process uses the hosts that it read. The first request after it still finds those that were known. */
const KNOWN_MS = 1_000;
const MAX_HOST = 253;
/** A label of a host name, by RFC 1123. */
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * Returns a host name as browsers send it: in lower case, and what is not ASCII in punycode. Null for everything else, such as an address
 * with a scheme, a port or a path, an IP address, and a name of one word.
 */
export function toHostName(text: string): string | null {
  const name = domainToASCII(text.trim());
  const labels = name.split('.');
  if (/[/:@?#\\[\]%\s]/.test(text.trim()) || name.length > MAX_HOST || labels.length < 2 || isIP(name) !== 0) return null;
  return labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '') ? name : null;
}

/** Returns an address with another host name. */
function withHost(url: URL, host: string): URL {
  const own = new URL(url.origin);
  own.hostname = host;
  return own;
}

/** Creates the sites of an installation. `rules` say which names are its own; `listHosts` reads those of its schools. */
export function createSites({ rules, listHosts }: { rules: HostRules; listHosts: () => Promise<SchoolHost[]> }): Sites {
  const isInstallation = createHostRule(rules);
  const { publicUrl } = rules;
  let known: { schools: ReadonlyMap<string, SchoolOfSite>; hosts: ReadonlyMap<number, string>; atMs: number } | null = null;
  let reading: Promise<void> | null = null;

  const read = (): Promise<void> =>
    (reading ??= (async () => {
      const hosts = await listHosts();
      known = {
        schools: new Map(hosts.map(({ host, school_id: id, school_name: name, logo, color }) => [host, toSchoolOfSite({ id, name, logo, color })])),
        hosts: new Map(hosts.map(({ host, school_id }) => [school_id, host])),
        atMs: monotonicMs(),
      };
    })().finally(() => {
      reading = null;
    }));
  /** Reads the hosts where they are not known, and soon where they are old: what is known serves while the database is away. */
  async function refresh(isEnough: () => boolean): Promise<void> {
    if (isFresh()) return;
    const hasRead = read();
    if (!isEnough()) return hasRead;
    hasRead.catch(() => undefined); // the next request asks again
  }
  const isFresh = (): boolean => known !== null && monotonicMs() - known.atMs < KNOWN_MS;

  async function addressOf(schoolId: number | null): Promise<URL> {
    if (publicUrl === null) throw new Error('links to people need PUBLIC_URL');
    if (schoolId === null) return publicUrl;
    await refresh(() => known !== null);
    const host = known?.hosts.get(schoolId);
    return host === undefined ? publicUrl : withHost(publicUrl, host);
  }

  return {
    addressOf,
    async find(asked) {
      const { host = '', isSecure, path } = asked;
      if (isInstallation(asked.host, path)) return { origin: publicUrl?.origin ?? `${isSecure ? 'https' : 'http'}://${host}`, school: null };
      const name = hostNameOf(host);
      if (name === null || publicUrl === null) return null;
      await refresh(() => known?.schools.has(name) === true);
      const school = known?.schools.get(name);
      return school ? { origin: withHost(publicUrl, name).origin, school } : null;
    },
    isOurs(host) {
      if (isInstallation(host)) return true;
      const name = hostNameOf(host);
      if (name === null || publicUrl === null) return false;
      if (!isFresh()) read().catch(() => undefined); // the page asks for its socket again
      return known?.schools.has(name) ?? false;
    },
  };
}
