// The events of the live wire as schemas: for the committed description of the wire and for tests. The app's pages only
// import the types, from live-events.ts, so that no validator is bundled.
import { SUBMISSION_STATES } from '@classwright/rules/grading/submissions';
import { SHOWS_ANSWERS } from '@classwright/rules/live/session';
import { z } from 'zod';
import { ProjectorStandingView } from './projector.ts';
import { AsOf, LiveTallyView, WallChoiceView } from './views.ts';
import { FormName, StudentQuestionView } from '../../class/assessments/views.ts';

const Id = z.number().int();
const Items = z.array(Id);

/** The fields of every event of an assessment channel. For a single event `from` equals `sequence`. */
export const EventEnvelope = z.object({
  epoch: Id,
  from: z.number().int(),
  sequence: z.number().int(),
  /** The UTC instant by the database's clock. */
  server_time: z.string(),
});

const bodies = [
  z.object({
    name: z.literal('assessment.started'),
    time: z.object({ hour: z.number().int(), minute: z.number().int(), second: z.number().int() }),
    question_id: Id,
    GenerateEventOnStudentSide: z.literal(true),
    form: FormName,
    deadline_at: z.string(),
    question: StudentQuestionView.optional(),
    /** Left out: the form does not ask how sure one is. */
    asks_sure: z.literal(true).optional(),
  }),
  z.object({ name: z.literal('assessment.phase.closed'), form: FormName }),
  z.object({ name: z.literal('assessment.finished'), assessment_id: Id }),
  z.object({ name: z.literal('assessment.canceled'), assessment_id: Id }),
  z.object({
    name: z.literal('assessment.time.adjustment'),
    type: z.enum(['increase', 'decrease']),
    time: z.number(),
    assessment_id: Id,
    deadline_at: z.string(),
    form: FormName,
  }),
  z.object({ name: z.literal('assessment.settings.changed'), can_comment: z.boolean(), shows_answers: z.enum(SHOWS_ANSWERS).optional() }),
  z.object({ name: z.literal('assessment.revealed'), form: FormName, what: z.enum(['distribution', 'correctness']) }),
  /** The choice of staff for the walls. `form` and `ended` are of the moment of the choice: it ends when they change. */
  WallChoiceView.extend({ name: z.literal('assessment.wall.changed'), form: FormName, ended: z.boolean() }),
  /** Groups were published: everybody asks for their own. */
  z.object({ name: z.literal('assessment.pairs.changed'), pairs_revision: z.number().int() }),
  z.object({ name: z.literal('assessment.vote.opened'), vote_id: Id, ends_at: z.string() }),
  z.object({ name: z.literal('assessment.vote.closed'), vote_id: Id }),
  z.object({ name: z.literal('assessment.post.added'), items: Items }),
  /** Posts that were hidden, shown again or rewritten, or whose comments or replies were. */
  z.object({ name: z.literal('assessment.post.changed'), items: Items }),
  z.object({ name: z.literal('assessment.post.reaction.added'), items: Items }),
  z.object({ name: z.literal('assessment.comment.added'), items: Items }),
  z.object({ name: z.literal('assessment.reply.added'), items: Items }),
  z.object({ name: z.literal('assessment.studentlogin'), items: Items, student_id: Id.optional() }),
] as const;

/** An event of a lesson: ids and absolute values only, since students and staff hear the same channel. */
export const LessonEventBody = z.discriminatedUnion('name', bodies);
export const LessonEvent = LessonEventBody.and(EventEnvelope);

/** On the staff channel only: unnumbered, absolute. */
export const TallyEvent = z.object({ name: z.literal('assessment.tally.changed'), epoch: Id, tally: LiveTallyView, server_time: z.string() });

/** On the staff channel only: unnumbered, absolute. The accounts with an open socket of the lesson now. */
export const PresenceEvent = z.object({ name: z.literal('assessment.presence.changed'), connected: z.array(Id), as_of: AsOf });

/** On the staff channel only: unnumbered. A student has asked something, or a question was settled. */
export const QuestionsToStaffEvent = z.object({ name: z.literal('assessment.questions.changed'), assessment_id: Id });

/**
 * The only event of the projector's channel: unnumbered, absolute. The projector requests the text of an unknown
 * question.
 */
export const ProjectorEvent = ProjectorStandingView.extend({ name: z.literal('assessment.projector.changed') });

/**
 * On `private-class-{id}` and `private-class-staff-{id}`: the parts of a class that have changed, by id where every
 * listener may know the id. The current values are requested by a call, which knows the caller.
 */
