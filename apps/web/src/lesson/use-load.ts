import { useCallback, useEffect, useRef, useState } from 'react';

/** Something loaded for a screen: what is there stays on the screen while it is asked for anew. */
export interface Loaded<T> {
  value: T | null;
  problem: unknown;
  reload: () => void;
}

/** Loads at once, and again whenever `key` changes or `reload` is called. An answer that was overtaken is left out. */
export function useLoad<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ key: string; value: T | null; problem: unknown }>({ key, value: null, problem: null });
  const latest = useRef(load);
  latest.current = load;
  const turn = useRef(0);
  const reload = useCallback(() => {
    const mine = ++turn.current;
    latest.current().then(
      (value) => mine === turn.current && setState({ key, value, problem: null }),
      (problem: unknown) => mine === turn.current && setState((before) => ({ key, value: before.key === key ? before.value : null, problem })),
    );
  }, [key]);
  useEffect(() => {
    reload();
    return () => {
      turn.current += 1;
    };
  }, [reload]);
  return { value: state.key === key ? state.value : null, problem: state.problem, reload };
}
