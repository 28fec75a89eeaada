import { isIPv6 } from 'node:net';

const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu;

/**
 * Returns the key that limits per address count by: an IPv4 address, or the /64 network of an IPv6 address, because a
 * person with one address of a network has all 2^64 of them. An IPv4 address written as IPv6 counts as the IPv4
 * address.
 */
export function toAddressKey(address: string): string {
  const plain = address.replace(/%.*$/u, '');
  const mapped = MAPPED.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const first = groupsOf(head);
  const last = tail === undefined ? [] : groupsOf(tail.replace(/\d+\.\d+\.\d+\.\d+$/u, '0:0'));
  const groups = [...first, ...Array.from({ length: Math.max(0, GROUPS - first.length - last.length) }, () => '0'), ...last];
  return `${groups
    .slice(0, GROUPS_OF_NETWORK)
    .map((group) => group.replace(/^0+(?=.)/u, ''))
    .join(':')}::/64`;
}
