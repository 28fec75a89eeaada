import { cleanNames } from './clean-names.ts';
import { fillBank, foldAnew } from './modules/bank/questions/index.ts';
import type { DataStep } from './platform/database/index.ts';

/** In the order in which they are done. One that has been released is never taken out or renamed. */
export const dataSteps: readonly DataStep[] = [fillBank, foldAnew, cleanNames];
