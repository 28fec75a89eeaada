/**
 * Returns a random id of 128 bits in hex. `crypto.randomUUID` does not exist on a plain-http address in a school's
 * network.
 */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
