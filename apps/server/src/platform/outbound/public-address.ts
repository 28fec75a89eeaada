import ipaddr from 'ipaddr.js';

/**
 * The reason why an address that a person typed was not read. `address`: it is not an address. `https`: it is not an
 * https address. `private`: it leads to this machine or a private network. `name`: the name is unknown. `connect`:
 * nothing responds there. `tls`: its certificate is not valid. `silence`: it took too long. `tooLong`: it sent too
 * much. `redirect`: it redirects. `broken`: it broke off.
 */
export type OutboundProblem = 'address' | 'https' | 'private' | 'name' | 'connect' | 'tls' | 'silence' | 'tooLong' | 'redirect' | 'broken';

/** The error of an outbound call. It contains nothing of the request, so that it can be logged. */
export class OutboundError extends Error {
  readonly problem: OutboundProblem;
  constructor(problem: OutboundProblem) {
    super(`outbound: ${problem}`);
    this.name = 'OutboundTrouble';
    this.problem = problem;
  }
}

/**
 * The range for public addresses. The rest of IPv6 is unassigned, belongs to one network, or maps to another address.
 */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

/**
 * Returns true when an address is on the public internet: not of this machine, of a private network, of a provider's
 * inside, multicast, reserved, or an IPv6 address for an IPv4 one (mapped, translated, tunneled). An address not known
 * to be public is refused.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_V6 as [ipaddr.IPv6, number]);
}

/** Returns true when an address is this machine itself. */
export const isLoopbackAddress = (text: string): boolean => ipaddr.isValid(text) && ipaddr.parse(text).range() === 'loopback';
