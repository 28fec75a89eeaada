import { createWorkers, type WorkLimits } from '../../../../platform/workers/index.ts';
import type { DrawnPicture, ProductDocument } from './product-document.ts';

/** The first of a thread brings the program and the fonts along, which takes some seconds of a slow processor. */
const LIMITS: WorkLimits = { cpuMs: 60_000, memoryMb: 512 };

/** Draws work products as PDF. */
export interface Drawer {
  /** @throws WorkFailedError, WorkLimitError */
  draw(document: ProductDocument, pictures?: readonly DrawnPicture[]): Promise<Uint8Array>;
  /** How many are drawn or wait for it here. */
  readonly waiting: number;
}

/** One at a time, in a thread that stands back behind whatever answers calls. */
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
