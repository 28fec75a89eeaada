import { useState } from 'react';

/** A choice kept in the address, so that reloading and sharing keep it. `fallback` is left out. */
export function useInAddress<T extends string>(name: string, values: readonly T[], fallback: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    const given = new URLSearchParams(location.search).get(name);
    return values.find((one) => one === given) ?? fallback;
  });
  const choose = (next: T) => {
    const search = new URLSearchParams(location.search);
    if (next === fallback) search.delete(name);
    else search.set(name, next);
    const text = search.toString();
    history.replaceState(history.state, '', `${location.pathname}${text && `?${text}`}`);
    setValue(next);
  };
  return [value, choose];
}
