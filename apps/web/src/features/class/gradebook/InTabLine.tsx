import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/** Draws something at the end of the line with the class's tabs. */
export function InTabLine({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<Element | null>(null);
  useLayoutEffect(() => setPlace(document.querySelector('[data-class-tools]')), []);
  return place && createPortal(children, place);
}