export const ClassEvent = EventEnvelope.extend({
  name: z.enum(['class.changed', 'class.people.changed', 'class.stream.changed', 'class.work.changed', 'class.submissions.changed', 'class.periods.changed']),
  items: Items.optional(),
});

const Grade = z.number().nullable();

/** The maximum number of cells of an act in an event. For more it lists the columns. */
export const MAX_EVENT_CELLS = 500;

/** On `private-gradebook-{id}`, which only the staff of a class hear. */
export const GradebookEventBody = z.discriminatedUnion('name', [
  z.object({
    name: z.literal('gradebook.cells.changed'),
    /** The acts of one moment, in order. */
    acts: z.array(
      z.object({
        act_id: Id,
        account_id: Id.nullable(),
        /**
         * The new values of cells: item, student, draft grade, assigned grade, excused, state, late, and the revision
         * of its grade.
         */
        cells: z.array(z.tuple([Id, Id, Grade, Grade, z.boolean(), z.enum(SUBMISSION_STATES), z.boolean(), Id])),
      }),
    ),
  }),
  /** Items with changed cells. The current values are requested by a call. */
  z.object({ name: z.literal('gradebook.columns.changed'), items: Items }),
  /** Reports if a cell has a private note now: item, student. The text is requested by a call. */
  z.object({ name: z.literal('gradebook.note.changed'), course_work_id: Id, account_id: Id, has_note: z.boolean() }),
]);
export const GradebookEvent = GradebookEventBody.and(EventEnvelope);

/**
 * On `presence-gradebook-{id}`, from page to page: a person's position in the gradebook; both null: in no cell. The
 * server adds the person. `asks`: the others report their positions too.
 */
export const GradebookCellEvent = z.strictObject({ item: Id.positive().nullable(), student: Id.positive().nullable(), asks: z.literal(true).optional() });

/** On `private-account-{id}`. */
export const AccountEvent = z.discriminatedUnion('name', [
  z.object({ name: z.literal('assessment-student-started'), assessment_id: Id }),
  /** An answer of this person has been filed: other devices than its own must not answer the form again. */
  z.object({ name: z.literal('own-answer.filed'), assessment_id: Id }),
  /**
   * The form opened last has a separate deadline for this person, which has moved or passed. Events on the channel of
   * the class have the class's deadline.
   */
  z.object({ name: z.literal('own-time.changed'), assessment_id: Id }),
  /** Somebody has joined this person's group. Who it is, is requested by a call. */
  z.object({ name: z.literal('own-pair.changed'), assessment_id: Id }),
  /** An own text was hidden or shown again, or an own question to the teacher was settled. The texts come by a call. */
  z.object({ name: z.literal('own-notes.changed'), assessment_id: Id }),
  z.object({ name: z.literal('notifications.changed') }),
  /**
   * A change of this person's submission in a class: its grade, its state, a message about it. The current values are
   * requested by a call.
   */
  z.object({ name: z.literal('own-work.changed'), course_id: Id }),
  /** A tie of this guardian to a child was made or has ended. The children are requested by a call. */
  z.object({ name: z.literal('own-children.changed') }),
  /**
   * A sync that this person sees has begun, progressed or ended. Null: of no single class. Its state is requested by a
   * call.
   */
  z.object({ name: z.literal('sync.changed'), course_id: Id.nullable() }),
  z.object({ name: z.literal('new-device-login'), token_fingerprint: z.string(), message: z.string() }),
]);

/** On `private-seat-{account}`: what a phone that came in by a lesson's code hears of its own student. */
export const SeatEvent = z.discriminatedUnion('name', [
  z.object({ name: z.literal('own-answer.filed'), assessment_id: Id }),
  z.object({ name: z.literal('own-time.changed'), assessment_id: Id }),
  z.object({ name: z.literal('own-pair.changed'), assessment_id: Id }),
  z.object({ name: z.literal('own-notes.changed'), assessment_id: Id }),
  /** Another phone asks for the seat, or no longer does. Its description is requested by a call. */
  z.object({ name: z.literal('own-seat.asked'), assessment_id: Id }),
]);

/**
 * On `private-walls-{account}`: a lesson of this person has begun or ended, or a lesson was chosen for a screen. Each
 * screen requests its own lesson by a call.
 */
export const WallsEvent = z.object({ name: z.literal('live-walls.changed') });

/** On `private-staff-assessment-{id}`: somebody came in by the code, left, or asks for a seat. The list is requested by a call. */
export const SeatsEvent = z.object({ name: z.literal('assessment.seats.changed'), assessment_id: Id });
