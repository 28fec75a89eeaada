import { currentPhase, type LessonState } from '@classwright/rules/live/lesson-state';
import { isAnythingDirty } from '@classwright/rules/live/lesson-dirty';

/** An effect of a lesson's change on a student's page. */
export type LessonEffect =
  /** Another run of the assessment has started, so everything is new. */
  | 'other-run'
  /** Posts and distribution may have changed or become visible. */
  | 'load-feed'
  /** A new form was opened. */
  | 'form-opened'
  | 'form-closed'
  /** Groups were published. */
  | 'pairs-changed'
  /** The right responses may be revealed now. */
  | 'revealed'
  | 'finished'
  | 'canceled';

/** Pure. Returns the effects of the step from one known lesson to the next. None for the first one. */
export function effectsOf(before: LessonState | null, after: LessonState): readonly LessonEffect[] {
  if (!before) return [];
  if (before.epoch !== after.epoch) return ['other-run'];
  if (before.state === 'running' && after.state !== 'running') return [after.state];
  const effects = new Set<LessonEffect>();
  const [was, is] = [currentPhase(before), currentPhase(after)];
  if (was?.form !== is?.form) effects.add('form-opened');
  else if (!was?.closed && is?.closed) effects.add('form-closed').add('load-feed');
  const revealedBefore = before.phases.filter((phase) => phase.correctnessRevealed).length;
  if (after.phases.filter((phase) => phase.correctnessRevealed).length > revealedBefore) effects.add('revealed').add('load-feed');
  if (after.phases.some((phase) => phase.distributionRevealed && !before.phases.find(({ form }) => form === phase.form)?.distributionRevealed))
    effects.add('load-feed');
  if (after.pairsRevision > before.pairsRevision) effects.add('pairs-changed');
  if (isAnythingDirty(after.dirty)) effects.add('load-feed');
  return [...effects];
}
