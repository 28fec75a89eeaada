import { isIPv4, isIPv6 } from 'node:net';

/**
 * What counts as one place: an IPv4 address, or a whole /64 of IPv6, which is one household or one school's network.
 * IPv4 addresses in IPv6 clothing are what they are inside.
 */
export function placeOf(address: string): string {
  const plain = withoutMapping(address);
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** The neighbourhood of an address, coarse enough to be kept: a /24 of IPv4, a /64 of IPv6. */
export function neighbourhoodOf(address: string): string {
  const plain = withoutMapping(address);
  return isIPv4(plain) ? `${plain.split('.').slice(0, 3).join('.')}.0/24` : placeOf(plain);
}

function withoutMapping(address: string): string {
  const [, inner] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  return inner !== undefined && isIPv4(inner) ? inner : address;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] as string).toLowerCase().split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':').map((group) => group.replace(/^0+(?=.)/, '')));
  if (tail === undefined) return groups(head);
  const [before, after] = [groups(head), groups(tail)];
  return [...before, ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0'), ...after];
}
