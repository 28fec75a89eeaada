import { addDirty, NOTHING_DIRTY, type DirtyKind, type DirtySets } from './lesson-dirty.ts';
import type { LessonEvent, SessionSnapshot } from './lesson-events.ts';
import { judgeEvent } from './numbered.ts';
import { FORMS, type Form } from './forms.ts';
import type { ShowsAnswers } from './session.ts';
import type { Revealed } from './visibility.ts';
import { findWallChoice, type WallChoice } from './wall.ts';

/** One opened form as a client knows it. */
export interface LessonPhase {
  form: Form;
  /** From a state: the reader's own deadline; from an event: the class's. */
  deadlineAtMs: number;
  closed: boolean;
  /**
   * True while the reader has extra time that has not ended: the class's deadline and closing do not apply (LIVE-67).
   */
  isOwn: boolean;
  /** True when the form asks how sure one is (LIVE-99). */
  asksSure: boolean;
  distributionRevealed: boolean;
  correctnessRevealed: boolean;
}

/** A vote as a client of its lesson knows it; null before the first of the run. */
export interface LessonVote {
  id: number;
  endsAtMs: number;
  /** False once it was taken away: by the staff, by the next form, or by the end of the lesson. */
  isShown: boolean;
}

/**
 * A client's knowledge of a running lesson without loaded content. It contains only fields that a state and the events
 * after it represent identically, so that "state plus events" can be compared with a fresh state.
 */
export interface LessonState {
  epoch: number;
  /** The sequence of the last folded event. */
  sequence: number;
  state: 'running' | 'finished' | 'canceled';
  canComment: boolean;
  /** The choice of staff for the walls in the form opened last; null: none. */
  wall: WallChoice | null;
  /** The revision of the published groups of the run; 0: none. */
  pairsRevision: number;
  /** The moment from which students see classmates' answers to a form that they have answered (LIVE-110). */
  showsAnswers: ShowsAnswers;
  /** The phases in the order of the forms; never empty. */
  phases: readonly LessonPhase[];
  /** The newest vote between two reasons; null before the first. */
  vote: LessonVote | null;
  /** The changes since the screen last loaded: see `takeDirty`. */
  dirty: DirtySets;
}

/** Returns the lesson of a session as the server shows it, with nothing to load. */
export function fromSession(session: SessionSnapshot): LessonState {
  const phases = session.attempts.map((attempt) => ({
    form: attempt.form,
    deadlineAtMs: Date.parse(attempt.deadline_at),
    closed: attempt.closed_at !== null,
    isOwn: attempt.own_time ?? false,
    asksSure: attempt.asks_sure ?? false,
    distributionRevealed: attempt.distribution_revealed,
    correctnessRevealed: attempt.correctness_revealed,
  }));
  return {
    epoch: session.epoch,
    sequence: session.sequence,
    state: session.state,
    canComment: session.can_comment,
    wall: session.wall ?? null,
    pairsRevision: session.pairs_revision,
    showsAnswers: session.plan?.shows_answers ?? 'as-answered',
    phases: phases.sort((left, right) => FORMS.indexOf(left.form) - FORMS.indexOf(right.form)),
    vote: session.vote ? { id: session.vote.id, endsAtMs: Date.parse(session.vote.ends_at), isShown: session.vote.is_shown } : null,
    dirty: NOTHING_DIRTY,
  };
}

/** Returns the form opened last, with its deadline and whether it is closed. */
export function currentPhase(lesson: LessonState): LessonPhase | null {
  return lesson.phases.at(-1) ?? null;
}

/**
 * Folds one event into the known lesson, or returns 'reload' when the state must be loaded: another run of the
 * assessment, a gap in the sequence, or an event that cannot follow from this state. For an event that is already
 * included, or belongs to an earlier run, it returns the same object. Since a state may be newer than its sequence,
 * folding only moves forward: closed, revealed and ended stay so (LIVE-53 to LIVE-57).
 */
export function applyLessonEvent(lesson: LessonState, event: LessonEvent): LessonState | 'reload' {
  const follows = judgeEvent(lesson, event);
  if (follows !== 'next') return follows === 'known' ? lesson : 'reload';
  const next = fold(lesson, event);
  return next === 'reload' ? 'reload' : { ...next, sequence: event.sequence };
}

/** Folds events in their order. Returns 'reload' as soon as one needs it. */
export function applyLessonEvents(lesson: LessonState, events: readonly LessonEvent[]): LessonState | 'reload' {
  let next = lesson;
  for (const event of events) {
    const folded = applyLessonEvent(next, event);
    if (folded === 'reload') return 'reload';
    next = folded;
  }
  return next;
}

