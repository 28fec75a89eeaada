import ipaddr from 'ipaddr.js';

/** What the registries give out to the world; the rest of IPv6 is of nobody, of one network, or stands for another address. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address is one of the open internet: none of this machine, of a network of its own, of a provider's inside, of
 * many at once, reserved, or an IPv6 address that stands for an IPv4 one (mapped, translated, tunnelled). What is not known to be open is not.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_V6 as [ipaddr.IPv6, number]);
}

/** Whether an address is this machine itself. */
export const isLoopbackAddress = (text: string): boolean => ipaddr.isValid(text) && ipaddr.parse(text).range() === 'loopback';
