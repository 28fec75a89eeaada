/**
 * Returns a number from 0 to 1 that looks random and is the same on every machine and at every start. It is a hash of
 * the arguments (FNV-1a, mixed as in MurmurHash3).
 */
export function chance(...asked: readonly (string | number)[]): number {
  const text = asked.join('|');
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}
