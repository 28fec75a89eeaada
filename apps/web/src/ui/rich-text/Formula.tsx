import { useLayoutEffect, useRef, useState } from 'react';
import { drawFormula } from './draw-formula.ts';
import styles from './rich-text.module.css';
import { Scrollable } from './Scrollable.tsx';

/**
 * A formula as MathML, which browsers render and screen readers speak. It shows its LaTeX until it is rendered, or if
 * it cannot be.
 */
export function Formula({ latex, block = false }: { latex: string; block?: boolean }) {
  const host = useRef<HTMLDivElement & HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState(false);
  // This runs before painting, since filling an empty space would move the content below.
  useLayoutEffect(() => (host.current ? drawFormula(host.current, latex, block, setDrawn) : undefined), [latex, block]);
  const Host = block ? 'div' : 'span';
  // Only drawFormula fills the element below.
  const formula = <Host ref={host} className={drawn ? (block ? styles.blockMath : undefined) : styles.latex} />;
  return block ? <Scrollable>{formula}</Scrollable> : formula;
}
