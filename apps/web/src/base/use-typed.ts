import { useState, type Dispatch, type SetStateAction } from 'react';

/** Returns the fields of a search panel: the typed text, until the address has other values (Back, a link). */
export function useTyped<Filters extends object>(filters: Filters): [Filters, Dispatch<SetStateAction<Filters>>] {
  const [typed, setTyped] = useState(filters);
  const [base, setBase] = useState(filters);
  if (JSON.stringify(base) !== JSON.stringify(filters)) {
    setBase(filters);
    setTyped(filters);
  }
  return [typed, setTyped];
}
