import { useEffect } from 'react';
import { useEvent } from '../../../base/use-event.ts';

/**
 * Calls `act` when the page is left or reloaded while `isOpen` is true, before typed values are written to the device.
 */
export function useLeaving(act: () => unknown, isOpen = true): void {
  const leave = useEvent(act);
  useEffect(() => {
    if (!isOpen) return undefined;
    addEventListener('pagehide', leave, true);
    return () => removeEventListener('pagehide', leave, true);
  }, [leave, isOpen]);
}
