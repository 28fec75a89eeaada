import { isAnythingDirty } from '@classwright/rules/live/lesson-dirty';
import { currentPhase, type LessonState } from '@classwright/rules/live/lesson-state';

/** Parts of the screen that are reloaded because the lesson changed. `feed`: of every form. */
export type Part = 'assessment' | 'roster' | 'feed' | 'logs' | 'summary';

/** A turn of the lesson. It is announced to screen readers and shown on a second teacher's screen. */
export type Turn = 'started' | 'opened' | 'closed' | 'finished' | 'canceled';

export interface Effects {
  parts: ReadonlySet<Part>;
  turn: Turn | null;
}

const ALL: readonly Part[] = ['assessment', 'roster', 'feed', 'logs'];
const effects = (turn: Turn | null, ...parts: readonly Part[]): Effects => ({ parts: new Set(parts), turn });

/**
 * Pure. Returns the effects of the step from one known run to the next. `jumped`: the new state did not come from
 * events, so everything that they would have changed has to be requested.
 */
export function effectsOf(before: LessonState | null, after: LessonState, jumped = false): Effects {
  if (!before || before.epoch !== after.epoch) return effects(after.state === 'running' ? 'started' : null, ...ALL);
  if (before.state === 'running' && after.state === 'finished') return effects('finished', ...ALL, 'summary');
  if (before.state === 'running' && after.state === 'canceled') return effects('canceled', ...ALL);
  const [was, is] = [currentPhase(before), currentPhase(after)];
  if (was?.form !== is?.form) return effects('opened', 'roster', 'feed', 'logs', 'summary');
  if (was && is && !was.closed && is.closed) return effects('closed', 'roster', 'feed', 'logs', 'summary');
  if (jumped) return effects(null, 'roster', 'feed', 'logs');
  return effects(null, ...dirtyParts(after));
}

/** Returns the parts that the changed ids make stale. */
function dirtyParts({ dirty }: LessonState): Part[] {
  if (!isAnythingDirty(dirty)) return [];
  const parts: Part[] = [];
  if (dirty.postIds.length > 0 || dirty.studentIds.length > 0) parts.push('roster');
  if (dirty.postIds.length > 0 || dirty.reactionPostIds.length > 0 || dirty.commentIds.length > 0 || dirty.replyIds.length > 0) parts.push('feed');
  if (dirty.commentIds.length > 0) parts.push('logs');
  return parts;
}
