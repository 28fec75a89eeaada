import type { Form } from './forms.ts';
import type { Numbered } from './numbered.ts';
import type { ShowsAnswers } from './session.ts';
import type { TimeParts } from './time.ts';
import type { Revealed } from './visibility.ts';
import type { StoredWallChoice, WallChoice } from './wall.ts';

/** A session with the fields that the fold reads; `SessionView` of the contract fits. */
export interface SessionSnapshot {
  epoch: number;
  sequence: number;
  state: 'running' | 'finished' | 'canceled';
  can_comment: boolean;
  /** The choice of staff for the walls. Left out: none. */
  wall?: WallChoice | undefined;
  pairs_revision: number;
  /** The newest vote of the run; left out before the first. */
  vote?: { id: number; ends_at: string; is_shown: boolean } | undefined;
  /** Left out: answers are shown as soon as they are given, with names. */
  plan?: { shows_answers: ShowsAnswers } | undefined;
  attempts: readonly {
    form: Form;
    deadline_at: string;
    closed_at: string | null;
    own_time?: boolean | undefined;
    asks_sure?: boolean | undefined;
    distribution_revealed: boolean;
    correctness_revealed: boolean;
  }[];
}

/**
 * The numbered events of an assessment's channel with the fields that the fold reads; `LessonEvent` of the contract
 * fits.
 */
export type LessonEventBody =
  | { name: 'assessment.started'; form: Form; deadline_at: string; time?: TimeParts; question_id?: number; asks_sure?: true | undefined }
  | { name: 'assessment.phase.closed'; form: Form }
  | { name: 'assessment.finished' }
  | { name: 'assessment.canceled' }
  | { name: 'assessment.time.adjustment'; form: Form; deadline_at: string }
  | { name: 'assessment.settings.changed'; can_comment: boolean; shows_answers?: ShowsAnswers | undefined }
  | { name: 'assessment.revealed'; form: Form; what: Revealed }
  | ({ name: 'assessment.wall.changed' } & StoredWallChoice)
  | { name: 'assessment.pairs.changed'; pairs_revision: number }
  | { name: 'assessment.vote.opened'; vote_id: number; ends_at: string }
  | { name: 'assessment.vote.closed'; vote_id: number }
  | { name: 'assessment.post.added'; items: readonly number[] }
  | { name: 'assessment.post.changed'; items: readonly number[] }
  | { name: 'assessment.post.reaction.added'; items: readonly number[] }
  | { name: 'assessment.comment.added'; items: readonly number[] }
  | { name: 'assessment.reply.added'; items: readonly number[] }
  | { name: 'assessment.studentlogin'; items: readonly number[] };
export type LessonEvent = LessonEventBody & Numbered;
