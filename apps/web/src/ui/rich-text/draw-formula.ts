import { loadChunk } from '../../base/chunk.ts';

/**
 * Renders a formula into an element: its LaTeX right away, the formula when the renderer has loaded. Text that is not a
 * formula is unchanged. Returns a function that stops it.
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
