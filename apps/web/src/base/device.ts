import { randomId } from './random-id.ts';
import { keep, readKeptJson } from './storage.ts';

/**
 * This browser's ids for the server, a different one for each account. An account allows more attempts only from where
 * it signed in before. Addresses are stored as short hashes.
 */
const KEY = 'cw.devices';
const MOST = 200;

type Ids = Record<string, string>;
const readIds = (): Ids => readKeptJson<Ids>('device', KEY) ?? {};

/**
 * Returns a short hash of an address: FNV-1a, 32 bits, twice. It distinguishes a few hundred addresses and reveals
 * none.
 */
function markOf(email: string): string {
  const text = email.normalize('NFKC').trim().toLowerCase();
  return [0x811c9dc5, 0x1b873593]
    .map((start) => {
      let hash = start;
      for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
      return (hash >>> 0).toString(36);
    })
    .join('');
}

/** Returns this browser's id for an account. It is created on first use, and stored after a sign-in. */
export function deviceId(email: string): string {
  return readIds()[markOf(email)] ?? randomId();
}

/** Stores the id of a sign-in. An earlier stored one is kept. */
export function keepDeviceId(email: string, id: string): void {
  const mark = markOf(email);
  const { [mark]: known, ...others } = readIds();
  const latest = Object.entries(others).slice(-(MOST - 1));
  keep('device', KEY, JSON.stringify(Object.fromEntries([...latest, [mark, known ?? id]])));
}
