import { useEffect, useRef } from 'react';
import { useUnsaved } from '../../base/unsaved.ts';

const arriving = new Set<object>();

/** Pictures were given to a text and do not stand in it yet: a form that is saved now would be saved without them. */
export const arePicturesArriving = (): boolean => arriving.size > 0;

/** Says so for one text; until they have arrived, ways out ask first. */
export function useArriving(areArriving: boolean): void {
  const holder = useRef({}).current;
  useUnsaved(areArriving);
  useEffect(() => {
    if (areArriving) arriving.add(holder);
    return () => void arriving.delete(holder);
  }, [holder, areArriving]);
}
