/** `sessionStorage` is the tab's, `localStorage` the device's. */
type Where = 'tab' | 'device';

const memory = new Map<string, string>();
/** A frame of a page shares the page's storage, so a played student is kept in memory, and the page keeps its own person. */
const area = (where: Where) => {
  if (where === 'device') return localStorage;
  if (playedSeat() !== null) throw new Error('a played student is not kept');
  return sessionStorage;
};

/** Windows and frames with this name play a student of a simulated class; the student's seat follows, as JSON. */
export const PLAYED = 'classwright-play:';

/** Returns the seat of the student whom this window plays, as its name has it; null in every other window. */
export const playedSeat = (): string | null => (globalThis.window?.name.startsWith(PLAYED) ? window.name.slice(PLAYED.length) : null);

/**
 * Returns the text stored under a key, or null. If the browser blocks storage, values live as long as the page:
 * everything works, nothing is remembered.
 */
export function readKept(where: Where, key: string): string | null {
  try {
    return area(where).getItem(key);
  } catch {
    return memory.get(`${where}:${key}`) ?? null;
  }
}

/** Stores a text under a key; null removes it. Returns false when it lives only as long as the page. */
export function keep(where: Where, key: string, value: string | null): boolean {
  try {
    if (value === null) area(where).removeItem(key);
    else area(where).setItem(key, value);
    return true;
  } catch {
    if (value === null) memory.delete(`${where}:${key}`);
    else memory.set(`${where}:${key}`, value);
    return false;
  }
}

/** Returns the value like `readKept`, parsed; null when nothing is stored or it cannot be read. */
export function readKeptJson<T>(where: Where, key: string): T | null {
  const text = readKept(where, key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
