/**
 * Work products: what each student takes home from a finished lesson, as PDF.
 *
 * Invariants: the transaction that finishes a lesson notes down who waits for one, so nobody is forgotten; each is made by
 * a job of its own, drawn in a thread that stands back behind whatever answers calls, and kept as a file of the student,
 * which the staff of the class may read too; what could not be made is listed for the student until it is there; who
 * did not ask for it is told once it is ready; no classmate has a name in it. How it is drawn, and with what: docs/decisions/work-products.md.
 */
import type { Manifest } from '../../../manifest.ts';
import type { WorkProductsOptions } from './dependencies.ts';
import { createDrawer } from './drawing/draw.ts';
import { workProductFiles } from './file-use.ts';
import { productJob, tellJob } from './job.ts';
import { implementGenerate } from './work-product-generate.ts';
import { implementRead } from './work-product-read.ts';

export { createProductMaking } from './job.ts';

export function workProductsModule(options: WorkProductsOptions): Manifest {
  const dependencies = { ...options, drawer: createDrawer() };
  return {
    implementations: [...implementRead(dependencies), ...implementGenerate(dependencies)],
    jobs: [productJob(dependencies), tellJob(dependencies)],
    fileUses: [workProductFiles],
  };
}
