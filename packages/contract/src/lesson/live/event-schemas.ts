// The events of the live wire as schemas: for the committed description of the wire and for tests. Programs of the page
// take the types alone, from live-events.ts, so that no validator is bundled.
import { SUBMISSION_STATES } from '@classwright/rules/grading/submissions';
import { z } from 'zod';
import { ProjectorStandingView } from './projector.ts';
import { AsOf, LiveTallyView } from './views.ts';
import { FormName, StudentQuestionView } from '../../class/assessments/views.ts';

const Id = z.number().int();
const Items = z.array(Id);

/** Carried by every event of an assessment channel. For a single event `from` equals `sequence`. */
export const EventEnvelope = z.object({
  epoch: Id,
  from: z.number().int(),
  sequence: z.number().int(),
  /** UTC instant by the database's clock. */
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
  z.object({ name: z.literal('assessment.settings.changed'), can_comment: z.boolean() }),
  z.object({ name: z.literal('assessment.revealed'), form: FormName, what: z.enum(['distribution', 'correctness']) }),
  z.object({ name: z.literal('assessment.post.added'), items: Items }),
  z.object({ name: z.literal('assessment.post.reaction.added'), items: Items }),
  z.object({ name: z.literal('assessment.comment.added'), items: Items }),
  z.object({ name: z.literal('assessment.reply.added'), items: Items }),
  z.object({ name: z.literal('assessment.studentlogin'), items: Items, student_id: Id.optional() }),
] as const;

/** What happened in a lesson: ids and absolute values only, since students and staff hear the same channel. */
export const LessonEventBody = z.discriminatedUnion('name', bodies);
export const LessonEvent = LessonEventBody.and(EventEnvelope);

/** On the staff channel only: unnumbered, absolute. */
export const TallyEvent = z.object({ name: z.literal('assessment.tally.changed'), epoch: Id, tally: LiveTallyView, server_time: z.string() });

/** On the staff channel only: unnumbered, absolute. Accounts that hold an open socket of the lesson now. */
export const PresenceEvent = z.object({ name: z.literal('assessment.presence.changed'), connected: z.array(Id), as_of: AsOf });

/** The only event of the projector's channel: unnumbered, absolute. The words of a question it does not know the wall asks for. */
export const ProjectorEvent = ProjectorStandingView.extend({ name: z.literal('assessment.projector.changed') });

/**
 * On `private-class-{id}` and `private-class-staff-{id}`: what of a class has changed, by id where everybody who hears it may
 * know of the id. What it is now is asked for by a call, which knows who asks.
 */
export const ClassEvent = EventEnvelope.extend({
  name: z.enum(['class.changed', 'class.people.changed', 'class.stream.changed', 'class.work.changed', 'class.submissions.changed', 'class.periods.changed']),
  items: Items.optional(),
});

const Grade = z.number().nullable();

/** As many cells of an act as an event carries; of more it names the columns. */
export const MOST_CELLS_OF_EVENT = 500;

/** On `private-gradebook-{id}`, which the staff of a class alone hears. */
export const GradebookEventBody = z.discriminatedUnion('name', [
  z.object({
    name: z.literal('gradebook.cells.changed'),
    /** Those of a moment, in their order. */
    acts: z.array(
      z.object({
        act_id: Id,
        account_id: Id.nullable(),
        /** What the act made of cells: item, student, draft grade, assigned grade, excused, state, late, and the revision of its grade. */
        cells: z.array(z.tuple([Id, Id, Grade, Grade, z.boolean(), z.enum(SUBMISSION_STATES), z.boolean(), Id])),
      }),
    ),
  }),
  /** Items of which cells have changed; what they are now is asked for by a call. */
  z.object({ name: z.literal('gradebook.columns.changed'), items: Items }),
  /** Whether a cell has a private note now: item, student. What it says is asked for by a call. */
  z.object({ name: z.literal('gradebook.note.changed'), course_work_id: Id, account_id: Id, has_note: z.boolean() }),
]);
export const GradebookEvent = GradebookEventBody.and(EventEnvelope);

/**
 * On `presence-gradebook-{id}`, from page to page: where in the gradebook somebody is; both null: in no cell. Whose it is,
 * the server says. `asks`: the others say where they are, too.
 */
export const GradebookCellEvent = z.strictObject({ item: Id.positive().nullable(), student: Id.positive().nullable(), asks: z.literal(true).optional() });

/** On `private-account-{id}`. */
export const AccountEvent = z.discriminatedUnion('name', [
  z.object({ name: z.literal('assessment-student-started'), assessment_id: Id }),
  /** An answer of this person has been filed: on other devices than the one it came from the form is to be answered no more. */
  z.object({ name: z.literal('own-answer.filed'), assessment_id: Id }),
  /** The form opened last has a deadline of this person's own, which has moved or is over: events on the channel of the class say the class's. */
  z.object({ name: z.literal('own-time.changed'), assessment_id: Id }),
  z.object({ name: z.literal('notifications.changed') }),
  /** What this person handed in in a class: its grade, its state, a message to it. What it is now is asked for by a call. */
  z.object({ name: z.literal('own-work.changed'), course_id: Id }),
  /** A sync that this person sees has begun, got on or ended; null: of no one class. How it stands is asked for by a call. */
  z.object({ name: z.literal('sync.changed'), course_id: Id.nullable() }),
  z.object({ name: z.literal('new-device-login'), token_fingerprint: z.string(), message: z.string() }),
]);
