import { isIPv4 } from 'node:net';
import { toAddressKey } from '../../../../platform/address-key.ts';

/**
 * Returns the key of a place: an IPv4 address, or a whole /64 of IPv6, which is one household or one school's network.
 */
export const placeOf = toAddressKey;

/** Returns the neighborhood of an address, coarse enough to be stored: a /24 of IPv4, a /64 of IPv6. */
export function neighborhoodOf(address: string): string {
  const place = toAddressKey(address);
  return isIPv4(place) ? `${place.split('.').slice(0, 3).join('.')}.0/24` : place;
}
