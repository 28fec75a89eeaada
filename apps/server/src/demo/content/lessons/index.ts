import { lamps } from './lamps.ts';
import { sale } from './sale.ts';
import type { DemoLesson } from './types.ts';

export type { DemoLesson, LessonAnswer, Speaker } from './types.ts';

/** Lessons that are over. The older one comes first. */
export const lessons: readonly DemoLesson[] = [sale, lamps];
