import { useRef, useState } from 'react';
import { randomId } from '../../base/random-id.ts';
import { keep, readKeptJson } from '../../base/storage.ts';

/** A text being written, with its key: the same text is always sent under the same key. */
interface Typed {
  text: string;
  key: string;
}

const fresh = (): Typed => ({ text: '', key: randomId() });

export interface TypedText {
  typed: Typed;
  write: (text: string) => void;
  /** Removes the accepted text and keeps what was typed after it. Returns true when the box is empty. */
  take: (sent: string) => boolean;
}

/**
 * A text that survives failures and reloads: kept on the device under `name` until it is accepted. The name contains
 * the account, so that nobody else gets it.
 */
export function useTyped(name: string): TypedText {
  const place = `cw.typed.${name}`;
  const [state, setState] = useState<{ place: string; typed: Typed }>(() => ({ place, typed: readKeptJson<Typed>('device', place) ?? fresh() }));
  const typed = state.place === place ? state.typed : (readKeptJson<Typed>('device', place) ?? fresh());
  if (state.place !== place) setState({ place, typed });
  const latest = useRef({ place, typed });
  latest.current = { place, typed };
  const isShown = () => latest.current.place === place;
  const write = (text: string) => {
    const next = { text, key: randomId() };
    keep('device', place, text === '' ? null : JSON.stringify(next));
    if (isShown()) setState({ place, typed: next });
  };
  const take = (sent: string) => {
    const { text } = isShown() ? latest.current.typed : (readKeptJson<Typed>('device', place) ?? fresh());
    const rest = text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
    write(rest);
    return isShown() && rest === '';
  };
  return { typed, write, take };
}
