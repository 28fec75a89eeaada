import { useLayoutEffect, useRef, useState } from 'react';
import { drawFormula } from './draw-formula.ts';
import styles from './rich-text.module.css';
import { Scrollable } from './Scrollable.tsx';

/** A formula, as MathML that browsers draw and screen readers speak. Shows its LaTeX until (or unless) it can be drawn. */
export function Formula({ latex, block = false }: { latex: string; block?: boolean }) {
  const host = useRef<HTMLDivElement & HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState(false);
  // before it is painted: an empty place that fills moves what follows
  useLayoutEffect(() => (host.current ? drawFormula(host.current, latex, block, setDrawn) : undefined), [latex, block]);
  const Host = block ? 'div' : 'span';
  // the element below is filled by drawFormula and by nobody else
  const formula = <Host ref={host} className={drawn ? (block ? styles.blockMath : undefined) : styles.latex} />;
  return block ? <Scrollable>{formula}</Scrollable> : formula;
}
