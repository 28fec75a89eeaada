import type { DemoClasswork } from '../types.ts';
import { computing12 } from './computing12.ts';
import { firstWeeks } from './first-weeks.ts';
import { geography8 } from './geography8.ts';
import { history8 } from './history8.ts';
import { maths10 } from './maths10.ts';
import { maths5 } from './maths5.ts';
import { science10 } from './science10.ts';

/** The classwork of the six classes over eight weeks. */
export const classwork: DemoClasswork[] = [science10, maths10, maths5, history8, geography8, computing12].map((one) => ({
  ...one,
  works: [...firstWeeks[one.classKey], ...one.works],
}));
