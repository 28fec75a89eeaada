import ipaddr from 'ipaddr.js';

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
