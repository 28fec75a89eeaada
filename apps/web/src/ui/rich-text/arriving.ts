import { useEffect, useRef } from 'react';
import { useUnsaved } from '../../base/unsaved.ts';

const arriving = new Set<object>();

/** Returns true while images given to a text are not in it yet: a form saved now would be saved without them. */
export const arePicturesArriving = (): boolean => arriving.size > 0;

/** Marks images of a text as arriving. Until they have arrived, leaving asks first. */
export function useArriving(areArriving: boolean): void {
  const holder = useRef({}).current;
  useUnsaved(areArriving);
  useEffect(() => {
    if (areArriving) arriving.add(holder);
    return () => void arriving.delete(holder);
  }, [holder, areArriving]);
}
