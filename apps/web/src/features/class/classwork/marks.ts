import type { ReactNode } from 'react';

/** What another system has to do with the works of a class, said by whoever knows that system. */
export interface WorkMarks {
  /** Below a work's title, words alone: the title is what opens the work. */
  draw: (workId: number) => ReactNode;
  /** Among what can be done with a work: the way to it there. */
  drawLink: (work: { id: number; title: string }) => ReactNode;
  /** It can be changed in the other system only. */
  isLocked: (workId: number) => boolean;
  /** Stands where a locked work would be edited: why not, and what can be done. */
  drawLock: (work: { id: number; title: string }) => ReactNode;
}

export const NO_MARKS: WorkMarks = { draw: () => null, drawLink: () => null, isLocked: () => false, drawLock: () => null };
