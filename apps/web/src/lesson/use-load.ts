import { useCallback, useEffect, useRef, useState } from 'react';

/** Data loaded for a screen. It stays on the screen while it is loaded again. */
export interface Loaded<T> {
  value: T | null;
  problem: unknown;
  reload: () => void;
}

/** Loads right away, and again whenever `key` changes or `reload` is called. An outdated response is ignored. */
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
