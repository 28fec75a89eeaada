import { cleanNames } from './clean-names.ts';
import { fillBank, refoldSearchWords } from './modules/bank/questions/index.ts';
import type { DataStep } from './platform/database/index.ts';

/** All data steps, in the order in which they run. A released step is never removed or renamed. */
export const dataSteps: readonly DataStep[] = [fillBank, refoldSearchWords, cleanNames];
