import { useState } from 'react';
import { keep, readKept } from '../../base/storage.ts';

const KEY = 'cw.columns.all';

/** Returns true when this device shows all columns of its tables, and a function that changes and remembers it. */
export function useAllColumns(): [boolean, (all: boolean) => void] {
  const [all, setAll] = useState(() => readKept('device', KEY) !== null);
  return [
    all,
    (chosen) => {
      keep('device', KEY, chosen ? '1' : null);
      setAll(chosen);
    },
  ];
}
