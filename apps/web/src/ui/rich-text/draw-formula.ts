import { loadChunk } from '../../base/chunk.ts';

/**
 * Draws a formula into an element: its LaTeX at once, the formula when the drawing part has arrived; a text that is no
 * formula stays as it is. Returns the way to stop.
 */
export function drawFormula(element: HTMLElement, latex: string, block: boolean, onDrawn: (drawn: boolean) => void = () => undefined): () => void {
  let stopped = false;
  element.textContent = latex;
  onDrawn(false);
  loadChunk(() => import('./katex.ts')).then(
    ({ toMathNodes }) => {
      const nodes = stopped ? null : toMathNodes(latex, block);
      if (!nodes) return;
      element.replaceChildren(...nodes);
      onDrawn(true);
    },
    () => undefined,
  );
  return () => {
    stopped = true;
  };
}
