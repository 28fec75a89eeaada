/** The things that a screen has to load again: ids, ascending, each once. */
export interface DirtySets {
  /** Posts that appeared. */
  postIds: readonly number[];
  /** Posts whose likes changed. */
  reactionPostIds: readonly number[];
  commentIds: readonly number[];
  replyIds: readonly number[];
  /** Students who logged in. */
  studentIds: readonly number[];
}
export type DirtyKind = keyof DirtySets;

export const NOTHING_DIRTY: DirtySets = { postIds: [], reactionPostIds: [], commentIds: [], replyIds: [], studentIds: [] };

/** Returns the sets with these ids added to one of them, or the same object when they were in it already. */
export function addDirty(dirty: DirtySets, kind: DirtyKind, ids: readonly number[]): DirtySets {
  const known = new Set(dirty[kind]);
  const size = known.size;
  for (const id of ids) known.add(id);
  return known.size === size ? dirty : { ...dirty, [kind]: [...known].sort((left, right) => left - right) };
}

export function isAnythingDirty(dirty: DirtySets): boolean {
  return Object.values(dirty).some((ids: readonly number[]) => ids.length > 0);
}

/**
 * Returns the things to load, and the lesson without them. Call it before loading, not after: changes that arrive
 * during the request are then dirty again. If the request fails, call `restoreDirty`.
 */
export function takeDirty<Lesson extends { dirty: DirtySets }>(lesson: Lesson): { dirty: DirtySets; lesson: Lesson } {
  return { dirty: lesson.dirty, lesson: isAnythingDirty(lesson.dirty) ? { ...lesson, dirty: NOTHING_DIRTY } : lesson };
}

/** Returns the lesson with the things that could not be loaded, in addition to changes since. */
export function restoreDirty<Lesson extends { dirty: DirtySets }>(lesson: Lesson, taken: DirtySets): Lesson {
  const kinds = Object.keys(taken) as DirtyKind[];
  return { ...lesson, dirty: kinds.reduce((dirty, kind) => addDirty(dirty, kind, taken[kind]), lesson.dirty) };
}
