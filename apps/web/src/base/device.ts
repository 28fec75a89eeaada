import { randomId } from './random-id.ts';
import { keep, readKeptJson } from './storage.ts';

/**
 * What this browser calls itself towards the server, another id for each account: an account may be tried more often
 * from where it signed in before, and only from there. Addresses are kept as short marks, not as they are.
 */
const KEY = 'cw.devices';
const MOST = 200;

type Ids = Record<string, string>;
const readIds = (): Ids => readKeptJson<Ids>('device', KEY) ?? {};

/** FNV-1a, 32 bits, twice: tells a few hundred addresses apart and names none. */
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

/** This browser's id for an account; made when it is first asked for, kept when somebody has signed in. */
export function deviceId(email: string): string {
  return readIds()[markOf(email)] ?? randomId();
}

/** Keeps the id with which somebody signed in; one that was kept before stays. */
export function keepDeviceId(email: string, id: string): void {
  const mark = markOf(email);
  const { [mark]: known, ...others } = readIds();
  const latest = Object.entries(others).slice(-(MOST - 1));
  keep('device', KEY, JSON.stringify(Object.fromEntries([...latest, [mark, known ?? id]])));
}
