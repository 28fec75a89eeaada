import { useState } from 'react';
import { randomId } from '../../app/random-id.ts';
import { keep, readKeptJson } from '../../app/storage.ts';

/** A text that is being written, and the key under which it is sent: the same text is sent under the same key. */
interface Typed {
  text: string;
  key: string;
}

const fresh = (): Typed => ({ text: '', key: randomId() });

/**
 * A text that survives failure and reload: kept on the device under `name` (which names the account, so that nobody
 * else meets it) until it was taken.
 */
export function useTyped(name: string): { typed: Typed; write: (text: string) => void; clear: () => void } {
  const place = `cw.typed.${name}`;
  const [state, setState] = useState<{ place: string; typed: Typed }>(() => ({ place, typed: readKeptJson<Typed>('device', place) ?? fresh() }));
  const typed = state.place === place ? state.typed : (readKeptJson<Typed>('device', place) ?? fresh());
  if (state.place !== place) setState({ place, typed });
  const set = (next: Typed) => {
    keep('device', place, next.text === '' ? null : JSON.stringify(next));
    setState({ place, typed: next });
  };
  return { typed, write: (text) => set({ text, key: randomId() }), clear: () => set(fresh()) };
}