function fold(lesson: LessonState, event: LessonEvent): LessonState | 'reload' {
  switch (event.name) {
    case 'assessment.started':
      return openPhase(lesson, event.form, Date.parse(event.deadline_at), event.asks_sure ?? false);
    case 'assessment.phase.closed':
      return changePhase(lesson, event.form, { closed: true }, true);
    case 'assessment.time.adjustment':
      return changePhase(lesson, event.form, { deadlineAtMs: Date.parse(event.deadline_at) }, true);
    case 'assessment.revealed':
      return changePhase(lesson, event.form, REVEALED[event.what]);
    case 'assessment.settings.changed':
      return { ...lesson, canComment: event.can_comment, showsAnswers: event.shows_answers ?? lesson.showsAnswers };
    case 'assessment.wall.changed': {
      // a choice of an earlier form, or of before the end, says nothing about now: the state may be newer than this event
      const wall = findWallChoice(lesson, event);
      return wall ? { ...lesson, wall } : lesson;
    }
    case 'assessment.pairs.changed':
      return { ...lesson, pairsRevision: Math.max(lesson.pairsRevision, event.pairs_revision) };
    case 'assessment.vote.opened':
      return lesson.state === 'running' ? { ...lesson, vote: openVote(lesson.vote, event.vote_id, Date.parse(event.ends_at)) } : lesson;
    case 'assessment.vote.closed':
      return { ...lesson, vote: hideVote(lesson.vote, event.vote_id) };
    case 'assessment.finished':
      return end(lesson, 'finished');
    case 'assessment.canceled':
      return end(lesson, 'canceled');
    case 'assessment.post.added':
    case 'assessment.post.changed':
      return mark(lesson, 'postIds', event.items);
    case 'assessment.post.reaction.added':
      return mark(lesson, 'reactionPostIds', event.items);
    case 'assessment.comment.added':
      return mark(lesson, 'commentIds', event.items);
    case 'assessment.reply.added':
      return mark(lesson, 'replyIds', event.items);
    case 'assessment.studentlogin':
      return mark(lesson, 'studentIds', event.items);
    default:
      return ignore(lesson, event);
  }
}

const REVEALED: Record<Revealed, Partial<LessonPhase>> = { distribution: { distributionRevealed: true }, correctness: { correctnessRevealed: true } };

/**
 * Opens a phase. If a state already contains the form, perhaps with a newer deadline or closed, the state wins over
 * this event.
 */
function openPhase(lesson: LessonState, form: Form, deadlineAtMs: number, asksSure: boolean): LessonState | 'reload' {
  if (lesson.phases.some((phase) => phase.form === form)) return lesson;
  if (lesson.state !== 'running' || lesson.phases.some((phase) => FORMS.indexOf(phase.form) > FORMS.indexOf(form))) return 'reload';
  const opened: LessonPhase = { form, deadlineAtMs, closed: false, isOwn: false, asksSure, distributionRevealed: false, correctnessRevealed: false };
  return { ...lesson, wall: null, vote: hideVote(lesson.vote), phases: [...lesson.phases.map(toClosed), opened] };
}

const toClosed = (phase: LessonPhase): LessonPhase => ({ ...phase, closed: true, isOwn: false });

/** Changes a phase. `ofClass`: the change is of the class's time; a reader with extra time gets a separate event. */
function changePhase(lesson: LessonState, form: Form, change: Partial<LessonPhase>, ofClass = false): LessonState | 'reload' {
  if (!lesson.phases.some((phase) => phase.form === form)) return 'reload';
  return { ...lesson, phases: lesson.phases.map((phase) => (phase.form === form && !(ofClass && phase.isOwn) ? { ...phase, ...change } : phase)) };
}

function end(lesson: LessonState, state: 'finished' | 'canceled'): LessonState {
  if (lesson.state !== 'running') return lesson;
  return { ...lesson, state, wall: null, vote: hideVote(lesson.vote), phases: lesson.phases.map(toClosed) };
}

function mark(lesson: LessonState, kind: DirtyKind, ids: readonly number[]): LessonState {
  return { ...lesson, dirty: addDirty(lesson.dirty, kind, ids) };
}

/** Ignores an event kind of a newer server, which cannot change what this client shows; its number still counts. */
function ignore(lesson: LessonState, _event: never): LessonState {
  return lesson;
}

/** Folds that a vote has opened: one that is known, or older than the known one, changes nothing (LIVE-107). */
function openVote(known: LessonVote | null, id: number, endsAtMs: number): LessonVote {
  return known && known.id >= id ? known : { id, endsAtMs, isShown: true };
}

/** Folds that the vote with this id, and so every earlier one, is shown no longer (LIVE-107). */
function hideVote(known: LessonVote | null, id = known?.id ?? 0): LessonVote | null {
  return known && known.id <= id && known.isShown ? { ...known, isShown: false } : known;
}
