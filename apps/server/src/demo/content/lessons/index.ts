import { corners, equalsSign, ticket, walkers } from './algebra.ts';
import { inARow, thickWire, usedUp } from './circuits.ts';
import { lamps } from './lamps.ts';
import { candle, dissolved, moonTen, moths } from './matter-and-life.ts';
import { betweenFive, betweenTen, diary, moonEight, sameList } from './numbers-and-sources.ts';
import { sale } from './sale.ts';
import { holdLessons } from '../weeks/index.ts';
import type { DemoLesson } from './types.ts';

export type { DemoLesson, LessonAnswer, Speaker } from './types.ts';

/** The lessons that are written in full, with every student's answers. */
const writtenOut: readonly DemoLesson[] = [
  usedUp,
  equalsSign,
  thickWire,
  betweenTen,
  betweenFive,
  inARow,
  diary,
  walkers,
  dissolved,
  moonEight,
  sameList,
  candle,
  corners,
  moths,
  ticket,
  moonTen,
  sale,
  lamps,
];

/** Lists past lessons, oldest first. */
export const listLessons = (): readonly DemoLesson[] => holdLessons(writtenOut);
