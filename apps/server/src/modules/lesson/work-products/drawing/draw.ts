import { createWorkers, type WorkLimits } from '../../../../platform/workers/index.ts';
import type { DrawnPicture, ProductDocument } from './product-document.ts';

/**
 * The limits. The first document of a thread loads the program and the fonts, which takes some seconds on a slow
 * processor.
 */
const LIMITS: WorkLimits = { cpuMs: 60_000, memoryMb: 512 };

/** Draws work products as PDF. */
export interface Drawer {
  /** Draws a document. @throws WorkFailedError, WorkLimitError */
  draw(document: ProductDocument, pictures?: readonly DrawnPicture[]): Promise<Uint8Array>;
  /** The number of documents that are being drawn or wait here. */
  readonly waiting: number;
}

/** Creates a drawer for one document at a time, in a thread that yields to everything that responds to calls. */
export function createDrawer(): Drawer {
  const workers = createWorkers<{ document: ProductDocument; pictures: readonly DrawnPicture[] }, Uint8Array>(new URL('draw-worker.ts', import.meta.url), {
    limits: LIMITS,
    atOnce: 1,
  });
  let waiting = 0;
  return {
    get waiting() {
      return waiting;
    },
    async draw(document, pictures = []) {
      waiting += 1;
      try {
        const running = await workers.begin({ document, pictures });
        try {
          for await (const pdf of running.batches()) return pdf;
          throw new Error('nothing was drawn');
        } finally {
          await running.end();
        }
      } finally {
        waiting -= 1;
      }
    },
  };
}
